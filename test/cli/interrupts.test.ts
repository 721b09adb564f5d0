import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { builtCli, compiledModule, rrv } from '../support/cli.ts';
import { compileSources, defaultJdk } from '../support/jdk.ts';

const jdk = defaultJdk();
let folder: string;
const file = (name: string): string => join(folder, name);

beforeAll(() => void builtCli());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rrv-interrupts-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('an interrupt while writing leaves nothing', async () => {
  const transaction = pathToFileURL(compiledModule('cli/outputs/transaction.ts')).href;
  const script = `
    import { transaction } from ${JSON.stringify(transaction)};
    function* endless() { for (let i = 0; i < 100000; i++) yield new Uint8Array(1000); for (;;) yield new Uint8Array(0); }
    await transaction().file(${JSON.stringify(file('new/out.jar'))}, endless());
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' });
  const ended = new Promise<number | null>((resolve) => child.on('exit', (code) => resolve(code)));
  while (!existsSync(file('new')) || readdirSync(file('new')).length === 0)
    await new Promise((resolve) => setTimeout(resolve, 10));
  child.kill('SIGINT');
  expect(await ended).toBe(130);
  expect(readdirSync(folder)).toEqual([]);
});

test.each([
  ['javac alone', 'exit 130', 130],
  ['javac by a signal', 'kill -HUP $$', 129],
  ['rrv alone', 'kill -TERM $PPID', 143],
])('an interrupt of %s while Java code is compiled leaves nothing', async (_, script, code) => {
  mkdirSync(file('jdk/bin'), { recursive: true });
  mkdirSync(file('tmp'));
  writeFileSync(file('jdk/bin/javac'), `#!/bin/sh\nls "$TMPDIR" > ${file('seen')}\n${script}\n`, {
    mode: 0o755,
  });
  const compiler = pathToFileURL(compiledModule('cli/java/java-compiler.ts')).href;
  const program = `
    import { javaCompiler } from ${JSON.stringify(compiler)};
    javaCompiler({ jdkHome: ${JSON.stringify(file('jdk'))}, classPath: [], runtimeClasses: new Map() })([]);
    setTimeout(() => {}, 60_000);
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: 'ignore',
    env: { ...process.env, TMPDIR: file('tmp') },
  });
  expect(await new Promise((resolve) => child.on('exit', resolve))).toBe(code);
  expect(readFileSync(file('seen'), 'utf8')).toMatch(/^rrv-javac-/);
  expect(readdirSync(file('tmp'))).toEqual([]);
});

test.each([
  ['instrument', '--runtime', 'external', '-o', 'out'],
  ['analyze', '--report', 'json=report.json'],
])('rrv %s, interrupted while Java code is compiled, writes and says nothing', (command, ...options) => {
  mkdirSync(file('jdk/bin'), { recursive: true });
  for (const name of ['lib', 'release']) symlinkSync(join(jdk.home, name), file(`jdk/${name}`));
  const javac = `#!/bin/sh\nkill -TERM $PPID\nexec ${join(jdk.home, 'bin/javac')} "$@"\n`;
  writeFileSync(file('jdk/bin/javac'), javac, { mode: 0o755 });
  compileSources(
    { 'A.java': 'class A { Object o(java.util.Map<?, ?> m) { return m.keySet(); } }' },
    file('a'),
    file('a'),
  );
  writeFileSync(
    file('a/own.mop'),
    'import java.util.Map; Own(Map m) { int n; event keys before(Map m) : call(* Map+.keySet()) && target(m) { n++; } ere : keys @match { } }',
  );
  const args = ['a', '--prop', 'a/own.mop', '--analysis', 'none', '--jdk', 'jdk'];
  expect(rrv([command, ...args, ...options], { cwd: folder })).toMatchObject({
    status: 143,
    stdout: '',
    stderr: '',
  });
  expect(readdirSync(folder).sort()).toEqual(['a', 'jdk']);
});
