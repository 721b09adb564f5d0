import { expect, test } from 'vitest';
import { readClassFile } from '../../../src/classfile/class-file.ts';
import { pointFinder } from '../../../src/events/find-points.ts';
import type { PointId } from '../../../src/events/point.ts';
import type { Program, ProgramClass, World } from '../../../src/residual/analysis.ts';
import { sound } from '../../../src/residual/sound/sound.ts';
import { safeHasNext } from '../../support/named-properties.ts';
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

/** The decisions on the points of `main` when another input has a class `Helper`, too. */
function keptInMain(other: string, world: World): readonly boolean[] {
  const java = javaProgram(compile({ 'Main.java': main, 'Helper.java': helper('') }), [safeHasNext]);
  const bytes = compile({ 'Helper.java': other }).get('Helper')!;
  const second: ProgramClass = {
    name: 'Helper',
    input: 'other',
    entry: 'Helper.class',
    instrumented: true,
    classFile: () => readClassFile(bytes),
  };
  const find = pointFinder([safeHasNext], java.program.hierarchy);
  const further = find(second.classFile(), 'other', 'Helper.class').map((point, index) => ({
    ...point,
    id: (java.points.length + index) as PointId,
  }));
  const program: Program = {
    ...java.program,
    classes: () => [...java.program.classes(), second],
    classOf: (point) => (point.input === 'other' ? second : java.program.classOf(point)),
  };
  const decisions = sound(program, safeHasNext, [...java.points, ...further], {
    threads: 'confined',
    facts: [],
    world,
  });
  return java.points.map(({ id }) => decisions.get(id)!.kept);
}

test.each(worlds)('any of the classes of one name may run, in a $kind world', (world) => {
  expect(keptInMain(helper('i.next();'), world)).toContain(true);
});

test.each(worlds)('the same class twice is one, in a $kind world', (world) => {
  expect(keptInMain(helper(''), world)).not.toContain(true);
});
