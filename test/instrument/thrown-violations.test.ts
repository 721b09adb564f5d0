import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadProperties } from '../../src/property/language/load.ts';
import type { World } from '../../src/residual/analysis.ts';
import { instrumentDirectory, type MonitorReport } from '../support/instrumented-program.ts';
import { compileSources, defaultJdk, runJava } from '../support/jdk.ts';

/** What each method violates is found in its handler only, where the control flow of the program alone does not lead in that state. */
const program = `public class Thrown {
  static class R {
    void begin() {}
    void end() {}
    void use() {}
    int left = 3;
    boolean more() { return left-- > 0; }
    void take() {}
    void link(R other) {}
    static R make(R from) { return new R(); }
  }
  // the second begin() is an event, although it is left by what is thrown
  static void afterReturning() {
    R r = new R();
    try { r.begin(); r.begin(); } catch (RuntimeException e) { r.end(); r.end(); }
  }
  // the call is no event of NotUsed: Used throws before
  static void otherProperty() {
    R r = new R();
    try { r.use(); } catch (RuntimeException e) { r.end(); }
  }
  // the call is no event of its argument: that of its receiver throws before
  static void otherEvent() {
    R r = new R();
    R s = new R();
    try { r.link(s); } catch (RuntimeException e) { s.end(); }
  }
  // nobody gets what make() has made
  static void made() {
    R r = new R();
    try { R.make(r); } catch (RuntimeException e) { r.end(); }
  }
  // a pair of Asked and of Answered: what another property throws leaves the loop between its events
  static void pair(R r) {
    try { while (r.more()) r.take(); } catch (RuntimeException e) { r.take(); }
  }
  public static void main(String[] arguments) {
    Runnable[] all = { Thrown::afterReturning, Thrown::otherProperty, Thrown::otherEvent, Thrown::made, () -> pair(new R()) };
    for (Runnable one : all)
      try { one.run(); System.out.println("done"); } catch (RuntimeException e) { System.out.println(e.getMessage()); }
  }
}
`;

const end = 'event end before(Thrown.R r) : call(* Thrown.R.end()) && target(r) { }';

const begun = `Begun(Thrown.R r) {
  event begin after(Thrown.R r) returning : call(* Thrown.R.begin()) && target(r) { }
  ${end}
  fsm : start [ begin -> one, end -> start ] one [ begin -> two, end -> start ] two [ begin -> two, end -> three ]
    three [ end -> bad, begin -> start ] bad [ ]
  @two { System.err.println("begun twice"); }
  @bad { System.err.println("ended twice"); }
}`;
const used = `Used(Thrown.R r) {
  event use before(Thrown.R r) : call(* Thrown.R.use()) && target(r) { }
  ere : use
  @match { System.err.println("used"); }
}`;
const unused = `Unused(Thrown.R r) {
  event use before(Thrown.R r) : call(* Thrown.R.use()) && target(r) { }
  ${end}
  fsm : start [ use -> fine, end -> bad ] fine [ use -> fine, end -> fine ] bad [ ]
  @bad { System.err.println("not used"); }
}`;
const linked = `Linked(Thrown.R r) {
  event to before(Thrown.R r) : call(* Thrown.R.link(..)) && args(r) { }
  event from before(Thrown.R r) : call(* Thrown.R.link(..)) && target(r) { }
  ${end}
  fsm : start [ from -> bad, to -> fine, end -> unlinked ] fine [ from -> fine, to -> fine, end -> fine ] unlinked [ ] bad [ ]
  @bad { System.err.println("linked"); }
  @unlinked { System.err.println("not linked"); }
}`;
const made = `Made(Thrown.R r, Thrown.R s) {
  event make after(Thrown.R r) returning(Thrown.R s) : call(Thrown.R Thrown.R.make(..)) && args(r) { }
  ${end}
  fsm : start [ make -> made ] made [ end -> bad, make -> made ] bad [ ]
  @made { System.err.println("made"); }
  @bad { System.err.println("made from one that ended"); }
}`;

