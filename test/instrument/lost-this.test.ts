import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadOverJavaUtil } from '../property/load-support.ts';
import { instrumentDirectory, runMonitored } from '../support/instrumented-program.ts';
import { compileSources, defaultJdk, runJava } from '../support/jdk.ts';

/** The second parameter of each constructor becomes the variable of `this`, as R8 reuses it. */
const program = `import java.util.*;
class Base { Base(Object o, Object p) { } Base(long q, Object p) { } }
public class Given extends Base {
  static Iterator<String> i = List.of("a", "b", "c").iterator();
  Given(Object o, Object p) { super(p = o, i.next()); i.next(); }
  Given(long q, long p) { super(p = q, i.next()); }
  public static void main(String[] arguments) {
    new Given("", "");
    new Given(1, 1);
    try { new Given("", ""); } catch (NoSuchElementException e) { System.out.println("none"); }
  }
}
`;

const property = loadOverJavaUtil(`Taken(Iterator i) {
  event next after(Iterator i) : call(* Iterator+.next()) && target(i) { }
  event thrown after(Iterator i) throwing : call(* Iterator+.next()) && target(i) { }
  ere : next
  @match { }
}`);

/** dup, astore_2: \`p = o\`; dup, astore_0. dup2, lstore_3: \`p = q\`; dup2, lstore_0. */
const stores = [
  [
    [0x59, 0x4d],
    [0x59, 0x4b],
  ],
  [
    [0x5c, 0x42],
    [0x5c, 0x3f],
  ],
] as const;

let folder: string;
const at = (name: string): string => join(folder, name);
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rrv-lost-this-'));
  compileSources({ 'Given.java': program }, at('source'), at('before'), ['-g']);
  const bytes = readFileSync(at('before/Given.class'));
  for (const [from, to] of stores) {
    const store = bytes.indexOf(Buffer.from(from));
    expect(store).toBeGreaterThan(0);
    expect(bytes.indexOf(Buffer.from(from), store + 1)).toBe(-1);
    bytes.set(to, store);
  }
  writeFileSync(at('before/Given.class'), bytes);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a constructor may reuse the variable of `this` before it calls that of its superclass', () => {
  expect(runJava(defaultJdk(), ['-Xverify:all', '-cp', at('before'), 'Given'])).toMatchObject({ status: 0 });
  const { report } = instrumentDirectory(at('before'), at('woven'), [property], { analysis: 'none' });
  expect(report.points.map(({ unmonitored }) => unmonitored)).toEqual(new Array(6).fill(undefined));
  const { run, report: monitors } = runMonitored(at('woven'), 'Given');
  expect(run).toMatchObject({ status: 0, stdout: 'none\n' });
  expect(monitors.properties[0]!.events).toEqual({ next: 4, thrown: 1 });
});
