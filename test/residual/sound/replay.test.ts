import { expect, test } from 'vitest';
import type { Decision, StepMemory } from '../../../src/residual/analysis.ts';
import { sound } from '../../../src/residual/sound/sound.ts';
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
type Sources = Readonly<Record<string, string>>;

/**
 * What the analysis decides, what it leaves, and whose code the results depend on that it took from the earlier run. `as`: whose versions
 * the classes are said to have.
 */
function run(
  from: Sources,
  earlier?: { readonly left: unknown; readonly as?: Sources },
): { readonly decided: Decisions; readonly left: unknown; readonly taken: ReadonlySet<string> } {
  const { program, points } = javaProgram(compile(from), [safeHasNext]);
  const taken = new Set<string>();
  let left: unknown;
  const memory = (): StepMemory => ({
    earlier: earlier?.left,
    program: JSON.stringify(from),
    versionOf: (name) => (earlier?.as ?? from)[`${name}.java`] ?? '',
    digest: (data) => JSON.stringify(data),
    reads: (name) => taken.add(name),
    keep: (data) => {
      left = JSON.parse(JSON.stringify(data));
    },
  });
  const decisions = sound(program, safeHasNext, points, {
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

test.each([
  undefined,
  null,
  [],
  { questions: [], states: [], nodes: [[[0], [], []]], runs: [], reasons: [], records: [] },
])('what is no result of an earlier run is not used: %j', (left) => {
  const { decided, taken } = run(sources, { left });
  expect(decided).toEqual(first.decided);
  expect(taken.size).toBe(0);
});
