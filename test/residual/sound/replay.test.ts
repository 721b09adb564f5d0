import { expect, test } from 'vitest';
import type { Property } from '../../../src/property/model.ts';
import type { Decision, RunMemory, StepMemory } from '../../../src/residual/analysis.ts';
import { sound } from '../../../src/residual/sound/sound.ts';
import { loadOverJavaUtil } from '../../property/load-support.ts';
import { safeHasNext } from '../../support/named-properties.ts';
import { compile, javaProgram } from './java-program.ts';

const sources = {
  'Loops.java': `import java.util.*;
class Loops {
  int own(List<String> l) { int n = 0; for (String s : l) n++; return n; }
  int lent(List<String> l) { int n = 0; Iterator<String> i = l.iterator(); Keeper.look(i);
    while (i.hasNext()) { i.next(); n++; } return n; }
}
`,
  'Others.java': `import java.util.*;
class Others { int all(List<String> l) { int n = 0; for (String s : l) n++; return n; } }
`,
  'Keeper.java': `class Keeper { static Object kept; static void look(java.util.Iterator<?> i) { kept = null; } }
`,
};
/** An iterator that all get keeps the points of every loop; they are silent where the collection is not this one. */
const odd = {
  ...sources,
  'Odd.java': `class Odd extends java.util.AbstractList<String> {
  static java.util.Iterator<String> all = null;
  public java.util.Iterator<String> iterator() { return all; }
  public String get(int at) { return null; }
  public int size() { return 0; } }
`,
};
const keeping = { ...sources, 'Keeper.java': sources['Keeper.java'].replace('null', 'i') };

type Decisions = readonly Decision[];
interface Left {
  ofRun: unknown;
  ofProperty: unknown;
}
type Sources = Readonly<Record<string, string>>;

/**
 * What the analysis decides, what it leaves, and whose code the results depend on that it took from the earlier run. `as`: whose versions
 * the classes are said to have.
 */
function run(
  from: Sources,
  earlier?: { readonly left: Left; readonly as?: Sources },
  property: Property = safeHasNext,
): { readonly decided: Decisions; readonly left: Left; readonly taken: ReadonlySet<string> } {
  const { program, points } = javaProgram(compile(from), [property]);
  const taken = new Set<string>();
  const left: Left = { ofRun: undefined, ofProperty: undefined };
  const memoryOf = (part: keyof Left): StepMemory => ({
    earlier: earlier?.left[part],
    keep: (data) => {
      left[part] = JSON.parse(JSON.stringify(data));
    },
  });
  const memory: RunMemory = {
    program: JSON.stringify(from),
    versionOf: (name) => (earlier?.as ?? from)[`${name}.java`] ?? '',
    digest: (data) => JSON.stringify(data),
    reads: (name) => taken.add(name),
    ofRun: memoryOf('ofRun'),
    ofProperty: () => memoryOf('ofProperty'),
  };
  const decisions = sound(program, property, points, {
    threads: 'confined',
    facts: [],
    world: { kind: 'open' },
    memory,
  });
  return { decided: points.map(({ id }) => decisions.get(id)!), left, taken };
}

const first = run(sources);

test('methods whose code is the same are not looked at again', () => {
  const { decided, left, taken } = run(sources, first);
  expect(decided).toEqual(first.decided);
  expect([...taken].sort()).toEqual(['Keeper', 'Loops', 'Others']);
  expect(left).toEqual(first.left);
});

test('a change in code that was looked into changes the decisions', () => {
  const fresh = run(keeping);
  expect(fresh.decided).not.toEqual(first.decided);
  const { decided, left, taken } = run(keeping, first);
  expect(decided).toEqual(fresh.decided);
  expect([...taken].sort()).toEqual(['Loops', 'Others']);
  expect(left).toEqual(fresh.left);
  expect(run(keeping, { ...first, as: sources }).decided).not.toEqual(fresh.decided);
});

test('silent points are found again without looking at the method', () => {
  const silent = run(odd);
  const lines = silent.decided.map(({ silence }) =>
    silence?.place.replace('java.util.List.iterator at line ', ''),
  );
  expect(lines).toEqual(['3', '3', '4', '4', '2', '2']);
  const { decided, left, taken } = run(odd, silent);
  expect(decided).toEqual(silent.decided);
  expect([...taken].sort()).toEqual(['Keeper', 'Loops', 'Odd', 'Others']);
  expect(left).toEqual(silent.left);
  const kept = { ...odd, 'Keeper.java': keeping['Keeper.java'] };
  const fresh = run(kept);
  expect(fresh.decided.filter(({ silence }) => silence !== undefined).length).toBe(4);
  expect(run(kept, silent).decided).toEqual(fresh.decided);
  expect(run(kept, { ...silent, as: odd }).decided).not.toEqual(fresh.decided);
});

test('points are not silent any more where another method makes a map whose views are plain collections', () => {
  const ofMaps = loadOverJavaUtil(`OfMaps(Map m, Collection c, Iterator i) {
  Map kept;
  creation event made after() returning(Map m) : call(HashMap.new(..)) || call(* Collections.synchronizedMap(..)) { kept = m; }
  event view after(Map m) returning(Collection c) : call(* Map+.keySet()) && target(m) { }
  event walk after(Collection c) returning(Iterator i) : call(* Collection+.iterator()) && target(c) { }
  event use before(Iterator i) : call(* Iterator+.next()) && target(i) && condition(kept != null) { }
  ere : made view walk use
  @match { System.err.println("used"); }
}`);
  const making = (map: string): Sources => ({
    ...sources,
    'Keeper.java': `import java.util.*;
class Keeper { static void look(Iterator<?> i) { ${map}.keySet(); } }
`,
  });
  const silences = ({ decided }: { readonly decided: Decisions }) =>
    decided.filter(({ silence }) => silence !== undefined).length;
  const wrapping = run(
    making('Collections.synchronizedMap(new TreeMap<String, String>())'),
    undefined,
    ofMaps,
  );
  expect(silences(wrapping)).toBeGreaterThan(3);
  const plain = making('(i == null ? Collections.synchronizedMap(null) : new HashMap<String, String>())');
  const fresh = run(plain, undefined, ofMaps);
  expect(silences(fresh)).toBe(0);
  expect(run(plain, wrapping, ofMaps).decided).toEqual(fresh.decided);
});

test.each([undefined, null, [], { states: [], nodes: [[[0], [], []]], reasons: [], records: [] }])(
  'what is no result of an earlier run is not used: %j',
  (ofProperty) => {
    for (const left of [
      { ...first.left, ofProperty },
      { ofRun: ofProperty, ofProperty: first.left.ofProperty },
    ]) {
      const { decided, taken } = run(sources, { left });
      expect(decided).toEqual(first.decided);
      expect(taken.size).toBe(0);
    }
  },
);

test('rows that name what is not there are not used', () => {
  const text = JSON.stringify(first.left);
  const numbers = [...text.matchAll(/(?<=[[,])\d+(?=[,\]])/g)];
  expect(numbers.length).toBeGreaterThan(200);
  for (const { 0: number, index } of numbers.filter((_, at) => at % 5 === 0)) {
    const damaged = `${text.slice(0, index)}999999${text.slice(index + number.length)}`;
    expect(run(sources, { left: JSON.parse(damaged) as Left }).decided).toEqual(first.decided);
  }
});
