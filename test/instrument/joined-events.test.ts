import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readClassFile } from '../../src/classfile/class-file.ts';
import { readCode } from '../../src/classfile/code.ts';
import { loadProperties } from '../../src/property/language/load.ts';
import { instrumentDirectory, runMonitored } from '../support/instrumented-program.ts';
import { compileSources } from '../support/jdk.ts';
import { safeIterator } from '../support/named-properties.ts';

/** At each call: how many calls of the unit are woven, and the events in the order in which they come. */
const program = `package demo;
import java.util.*;
public class Joined {
  public static void print(String name) { System.out.print(name + " "); }
  public static class R {
    void all() {}
    void mixed(String s) {}
    R made() { return this; }
    void twice() {}
    void link(R other) {}
  }
  static void all(R r) { r.all(); }            // calls: 1, events: A B C
  static void mixed(R r) { r.mixed("x"); }     // calls: 3, events: A B C
  static void made(R r) { r.made(); }          // calls: 2, events: A B C
  static void twice(R r) { r.twice(); }        // calls: 2, events: A A2
  static void link(R r) { r.link(new R()); }   // calls: 2, events: A D
  static void loop(List<String> l) {
    for (String s : l) if (l.size() == 1) l.add(s);
  }
  static void nobody(R r) { try { r.all(); } catch (NullPointerException e) { } } // calls: 1, events:
  public static void main(String[] arguments) {
    all(new R()); System.out.print(";"); mixed(new R()); System.out.print(";"); made(new R());
    System.out.print(";"); twice(new R()); System.out.print(";"); link(new R());
    try { loop(new ArrayList<>(List.of("a"))); } catch (ConcurrentModificationException e) { }
    System.out.print(";"); nobody(null);
  }
}
`;

function property(name: string, other: string): string {
  return `${name}(demo.Joined.R r) {
  event e before(demo.Joined.R r) : (call(* demo.Joined.R.all()) || call(* demo.Joined.R.made()) ${other}) && target(r) { }
  fsm : start [ e -> seen ] seen [ e -> seen ]
  @seen { demo.Joined.print("${name}"); }
}`;
}

/** B's event at mixed() binds the argument as well, and at made() it comes behind the call, C's too. */
const text = [
  property(
    'A',
    '|| call(* demo.Joined.R.mixed(..)) || call(* demo.Joined.R.twice()) || call(* demo.Joined.R.link(..))',
  ),
  `B(demo.Joined.R r, String s) {
  event e before(demo.Joined.R r, String s) : call(* demo.Joined.R.mixed(String)) && target(r) && args(s) { }
  event f before(demo.Joined.R r) : call(* demo.Joined.R.all()) && target(r) { }
  event g after(demo.Joined.R r) returning : call(* demo.Joined.R.made()) && target(r) { }
  fsm : start [ e -> seen f -> seen g -> seen ] seen [ e -> seen f -> seen g -> seen ]
  @seen { demo.Joined.print("B"); }
}`,
  `C(demo.Joined.R r) {
  event e before(demo.Joined.R r) : (call(* demo.Joined.R.all()) || call(* demo.Joined.R.mixed(..))) && target(r) { }
  event g after(demo.Joined.R r) returning : call(* demo.Joined.R.made()) && target(r) { }
  fsm : start [ e -> seen g -> seen ] seen [ e -> seen g -> seen ]
  @seen { demo.Joined.print("C"); }
}`,
  `D(demo.Joined.R r) {
  event e before(demo.Joined.R r) : call(* demo.Joined.R.link(demo.Joined.R)) && args(r) { }
  fsm : start [ e -> seen ] seen [ e -> seen ]
  @seen { demo.Joined.print("D"); }
}`,
  // Two points of one property have two sites; of two `before` declarations the later one comes first.
  `A2(demo.Joined.R r) {
  event e before(demo.Joined.R r) : call(* demo.Joined.R.twice()) && target(r) { }
  event f before(demo.Joined.R r) : call(* demo.Joined.R.twice()) && target(r) { }
  fsm : start [ f -> one e -> start ] one [ e -> seen f -> one ] seen [ e -> seen f -> seen ]
  @seen { demo.Joined.print("A2"); }
}`,
].join('\n');

const expected = [...program.matchAll(/static void (\w+)\(.*\/\/ calls: (\d+), events: ?(.*)/g)].map(
  ([, method, calls, events]) => ({ method: method!, calls: Number(calls), events: events!.trim() }),
);

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rrv-joined-'));
  compileSources({ 'demo/Joined.java': program }, join(folder, 'source'), join(folder, 'classes'), ['-g']);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(['none', 'sound'] as const)(
  'events of one call with the same values are told by one call, in order (%s)',
  (analysis) => {
    const to = join(folder, analysis);
    const { properties } = loadProperties('joined.mop', text);
    instrumentDirectory(join(folder, 'classes'), to, properties, { analysis });
    const file = readClassFile(readFileSync(join(to, 'demo/Joined.class')));
    for (const { method, calls } of expected) {
      const { instructions } = readCode(file, file.methods.find(({ name }) => name === method)!)!;
      const told = instructions.filter((one) => one.form === 'invoke' && one.owner.startsWith('rrv/unit/'));
      expect([method, told.length]).toEqual([method, calls]);
    }
    const { run } = runMonitored(to, 'demo.Joined');
    const printed = run.stdout.split(';').map((part) => part.trim());
    expect(printed).toEqual(expected.map(({ events }) => events));
  },
);

test('what decides on an event from call to call is kept for each property', () => {
  const to = join(folder, 'twins');
  const properties = ['One', 'Two'].map((name) => ({ ...safeIterator, name }));
  instrumentDirectory(join(folder, 'classes'), to, properties, { analysis: 'sound' });
  const { report } = runMonitored(to, 'demo.Joined');
  expect(report.properties.map(({ violations }) => violations.length)).toEqual([1, 1]);
});
