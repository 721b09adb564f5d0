import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RrvError } from '../../src/diagnostics.ts';
import { loadProperties } from '../../src/property/language/load.ts';
import { libraryTexts } from '../../src/property/library/index.ts';
import { processorTime } from '../support/processor-time.ts';

/** Words and signs of the language, to be put where they do not belong. */
const pieces = [
  ...'(){}[]<>!&|*+.,;:@=~^"\'\\/-#%?$\u0000\n\u20ac'.split(''),
  ...[
    '/*',
    '*/',
    '//',
    '/**',
    '"""',
    '..',
    '...',
    '->',
    '=>',
    '<=>',
    '[]',
    '<>',
    '(*)',
    '[*]',
    '<*>',
    '&&',
    '||',
  ],
  ...[
    'event',
    'creation',
    'before',
    'after',
    'returning',
    'throwing',
    'around',
    'import',
    'package',
    'static',
  ],
  ...[
    'call',
    'execution',
    'target',
    'this',
    'args',
    'condition',
    'if',
    'thread',
    'cflow',
    'within',
    'get',
    'set',
  ],
  ...[
    'ere',
    'fsm',
    'ltl',
    'ptltl',
    'cfg',
    'alias',
    'default',
    'fail',
    'epsilon',
    'empty',
    'match',
    'not',
    'U',
    'S',
  ],
  ...[
    'o',
    'perthread',
    'full-binding',
    'suffix',
    'Iterator i',
    'int',
    'void',
    'new',
    '__RESET',
    '__LOC',
    '99999999999',
  ],
];

type Mutation =
  | { readonly kind: 'insert'; readonly at: number; readonly piece: string; readonly times: number }
  | { readonly kind: 'delete' | 'repeat'; readonly at: number; readonly length: number }
  | { readonly kind: 'swap'; readonly at: number; readonly length: number; readonly to: number }
  | { readonly kind: 'cut'; readonly at: number };

const position = fc.double({ min: 0, max: 1, noNaN: true });
const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.record({
    kind: fc.constant('insert' as const),
    at: position,
    piece: fc.constantFrom(...pieces),
    times: fc.oneof(
      { weight: 9, arbitrary: fc.constant(1) },
      { weight: 1, arbitrary: fc.constantFrom(40, 3000) },
    ),
  }),
  fc.record({
    kind: fc.constantFrom('delete' as const, 'repeat' as const),
    at: position,
    length: fc.nat(60),
  }),
  fc.record({ kind: fc.constant('swap' as const), at: position, length: fc.nat(30), to: position }),
  fc.record({ kind: fc.constant('cut' as const), at: position }),
);

function mutate(text: string, change: Mutation): string {
  const at = Math.floor(change.at * text.length);
  switch (change.kind) {
    case 'insert':
      return text.slice(0, at) + `${change.piece} `.repeat(change.times) + text.slice(at);
    case 'delete':
      return text.slice(0, at) + text.slice(at + change.length);
    case 'repeat':
      return text.slice(0, at + change.length) + text.slice(at);
    case 'swap': {
      const piece = text.slice(at, at + change.length);
      const rest = text.slice(0, at) + text.slice(at + change.length);
      const to = Math.floor(change.to * rest.length);
      return rest.slice(0, to) + piece + rest.slice(to);
    }
    case 'cut':
      return text.slice(0, at);
  }
}

const seeds = [
  ...libraryTexts.values(),
  `package a.b; import java.util.*; import static java.lang.Math.*;
/** Text. @severity error */ perthread suffix P(Map<String, int[]> m, Iterator i) {
  int x = 0; int[] y = {1, 2}; static String s = "}"; void f() { char c = '{'; if (x > 0) { x--; } }
  creation event e after(Map m, int n) throwing(Exception t) : call(!static * java..Map*+.*(.., int[], !String) throws Exception)
    && target(m) && args(n, ..) && !within(a..*) && condition(x > 0 && "a)".length() == 2) { x++; }
  event f void around(Iterator i) : get(int *.x) && this(i) { __SKIP; }
  event g before() : endProgram() || cflow(call(* *.main(String[]))) && !cflowbelow(execution(* *(..)) && target(Iterator)) || execution(* *.main(String[])) && !(if(1 > 0) || condition(2 > 1)) { System.out.println("x" + __LOC); }
  ere : (e f* | ~(g & f))+ g^3 epsilon
  @match { __RESET; } @fail { RVMLogging.out.println(Level.CRITICAL, __DEFAULT_MESSAGE); }
}`,
  'P() { event a before() : call(* a()) { } event b before() : call(* b()) { } ltl: [](a => (*) b) U (o a /\\ <> b) @violation { } ptltl : [a, b) -> [*] a @validation { } fsm : s [ a -> t, default s ] t [ ] alias z = s, fail @z { } }',
];

test('a mutated file loads or fails with one of our errors, within a second', () => {
  let slowest = 0;
  let loaded = 0;
  let failed = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(...seeds),
      fc.array(mutation, { minLength: 1, maxLength: 4 }),
      (seed, mutations) => {
        const text = mutations.reduce(mutate, seed);
        const started = processorTime();
        try {
          loadProperties('fuzz.mop', text, {
            lookup: (name) => /^java\.(?:util|lang)\.[A-Z]\w+$/.test(name),
          });
          loaded++;
        } catch (error) {
          if (!(error instanceof RrvError)) throw error;
          failed++;
          expect(error.diagnostic.where?.line).toBeGreaterThan(0);
          expect(error.diagnostic.where?.column).toBeGreaterThan(0);
          expect(error.diagnostic.excerpt).toMatch(/\n\s*\^$/);
          expect(error.diagnostic.hint).toMatch(/\S/);
        }
        slowest = Math.max(slowest, processorTime() - started);
      },
    ),
    { numRuns: 3000, seed: 20261121 },
  );
  // Both sides of the fence were visited.
  expect(loaded).toBeGreaterThan(100);
  expect(failed).toBeGreaterThan(1000);
  expect(slowest).toBeLessThan(1000);
});
