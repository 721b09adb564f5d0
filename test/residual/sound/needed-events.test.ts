import { expect, test } from 'vitest';
import { sound } from '../../../src/residual/sound/sound.ts';
import { loadOne } from '../../property/load-support.ts';
import { compile, javaProgram } from './java-program.ts';
import { allKept, decidedEvents, needingPrograms } from './needed-events.ts';

test.each(Object.entries(needingPrograms))('%s, in both worlds', (_, needing) => {
  expect(decidedEvents(needing)).toEqual(allKept(needing));
});

test('what was found out about the events of one property says nothing of those of another one', () => {
  const between = (name: string, first: string, second: string, formula: string) =>
    loadOne(`import java.util.*;\n${name}(Collection c) {
      event ${first} before(Collection c) : call(* ${first}(..)) && args(c) { }
      event ${second} before(Collection c) : call(* ${second}(..)) && args(c) { }
      ere : ${formula} @match { System.err.println("needed"); } }`);
  const properties = [
    between('Tell', 'tell', 'ask', 'ask tell ask'),
    between('Show', 'ask', 'show', 'ask show ask'),
  ];
  const classes = compile({
    'P.java': `import java.util.*;
      class P {
        static void tell(Object c) { } static void ask(Object c) { } static void show(Object c) { }
        static void use(Collection<Object> c) { tell(c); show(c); }
        public static void main(String[] a) { Collection<Object> c = new ArrayList<>(); ask(c); use(c); ask(c); } }`,
  });
  const { program, points } = javaProgram(classes, properties);
  const options = { threads: 'confined', facts: [], world: { kind: 'open' } } as const;
  for (const property of properties) {
    const own = points.filter((point) => point.property === property);
    const decisions = sound(program, property, own, options);
    expect(own.map(({ id }) => decisions.get(id)!.kept)).toEqual([true, true, true]);
  }
});
