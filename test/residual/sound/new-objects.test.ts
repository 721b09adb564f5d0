import { beforeAll, describe, expect, test } from 'vitest';
import type { World } from '../../../src/residual/analysis.ts';
import { sound } from '../../../src/residual/sound/sound.ts';
import { lineComments } from '../../support/line-comments.ts';
import { safeListIterator } from '../../support/named-properties.ts';
import { compile, javaProgram } from './java-program.ts';
import type { RanProgram } from './random-programs.ts';
import { firstDifferentReport, monitoredRun, ranPrograms } from './random-programs.ts';
import { recordedProgram } from './recorded-program.ts';

/** Methods whose lines say what becomes of the updates there in an open world. */
const source = `import java.util.*;
class New {
  static List<Object> shown;
  final List<Object> field = new ArrayList<>();
  static void use(List<Object> l) { shown = l; }
  static void fill(List<Object> l) {
    l.add("x"); // kept
  }
  static List<Object> filled() {
    List<Object> l = new LinkedList<>();
    l.add("x"); // removed
    return l;
  }
  static List<Object> result(int n) {
    List<Object> l = n > 3 ? new ArrayList<>(n) : new LinkedList<>();
    for (int i = 0; i < n; i++)
      l.add(i); // removed
    return l;
  }
  static void argument() {
    List<Object> l = new ArrayList<>();
    l.add("x"); // removed
    use(l);
    l.add("y"); // kept
  }
  static void inLoop(int n) {
    List<Object> l = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      l.add("x"); // kept
      use(l);
    }
  }
  static void eachNew(int n) {
    for (int i = 0; i < n; i++) {
      List<Object> l = new ArrayList<>();
      l.add("x"); // removed
      use(l);
    }
  }
  static void helped() {
    List<Object> l = new ArrayList<>();
    fill(l);
    l.add("x"); // removed
    use(l);
  }
  static void ofFactory() {
    List<Object> l = filled();
    l.add("x"); // removed
    use(l);
  }
  static List<Object> walked() {
    List<Object> l = new ArrayList<>(shown);
    for (Object o : l) if (o == null) shown = null;
    l.add("x"); // kept
    return l;
  }
  static void eitherWay(boolean b) {
    List<Object> l = new ArrayList<>();
    if (b) use(l);
    l.add("x"); // kept
    shown = l;
  }
  static void caught() {
    List<Object> l = new ArrayList<>();
    try {
      use(l);
    } catch (RuntimeException e) {
      l.add("x"); // kept
    }
  }
  static void captured() {
    List<Object> l = new ArrayList<>();
    l.add("x"); // removed
    Runnable r = () -> l.clear(); // kept
    l.add("x"); // kept
    r.run();
  }
  void ofField() {
    field.add("x"); // kept
  }
  static List<Object> maybe(List<Object> other, boolean b) {
    List<Object> l = b ? new ArrayList<>() : other;
    l.add("x"); // kept
    return l;
  }
}
`;

test('an update of a list that nobody else has, and that was only updated, goes', () => {
  const { program, points } = javaProgram(compile({ 'New.java': source }), [safeListIterator]);
  const decisions = sound(program, safeListIterator, points, {
    threads: 'shared',
    facts: [],
    world: { kind: 'open' },
  });
  const updates = points.filter(({ event }) => event.name === 'update');
  const found = updates.map(({ id, line }) => `${line} ${decisions.get(id)!.kept ? 'kept' : 'removed'}`);
  const expected = lineComments(source, /^(?:kept|removed)$/).map(([line, what]) => `${line} ${what}`);
  expect(found.sort()).toEqual(expected.sort());
});

const walk = `static Iterator<Object> walk() {
Iterator<Object> i = R.iterator(@, shown);
return i; }
`;

/** Programs that look as if a list were new where it is updated; each makes a report that needs this update. */
const traps: Readonly<Record<string, string>> = {
  'its own method shows it while it is updated': `
static Iterator<Object> i;
static class Own extends ArrayList<Object> {
public boolean add(Object o) {
if (o == "x") i = R.iterator(@, this);
return super.add(o); } }
static void start() {
Own l = new Own();
R.add(@, l, "x");
R.next(@, i);
}`,
  'who makes it walks it': `
static Iterator<Object> i;
static List<Object> make() {
List<Object> l = new ArrayList<Object>(sl);
i = R.iterator(@, l);
return l; }
static void start() {
List<Object> l = make();
R.add(@, l, "x");
R.next(@, i);
}`,
  'its constructor shows it': `
static List<Object> shown;
static class Own extends ArrayList<Object> { Own() { super(sl); shown = this; } }
${walk}static void start() {
Own l = new Own();
Iterator<Object> i = walk();
R.add(@, l, "x");
R.next(@, i);
}`,
  'a call shows it and fails': `
static List<Object> shown;
static void show(List<Object> l) { shown = l; throw new IllegalStateException(); }
${walk}static void start() {
List<Object> l = new ArrayList<Object>(sl);
Iterator<Object> i = null;
try { show(l); } catch (IllegalStateException e) { i = walk(); }
R.add(@, l, "x");
R.next(@, i);
}`,
  'an older one of the same place was shown': `
static List<Object> shown;
${walk}static void start() {
List<Object> older = null;
Iterator<Object> i = null;
for (int k = 0; k < 2; k++) {
List<Object> l = new ArrayList<Object>(sl);
if (k == 0) { shown = l; older = l; i = walk(); }
else
R.add(@, older, "x");
}
R.next(@, i);
}`,
  'a method that is given it walks it': `
static Iterator<Object> i;
static void walk(List<Object> l) {
i = R.iterator(@, l);
}
static void start() {
List<Object> l = new ArrayList<Object>(sl);
walk(l);
R.add(@, l, "x");
R.next(@, i);
}`,
};

describe('a list that is not new', () => {
  let ran: readonly RanProgram[];
  beforeAll(() => {
    ran = ranPrograms(
      Object.values(traps).map((members, index) => recordedProgram(`N${index}`, members, false)),
      [safeListIterator],
    );
  });

  test.each(Object.keys(traps).map((what, index) => ({ what, index })))('$what', ({ index }) => {
    const one = ran[index]!;
    const run = monitoredRun(one, safeListIterator);
    const entries = ['**#start'];
    const worlds: readonly World[] = [{ kind: 'open' }, { kind: 'closed', entries, reflection: [] }];
    for (const world of worlds) {
      const options = { threads: 'confined', facts: [], world } as const;
      const decisions = sound(one.java.program, safeListIterator, one.java.points, options);
      expect(firstDifferentReport(run, safeListIterator, decisions)).toBeUndefined();
    }
    // Else the program shows nothing.
    expect(run.some((event) => event.reports !== '')).toBe(true);
  });
});
