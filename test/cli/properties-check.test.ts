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

test('a property of whose slices none can report is warned about, where that is certain', () => {
  const warnings = (text: string): string[] => {
    const { status, stderr } = rrv(['properties', 'check', write('slices.mop', text)]);
    expect(status).toBe(0);
    return Array.from(stderr.matchAll(/(RRV_\w+): (\w+) never.*\n {2}at .*mop(:\d+:\d+)/g), ([, ...found]) =>
      found.join(' '),
    );
  };
  const pair = (event: string, formula = 'ere : use', handler = '@match { }') =>
    `import java.util.*;
/** T. */
Pair(List l, Iterator i) {
  event use before(List l, Iterator i) : call(* *.use(List, Iterator)) && args(l, i) { }
  ${event}
  ${formula}
  ${handler}
}`;
  const made = 'event make after(List l) returning(Iterator i) : call(* List.iterator()) && target(l) { }';
  expect(warnings(pair(`creation ${made}`))).toEqual(['RRV_PROPERTY_NEVER_REPORTED Pair :5:61']);
  expect(warnings(pair(made))).toEqual([]);
  expect(warnings(pair(`creation ${made}`, 'ere : make use'))).toEqual([]);
  // Its code may reset a slice.
  const resets = made.replace('{ }', '{ if (l.isEmpty()) __RESET; }');
  expect(warnings(pair(`creation ${resets}`))).toEqual([]);
  // No slice is to report, and what the formula alone forbids is said of the formula.
  expect(warnings(pair(`creation ${made}`, 'ere : use', '@fail { __RESET; }'))).toEqual([]);
  expect(warnings(pair(`creation ${made}`, 'ere : make empty'))).toEqual([]);
});

test('a file that is not in UTF-8 is an error at the first character that is none', () => {
  const run = (bytes: Uint8Array) => rrv(['properties', 'check', write('encoded.mop', bytes)]);
  const latin1 = run(Buffer.from(property('next', 'Für alle'), 'latin1'));
  expect(latin1).toMatchObject({ status: 2, stdout: '' });
  expect(latin1.stderr).toMatch(/RRV_PROPERTY_ENCODING: the file is not in UTF-8\n.*encoded\.mop:2:6\n/);
  expect(latin1.stderr).toContain('`iconv -f ISO-8859-1 -t UTF-8`');
  expect(run(Buffer.from(property('next', 'Für alle'), 'utf16le')).stderr).toContain('RRV_PROPERTY_ENCODING');
  const marked = run(Buffer.from(`\ufeff${property('next')}`, 'utf16le'));
  expect(marked.stderr).toContain('`iconv -f UTF-16 -t UTF-8`');
  const swapped = run(Buffer.from(`\ufeff${property('next')}`, 'utf16le').swap16());
  expect(swapped.stderr).toContain('`iconv -f UTF-16 -t UTF-8`');
  expect(run(Buffer.from(property('next', 'Für alle'), 'utf8'))).toMatchObject({ status: 0, stderr: '' });
});

test('the place of a mistake is told, whatever its name', () => {
  const { status, stderr } = rrv(['properties', 'check', 'file'], { cwd: folder });
  expect([status, stderr]).toEqual([
    2,
    'error RRV_INPUT_UNREADABLE: cannot read: no such file or directory\n  at file\n',
  ]);
});

test('a directory stands for its files, where there are several', () => {
  const empty = join(folder, 'directory.mop');
  mkdirSync(empty);
  expect(rrv(['properties', 'show', empty])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('it is a directory, and a .mop file is wanted'),
  });
  for (const args of [
    ['properties', 'check', empty],
    ['analyze', folder, '--prop', `SafeIterator,${empty}`],
  ])
    expect(rrv(args)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('there is no .mop file in this directory'),
    });
  // Published ones stand in directories by package.
  mkdirSync(join(empty, 'java', 'util'), { recursive: true });
  for (const [name, below] of Object.entries({ B: 'java/util/', A: '' }))
    write(`directory.mop/${below}${name}.mop`, property('next').replace('Own', name));
  write('directory.mop/notes.txt', 'no property');
  const names = (...args: string[]) => rrv(args).stdout.match(/^[AB]$/gm);
  expect(names('properties', 'check', empty)).toEqual(['A', 'B']);
  expect(names('properties', 'check', join(empty, 'java'), join(empty, 'A.mop'))).toEqual(['B', 'A']);
  const analyzed = rrv(['analyze', folder, '--prop', empty, '--allow-empty', '--json']);
  expect(JSON.parse(analyzed.stdout).properties).toMatchObject([{ name: 'A' }, { name: 'B' }]);
});

test('all files are checked, whichever is wrong', () => {
  const wrong = [1, 2].map((at) => write(`wrong-${at}.mop`, property('next').replace('ere', `er${at}`)));
  const { status, stdout, stderr } = rrv(['properties', 'check', ...wrong]);
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr.match(/wrong-\d.mop:\d+/g)).toEqual(['wrong-1.mop:5', 'wrong-2.mop:5']);
});

test('a .mop file that stands behind the one of --prop is no input', () => {
  const [first, second] = ['p.mop', 'q.mop'].map((name) => write(name, property('next')));
  const { status, stderr } = rrv(['analyze', '--prop', first!, second!]);
  expect(status).toBe(2);
  expect(stderr).toMatch(/RRV_INPUT_KIND: a \.mop file is no input\n.*q\.mop\n.*separated by commas/);
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
