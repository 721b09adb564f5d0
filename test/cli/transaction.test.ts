import { spawn } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { transaction } from '../../src/cli/transaction.ts';

const folder = mkdtempSync(join(tmpdir(), 'rrv-transaction-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const pieces = ['one ', 'two'].map((text) => Buffer.from(text));

test.skipIf(process.platform === 'win32')('links and pipes stay, and are written through', async () => {
  const [target, link, pipe, copy] = ['target', 'link', 'pipe', 'copy'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
    string,
  ];
  writeFileSync(target, 'old');
  symlinkSync('target', link);
  const reader = spawn('sh', ['-c', `mkfifo "${pipe}" && cat "${pipe}" > "${copy}"`]);
  const read = new Promise((done) => reader.on('exit', done));
  while (!existsSync(pipe)) await new Promise((done) => setTimeout(done, 20));
  const outputs = transaction();
  await outputs.file(link, pieces);
  await outputs.file(pipe, pieces, 0o755);
  expect(readFileSync(target, 'utf8')).toBe('old');
  outputs.commit();
  await read;
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
  expect(lstatSync(pipe).isFIFO()).toBe(true);
  expect([target, copy].map((file) => readFileSync(file, 'utf8'))).toEqual(['one two', 'one two']);
  expect(readdirSync(folder).sort()).toEqual(['copy', 'link', 'pipe', 'target']);
});
