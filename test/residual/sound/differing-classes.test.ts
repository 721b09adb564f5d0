import { expect, test } from 'vitest';
import { readClassFile } from '../../../src/classfile/class-file.ts';
import { pointFinder } from '../../../src/events/find-points.ts';
import type { PointId } from '../../../src/events/point.ts';
import type { Program, ProgramClass, World } from '../../../src/residual/analysis.ts';
import { sound } from '../../../src/residual/sound/sound.ts';
import { safeHasNext, safeIterator } from '../../support/named-properties.ts';
import { compile, javaProgram } from './java-program.ts';

const helper = (body: string) =>
  `import java.util.*; class Helper { static void use(Iterator<String> i) { ${body} } }`;
const main = `import java.util.*;
class Main {
  public static void main(String[] args) {
    Iterator<String> i = new ArrayList<>(List.of("a", "b")).iterator();
    if (!i.hasNext()) return;
    Helper.use(i);
    i.next();
  }
}`;

const worlds: readonly World[] = [
  { kind: 'open' },
  { kind: 'closed', entries: ['Main#main'], reflection: [] },
];

/** Whether the points of `Main` stay when another input has a class `Helper`, too. */
function keptInMain(
  other: string,
  world: World,
  first = { 'Main.java': main, 'Helper.java': helper('') },
  property = safeHasNext,
): readonly boolean[] {
  const java = javaProgram(compile(first), [property]);
  const bytes = compile({ ...first, 'Helper.java': other }).get('Helper')!;
  const second: ProgramClass = {
    name: 'Helper',
    input: 'other',
    entry: 'Helper.class',
    instrumented: true,
    classFile: () => readClassFile(bytes),
  };
  const find = pointFinder([property], java.program.hierarchy);
  const further = find(second.classFile(), 'other', 'Helper.class').map((point, index) => ({
    ...point,
    id: (java.points.length + index) as PointId,
  }));
  const program: Program = {
    ...java.program,
    classes: () => [...java.program.classes(), second],
    classOf: (point) => (point.input === 'other' ? second : java.program.classOf(point)),
  };
  const decisions = sound(program, property, [...java.points, ...further], {
    threads: 'confined',
    facts: [],
    world,
  });
  return java.points.filter(({ className }) => className === 'Main').map(({ id }) => decisions.get(id)!.kept);
}

test.each(worlds)('any of the classes of one name may run, in a $kind world', (world) => {
  expect(keptInMain(helper('i.next();'), world)).toContain(true);
});

test.each(worlds)('the same class twice is one, in a $kind world', (world) => {
  expect(keptInMain(helper(''), world)).not.toContain(true);
});

const acting = `import java.util.*;
interface Act { void act(); }
interface Other { }
class Main {
  static final List<String> list = new ArrayList<>(List.of("a", "b"));
  public static void main(String[] args) {
    walk((Act) Helper.make((proxy, method, given) -> Touch.touch()));
  }
  static void walk(Act act) {
    Iterator<String> i = list.iterator();
    i.next();
    act.act();
    i.next();
  }
}
class Touch { static Object touch() { return Main.list.add("c"); } }`;
const making = (type: string) => `import java.lang.reflect.*;
class Helper {
  static Object make(InvocationHandler h) { return Proxy.newProxyInstance(null, new Class<?>[] { ${type}.class }, h); }
}`;

test.each(worlds)('any of them may make the proxies, in a $kind world', (world) => {
  const first = { 'Main.java': acting, 'Helper.java': making('Other') };
  expect(keptInMain(making('Act'), world, first, safeIterator)).toContain(true);
  expect(keptInMain(making('Other'), world, first, safeIterator)).not.toContain(true);
});
