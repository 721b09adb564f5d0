import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadProperties } from '../../src/property/language/load.ts';
import { instrumentDirectory, runMonitored } from '../support/instrumented-program.ts';
import { compileSources } from '../support/jdk.ts';

/** Constructors that change parameters before they call another one: of events, or only others. */
const program = `public class Begun {
  Begun(Object o) { }
  static class Object1 extends Begun { Object1(Object o) { super(o = "other"); } }
  static class Int1 extends Begun { Int1(int n) { super(n++); } }
  static class Long1 extends Begun { Long1(long l) { super(l = 5); } }
  static class Behind extends Begun { Behind(long l, Object o) { super(o = "other"); } }
  static class Beside extends Begun { Beside(int n, int m) { super(m++); } }
  public static void main(String[] args) {
    new Object1("o"); new Int1(1); new Long1(2); new Behind(3, "o"); new Beside(4, 4);
  }
}
`;

const property = `Begun() {
  event object before(Object o) : execution(Begun.Object1.new(..)) && args(o) { }
  event integer before(int n) : execution(Begun.Int1.new(..)) && args(n) { }
  event wide before(long l) : execution(Begun.Long1.new(..)) && args(l) { }
  event behind before(long l) : execution(Begun.Behind.new(..)) && args(l, ..) && condition(l == 3) { }
  event beside before(int n) : execution(Begun.Beside.new(..)) && args(n, ..) && condition(n == 4) { }
  fsm : s [ default s ] @s { }
}`;

const folder = mkdtempSync(join(tmpdir(), 'rrv-begun-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeAll(() => {
  compileSources({ 'Begun.java': program }, join(folder, 'source'), join(folder, 'before'), ['-g']);
});

test('an argument that a constructor has changed before its body begins is not told', () => {
  const lookup = (name: string): boolean => name === 'Begun' || name === 'java.lang.Object';
  const loaded = loadProperties('begun.mop', property, { lookup }).properties;
  const { report } = instrumentDirectory(join(folder, 'before'), join(folder, 'after'), loaded);
  const changes = 'the constructor changes its parameters before it calls the other one';
  expect(new Map(report.points.map(({ event, unmonitored }) => [event, unmonitored]))).toEqual(
    new Map([
      ['object', changes],
      ['integer', changes],
      ['wide', changes],
      ['behind', undefined],
      ['beside', undefined],
    ]),
  );
  const { run, report: found } = runMonitored(join(folder, 'after'), 'Begun');
  expect(run.status).toBe(0);
  expect(found.properties[0]!.events).toEqual({ object: 0, integer: 0, wide: 0, behind: 1, beside: 1 });
});
