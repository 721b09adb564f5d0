import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { builtCli } from '../support/cli.ts';
import { compileJava, defaultJdk } from '../support/jdk.ts';
import { repositoryRoot } from '../support/repository.ts';

const folder = mkdtempSync(join(tmpdir(), 'rrv-incomplete-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('without the jar of the runtime nothing is instrumented, and the error says what to do', () => {
  const dist = dirname(dirname(builtCli()));
  cpSync(dist, join(folder, 'dist'), { recursive: true, filter: (path) => path !== join(dist, 'runtime') });
  copyFileSync(join(repositoryRoot(), 'package.json'), join(folder, 'package.json'));
  symlinkSync(join(repositoryRoot(), 'node_modules'), join(folder, 'node_modules'));
  const source = join(folder, 'Walk.java');
  writeFileSync(
    source,
    'class Walk { static Object first(java.util.List<?> list) { return list.iterator().next(); } }',
  );
  compileJava(defaultJdk(), [source], join(folder, 'classes'));
  const args = ['instrument', 'classes', '--prop', 'SafeHasNext', '-o', 'out'];
  const run = spawnSync(process.execPath, [join(folder, 'dist/cli/main.js'), ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(run.stderr).toMatch(/^error RRV_RUNTIME_MISSING: .*\n {2}.*npm run build/m);
  expect(run.status).toBe(2);
  expect(existsSync(join(folder, 'out'))).toBe(false);
});
