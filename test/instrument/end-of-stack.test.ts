import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readClassFile } from '../../src/classfile/class-file.ts';
import { readCode } from '../../src/classfile/code.ts';
import { instrumentDirectory, type MonitorReport } from '../support/instrumented-program.ts';
import { compileSources, jdksOfTests, runJava } from '../support/jdk.ts';
import { safeHasNext } from '../support/named-properties.ts';

/** No class of it has a `main`, and its first event is at the end of a stack. */
const library = `import java.util.*;
public class Library {
  public static void descend(List<Object> list) {
    try { descend(list); } catch (StackOverflowError error) { list.iterator().hasNext(); throw error; }
  }
  public static void later(List<Object> list) { list.iterator().next(); }
}
`;

const driver = `import java.util.*;
public class Driver {
  public static void main(String[] arguments) throws Exception {
    List<Object> list = new ArrayList<>(List.of("a"));
    Thread deep = new Thread(null, () -> {
      try { Library.descend(list); } catch (Throwable thrown) { System.out.println(thrown); }
    }, "deep", 256 * 1024);
    deep.start();
    deep.join();
    Library.later(list);
  }
}
`;

/** Where an event may come after an error that ends a stack was caught, and where not. */
const places = `import java.util.*;
class Places {
  static void act() { }
  static void byName(Iterator<?> i) { try { act(); } catch (StackOverflowError error) { i.next(); } }
  static void byAnyName(Iterator<?> i) { try { act(); } catch (RuntimeException | VirtualMachineError error) { i.next(); } }
  static void afterwards(Iterator<?> i) { try { act(); } catch (Throwable error) { act(); } i.next(); }
  static void atLast(Iterator<?> i) { try { act(); } finally { i.next(); } }
  static void inside(Iterator<?> i) { try { i.next(); } catch (Error error) { throw error; } }
  static void locked(Iterator<?> i) { synchronized (i) { i.next(); } }
  static void byAnother(Iterator<?> i) { try { act(); } catch (OutOfMemoryError error) { i.next(); } }
  static void nowhere(Iterator<?> i) { i.next(); }
}
`;

let folder: string;
const at = (name: string): string => join(folder, name);
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rrv-end-of-stack-'));
  compileSources({ 'Library.java': library }, at('source'), at('library'), ['-g']);
  compileSources({ 'Driver.java': driver }, at('source'), at('driver'), ['-cp', at('library')]);
  compileSources({ 'Places.java': places }, at('source'), at('places'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(jdksOfTests())(
  'events go on on Java $release when the first one was at the end of a stack',
  (jdk) => {
    instrumentDirectory(at('library'), at('woven'), [safeHasNext]);
    const file = at(`report-${jdk.release}.json`);
    const path = [at('driver'), at('woven')].join(delimiter);
    const run = runJava(jdk, ['-Xverify:all', `-Drrv.report=${file}`, '-cp', path, 'Driver']);
    expect(run).toMatchObject({ status: 0, stdout: 'java.lang.StackOverflowError\n' });
    const { properties } = JSON.parse(readFileSync(file, 'utf8')) as MonitorReport;
    expect(properties[0]!.violations.map(({ site }) => site.method)).toEqual(['later']);
  },
);

test('where a handler leads to an event, the unit is there before', () => {
  instrumentDirectory(at('places'), at('woven-places'), [safeHasNext]);
  const file = readClassFile(readFileSync(at('woven-places/Places.class')));
  const starting = file.methods.filter((method) => {
    const first = readCode(file, method)?.instructions[0];
    return first?.form === 'invoke' && first.name === 'start';
  });
  expect(starting.map(({ name }) => name)).toEqual(['byName', 'byAnyName', 'afterwards', 'atLast']);
});
