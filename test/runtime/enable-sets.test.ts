import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Dfa, StateId } from '../../src/automata/dfa.ts';
import { unitDefinition } from '../../src/instrument/unit/runtime-definition.ts';
import { libraryProperties } from '../../src/property/library/index.ts';
import type { Property } from '../../src/property/model.ts';
import { enableSets, parameterMask, stateCoenableSets } from '../automata/support/enable-sets.ts';
import { runJava } from '../support/jdk.ts';
import { javaSources, runtimeWorkspace, type Workspace } from './runtime-jar.ts';

/** The sets that the runtime computes (class Automaton) beside those of the definitions, for the whole library. */

let space: Workspace;
beforeAll(() => {
  space = runtimeWorkspace(javaSources(`${import.meta.dirname}/java`));
});
afterAll(() => space.remove());

interface RuntimeSets {
  readonly name: string;
  readonly initial: number;
  readonly enabled: readonly number[];
  readonly late: readonly number[];
  readonly alive: readonly number[];
  readonly starts: readonly number[];
  readonly next: readonly number[];
}

function runtimeSets(properties: readonly Property[]): readonly RuntimeSets[] {
  const text = unitDefinition({ rrvVersion: '0', analysis: 'none', properties }).join('');
  const run = runJava(space.jdk, [
    '-cp',
    space.classes,
    'rrv.runtime.SetsDump',
    space.file('library.txt', text),
  ]);
  expect(run.stderr).toBe('');
  const parsed = JSON.parse(run.stdout) as readonly Record<string, string>[];
  return parsed.map(
    (each) =>
      Object.fromEntries(
        Object.entries(each).map(([key, value]) => [
          key,
          typeof value === 'string' && value.startsWith('[') ? JSON.parse(value) : value,
        ]),
      ) as unknown as RuntimeSets,
  );
}

const handled = 'handled';

/**
 * The property's automaton over event definitions in place of letters, with one category for all handlers; a state with a
 * resetting handler goes on like the initial one; and a start of its own, which takes only starting events.
 */
function started(property: Property, starts: readonly number[]): Dfa {
  const { monitor, events, handlers } = property;
  const letters = monitor.alphabet.length;
  const start = monitor.stateCount;
  const sink = start + 1;
  const handlersOf = (state: number) =>
    handlers.filter((handler) => monitor.categories[state]?.includes(handler.category));
  const row = (state: number): number[] => {
    if (state === sink) return events.map(() => sink);
    const from =
      state === start || handlersOf(state).some((handler) => handler.reset) ? monitor.initial : state;
    return events.map((event, index) =>
      state === start && starts[index] === 0 ? sink : monitor.next[from * letters + event.letter]!,
    );
  };
  const states = Array.from({ length: sink + 1 }, (_, state) => state);
  return {
    alphabet: events.map((event) => event.name),
    stateCount: states.length,
    stateNames: states.map(String),
    initial: start as StateId,
    next: Int32Array.from(states.flatMap(row)),
    categories: states.map((state) => (handlersOf(state).length > 0 ? [handled] : [])),
  };
}

/** X(e) as bits. */
const boundBy = (property: Property): number[] =>
  property.events.map((event) => event.binds.reduce((mask, parameter) => mask | (1 << parameter), 0));

const bit = (set: number, member: number): boolean => ((set >>> member) & 1) === 1;

/** What disagrees, in words; and how many sets were compared. */
function compare(property: Property, sets: RuntimeSets): { wrong: string[]; compared: number } {
  const wrong: string[] = [];
  let compared = 0;
  const bound = boundBy(property);
  const creation = property.events.map((event) => (event.creation ? 1 : 0));
  if (creation.includes(1) && creation.join() !== sets.starts.join())
    wrong.push(`${property.name}: creation events ${creation}, starting events ${sets.starts}`);
  const dfa = started(property, sets.starts);
  const letters = bound.length;
  const domains = Array.from({ length: 1 << property.parameters.length }, (_, domain) => domain);
  const enable = enableSets(dfa, handled, parameterMask(bound));
  for (let event = 0; event < letters; event++)
    for (const domain of domains) {
      // The runtime keeps no set for what starts a slice, nor for an event that binds nothing new.
      if ((bound[event]! & ~domain) === 0 || (domain === 0 && !startsUnbound(bound, sets.starts))) continue;
      compared++;
      const mine = enable[event]!.includes(BigInt(domain));
      const late = bit(sets.late[event]!, domain);
      if (bit(sets.enabled[event]!, domain) !== (mine && !late))
        wrong.push(
          `${property.name}: enable(${property.events[event]!.name}, ${domain}) is ${mine}, late ${late}`,
        );
    }
  const coenable = stateCoenableSets(dfa, handled, parameterMask(bound));
  const seen = new Set<string>();
  const work: [mine: number, theirs: number][] = [];
  const reach = (mine: number, theirs: number): void => {
    if (seen.has(`${mine} ${theirs}`)) return;
    seen.add(`${mine} ${theirs}`);
    work.push([mine, theirs]);
  };
  for (let event = 0; event < letters; event++)
    if (sets.starts[event] === 1)
      reach(dfa.next[dfa.initial * letters + event]!, sets.next[sets.initial * letters + event]!);
  for (let pair = work.pop(); pair !== undefined; pair = work.pop()) {
    const [mine, theirs] = pair;
    for (const gone of domains) {
      compared++;
      const alive = coenable[mine]!.some((set) => (set & BigInt(gone)) === 0n);
      if (alive !== bit(sets.alive[theirs]!, gone))
        wrong.push(`${property.name}: state ${mine} without ${gone} is ${alive ? 'alive' : 'dead'}`);
    }
    for (let event = 0; event < letters; event++)
      reach(dfa.next[mine * letters + event]!, sets.next[theirs * letters + event]!);
  }
  return { wrong, compared };
}

/** Whether a slice of no parameter can exist: then it can be extended. */
function startsUnbound(bound: readonly number[], starts: readonly number[]): boolean {
  return bound.some((mask, event) => mask === 0 && starts[event] === 1);
}

it('computes the enable and coenable sets of the definitions for every property of the library', () => {
  // Without a handler (the event's code is the check) there is no goal to reach.
  const properties = libraryProperties().filter((property) => property.handlers.length > 0);
  const sets = runtimeSets(properties);
  expect(sets.map((each) => each.name)).toEqual(properties.map((property) => property.name));
  const results = properties.map((property, index) => compare(property, sets[index]!));
  expect(results.flatMap((result) => result.wrong)).toEqual([]);
  expect(results.length).toBeGreaterThan(70);
  expect(results.reduce((sum, result) => sum + result.compared, 0)).toBeGreaterThan(900);
});
