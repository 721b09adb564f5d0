import type { EventId, StateId } from '../../../src/automata/dfa.ts';
import type { EventDefinition, Property } from '../../../src/property/model.ts';
import { SliceMonitors } from './slice-monitors.ts';

/**
 * Small programs with one confined variable `i` and objects from elsewhere: their syntax, their enumeration,
 * and what they do, executed by brute force with monitors written from the definition of parametric slicing.
 * Nothing here uses the code under test.
 */

/** A parameter's value: the variable `i`, or one of the objects from elsewhere by name. */
export type Argument = 'i' | 'c' | 'd' | 'm' | 'o';

export type Operation =
  | { readonly kind: 'nothing' }
  /** Code outside the method runs: any word over the external events. */
  | { readonly kind: 'call' }
  /** `i` becomes an object from elsewhere. */
  | { readonly kind: 'load' }
  /** `i` becomes a new object, without an event. */
  | { readonly kind: 'new' }
  /** The event happens with these arguments; `creates`: `i` becomes a new object first. */
  | {
      readonly kind: 'event';
      readonly symbol: number;
      readonly arguments: readonly Argument[];
      readonly creates: boolean;
    };

export interface ExternalEvent {
  readonly symbol: number;
  readonly arguments: readonly Argument[];
}

/** Node k runs `operations[k]` and goes to one of `normal[k]`, or fails (after its event or without it) and goes to `exceptional[k]`. Target -1 leaves the method. */
export interface SmallProgram {
  readonly operations: readonly Operation[];
  readonly normal: readonly (readonly number[])[];
  readonly exceptional: readonly (readonly number[])[];
  /** Events of the world outside, on objects from elsewhere. */
  readonly external: readonly ExternalEvent[];
  /** Whether `c` and `d` are one object. */
  readonly aliased: boolean;
}

/** A family: a property with the operations and external events to try. */
export interface Family {
  readonly name: string;
  readonly property: Property;
  readonly operations: readonly Operation[];
  readonly externals: readonly (readonly ExternalEvent[])[];
  /** False when no operation names both c and d. */
  readonly tryAliases: boolean;
}

/** A property made of letters, for tests: pointcuts are never looked at. */
export function testProperty(
  name: string,
  parameters: readonly string[],
  events: readonly { name: string; binds: readonly number[]; creation?: boolean }[],
  states: readonly { category?: string; on: Readonly<Record<string, number>> }[],
  reset: boolean,
): Property {
  const alphabet = [...new Set(events.map((event) => event.name))];
  const next = new Int32Array(states.length * alphabet.length);
  states.forEach((state, from) => {
    alphabet.forEach((letter, index) => {
      next[from * alphabet.length + index] = state.on[letter] ?? from;
    });
  });
  const categories = [...new Set(states.flatMap((state) => state.category ?? []))];
  return {
    name,
    documentation: { summary: name, severity: 'error', groups: [] },
    parameters: parameters.map((parameter) => ({ name: parameter, type: 'java.lang.Object' })),
    events: events.map(
      (event): EventDefinition => ({
        name: event.name,
        letter: alphabet.indexOf(event.name) as EventId,
        creation: event.creation ?? false,
        advice: 'before',
        pointcut: { kind: 'or', operands: [] },
        arguments: event.binds.map((parameter) => ({
          name: parameters[parameter]!,
          type: 'java.lang.Object',
        })),
        binds: event.binds,
      }),
    ),
    monitor: {
      alphabet,
      stateCount: states.length,
      stateNames: states.map((_, index) => `s${index}`),
      initial: 0 as StateId,
      next,
      categories: states.map((state) => (state.category === undefined ? [] : [state.category])),
    },
    handlers: categories.map((category) => ({ category, message: category, reset, reports: true })),
  };
}

interface Configuration {
  readonly node: number;
  /** The object in `i`: undefined (null), `o` from elsewhere, or a created one. */
  readonly held: string | undefined;
  readonly full: SliceMonitors;
  readonly residual: SliceMonitors;
}

/**
 * Runs the program in every way, of any length, with full and residual monitors side by side. Returns the
 * first difference of reports, or undefined. Created objects that are no longer held and behave alike are
 * identified, which makes the set of configurations finite. `removed` is indexed by node.
 * Throws when more than `limit` configurations are seen.
 */
