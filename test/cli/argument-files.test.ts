import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { expandArgumentFiles } from '../../src/cli/argument-files.ts';

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
