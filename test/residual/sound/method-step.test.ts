import { beforeAll, expect, test } from 'vitest';
import type { Property } from '../../../src/property/model.ts';
import type { World } from '../../../src/residual/analysis.ts';
import { sound } from '../../../src/residual/sound/sound.ts';
import { loadOverJavaUtil } from '../../property/load-support.ts';
import { safeHasNext, safeIterator, safeListIterator } from '../../support/named-properties.ts';
import type { RanProgram } from './random-programs.ts';
import { firstDifferentReport, monitoredRun, ranPrograms } from './random-programs.ts';
import { recordedProgram } from './recorded-program.ts';

/** Reports an update of a collection that has been walked, also when the iterator is gone. */
const updateReports = loadOverJavaUtil(`UpdateReports(Collection c, Iterator i) {
  event create after(Collection c) returning(Iterator i) : call(Iterator Collection+.iterator()) && target(c) {}
  event update before(Collection c) : call(* Collection+.add*(..)) && target(c) {}
  ere : create update
  @match { }
}`);

/** Reports that an iterator which was walked is asked before each of two updates of a collection beside it. */
const askedBetween = loadOverJavaUtil(`AskedBetween(Collection c, Iterator i) {
  event update before(Collection c) : call(* Collection+.add*(..)) && target(c) {}
  event next before(Iterator i) : call(* Iterator+.next()) && target(i) {}
  event hasNext before(Iterator i) : call(* Iterator+.hasNext()) && target(i) {}
  ere : next hasNext update hasNext update
  @match { }
}`);

interface Trap {
  readonly what: string;
  readonly properties: readonly Property[];
  readonly members: string;
}

/** Programs whose reports a method step that is a little wrong loses, or adds to. */
const traps: readonly Trap[] = [
  {
    what: 'an update may be of one of two lists, and one of them is walked',
    properties: [safeIterator, safeListIterator],
    members: `
static List<Object> walked = new ArrayList<Object>(sl);
static List<Object> other = new ArrayList<Object>(sl);
static void step(boolean b) {
List<Object> l = b ? walked : other;
Iterator<Object> i = R.iterator(@, walked);
R.add(@, l, "x");
R.next(@, i);
}
static void start() {
step(true);
}`,
  },
  {
    what: 'the report comes when the method has ended',
    properties: [updateReports],
    members: `
static void step() {
try {
Iterator<Object> i = R.iterator(@, sl);
} catch (Throwable none) { }
}
static void start() {
step();
R.add(@, sl, "x");
}`,
  },
  {
    what: 'an event that is kept on one way needs one that comes before it on another',
    properties: [safeHasNext],
    members: `
static void step(boolean b) {
Iterator<Object> i;
if (b) {
i = R.iterator(@, sl);
R.hasNext(@, i);
} else
i = R.iterator(@, sl);
R.next(@, i);
}
static void start() {
step(true);
step(false);
}`,
  },
  {
    what: 'the call that made one of two objects had an event on it, before or after the other was made',
    properties: [askedBetween],
    members: `
static Iterator<Object> begun() {
Iterator<Object> i = R.iterator(@, sl);
R.next(@, i);
return i; }
static void iteratorFirst() {
Iterator<Object> i = begun();
List<Object> l = new ArrayList<Object>();
R.hasNext(@, i);
R.add(@, l, "x");
R.hasNext(@, i);
R.add(@, l, "x");
}
static void listFirst() {
List<Object> l = new ArrayList<Object>();
Iterator<Object> i = begun();
R.hasNext(@, i);
R.add(@, l, "x");
R.hasNext(@, i);
R.add(@, l, "x");
}
static void start() {
iteratorFirst();
listFirst();
}`,
  },
  {
    what: 'a handler is entered again with another object in a variable that is not the last one',
    properties: [safeHasNext],
    members: `
static Iterator<Object> shared = sl.iterator();
static void fail() { throw new IllegalStateException(); }
static void start() {
Iterator<Object> i = R.iterator(@, sl);
R.hasNext(@, i);
for (int k = 0; k < 2; k++) {
try { fail(); } catch (IllegalStateException e) {
if (k > 1) sl.size();
R.next(@, i);
i = shared;
} }
long wide = 1, more = wide;
}`,
  },
];

let ran: readonly RanProgram[];
beforeAll(() => {
  ran = ranPrograms(
    traps.map(({ members }, index) => recordedProgram(`M${index}`, members, false)),
    [...new Set(traps.flatMap(({ properties }) => properties))],
  );
});

test.each(traps.map((trap, index) => ({ ...trap, index })))('$what', ({ properties, index }) => {
  const { java } = ran[index]!;
  const worlds: readonly World[] = [
    { kind: 'open' },
    { kind: 'closed', entries: ['**#start'], reflection: [] },
  ];
  for (const property of properties) {
    const run = monitoredRun(ran[index]!, property);
    // Else the program shows nothing.
    expect(run.some((event) => event.reports !== '')).toBe(true);
    const points = java.points.filter((point) => point.property === property);
    for (const world of worlds) {
      const options = { threads: 'confined', facts: [], world } as const;
      const decisions = sound(java.program, property, points, options);
      expect(firstDifferentReport(run, property, decisions)).toBeUndefined();
    }
  }
});
