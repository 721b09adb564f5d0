import { expect, test } from 'vitest';
import type { World } from '../../../src/residual/analysis.ts';
import { sound } from '../../../src/residual/sound/sound.ts';
import { safeHasNext } from '../../support/named-properties.ts';
import { compile, javaProgram } from './java-program.ts';

/** A finalizer walks an iterator, which is right if its maker has asked it. */
const source = `import java.util.*;
public class T {
  static class It implements Iterator<Object> {
    public boolean hasNext() { return true; }
    public Object next() { return this; } }
  static class Finalized extends It { @Override protected void finalize() { walk(this); } }
  static class Inherits extends Finalized { }
  static Object walk(Iterator<Object> i) { return i.next(); }
  static Iterator<Object> make() { return new Inherits(); }
  static void none() { new It().hasNext(); }
  static void own() { new Finalized().hasNext(); }
  static void inherited() { new Inherits().hasNext(); }
  static void made() { make().hasNext(); }
  public static void main(String[] args) { none(); own(); inherited(); made(); walk(new It()); } }`;

const worlds: readonly World[] = [{ kind: 'open' }, { kind: 'closed', entries: ['main'], reflection: [] }];

test.each(worlds)('a finalizer gets its object when nobody else has it: %o', (world) => {
  const { program, points } = javaProgram(compile({ 'T.java': source }), [safeHasNext]);
  for (const threads of ['confined', 'shared'] as const) {
    const decisions = sound(program, safeHasNext, points, { threads, facts: [], world });
    const kept = points.filter(({ id, event }) => event.name === 'hasNext' && decisions.get(id)!.kept);
    expect(kept.map(({ method }) => method).sort()).toEqual(['inherited', 'made', 'own']);
  }
});