export function firstDifference(
  program: SmallProgram,
  property: Property,
  removed: ArrayLike<number>,
  limit = 20_000,
): string | undefined {
  const seen = new Set<string>();
  const work: Configuration[] = [];
  let fresh = 0;
  const objectOf = (argument: Argument, held: string | undefined): string | undefined =>
    argument === 'i' ? held : argument === 'd' && program.aliased ? 'c' : argument;
  const visit = (reached: Configuration): void => {
    const configuration = { ...reached, full: reached.full.copy(), residual: reached.residual.copy() };
    const key = `${configuration.node}|${configuration.held ?? ''}|${canonical(configuration)}`;
    const name = configuration.held?.startsWith('n') ? key.replaceAll(configuration.held, 'LIVE') : key;
    if (seen.has(name)) return;
    seen.add(name);
    if (seen.size > limit) throw new Error('too many configurations');
    work.push(configuration);
  };
  /** One event on copies of both monitors; a difference is returned as text. */
  const event = (
    from: Configuration,
    symbol: number,
    args: readonly Argument[],
    isRemoved: boolean,
  ): { next: Configuration; difference: string | undefined } => {
    const values: string[] = [];
    for (const argument of args) {
      const value = objectOf(argument, from.held);
      if (value === undefined) return { next: from, difference: undefined };
      values.push(value);
    }
    const full = from.full.copy();
    const residual = from.residual.copy();
    const fullReport = full.step(symbol, values);
    const residualReport = isRemoved ? '' : residual.step(symbol, values);
    return {
      next: { ...from, full, residual },
      difference:
        fullReport === residualReport
          ? undefined
          : `node ${from.node}: full <${fullReport}> residual <${residualReport}>`,
    };
  };
  const monitors = new SliceMonitors(property);
  visit({ node: -2, held: undefined, full: monitors, residual: monitors });
  while (work.length > 0) {
    const here = work.pop()!;
    // -2 before the method, -1 after it: the world outside may act; -2 may enter.
    const operation = here.node < 0 ? undefined : program.operations[here.node]!;
    if (operation === undefined || operation.kind === 'call')
      for (const external of program.external) {
        const { next, difference } = event(here, external.symbol, external.arguments, false);
        if (difference !== undefined) return difference;
        visit(next);
      }
    if (here.node === -2) visit({ ...here, node: 0 });
    if (operation === undefined) {
      // The method may be called again; its variable starts as null.
      if (here.node === -1) visit({ ...here, node: 0, held: undefined });
      continue;
    }
    let done = here;
    if (operation.kind === 'load') done = { ...here, held: 'o' };
    if (operation.kind === 'new' || (operation.kind === 'event' && operation.creates))
      done = { ...here, held: `n${fresh++}` };
    if (operation.kind === 'event') {
      const { next, difference } = event(
        done,
        operation.symbol,
        operation.arguments,
        removed[here.node] === 1,
      );
      if (difference !== undefined) return difference;
      done = next;
    }
    const leave = (configuration: Configuration, node: number): Configuration => ({
      ...configuration,
      node,
      held: node < 0 ? undefined : configuration.held,
    });
    for (const target of program.normal[here.node]!) visit(leave(done, target));
    for (const target of program.exceptional[here.node]!) {
      visit(leave(here, target));
      if (operation.kind === 'event' && !operation.creates) visit(leave(done, target));
    }
  }
  return undefined;
}

/** Both monitors as text, with created objects that `i` does not hold renamed by what is known about them, equal ones once. */
function canonical({ held, full, residual }: Configuration): string {
  const rest: string[] = [];
  const dead = new Map<string, string[]>();
  const keys = new Set([...full.states.keys(), ...residual.states.keys()]);
  for (const key of keys) {
    const entry = `${full.states.get(key) ?? '.'}/${residual.states.get(key) ?? '.'}`;
    const object = key.split(',').find((value) => value.startsWith('n') && value !== held);
    if (object === undefined) rest.push(`${key}=${entry}`);
    else {
      const list = dead.get(object) ?? [];
      list.push(`${key.replaceAll(object, '*')}=${entry}`);
      dead.set(object, list);
    }
  }
  const classes = new Set([...dead.values()].map((list) => list.sort().join('&')));
  // Duplicates say nothing more: forget them, so that the monitors stay small.
  const kept = new Set<string>();
  for (const [object, list] of dead) {
    const key = list.join('&');
    if (!kept.has(key)) {
      kept.add(key);
      continue;
    }
    for (const monitors of [full, residual]) monitors.forget(object);
  }
  return `${rest.sort().join(' ')}|${[...classes].sort().join(' ')}`;
}

/** All control-flow graphs with `size` nodes: one or two normal successors each, and at most one handler. */
export function* controlFlows(
  size: number,
  exceptions: boolean,
): Generator<Pick<SmallProgram, 'normal' | 'exceptional'>> {
  const targets = Array.from({ length: size + 1 }, (_, index) => index - 1);
  const choices: (readonly number[])[] = [];
  targets.forEach((one, index) => {
    choices.push([one]);
    for (const other of targets.slice(index + 1)) choices.push([one, other]);
  });
  const handlers: (readonly number[])[] = exceptions ? [[], ...targets.map((target) => [target])] : [[]];
  for (const normal of tuples(choices, size))
    for (const exceptional of tuples(handlers, size)) yield { normal, exceptional };
}

/** All tuples of the given length, lexicographically. */
export function* tuples<T>(choices: readonly T[], length: number): Generator<readonly T[]> {
  const at = new Array<number>(length).fill(0);
  for (;;) {
    yield at.map((index) => choices[index]!);
    let position = length - 1;
    while (position >= 0 && at[position] === choices.length - 1) at[position--] = 0;
    if (position < 0) return;
    at[position]!++;
  }
}
