import { expect, test } from 'vitest';
import { sound } from '../../../src/residual/sound/sound.ts';
import { safeIterator } from '../../support/named-properties.ts';
import { compile, javaProgram } from './java-program.ts';

const own = 'public String toString() { list.add("x"); return "n"; }';

/** What is said of the points of m, in their order: iterator() and next(). */
test.each([
  ['runs no method that it overrides', `record Named(String name) { ${own} }`, [false, false]],
  [
    'may run what it does itself',
    `record Named(String name) { Named { list.add(name); } ${own} }`,
    [true, true],
  ],
])('the constructor of a record %s', (_, type, kept) => {
  const classes = compile({
    'P.java': `import java.util.*;
class P { static List<String> list = new ArrayList<>(); ${type}
void m() { Iterator<String> i = list.iterator(); new Named("n"); i.next(); } }`,
  });
  const { program, points } = javaProgram(classes, [safeIterator]);
  const decisions = sound(program, safeIterator, points, {
    threads: 'confined',
    facts: [],
    world: { kind: 'open' },
  });
  const ofM = points.filter(({ event }) => event.name !== 'update');
  expect(ofM.map(({ id }) => decisions.get(id)!.kept)).toEqual(kept);
});
