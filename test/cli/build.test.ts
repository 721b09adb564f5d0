import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { builtCli } from '../support/cli.ts';
import { repositoryRoot } from '../support/repository.ts';

test('a build with nothing to do leaves dist alone, which others read and copy meanwhile', () => {
  const dist = dirname(dirname(builtCli()));
  const changed = (): number => statSync(dist).mtimeMs;
  const before = changed();
  execFileSync(process.execPath, [join(repositoryRoot(), 'scripts', 'build.mjs')], { stdio: 'pipe' });
  expect(changed()).toBe(before);
});
