import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sayFailure } from '../../src/cli/failure.ts';
import { terminal } from '../../src/cli/terminal.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rrv-failure-'));
  mkdirSync(join(folder, 'temporary'));
  vi.stubEnv('TMPDIR', join(folder, 'temporary'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

/** What a bug says on stderr. */
function saidOfBug(): string {
  let said = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said += String(text);
    return true;
  });
  const out = terminal({ verbosity: 'normal' }, process.stdout, process.stderr, {});
  const failure = {
    kind: 'bug',
    message: 'no such slot',
    stack: 'Error: no such slot\n    at weave',
  } as const;
  expect(sayFailure(failure, ['instrument', 'secret.jar'], out)).toBe(70);
  vi.restoreAllMocks();
  return said;
}

test.skipIf(process.platform === 'win32')(
  'the details of a bug are in a new file for its owner alone, whatever link was put where',
  () => {
    const planted = join(folder, 'temporary', `rrv-crash-${process.pid}.txt`);
    writeFileSync(join(folder, 'precious'), 'precious');
    symlinkSync(join(folder, 'precious'), planted);
    const said = saidOfBug();
    expect(readFileSync(join(folder, 'precious'), 'utf8')).toBe('precious');
    const [, file] = /^internal error: no such slot\n.* and the file (.*)\.\n$/.exec(said) ?? [];
    expect(file).toMatch(/rrv-crash-\d+-[0-9a-f]+\.txt$/);
    expect(readFileSync(file!, 'utf8')).toMatch(
      /^rrv .*\narguments: \["instrument","secret\.jar"\]\nError: no such slot\n {4}at weave\n$/,
    );
    expect(statSync(file!).mode & 0o777).toBe(0o600);
    saidOfBug();
    expect(readdirSync(join(folder, 'temporary'))).toHaveLength(3);
  },
);

test('where no file can be made, the details are said', () => {
  vi.stubEnv('TMPDIR', join(folder, 'nowhere'));
  expect(saidOfBug()).toMatch(/and this:\nrrv .*\narguments: .*\nError: no such slot\n {4}at weave\n\n$/);
});
