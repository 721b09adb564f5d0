import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { libraryProperty } from '../../src/property/library/index.ts';
import { instrumentDirectory } from '../support/instrumented-program.ts';
import { compileSources, defaultJdk, runJava } from '../support/jdk.ts';

/** Objects with slices of properties whose Java code has to know them: 100 MB in a heap of 32 MB. */
const program = `import java.util.*;
public class Fleeting {
  public static void main(String[] arguments) {
    long sum = 0;
    for (int round = 0; round < 5_000; round++) {
      Map<Integer, Object> map = Collections.synchronizedMap(new HashMap<>());
      Collection<Object> list = Collections.synchronizedCollection(new ArrayList<>());
      map.put(round, new byte[10_000]);
      list.add(new byte[10_000]);
      synchronized (map) { for (Object key : map.keySet()) sum += key.hashCode(); }
      synchronized (list) { for (Object element : list) sum += element == null ? 1 : 0; }
      StringBuilder text = new StringBuilder();
      text.append(sum);
    }
    System.out.println(sum);
  }
}
`;

const folder = mkdtempSync(join(tmpdir(), 'rrv-library-memory-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('no property keeps an object that it watches', () => {
  compileSources({ 'Fleeting.java': program }, join(folder, 'source'), join(folder, 'before'));
  const names = [
    'Collections_SynchronizedMap',
    'Collections_SynchronizedCollection',
    'StringBuilder_ThreadSafe',
  ];
  instrumentDirectory(join(folder, 'before'), join(folder, 'after'), names.map(libraryProperty));
  const run = runJava(defaultJdk(), ['-Xmx32m', '-cp', join(folder, 'after'), 'Fleeting']);
  expect(run).toMatchObject({ status: 0, stdout: '12497500\n', stderr: '' });
});
