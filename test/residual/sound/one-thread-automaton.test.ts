import { expect, test } from 'vitest';
import { conditionText, type Property } from '../../../src/property/model.ts';
import { oneThreadAutomaton } from '../../../src/residual/sound/monitor/one-thread-automaton.ts';
import { sliceCode } from '../../../src/residual/sound/monitor/slice-code.ts';
import { asksFields } from '../../../src/residual/sound/monitor/slice-condition.ts';
import { randomSource } from './dice.ts';
import { randomCodedProperties } from './random-coded.ts';

/**
 * What a slice does by the definition (docs/runtime-protocol.md), with the property's Java as JavaScript has it: the conditions and bodies of
 * these random properties mean the same there.
 */
function slice(property: Property) {
  const thread = { isAlive: () => true };
  const object = { getClass: () => Object };
  const names = ['a', 'b', 'o', 't', 'Thread'];
  const java = { holdsLock: () => false };
  let fields: { a: unknown; b: unknown } = { a: null, b: null };
  let state: number | undefined;
  const compiled = property.events.map(({ javaEvent }) => {
    const { condition = ['true'], body = '' } =
      javaEvent === undefined ? {} : property.javaCode!.events[javaEvent]!;
    return {
      holds: new Function(...names, `return ${conditionText(condition)};`),
      run: new Function(...names, `${body}; return { a, b };`),
    };
  });
  const hasCreation = property.events.some(({ creation }) => creation);
  const values = (): unknown[] => [fields.a, fields.b, object, thread, java];
  return {
    accepts: (symbol: number): boolean => compiled[symbol]!.holds(...values()) as boolean,
    /** Whether the event makes a report. */
    take(symbol: number): boolean {
      const event = property.events[symbol]!;
      if (state === undefined && hasCreation && !event.creation) return false;
      if (!this.accepts(symbol)) return false;
      fields = compiled[symbol]!.run(...values()) as typeof fields;
      const { monitor } = property;
      state = monitor.next[(state ?? monitor.initial) * monitor.alphabet.length + event.letter]!;
      return monitor.categories[state]!.some((category) =>
        property.handlers.some((handler) => handler.reports && handler.category === category),
      );
    },
  };
}

test('random properties report on random words of one thread what the definition says', () => {
  const random = randomSource(7);
  let [understood, reports, refused] = [0, 0, 0];
  for (const property of randomCodedProperties(3, 600, () => true)) {
    const { javaCode } = property;
    const code = javaCode === undefined ? undefined : sliceCode(property, javaCode);
    if (code === undefined || 'notUnderstood' in code) continue;
    const automaton = oneThreadAutomaton(property, code);
    if (automaton === undefined) continue;
    understood++;
    for (let word = 0; word < 20; word++) {
      const defined = slice(property);
      let state = automaton.initial;
      const taken: number[] = [];
      const [said, made]: [boolean[], boolean[]] = [[], []];
      for (let length = 0; length < 12; length++) {
        const symbol = Math.floor(random() * property.events.length);
        taken.push(symbol);
        // Where no field is asked, the model of a method says that the event may not happen.
        if (!asksFields(code.events[symbol]!.condition) && !defined.accepts(symbol)) continue;
        if (!defined.accepts(symbol)) refused++;
        const at = state * automaton.symbolCount + symbol;
        const reported = defined.take(symbol);
        said.push(automaton.output[at] !== 0);
        made.push(reported);
        if (reported) reports++;
        state = automaton.next[at]!;
      }
      expect([taken, said]).toEqual([taken, made]);
    }
  }
  expect(understood).toBeGreaterThan(200);
  expect(reports).toBeGreaterThan(2_000);
  expect(refused).toBeGreaterThan(2_000);
});
