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

/** `super.clone()` names Object, as nothing overrode it when `Sub` was compiled (JLS 13.1). */
test.each(worlds)(
  'a superclass that overrides a method since what calls it with super was compiled: %o',
  (world) => {
    const before = compile({ ...program, 'Base.java': older });
    const after = compile({ ...program, 'Base.java': newer });
    const keptOf = (classes: ReadonlyMap<string, Uint8Array>): readonly string[] => {
      const { program, points } = javaProgram(classes, [safeIterator]);
      const decisions = sound(program, safeIterator, points, { threads: 'confined', facts: [], world });
      return points.filter(({ id }) => decisions.get(id)!.kept).map(({ event }) => event.name);
    };
    expect(keptOf(before)).toEqual([]);
    const both = new Map([...before, ['Base', after.get('Base')!]]);
    expect([...keptOf(both)].sort()).toEqual(['create', 'next', 'update']);
  },
);
