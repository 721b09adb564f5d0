import type { Derivations } from '../../automata/derivations.ts';
import type { Dfa } from '../../automata/dfa.ts';
import type { AutomatonLimits } from '../../automata/limits.ts';
import { minimize } from '../../automata/minimize.ts';
import { product } from '../../automata/product.ts';
import { mayEnter } from '../../automata/reachability.ts';
import {
  type Diagnostic,
  propertyNeverReported,
  propertyStateUnreachable,
  propertyUnsupported,
} from '../../diagnostics.ts';
import {
  boundParameters,
  type Documentation,
  type EventDefinition,
  type Handler,
  type JavaCode,
} from '../model.ts';
import { fullBindingMonitor } from './binding-monitor.ts';
import { type BodyMeaning, bodyMeaning, checkMacros } from './java-body.ts';
import type { LoadedEvent } from './load-event.ts';
import { type LoadedFormula, loadFormula } from './load-formula.ts';
import { rawMonitor } from './raw-monitor.ts';
import { diagnosticAt, failAt, placeOf } from './source-text.ts';
import type { FormulaSyntax, HandlerSyntax, SpecificationSyntax } from './syntax.ts';
import { invalidAt, type TokenCursor } from './token-cursor.ts';

/** What a property checks, and what it does then. */
export interface LoadedMonitor {
  readonly monitor: Dfa;
  readonly derivations?: Derivations;
  readonly handlers: readonly Handler[];
  readonly javaHandlers: JavaCode['handlers'];
}

/** What a monitor is loaded from. */
export interface MonitorSource {
  readonly cursor: TokenCursor;
  readonly specification: SpecificationSyntax;
  readonly modifiers: ReadonlySet<string>;
  readonly alphabet: readonly string[];
  readonly documentation: Documentation;
  readonly warnings: Diagnostic[];
}

/** A handler of a formula, loaded. */
interface HandlerOfFormula {
  readonly syntax: HandlerSyntax;
  readonly handler: Handler;
}

/**
 * The formulas of a property, side by side. `full-binding`: only slices that bind all parameters report.
 * Throws RrvError(propertyInvalid, propertyUnsupported or automatonLimit).
 */
export function formulaMonitor(
  source: MonitorSource,
  parameterCount: number,
  events: readonly EventDefinition[],
  limits: AutomatonLimits,
): LoadedMonitor {
  const { cursor, specification, modifiers, alphabet, warnings } = source;
  const javaHandlers: JavaCode['handlers'][number][] = [];
  const reported: HandlerOfFormula[] = [];
  let derivations: Derivations | undefined;
  const parts = specification.formulas.map((formula, index): Dfa => {
    const part = loadPart(source, formula, index, javaHandlers, limits);
    reported.push(...part.handlers);
    if (part.derivations !== undefined) {
      checkAlone(source, formula);
      derivations = part.derivations;
    }
    return part.monitor;
  });
  let monitor = parts.reduce((left, right) =>
    minimize(product(left, right, (one, other) => [...one, ...other], limits)),
  );
  let handlers = reported.map(({ handler }) => handler);
  if (modifiers.has('full-binding')) {
    const resetting = new Set(handlers.filter(({ reset }) => reset).map(({ category }) => category));
    const bound = alphabet.map((name) => boundParameters(events.find((event) => event.name === name)!));
    monitor = fullBindingMonitor(monitor, bound, (1 << parameterCount) - 1, resetting, limits);
    handlers = handlers.map((handler) => ({ ...handler, reset: false }));
  }
  for (const { syntax, handler } of reported)
    if (!mayEnter(monitor, handler.category))
      warnings.push(
        diagnosticAt(cursor.source, syntax.category.start, (where) =>
          propertyNeverReported(specification.name.text, { category: handler.category }, where),
        ),
      );
  return { monitor, ...(derivations === undefined ? {} : { derivations }), handlers, javaHandlers };
}

/** A pattern that needs a stack has no product with other automata. */
function checkAlone({ cursor, specification, modifiers }: MonitorSource, { formalism }: FormulaSyntax): void {
  const other = modifiers.has('full-binding')
    ? 'the modifier full-binding with a pattern that needs a stack'
    : specification.formulas.length > 1
      ? 'a pattern that needs a stack beside other formulas'
      : undefined;
  if (other !== undefined)
    failAt(cursor.source, formalism.start, (where) =>
      propertyUnsupported(other, where, 'Put it into a property of its own.'),
    );
}

