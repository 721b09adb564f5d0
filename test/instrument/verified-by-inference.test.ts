import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { loadProperties } from '../../src/property/language/load.ts';
import { instrumentDirectory, runMonitored } from '../support/instrumented-program.ts';
import { compileSources, defaultJdk, runJava } from '../support/jdk.ts';

/**
 * The verifier of old class versions (JVMS 4.10.2) loads classes to find what two types have in common that a variable has where paths
 * meet. A program that does without First and Second must not need them when it is woven.
 */
const program = `
class First { First go(int times, String[] names) { return this; } First(int times) { } }
class Second { Second go(int times, String[] names) { return this; } Second(int times) { } }
class Optional {
  static void use(int times, Object one, Object two) {
    if (times > 0) {
      ((First) one).go(times, null);
      try {
        if (times > 1) ((Second) two).go(times, null);
        new First(times);
        new Second(times);
      } catch (RuntimeException caught) { System.out.println(caught); }
    }
    System.out.println("used");
  }
}
public class Main { public static void main(String[] args) { Optional.use(args.length, null, null); } }
`;

const properties = `
Going(Object o) {
  event before before(Object o, int times, Object names) : call(* *.go(..)) && target(o) && args(times, names) { }
  event after after(Object o, int times, Object names) returning(Object p) : call(* *.go(..)) && target(o) && args(times, names) { }
  event thrown after(Object o, int times) throwing(Throwable t) : call(* *.go(..)) && target(o) && args(times, ..) { }
  event made after(int times) returning(Object o) : call(*.new(int)) && args(times) { }
  fsm : s [ before -> s after -> s thrown -> s made -> s ] @s { }
}
`;

const folder = mkdtempSync(join(tmpdir(), 'rrv-inference-'));
afterAll(() => rmSync(folder, { recursive: true }));

test.each([48, 49])('class version %d', (version) => {
  const [plain, woven] = [join(folder, `${version}`), join(folder, `woven${version}`)];
  compileSources({ 'Main.java': program }, join(folder, 'src'), plain, ['--release', '8']);
  for (const name of ['First', 'Second', 'Optional', 'Main']) {
    const bytes = readFileSync(join(plain, `${name}.class`));
    bytes[7] = version;
    writeFileSync(join(plain, `${name}.class`), bytes);
  }
  const loaded = loadProperties('going.mop', properties, {
    lookup: (name) => name.startsWith('java.lang.'),
  }).properties;
  const { report } = instrumentDirectory(plain, woven, loaded);
  expect(report.points.map(({ event }) => event)).toHaveLength(8);
  for (const folder of [plain, woven])
    for (const name of ['First', 'Second']) rmSync(join(folder, `${name}.class`));
  const before = runJava(defaultJdk(), ['-cp', plain, 'Main']).stdout;
  expect(before).toBe('used\n');
  expect(runMonitored(woven, 'Main').run.stdout).toBe(before);
});
