import type { Dfa, EventId, StateId } from '../../../src/automata/dfa.ts';
import type { EventDefinition, Parameter, Property } from '../../../src/property/model.ts';
import type { Pointcut } from '../../../src/property/pointcut.ts';
import { diceFrom, randomSource } from './dice.ts';

/** What a recorded run has events of (random-programs.ts): the objects of each, by their role. */
const operations = [
  { operation: 'iterator', roles: ['Collection', 'Iterator'] },
  { operation: 'hasNext', roles: ['Iterator'] },
  { operation: 'next', roles: ['Iterator'] },
  { operation: 'next', roles: ['Iterator'] },
  { operation: 'update', roles: ['Collection', 'Object'] },
  { operation: 'update', roles: ['Collection', 'Object'] },
  { operation: 'put', roles: ['Map', 'Object'] },
  { operation: 'view', roles: ['Map', 'Collection'] },
] as const;

type Operation = (typeof operations)[number]['operation'];
type Role = (typeof operations)[number]['roles'][number];

/** A random property over these operations. */
export interface RandomProperty {
  readonly property: Property;
  /** Per event of the property: its operation, and for each parameter that it binds, which of the operation's objects that is. */
  readonly events: readonly { readonly operation: Operation; readonly objects: readonly number[] }[];
}

/**
 * One to four parameters; events that bind some of the objects of an operation, or none, several for one operation; any monitor of two
 * to five states with one or two reported categories, resets and creation events.
 */
export function randomProperty(name: string, seed: number): RandomProperty {
  const random = randomSource(seed);
  const { below, pick } = diceFrom(random);
  const chance = (probability: number): boolean => random() < probability;

  const roles: Role[] = pick<Role[]>([
    ['Iterator'],
    ['Collection', 'Iterator'],
    ['Collection', 'Iterator'],
    ['Collection', 'Iterator'],
    ['Iterator', 'Iterator'],
    ['Collection', 'Collection', 'Iterator'],
    ['Collection', 'Iterator', 'Iterator'],
    ['Map', 'Collection', 'Iterator'],
    ['Map', 'Collection', 'Iterator'],
    ['Map', 'Iterator'],
    ['Map', 'Collection', 'Collection', 'Iterator'],
    ['Collection', 'Collection', 'Iterator', 'Iterator'],
    ['Collection', 'Object'],
    ['Collection', 'Iterator', 'Object'],
    ['Map', 'Collection', 'Iterator', 'Object'],
  ]);
  const parameters = roles.map(
    (role, index): Parameter => ({
      name: `p${index}`,
      type: role === 'Object' ? 'java.lang.Object' : `java.util.${role}`,
    }),
  );
  const events: EventDefinition[] = [];
  const kinds: { operation: Operation; objects: number[] }[] = [];
  const letters = 2 + below(4);
  const letterBinds: (string | undefined)[] = [];
  const count = letters + below(2);
  for (let at = 0; at < count; at++) {
    const { operation, roles: given } = pick(operations);
    const bound = new Map<number, number>();
    given.forEach((role, object) => {
      // An element that is added may be what another event calls a collection or an iterator.
      const fitting = roles.flatMap((own, index) =>
        (own === role || own === 'Object') && !bound.has(index) ? [index] : [],
      );
      if (fitting.length > 0 && chance(0.9)) bound.set(pick(fitting), object);
    });
    if (bound.size === 0 && chance(0.8)) continue;
    const binds = [...bound.keys()].sort((left, right) => left - right);
    // Events of one letter bind the same parameters.
    const same = letterBinds.indexOf(binds.join());
    const letter = same >= 0 && chance(0.3) ? same : letterBinds.push(binds.join()) - 1;
    const parameterOf = (object: number): Parameter | undefined => {
      const found = [...bound].find(([, one]) => one === object);
      return found && parameters[found[0]];
    };
    events.push({
      name: `e${letter}`,
      letter: letter as EventId,
      creation: false,
      advice: operation === 'next' ? 'before' : 'after returning',
      pointcut: pointcutOf(operation, parameterOf(0), parameterOf(1)),
      arguments: binds.map((parameter) => parameters[parameter]!),
      binds,
    });
    kinds.push({ operation, objects: binds.map((parameter) => bound.get(parameter)!) });
  }
  /** One of them, or several, which may bind different objects. */
  const creating = new Set<number>();
  if (chance(0.4)) creating.add(below(letterBinds.length));
  if (creating.size > 0 && chance(0.5)) creating.add(below(letterBinds.length));
  const categories = chance(0.3) ? ['match', 'other'] : ['match'];
  return {
    events: kinds,
    property: {
      name,
      documentation: { summary: name, severity: 'error', groups: [] },
      parameters,
      events: events.map((event) => ({ ...event, creation: creating.has(event.letter) })),
      monitor: randomMonitor(letterBinds.length, categories),
      handlers: categories.map((category) => ({
        category,
        message: category,
        reset: chance(0.25),
        reports: true,
      })),
    },
  };

  function randomMonitor(letterCount: number, names: readonly string[]): Dfa {
    const stateCount = 2 + below(4);
    const next = Int32Array.from({ length: stateCount * letterCount }, (_, cell) =>
      chance(0.4) ? Math.floor(cell / letterCount) : below(stateCount),
    );
    return {
      alphabet: letterBinds.map((_, letter) => `e${letter}`),
      stateCount,
      stateNames: Array.from({ length: stateCount }, (_, state) => `s${state}`),
      initial: 0 as StateId,
      next,
      categories: Array.from({ length: stateCount }, (_, state) =>
        state === stateCount - 1 ? [names[0]!] : names[1] !== undefined && chance(0.4) ? [names[1]] : [],
      ),
    };
  }
}

function call(type: string, name: string, anyArguments: boolean): Pointcut {
  return {
    kind: 'call',
    pattern: {
      modifiers: [],
      annotations: [],
      result: { kind: 'name', name: '*', subtypes: false, dimensions: 0 },
      declaringType: { kind: 'name', name: `java.util.${type}`, subtypes: true, dimensions: 0 },
      name,
      parameters: anyArguments ? [{ kind: 'rest' }] : [],
      throws: [],
    },
  };
}

function pointcutOf(
  operation: Operation,
  target: Parameter | undefined,
  other: Parameter | undefined,
): Pointcut {
  const bound = ({ name, type }: Parameter) => ({ kind: 'bind', name, type }) as const;
  const isArgument = operation === 'update' || operation === 'put';
  const bindsOther = (one: Parameter): Pointcut =>
    isArgument
      ? { kind: 'args', operands: [bound(one), { kind: 'rest' }] }
      : { kind: 'returning', operand: bound(one) };
  return {
    kind: 'and',
    operands: [
      callsOf(operation),
      ...(target === undefined ? [] : [{ kind: 'target', operand: bound(target) } as const]),
      ...(other === undefined ? [] : [bindsOther(other)]),
    ],
  };
}

function callsOf(operation: Operation): Pointcut {
  switch (operation) {
    case 'iterator':
    case 'next':
    case 'hasNext':
      return call(operation === 'iterator' ? 'Collection' : 'Iterator', operation, false);
    case 'put':
      return call('Map', 'put', true);
    case 'view':
      return { kind: 'or', operands: [call('Map', 'keySet', false), call('Map', 'values', false)] };
    case 'update':
      return {
        kind: 'or',
        operands: ['add*', 'remove*'].map((name) => call('Collection', name, true)),
      };
  }
}