/** One of the formulas. Of several, categories of all but the first carry the formula's name or number. */
function loadPart(
  { cursor, specification, modifiers, alphabet, documentation, warnings }: MonitorSource,
  formula: FormulaSyntax,
  index: number,
  javaHandlers: JavaCode['handlers'][number][],
  limits: AutomatonLimits,
): Pick<LoadedFormula, 'monitor' | 'derivations'> & { readonly handlers: readonly HandlerOfFormula[] } {
  const own = handlersOf(cursor, specification, formula.handlers, index);
  const part = loadFormula(cursor, formula, own, alphabet, modifiers.has('suffix'), limits);
  const prefix = index === 0 ? '' : `${formula.name?.text ?? index + 1}.`;
  const handlers = part.handlers.map(({ syntax, category }) => ({
    syntax,
    handler: loadHandler(cursor, syntax, prefix + category, documentation, javaHandlers, warnings),
  }));
  // A handler of the state says it already.
  const silent = part.unreachable.filter(
    ({ text }) => !part.handlers.some(({ category }) => category === text),
  );
  for (const state of silent)
    warnings.push(
      diagnosticAt(cursor.source, state.start, (where) =>
        propertyStateUnreachable(specification.name.text, state.text, where),
      ),
    );
  const categories = part.monitor.categories.map((names) => names.map((name) => prefix + name));
  return { ...part, monitor: { ...part.monitor, categories }, handlers };
}

/**
 * Without a formula: the events themselves are the violations. Throws RrvError(propertyInvalid) for modifiers
 * of formulas.
 */
export function eventMonitor(
  { cursor, specification, alphabet, documentation }: MonitorSource,
  loaded: readonly LoadedEvent[],
  reporting: ReadonlySet<string>,
): LoadedMonitor {
  for (const modifier of specification.modifiers)
    if (modifier.text === 'full-binding' || modifier.text === 'suffix')
      invalidAt(
        cursor,
        modifier,
        `${modifier.text} needs a formula`,
        'Leave it out, or add ere:, fsm: or ltl:.',
      );
  // Reports that Java code makes carry their own message (docs/runtime-protocol.md).
  const handlers = alphabet
    .filter((name) => reporting.has(name))
    .map((name): Handler => {
      const { meaning } = loaded.find(({ definition }) => definition.name === name)!;
      return { category: name, message: messageOf(meaning, documentation), reset: false, reports: true };
    });
  return { monitor: rawMonitor(alphabet, reporting), handlers, javaHandlers: [] };
}

/**
 * Without a formula: the events of which every declaration is a pure report. Where one declaration decides in
 * Java, the letter alone says nothing, and all of them run as Java.
 */
export function reportingEvents(
  loaded: readonly LoadedEvent[],
  alphabet: readonly string[],
): ReadonlySet<string> {
  const pure = ({ meaning }: LoadedEvent) => meaning.pure && meaning.reports && !meaning.resets;
  return new Set(
    alphabet.filter((name) => loaded.every((event) => event.definition.name !== name || pure(event))),
  );
}

/** The handlers of the formula with this index: its own, and those elsewhere that name it. */
function handlersOf(
  cursor: TokenCursor,
  specification: SpecificationSyntax,
  own: readonly HandlerSyntax[],
  index: number,
): readonly HandlerSyntax[] {
  const { formulas } = specification;
  const target = (handler: HandlerSyntax, at: number): number => {
    if (handler.formula === undefined) return at;
    const named = formulas.findIndex(({ name }) => name?.text === handler.formula!.text);
    if (named < 0)
      invalidAt(
        cursor,
        handler.formula,
        `there is no formula ${handler.formula.text}`,
        'Name it: `ere name: ...`.',
      );
    return named;
  };
  if (formulas.every((formula) => formula.handlers.every((handler) => handler.formula === undefined)))
    return own;
  return formulas.flatMap((formula, at) =>
    formula.handlers.filter((handler) => target(handler, at) === index),
  );
}

function loadHandler(
  cursor: TokenCursor,
  syntax: HandlerSyntax,
  category: string,
  documentation: Documentation,
  javaHandlers: JavaCode['handlers'][number][],
  warnings: Diagnostic[],
): Handler {
  const meaning = bodyMeaning(cursor.range(syntax.body.first, syntax.body.last));
  checkMacros(cursor, syntax.body, meaning, warnings);
  const message = messageOf(meaning, documentation);
  // A pure handler reports even when it is empty; Java reports when it calls the logger.
  if (meaning.pure) return { category, message, reset: meaning.resets, reports: true };
  const { line, column } = placeOf(cursor.source, syntax.body.start);
  javaHandlers.push({ body: syntax.body.text, line, column });
  return { category, message, reset: false, javaHandler: javaHandlers.length - 1, reports: false };
}

function messageOf(meaning: BodyMeaning, documentation: Documentation): string {
  return meaning.messages.length > 0 ? meaning.messages.join(' ') : documentation.summary;
}
