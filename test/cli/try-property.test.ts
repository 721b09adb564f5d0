import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { rrv } from '../support/cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'rrv-try-'));
afterAll(() => rmSync(folder, { recursive: true }));

const tried = (...args: string[]) => rrv(['properties', 'try', ...args], { cwd: folder });

function file(name: string, content: string | Uint8Array): string {
  writeFileSync(join(folder, name), content);
  return name;
}

const loop = file(
  'loop.trace',
  `# updated in its loop
view map keys
create keys it
next it
update map
next it           ! match
---
view map keys
update map        # before there is an iterator
create keys it
next it
`,
);

test('what each event does is shown, and that it is as the trace says', () => {
  const other = file('other.trace', 'update map @ elsewhere\n');
  const run = tried('SafeMapIterator', loop, other);
  expect(run).toMatchObject({ status: 0, stderr: '' });
  expect(run.stdout).toBe(`loop.trace: SafeMapIterator(m, c, i)
  2  view(map, keys)   (map, keys, -) new, start -> viewed
  3  create(keys, it)  (map, keys, it) new, viewed -> iterating
  4  next(it)          (map, keys, it) iterating
  5  update(map)       (map, keys, -) viewed
                       (map, keys, it) iterating -> updated
  6  next(it)          (map, keys, it) updated -> violation
                         match: the map was updated after this iterator over its view was created
loop.trace:7: SafeMapIterator(m, c, i)
   8  view(map, keys)   (map, keys, -) new, start -> viewed
   9  update(map)       (map, keys, -) viewed
  10  create(keys, it)  (map, keys, it) new, viewed -> iterating
  11  next(it)          (map, keys, it) iterating
other.trace: SafeMapIterator(m, c, i)
  1  update(map) @ elsewhere  no slice
`);
});

test('the page on properties has an example, and what it prints', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/property-language.md'), 'utf8');
  const [, trace, , command, , printed] = page.split('## Trying a property')[1]!.split(/^```\n/m);
  expect(command).toBe('rrv properties try SafeIterator loop.trace\n');
  file('example.trace', trace!);
  const run = tried('SafeIterator', 'example.trace');
  expect(run).toMatchObject({ status: 0, stderr: '' });
  expect(run.stdout).toBe(printed!.replaceAll('loop.trace', 'example.trace'));
});

test('what is reported otherwise than the trace says is told, and by the exit code', () => {
  const run = tried('SafeIterator', file('wrong.trace', 'create c i\nnext i ! match\nupdate c\nnext i\n'));
  expect(run).toMatchObject({ status: 1, stderr: '' });
  expect(run.stdout).toBe(`wrong.trace: SafeIterator(c, i)
  1  create(c, i)  (c, i) new, s0 -> s1
  2  next(i)       (c, i) s1
                   not reported: match
  3  update(c)     (c, i) s1 -> s2
  4  next(i)       (c, i) s2 -> s3
                     match: the collection was updated after this iterator was created
                   not expected: match
`);
});

test('--json is for programs', () => {
  const run = tried('SafeIterator', file('short.trace', 'create c i\nnext i ! match\n'), '--json');
  expect(run).toMatchObject({ status: 1, stderr: '' });
  const slice = { values: { c: 'c', i: 'i' }, reports: [] };
  expect(JSON.parse(run.stdout)).toEqual({
    schemaVersion: 1,
    property: 'SafeIterator',
    traces: [
      {
        file: 'short.trace',
        line: 1,
        asExpected: false,
        events: [
          {
            line: 1,
            event: 'create',
            values: { c: 'c', i: 'i' },
            expected: [],
            reported: [],
            slices: [{ ...slice, isNew: true, from: 's0', entered: 's1' }],
          },
          {
            line: 2,
            event: 'next',
            values: { i: 'i' },
            expected: ['match'],
            reported: [],
            slices: [{ ...slice, isNew: false, from: 's1', entered: 's1' }],
          },
        ],
      },
    ],
  });
});

const own = file(
  'own.mop',
  `package own;
import java.io.*;
Pair(Reader r) {
  event open after() returning(Reader r) : call(Reader+.new(..)) {}
  event close before(Reader r) : call(* Reader.close()) && target(r) {}
  ere : open close close
  @match { System.err.println("closed twice"); __RESET; }
}
Counted(Reader r) {
  int count = 0;
  event read before(Reader r) : call(* Reader.read(..)) && target(r) { count++; }
  event close before(Reader r) : call(* Reader.close()) && target(r) && condition(count == 0) {}
  ere : close
  @match { System.err.println("never read"); }
}
`,
);

test('a property of a file is tried, and goes on in its initial state where it says so', () => {
  const run = tried(`${own}#Pair`, file('pair.trace', 'open r\nclose r\nclose r ! match\nopen r\n'));
  expect(run).toMatchObject({ status: 0, stderr: '' });
  expect(run.stdout.split('\n')[3]).toMatch(/^ {2}3 {2}close\(r\) {2}\(r\) s\d -> s\d$/);
  expect(run.stdout.split('\n')[5]).toMatch(/^ {2}4 {2}open\(r\) {3}\(r\) s0 -> s\d$/);
});

