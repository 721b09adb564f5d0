import { expect, test } from 'vitest';
import { inAdviceOrder } from '../../src/events/advice-order.ts';
import { loadProperties } from '../../src/property/language/load.ts';

/** What JavaMOP 4 and ajc made of this property printed its events in this order. */
test('declarations at one call are taken in the order of JavaMOP', () => {
  const { properties } = loadProperties(
    'order.mop',
    `O(X x) {
      int n;
      event b1 before(X x) : call(* X.m(..)) && target(x) { n = 1; }
      event b2 before(X x) : call(* X.*(int)) && target(x) { n = 2; }
      event b3 before(X x) : call(* X.m*(..)) && target(x) { n = 3; }
      event b4 before(X x) : call(* X.m(..)) && target(x) && condition(n >= 0) { n = 4; }
      event b5 before() : call(* X.m(..)) { n = 5; }
      event b6 before(X x, int k) : call(* X.m(..)) && target(x) && args(k) { n = 6; }
      event a1 after(X x) : call(* X.m(..)) && target(x) { n = 1; }
      event a2 after(X x) : call(* X.*(int)) && target(x) { n = 2; }
      event a3 after(X x) returning(int r) : call(* X.m*(..)) && target(x) { n = 3; }
      event a4 after(X x) returning(int r) : call(* X.m(..)) && target(x) { n = 4; }
      event a5 after(X x) : call(* X.m(..)) && target(x) && condition(n >= 0) { n = 5; }
      event a6 after(X x) returning(int r) : call(* X.m*(..)) && target(x) && condition(r > 0) { n = 6; }
      ere : b6 @match { }
    }`,
    { lookup: (name) => name === 'X' },
  );
  const names = inAdviceOrder(properties[0]!.events).map(({ name }) => name);
  expect(names.join(' ')).toBe('b6 b5 b3 b2 b4 b1 a1 a5 a2 a3 a6 a4');
});