const asked = `Asked(Thrown.R r) {
  event more after(Thrown.R r) returning : call(* Thrown.R.more()) && target(r) { }
  event take before(Thrown.R r) : call(* Thrown.R.take()) && target(r) { }
  fsm : start [ more -> asked, take -> bad ] asked [ more -> asked, take -> start ] bad [ more -> asked, take -> bad ]
  @bad { System.err.println("not asked"); }
}`;
const answered = `Answered(Thrown.R r) {
  event more after(Thrown.R r) returning(boolean b) : call(* Thrown.R.more()) && target(r) && condition(b) { }
  event take before(Thrown.R r) : call(* Thrown.R.take()) && target(r) { }
  fsm : start [ more -> asked, take -> bad ] asked [ more -> asked, take -> start ] bad [ more -> asked, take -> bad ]
  @bad { System.err.println("no answer"); }
}`;
/** A pair whose first event is told once. */
const askedAgain = `AskedAgain(Thrown.R r) {
  event more after(Thrown.R r) returning : call(* Thrown.R.more()) && target(r) { }
  event take before(Thrown.R r) : call(* Thrown.R.take()) && target(r) { }
  fsm : start [ more -> asked, take -> start ] asked [ more -> again, take -> start ] again [ more -> again, take -> bad ] bad [ more -> asked, take -> start ]
  @bad { System.err.println("asked again"); }
}`;
const askedTwice = `AskedTwice(Thrown.R r) {
  event more after(Thrown.R r) returning : call(* Thrown.R.more()) && target(r) { }
  ere : more more
  @match { System.err.println("asked twice"); }
}`;
const takenTwice = `TakenTwice(Thrown.R r) {
  event take before(Thrown.R r) : call(* Thrown.R.take()) && target(r) { }
  ere : take take
  @match { System.err.println("taken twice"); }
}`;

/** Properties that are woven together, each with what they report under rrv.onViolation=throw. */
const groups: readonly (readonly [properties: readonly string[], reports: readonly string[]])[] = [
  [[begun], ['afterReturning: begun twice', 'afterReturning: ended twice']],
  [
    [used, unused],
    ['otherProperty: not used', 'otherProperty: used'],
  ],
  [[linked], ['otherEvent: linked', 'otherEvent: not linked']],
  [[made], ['made: made', 'made: made from one that ended']],
  [[asked, answered, askedAgain, askedTwice], ['pair: asked twice']],
  [
    [askedTwice, asked],
    ['pair: asked twice', 'pair: not asked'],
  ],
  [[takenTwice, asked], ['pair: taken twice']],
  [[takenTwice, answered], ['pair: taken twice']],
  [
    [asked, answered, takenTwice],
    ['pair: not asked', 'pair: taken twice'],
  ],
];

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rrv-thrown-'));
  compileSources({ 'Thrown.java': program }, join(folder, 'source'), join(folder, 'before'), ['-g']);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(groups)('what a violation throws is caught: %#', (properties, reports) => {
  const lookup = (name: string): boolean => ['Thrown', 'Thrown$R'].includes(name);
  const runOf = (name: string, analysis: 'none' | 'sound', world: World) => {
    const woven = loadProperties('thrown.mop', properties.join('\n'), { lookup }).properties;
    instrumentDirectory(join(folder, 'before'), join(folder, name), woven, { analysis, world });
    const file = join(folder, `${name}.json`);
    const settings = ['-Drrv.onViolation=throw', `-Drrv.report=${file}`];
    const { stdout } = runJava(defaultJdk(), [...settings, '-cp', join(folder, name), 'Thrown']);
    const report = JSON.parse(readFileSync(file, 'utf8')) as MonitorReport;
    const found = report.properties.flatMap(({ violations }) =>
      violations.map(({ site, message }) => `${site.method}: ${message}`),
    );
    return { stdout, found: found.sort() };
  };
  const open: World = { kind: 'open' };
  const full = runOf('none', 'none', open);
  expect(full.found).toEqual(reports);
  expect(runOf('open', 'sound', open)).toEqual(full);
  expect(runOf('closed', 'sound', { kind: 'closed', entries: ['main'], reflection: [] })).toEqual(full);
});
