import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { expandArgumentFiles } from '../../src/cli/arguments/argument-files.ts';
import { argumentFileQuote, type RrvError } from '../../src/diagnostics.ts';

const folder = mkdtempSync(join(tmpdir(), 'rrv-arguments-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('severities behind --prop are no files', () => {
  const args = ['--prop', '@error', '-p', '@warning,@suggestion', '--prop=@error', '@@error'];
  expect(expandArgumentFiles(args)).toEqual([...args.slice(0, -1), '@error']);
  expect(() => expandArgumentFiles(['--report', '@error'])).toThrow('RRV_ARGUMENT_FILE');
  expect(() => expandArgumentFiles(['@error'])).toThrow('RRV_ARGUMENT_FILE');
  expect(() => expandArgumentFiles(['--prop', '@errors'])).toThrow('RRV_ARGUMENT_FILE');
});

test('other arguments that begin with @ are files, also behind --prop', () => {
  const file = join(folder, 'properties');
  writeFileSync(file, '# two\n"SafeIterator" --prop SafeHasNext');
  expect(expandArgumentFiles(['--prop', `@${file}`, '@'])).toEqual([
    '--prop',
    'SafeIterator',
    '--prop',
    'SafeHasNext',
    '@',
  ]);
});

test.each([
  [`"a b" 'c "d"' "e 'f'"`, ['a b', 'c "d"', "e 'f'"]],
  [String.raw`"a \" b" 'c\'d' C:\dir`, ['a " b', "c'd", String.raw`C:\dir`]],
  [`--cp="a b"/c a#b # "no argument`, ['--cp=a b/c', 'a#b']],
  ['"a\nb"\r\n\'\'', ['a\nb', '']],
  ['\uFEFFa', ['a']],
])('quotation marks, escapes and comments: %s', (text, expected) => {
  const file = join(folder, 'quoted');
  writeFileSync(file, text);
  expect(expandArgumentFiles([`@${file}`])).toEqual(expected);
});

test.each([
  ['--prop all\n--cp "a b', 2, 6, '--cp "a b\n     ^'],
  ["--cp it's", 1, 8, "--cp it's\n       ^"],
  ['"a\\"', 1, 1, '"a\\"\n^'],
])('a quotation mark without a second one is an error with its place: %s', (text, line, column, excerpt) => {
  const file = join(folder, 'unbalanced');
  writeFileSync(file, text);
  try {
    expandArgumentFiles([`@${file}`]);
    expect.unreachable();
  } catch (error) {
    expect((error as RrvError).diagnostic).toEqual({
      ...argumentFileQuote({ file, line, column }),
      excerpt,
    });
  }
});
