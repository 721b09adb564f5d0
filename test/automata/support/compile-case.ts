import { compileEre } from '../../../src/automata/compile-ere.ts';
import { compileFsm } from '../../../src/automata/compile-fsm.ts';
import { compileLtl } from '../../../src/automata/compile-ltl.ts';
import type { CompileOptions } from '../../../src/automata/compile-options.ts';
import { compilePtltl } from '../../../src/automata/compile-ptltl.ts';
import type { Dfa } from '../../../src/automata/dfa.ts';
import { parseEre, parseFsm, parseLtl } from './formula-parser.ts';
import type { SuiteCase } from './suite.ts';

/** The monitor of a case. */
export function compileCase(each: SuiteCase): Dfa {
  const options: CompileOptions = each.categories === undefined ? {} : { categories: each.categories };
  switch (each.formalism) {
    case 'ere':
      return compileEre(parseEre(each.formula), each.alphabet, options);
    case 'ltl':
      return compileLtl(parseLtl(each.formula), each.alphabet, options);
    case 'ptltl':
      return compilePtltl(parseLtl(each.formula, true), each.alphabet, options);
    case 'fsm':
      return compileFsm(parseFsm(each.formula), each.alphabet, options);
  }
}
