import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { libraryTexts } from '../../src/property/library/index.ts';
import { loadOne } from '../property/load-support.ts';
import { instrumentDirectory, runMonitored } from '../support/instrumented-program.ts';
import { compileSources } from '../support/jdk.ts';

const program = `import java.util.*;
import java.util.concurrent.*;

public class Walks {
  static String walk(Collection<String> all) {
    Iterator<String> names = all.iterator();
    all.add("b");
    try { return names.next(); } catch (ConcurrentModificationException e) { return "late"; }
  }

  public static void main(String[] arguments) {
    Collection<String> list = new ArrayList<>(), copied = new CopyOnWriteArrayList<>(), queue = new ConcurrentLinkedQueue<>();
    for (Collection<String> all : List.of(list, copied, queue)) {
      all.add("a");
      System.out.print(walk(all));
    }
  }
}
`;

it('a copy of SafeIterator, changed as docs/tests.md says, leaves out what may be updated while it is walked', () => {
  const excluded = ['CopyOnWriteArrayList', 'ConcurrentLinkedQueue'];
  const imports = excluded.map((name) => `import java.util.concurrent.${name};\n`).join('');
  const text = libraryTexts
    .get('SafeIterator')!
    .replace('SafeIterator(', 'MyIterator(')
    .replace(
      '&& target(c) { }',
      `&& target(c) ${excluded.map((name) => `&& !target(${name})`).join(' ')} { }`,
    );
  const folder = mkdtempSync(join(tmpdir(), 'rrv-tests-page-'));
  try {
    compileSources({ 'Walks.java': program }, join(folder, 'source'), join(folder, 'before'), ['-g']);
    instrumentDirectory(join(folder, 'before'), join(folder, 'after'), [loadOne(imports + text)]);
    const { run, report } = runMonitored(join(folder, 'after'), 'Walks');
    expect(run).toMatchObject({ status: 0, stdout: 'lateaa' });
    expect(report.properties.map(({ violations }) => violations)).toMatchObject([[{ count: 1 }]]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
