import { expect, test } from 'vitest';
import { loadProperties } from '../../src/property/language/load.ts';
import { compileCase, compiledCase } from './support/compile-case.ts';
import { difference } from './support/equivalence.ts';
import { type SuiteCase, suiteCases } from './support/suite.ts';

/** The case as a `.mop` file, with a handler for each of the categories. */
function mopFile(each: SuiteCase, categories: readonly string[]): string {
  return [
    'Case(Object o) {',
    ...each.alphabet.map(
      (name) => `  event ${name} before(Object o) : call(* Object.${name}()) && target(o) { }`,
    ),
    `  ${each.formalism} : ${each.formula}`,
    ...categories.map((category) => `  @${category} { System.err.println("${category}"); }`),
    '}',
  ].join('\n');
}

test.each(suiteCases())('read as a .mop file: $name', (each) => {
  const logic = each.formalism === 'ltl' || each.formalism === 'ptltl';
  const all = logic ? ['violation', 'validation'] : [...new Set(compileCase(each).categories.flat())];
  const categories = each.categories ?? all;
  const { monitor: expected, derivations } = compiledCase({ ...each, categories });
  const [property] = loadProperties('suite.mop', mopFile(each, categories)).properties;
  expect(property!.monitor.alphabet).toEqual(each.alphabet);
  expect(property!.derivations).toEqual(derivations);
  expect(difference(expected, property!.monitor)).toBeUndefined();
});
