import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { libraryText } from '../../src/property/library/index.ts';
import { rrv } from '../support/cli.ts';
import { compileSources, defaultJdk, runJava } from '../support/jdk.ts';

/** What has a class library and no compiler. */
let jre: string;
let folder: string;
const name = 'Collections_SortBeforeBinarySearch';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rrv-bodies-'));
  jre = join(folder, 'jre');
  mkdirSync(jre);
  for (const part of ['lib', 'release']) symlinkSync(join(defaultJdk().home, part), join(jre, part));
  const source = `import java.util.*;
public class Unsorted {
  public static void main(String[] arguments) {
    List<Integer> list = new ArrayList<>(List.of(2, 1));
    Collections.sort(list);
    list.add(3);
    System.out.println(Collections.binarySearch(list, 3));
  }
}
`;
  compileSources({ 'Unsorted.java': source }, folder, join(folder, 'classes'), ['-g']);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const instrument = (property: string, output: string) =>
  rrv(['instrument', 'classes', '--prop', property, '--jdk', jre, '-o', output], { cwd: folder });

test('the Java code of the library needs no compiler: it came compiled', () => {
  expect(instrument('all', 'everything')).toMatchObject({ status: 0 });
  const coded = libraryText(name);
  expect(instrument(name, 'out')).toMatchObject({ status: 0 });
  const run = runJava(defaultJdk(), ['-Xverify:all', '-cp', join(folder, 'out'), 'Unsorted']);
  expect(run.stderr).toMatch(
    new RegExp(`^rrv: 1x \\w+ ${name}: .* at Unsorted\\.main\\(Unsorted\\.java:7\\)\\n$`),
  );
  // Nor does a copy of it, but what was changed there does.
  writeFileSync(join(folder, 'copy.mop'), coded);
  expect(instrument('copy.mop', 'copied')).toMatchObject({ status: 0 });
  writeFileSync(join(folder, 'other.mop'), coded.replace('{', '{ int unused;'));
  const refused = instrument('other.mop', 'other');
  expect(refused.status).toBe(2);
  expect(refused.stderr).toContain(`error RRV_JAVA_COMPILER_MISSING: property ${name} has Java code`);
});
