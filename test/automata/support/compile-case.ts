import { type ContextFreeMonitor, compileCfg } from '../../../src/automata/compile-cfg.ts';
import { compileEre } from '../../../src/automata/compile-ere.ts';
import { compileFsm } from '../../../src/automata/compile-fsm.ts';
import { compileLtl } from '../../../src/automata/compile-ltl.ts';
import type { CompileOptions } from '../../../src/automata/compile-options.ts';
import { compilePtltl } from '../../../src/automata/compile-ptltl.ts';
import type { Dfa } from '../../../src/automata/dfa.ts';
import { parseCfg, parseEre, parseFsm, parseLtl } from './formula-parser.ts';
import type { SuiteCase } from './suite.ts';

/** The monitor of a case, as a property has it. */
export function compiledCase(each: SuiteCase): ContextFreeMonitor {
  const options: CompileOptions = each.categories === undefined ? {} : { categories: each.categories };
  switch (each.formalism) {
    case 'cfg':
      return compileCfg(parseCfg(each.formula, each.alphabet), each.alphabet, false, options);
    case 'ere':
      return { monitor: compileEre(parseEre(each.formula), each.alphabet, options) };
    case 'ltl':
      return { monitor: compileLtl(parseLtl(each.formula), each.alphabet, options) };
    case 'ptltl':
      return { monitor: compilePtltl(parseLtl(each.formula, true), each.alphabet, options) };
    case 'fsm':
      return { monitor: compileFsm(parseFsm(each.formula), each.alphabet, options) };
  }
}

/** Its automaton; with a stack, the one that may report anything. */
export function compileCase(each: SuiteCase): Dfa {
  return compiledCase(each).monitor;
}
