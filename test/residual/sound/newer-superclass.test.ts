import { expect, test } from 'vitest';
import type { World } from '../../../src/residual/analysis.ts';
import { sound } from '../../../src/residual/sound/sound.ts';
import { safeIterator } from '../../support/named-properties.ts';
import { compile, javaProgram } from './java-program.ts';

const program = {
  'Sub.java': `class Sub extends Base implements Cloneable {
  Object copy() throws CloneNotSupportedException { return super.clone(); } }`,
  'T.java': `import java.util.*;
public class T {
  static final List<Object> all = new ArrayList<>(List.of("a"));
  public static void main(String[] args) throws Exception {
    Iterator<Object> i = all.iterator();
    new Sub().copy();
    i.next();
  } }`,
};
const older = 'class Base { }';
const newer = `class Base {
  @Override protected Object clone() throws CloneNotSupportedException { T.all.add("x"); return super.clone(); } }`;
const worlds: readonly World[] = [{ kind: 'open' }, { kind: 'closed', entries: ['main'], reflection: [] }];

const keptOf = (classes: ReadonlyMap<string, Uint8Array>, world: World): readonly string[] => {
  const { program, points } = javaProgram(classes, [safeIterator]);
  const decisions = sound(program, safeIterator, points, { threads: 'confined', facts: [], world });
  return points
    .filter(({ id }) => decisions.get(id)!.kept)
    .map(({ event }) => event.name)
    .sort();
};
const all = ['create', 'next', 'update'];

/** `super.clone()` names Object, as nothing overrode it when `Sub` was compiled (JLS 13.1). */
test.each(worlds)(
  'a superclass that overrides a method since what calls it with super was compiled: %o',
  (world) => {
    const before = compile({ ...program, 'Base.java': older });
    const after = compile({ ...program, 'Base.java': newer });
    expect(keptOf(before, world)).toEqual([]);
    const both = new Map([...before, ['Base', after.get('Base')!]]);
    expect(keptOf(both, world)).toEqual(all);
  },
);

/** JVMS 5.4.6 selects instance methods alone. */
test.each(worlds)(
  'a superclass that has got a method since a static one of a subclass was compiled: %o',
  (world) => {
    const older = compile({
      'Base.java': 'class Base { }',
      'Sub.java': 'class Sub extends Base { static void grow() { } }',
    });
    const newer = compile({
      'Base.java': 'class Base { public void grow() { T.all.add("x"); } }',
      'Sub.java': 'class Sub extends Base { }',
      'T.java': `import java.util.*;
public class T {
  static final List<Object> all = new ArrayList<>(List.of("a"));
  public static void main(String[] args) {
    Iterator<Object> i = all.iterator();
    Base base = new Sub();
    base.grow();
    i.next();
  } }`,
    });
    expect(keptOf(newer, world)).toEqual(all);
    expect(keptOf(new Map([...newer, ['Sub', older.get('Sub')!]]), world)).toEqual(all);
  },
);