test('Java code does not run, which is said', () => {
  const run = tried(`${own}#Counted`, file('counted.trace', 'read r\nclose r ! match\n'));
  expect(run.stderr).toBe(`warning RRV_TRACE_JAVA: the Java code of Counted does not run on a trace
  Conditions are taken to hold; what bodies of events and handlers would do is left out.
`);
});

const mistakes: readonly (readonly [string, () => readonly string[], RegExp])[] = [
  ['several properties', () => [own, loop], /RRV_USAGE: own\.mop has several properties: own\.mop#Name is one of them/],
  ['no such property', () => ['SaveIterator', loop], /RRV_PROPERTY_UNKNOWN: .*\n.*SafeIterator/],
  ['no trace', () => ['SafeIterator'], /RRV_USAGE: too few arguments: rrv properties try <name> <traces\.\.>/],
  ['a file that is not there', () => ['SafeIterator', 'no.trace'], /RRV_INPUT_UNREADABLE: .*\n {2}at no\.trace/],
  ['a directory', () => ['SafeIterator', '.'], /RRV_INPUT_UNREADABLE: cannot read: it is a directory, and a trace is wanted/],
  ['no UTF-8', () => ['SafeIterator', file('latin.trace', Buffer.from('next \xe9', 'latin1'))], /RRV_PROPERTY_ENCODING: the file is not in UTF-8\n {2}at latin\.trace:1:6/],
  ['no events', () => ['SafeIterator', file('empty.trace', '')], /RRV_TRACE_INVALID: there is no event in the trace\n {2}at empty\.trace/],
  ['another event', () => ['SafeIterator', file('typo.trace', 'create c i\nnxt i')], /RRV_TRACE_INVALID: SafeIterator has no event nxt\n {2}at typo\.trace:2\n {2}Did you mean next\?/],
  ['too many events', () => ['SafeMapIterator', loop, '--limit', 'trace.events=4'], /RRV_TRACE_LIMIT: the trace exceeds the limit trace\.events: allowed are 4\n {2}at loop\.trace:6\n.*--limit trace\.events=NUMBER/],
]; // biome-ignore format: a row a line

test.each(mistakes)('%s is an error', (_, args, message) => {
  const run = tried(...args());
  expect(run).toMatchObject({ status: 2, stdout: '' });
  expect(run.stderr).toMatch(message);
});

test('a pattern that needs a stack has a state for each nesting, and no picture', () => {
  const nested = file(
    'nested.mop',
    `import java.util.List;
Nested(List l) {
  event add before(List l) : call(* List.add(Object)) && target(l) { }
  event clear before(List l) : call(* List.clear()) && target(l) { }
  cfg : S -> add S clear S | epsilon
  @fail { System.err.println("not nested"); }
}
`,
  );
  const trace = file('nested.trace', 'add a\nadd a\nclear a\nclear a\nclear a ! fail\nadd a ! fail\n');
  const run = tried('nested.mop', trace);
  expect(run).toMatchObject({ status: 0, stderr: '' });
  expect(run.stdout).toBe(`nested.trace: Nested(l)
  1  add(a)    (a) new, start -> s1
  2  add(a)    (a) s1 -> s2
  3  clear(a)  (a) s2 -> s1
  4  clear(a)  (a) s1 -> start
  5  clear(a)  (a) start -> fail
                 fail: not nested
  6  add(a)    (a) fail
                 fail: not nested
`);
  const shown = rrv(['properties', 'show', nested], { cwd: folder });
  expect(shown.stdout).toContain(
    'cfg\n  S -> add S clear S | epsilon\n\nmonitor\n  needs a stack: it has a state for each nesting\n',
  );
  const json = rrv(['properties', 'show', nested, '--json'], { cwd: folder });
  expect(Object.keys(JSON.parse(json.stdout) as object)).not.toContain('monitor');
  const picture = rrv(['properties', 'show', nested, '--format', 'dot'], { cwd: folder });
  expect([picture.status, picture.stdout]).toEqual([2, '']);
  expect(picture.stderr).toContain('there is no picture of Nested: its pattern needs a stack');
});
