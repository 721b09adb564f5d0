import { type ContextFreeMonitor, compileCfg } from '../../automata/compile-cfg.ts';
import { compileEre } from '../../automata/compile-ere.ts';
import { compileFsm } from '../../automata/compile-fsm.ts';
import { compileLtl } from '../../automata/compile-ltl.ts';
import type { CompileOptions } from '../../automata/compile-options.ts';
import { compilePtltl } from '../../automata/compile-ptltl.ts';
import type { Derivations } from '../../automata/derivations.ts';
import type { Dfa } from '../../automata/dfa.ts';
import type { Ere } from '../../automata/ere.ts';
import type { AutomatonLimits } from '../../automata/limits.ts';
import { propertyInvalid, propertyUnsupported, RrvError } from '../../diagnostics.ts';
import { closestNames } from '../did-you-mean.ts';
import type { Formula } from '../model.ts';
import type { Token } from './java-scanner.ts';
import { parseCfg } from './parse-cfg.ts';
import { parseEre } from './parse-ere.ts';
import { parseFsm } from './parse-fsm.ts';
import { parseLtl } from './parse-ltl.ts';
import { diagnosticAt, failAt } from './source-text.ts';
import type { FormulaSyntax, HandlerSyntax } from './syntax.ts';
import { invalidAt, type TokenCursor } from './token-cursor.ts';

export interface LoadedFormula {
  readonly monitor: Dfa;
  /** Of a pattern that needs a stack (`ContextFreeMonitor`). */
  readonly derivations?: Derivations;
  /** The handlers with the monitor's category each. */
  readonly handlers: readonly { readonly syntax: HandlerSyntax; readonly category: string }[];
  /** The names of states of the formula that no events lead to. */
  readonly unreachable: readonly Token[];
}

/**
 * Compiles one formula for the categories that have a handler. `suffix`: the pattern may begin at any event
 * (JavaMOP's modifier), for ere and `@match` only.
 */
export function loadFormula(
  file: TokenCursor,
  syntax: FormulaSyntax,
  handlers: readonly HandlerSyntax[],
  alphabet: readonly string[],
  suffix: boolean,
  limits: AutomatonLimits,
): LoadedFormula {
  const formalism = syntax.formalism.text as Formula['formalism'];
  const cursor = file.range(syntax.formula.first, syntax.formula.last);
  const events = new Set(alphabet);
  if (suffix && formalism !== 'ere' && formalism !== 'cfg') unsupportedSuffix(file, syntax);
  let available: readonly string[];
  let unreachable: readonly Token[] = [];
  let compile: (options: CompileOptions) => Dfa | ContextFreeMonitor;
  switch (formalism) {
    case 'ere': {
      const parsed = parseEre(cursor, events);
      const ere = suffix ? endingWith(parsed, alphabet) : parsed;
      available = suffix ? ['match'] : ['match', 'fail'];
      compile = (options) => compileEre(ere, alphabet, options);
      break;
    }
    case 'cfg': {
      const grammar = parseCfg(cursor, alphabet);
      available = suffix ? ['match'] : ['match', 'fail'];
      compile = (options) => compileCfg(grammar, alphabet, suffix, options);
      break;
    }
    case 'fsm': {
      const parsed = parseFsm(cursor, events);
      const { fsm } = parsed;
      unreachable = parsed.unreachable;
      available = ['fail', ...fsm.states.map(({ name }) => name), ...fsm.aliases.map(({ name }) => name)];
      compile = (options) => compileFsm(fsm, alphabet, options);
      break;
    }
    case 'ltl':
    case 'ptltl': {
      const ltl = parseLtl(cursor, events, formalism === 'ptltl');
      available = ['violation', 'validation'];
      compile = (options) => (formalism === 'ltl' ? compileLtl : compilePtltl)(ltl, alphabet, options);
    }
  }
  const named = handlers.map((handler) => ({
    syntax: handler,
    category: categoryOf(file, handler, formalism, available),
  }));
  const twice = named.find(
    ({ category }, index) => named.findIndex((other) => other.category === category) !== index,
  );
  if (twice !== undefined)
    invalidAt(
      file,
      twice.syntax.category,
      `there are two handlers @${twice.category}`,
      'Put both bodies into one handler.',
    );
  try {
    const compiled = compile({ limits, categories: named.map(({ category }) => category) });
    return {
      ...('monitor' in compiled ? compiled : { monitor: compiled }),
      handlers: named,
      unreachable,
    };
  } catch (error) {
    // The automata know neither the file nor the place of the formula.
    if (!(error instanceof RrvError) || error.diagnostic.where?.line !== undefined) throw error;
    throw new RrvError(
      diagnosticAt(file.source, syntax.formalism.start, (where) => ({ ...error.diagnostic, where })),
    );
  }
}

/** The traces that end with one of the pattern, which has an event at least: the pattern begins at an event. */
function endingWith(pattern: Ere, alphabet: readonly string[]): Ere {
  const event: Ere = { kind: 'union', operands: alphabet.map((name) => ({ kind: 'event', name })) };
  const events: Ere = { kind: 'plus', operand: event };
  const begun: Ere = { kind: 'intersection', operands: [pattern, events] };
  return { kind: 'concatenation', operands: [{ kind: 'star', operand: event }, begun] };
}

function unsupportedSuffix(file: TokenCursor, syntax: FormulaSyntax): never {
  return failAt(file.source, syntax.formalism.start, (where) =>
    propertyUnsupported(
      `the modifier suffix with ${syntax.formalism.text}`,
      where,
      'Write the pattern as ere with @match, or make every state of the machine a start.',
    ),
  );
}

const verdictAliases: ReadonlyMap<string, string> = new Map([
  ['match', 'validation'],
  ['fail', 'violation'],
]);

/** JavaMOP takes the fixed categories in any case; `@match` and `@fail` of a formula mean its verdicts. */
function categoryOf(
  file: TokenCursor,
  handler: HandlerSyntax,
  formalism: Formula['formalism'],
  available: readonly string[],
): string {
  const written = handler.category.text;
  if (available.includes(written)) return written;
  const lower = written.toLowerCase();
  const alias = formalism === 'ltl' || formalism === 'ptltl' ? verdictAliases.get(lower) : undefined;
  const found = alias ?? available.find((name) => name.toLowerCase() === lower);
  if (found !== undefined) return found;
  const close = closestNames(written, available);
  return failAt(file.source, handler.category.start, (where) =>
    lower === 'nonfail' || lower === 'deadlock'
      ? propertyUnsupported(
          `the category ${written}`,
          where,
          'It belongs to properties that enforce a schedule.',
        )
      : propertyInvalid(
          `an ${formalism} formula has no category ${written}`,
          where,
          close.length > 0 ? `Did you mean @${close.join(' or @')}?` : `It has @${available.join(', @')}.`,
        ),
  );
}
