import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { rrv } from '../support/cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'rrv-check-'));
afterAll(() => rmSync(folder, { recursive: true }));

const property = (method: string, comment = '') =>
  `import java.util.*;\n/** ${comment}. */\nOwn(Iterator i) {
  event e before(Iterator i) : call(* Iterator+.${method}()) && target(i) { }\n  ere : e e @match { } }\n`;

function write(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

test('with --strict a warning makes exit code 3', () => {
  const wrong = write('wrong.mop', property('nxet'));
  expect(rrv(['properties', 'check', wrong])).toMatchObject({
    status: 0,
    stderr: expect.stringContaining(`at ${wrong}:4:32`),
  });
  expect(rrv(['properties', 'check', '--strict', wrong]).status).toBe(3);
  const unread = write('unread.mop', property('next', 'Text.\n * @precission high'));
  expect(rrv(['properties', 'check', '--strict', unread])).toMatchObject({
    status: 3,
    stderr: expect.stringContaining('Did you mean @precision?'),
  });
  expect(rrv(['properties', 'check', '--strict', write('right.mop', property('next'))])).toMatchObject({
    status: 0,
    stderr: '',
  });
});

test('a file that is not in UTF-8 is an error at the first character that is none', () => {
  const run = (bytes: Uint8Array) => rrv(['properties', 'check', write('encoded.mop', bytes)]);
  const latin1 = run(Buffer.from(property('next', 'Für alle'), 'latin1'));
  expect(latin1).toMatchObject({ status: 2, stdout: '' });
  expect(latin1.stderr).toMatch(/RRV_PROPERTY_ENCODING: the file is not in UTF-8\n.*encoded\.mop:2:6\n/);
  expect(run(Buffer.from(property('next', 'Für alle'), 'utf16le')).stderr).toContain('RRV_PROPERTY_ENCODING');
  expect(run(Buffer.from(property('next', 'Für alle'), 'utf8'))).toMatchObject({ status: 0, stderr: '' });
});

test('the place of a mistake is told, whatever its name', () => {
  const { status, stderr } = rrv(['properties', 'check', 'file'], { cwd: folder });
  expect([status, stderr]).toEqual([
    2,
    'error RRV_INPUT_UNREADABLE: cannot read: no such file or directory\n  at file\n',
  ]);
});

test('a directory is told apart from a file', () => {
  const path = join(folder, 'directory.mop');
  mkdirSync(path);
  for (const command of ['check', 'show'])
    expect(rrv(['properties', command, path])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('it is a directory, and a .mop file is wanted'),
    });
});

test('show --format mop gives a file that can be changed and checked', () => {
  const { stdout } = rrv(['properties', 'show', 'SafeIterator', '--format', 'mop']);
  const own = stdout
    .replace('SafeIterator(', 'MyIterator(')
    .replace('&& target(c) { }', '&& target(c) && !target(CopyOnWriteArrayList) { }')
    .replace('import', 'import java.util.concurrent.CopyOnWriteArrayList;\nimport');
  const path = write('my.mop', own);
  expect(rrv(['properties', 'check', '--strict', path])).toMatchObject({ status: 0, stderr: '' });
  expect(rrv(['properties', 'show', path, '--format', 'mop']).stdout).toBe(own);
  expect(rrv(['properties', 'show', 'SafeIteratr', '--format', 'mop']).stderr).toContain('SafeIterator');
});
