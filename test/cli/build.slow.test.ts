import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { repositoryRoot } from '../support/repository.ts';

const checkout = mkdtempSync(join(tmpdir(), 'rrv-checkout-'));
afterAll(() => rmSync(checkout, { recursive: true, force: true }));

test('a build leaves nothing of earlier ones in dist, and others may run it', () => {
  const root = repositoryRoot();
  for (const name of ['src', 'scripts', 'runtime-java', 'maven', 'package.json', 'package-lock.json'])
    cpSync(join(root, name), join(checkout, name), { recursive: true });
  for (const name of ['tsconfig.json', 'tsconfig.build.json']) cpSync(join(root, name), join(checkout, name));
  symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'));
  const dist = join(checkout, 'dist');
  mkdirSync(join(dist, 'residual'), { recursive: true });
  writeFileSync(join(dist, 'residual/old.js'), '');
  writeFileSync(join(dist, 'old.js'), '');
  execFileSync(process.execPath, [join(checkout, 'scripts/build.mjs')], { stdio: 'pipe' });
  expect(readdirSync(dist).sort()).toEqual(['.build-stamp.json', 'cli', 'maven', 'runtime']);
  expect(statSync(join(dist, 'cli')).mode & 0o777).toBe(0o777 & ~process.umask());
});
