import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { libraryProperty } from '../../src/property/library/index.ts';
import { instrumentDirectory } from '../support/instrumented-program.ts';
import { compileSources, defaultJdk, runJava } from '../support/jdk.ts';

/**
 * One map is asked for its keys as often as they are walked, and all iterators stay. Prints how much more processor time the
 * last twentieth of the rounds took than the second one.
 */
const program = `import java.lang.management.*;
import java.util.*;
public class LongLived {
  public static void main(String[] arguments) {
    Map<Integer, Object> map = Collections.synchronizedMap(new HashMap<>(Map.of(1, "one")));
    Iterator<?>[] kept = new Iterator<?>[40_000];
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    int part = kept.length / 20;
    long[] times = new long[21];
    for (int round = 0; round < kept.length; round++) {
      if (round % part == 0) times[round / part] = threads.getCurrentThreadCpuTime();
      synchronized (map) { (kept[round] = map.keySet().iterator()).next(); }
    }
    times[20] = threads.getCurrentThreadCpuTime();
    System.out.print((double) (times[20] - times[19]) / (times[2] - times[1]));
  }
}
`;

const folder = mkdtempSync(join(tmpdir(), 'rrv-long-lived-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('an event does not become slower by slices that can no longer report', () => {
  compileSources({ 'LongLived.java': program }, join(folder, 'source'), join(folder, 'before'));
  const properties = ['Collections_SynchronizedMap'].map(libraryProperty);
  instrumentDirectory(join(folder, 'before'), join(folder, 'after'), properties);
  const run = runJava(defaultJdk(), [
    '-Xmx512m',
    '-XX:+UseSerialGC',
    '-cp',
    join(folder, 'after'),
    'LongLived',
  ]);
  expect(run).toMatchObject({ status: 0, stderr: '' });
  // Less than one, and six times as much where each of them is visited.
  expect(Number(run.stdout)).toBeLessThan(3);
});
