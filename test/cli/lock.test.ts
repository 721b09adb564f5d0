import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { repositoryRoot } from '../support/repository.ts';

const folder = mkdtempSync(join(tmpdir(), 'rrv-lock-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const withLock = pathToFileURL(join(repositoryRoot(), 'scripts/lock.mjs')).href;

/** Has the lock some times, with a file of its own beside it and no other's; then it is killed while it has it. */
const user = `
  import { readdirSync, rmSync, writeFileSync } from 'node:fs';
  import { withLock } from ${JSON.stringify(withLock)};
  const folder = process.argv[1];
  const inside = folder + '/inside-' + process.pid;
  for (let round = 1; round <= 5; round++)
    await withLock(folder + '/lock', async () => {
      writeFileSync(inside, '');
      for (let look = 0; look < 5; look++) {
        await new Promise(setImmediate);
        const all = readdirSync(folder).filter((name) => name.startsWith('inside-'));
        if (all.length !== 1) throw new Error('also inside: ' + all);
      }
      rmSync(inside);
      if (round === 5) process.kill(process.pid, 'SIGKILL');
    });
`;

async function signalThatEnds(args: readonly string[]): Promise<unknown> {
  const one = spawn(process.execPath, [...args], { stdio: ['ignore', 'inherit', 'inherit'] });
  return (await once(one, 'exit'))[1];
}

test('one process at a time has the lock, also after others that were killed with it', async () => {
  const users = [1, 2, 3, 4, 5, 6].map(async () => {
    const signals: unknown[] = [];
    for (let time = 0; time < 4; time++)
      signals.push(await signalThatEnds(['--input-type=module', '--eval', user, folder]));
    return signals;
  });
  const killed = Array.from({ length: 4 }, () => 'SIGKILL');
  expect(await Promise.all(users)).toEqual(users.map(() => killed));
  expect(readdirSync(folder)).toEqual(['lock']);
});
