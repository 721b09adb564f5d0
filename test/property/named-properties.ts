import type { EventId, StateId } from '../../src/automata/dfa.ts';
import type { EventDefinition, Parameter, Property } from '../../src/property/model.ts';
import type { MethodPattern, Pointcut, TypePattern } from '../../src/property/pointcut.ts';

/**
 * The four properties that the mission names (docs: interface), in code. A slice starts at its creation
 * event; creating again (the same view or a shared iterator handed out twice) leaves the slice where it
 * is, so that a cached `keySet()` does not hide a violation.
 */

type Transition = readonly [from: string, events: readonly string[], to: string];

const collection: Parameter = { name: 'c', type: 'java.util.Collection' };
const list: Parameter = { name: 'l', type: 'java.util.List' };
const map: Parameter = { name: 'm', type: 'java.util.Map' };
const iterator: Parameter = { name: 'i', type: 'java.util.Iterator' };

function typeAndSubtypes(name: string): TypePattern {
  return { kind: 'name', name, subtypes: true, dimensions: 0 };
}

const anyType: TypePattern = { kind: 'name', name: '*', subtypes: false, dimensions: 0 };

/** `call(* T+.name(..))`, or `call(* T+.name())` without arguments. */
function call(type: string, name: string, anyArguments = true): Pointcut {
  const pattern: MethodPattern = {
    modifiers: [],
    annotations: [],
    result: anyType,
    declaringType: typeAndSubtypes(type),
    name,
    parameters: anyArguments ? [{ kind: 'rest' }] : [],
    throws: [],
  };
  return { kind: 'call', pattern };
}

function bind(kind: 'target' | 'returning', parameter: Parameter): Pointcut {
  return { kind, operand: { kind: 'bind', name: parameter.name, type: parameter.type } };
}

function anyOf(...operands: Pointcut[]): Pointcut {
  return operands.length === 1 ? operands[0]! : { kind: 'or', operands };
}

function allOf(...operands: Pointcut[]): Pointcut {
  return { kind: 'and', operands };
}

interface EventSketch {
  readonly name: string;
  readonly creation?: boolean;
  readonly advice: EventDefinition['advice'];
  readonly calls: Pointcut;
  readonly target: Parameter;
  readonly result?: Parameter;
}

function property(
  name: string,
  summary: string,
  url: string,
  parameters: readonly Parameter[],
  sketches: readonly EventSketch[],
  message: string,
  states: readonly string[],
  transitions: readonly Transition[],
): Property {
  const alphabet = sketches.map((sketch) => sketch.name);
  const next = new Int32Array(states.length * alphabet.length);
  states.forEach((_, state) => {
    alphabet.forEach((_, event) => {
      next[state * alphabet.length + event] = state;
    });
  });
  for (const [from, events, to] of transitions)
    for (const event of events)
      next[states.indexOf(from) * alphabet.length + alphabet.indexOf(event)] = states.indexOf(to);
  const events = sketches.map((sketch, letter): EventDefinition => {
    const bound = sketch.result === undefined ? [sketch.target] : [sketch.target, sketch.result];
    const pointcuts = [sketch.calls, bind('target', sketch.target)];
    if (sketch.result !== undefined) pointcuts.push(bind('returning', sketch.result));
    return {
      name: sketch.name,
      letter: letter as EventId,
      creation: sketch.creation ?? false,
      advice: sketch.advice,
      pointcut: allOf(...pointcuts),
      arguments: bound,
      binds: bound.map((parameter) => parameters.indexOf(parameter)).sort((left, right) => left - right),
    };
  });
  return {
    name,
    documentation: { summary, severity: 'error', precision: 'high', url, groups: ['iterators'] },
    parameters,
    events,
    monitor: {
      alphabet,
      stateCount: states.length,
      stateNames: states,
      initial: 0 as StateId,
      next,
      categories: states.map((state) => (state === 'violation' ? ['match'] : [])),
    },
    handlers: [{ category: 'match', message, reset: false, reports: true }],
  };
}

const javaUtil = 'https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/util/';

function updates(type: string): Pointcut {
  return anyOf(...['add*', 'remove*', 'retain*', 'clear'].map((name) => call(type, name)));
}

const uses: EventSketch = {
  name: 'next',
  advice: 'before',
  calls: anyOf(call('java.util.Iterator', 'next', false), call('java.util.ListIterator', 'previous', false)),
  target: iterator,
};

/** After the end of a match nothing more is reported for the slice: state `done` absorbs. */
const iteratorStates = ['start', 'iterating', 'updated', 'violation', 'done'];
const iteratorTransitions: readonly Transition[] = [
  ['start', ['create'], 'iterating'],
  ['iterating', ['update'], 'updated'],
  ['updated', ['next'], 'violation'],
  ['violation', ['create', 'update', 'next'], 'done'],
];

const safeIterator: Property = property(
  'SafeIterator',
  'A collection must not be updated while one of its iterators is in use.',
  `${javaUtil}Iterator.html`,
  [collection, iterator],
  [
    {
      name: 'create',
      creation: true,
      advice: 'after returning',
      calls: anyOf(call('java.util.Collection', 'iterator', false), call('java.util.List', 'listIterator')),
      target: collection,
      result: iterator,
    },
    { name: 'update', advice: 'after returning', calls: updates('java.util.Collection'), target: collection },
    uses,
  ],
  'the collection was updated after this iterator was created',
  iteratorStates,
  iteratorTransitions,
);

const safeListIterator: Property = property(
  'SafeListIterator',
  'A list must not be updated while one of its iterators is in use.',
  `${javaUtil}ListIterator.html`,
  [list, iterator],
  [
    {
      name: 'create',
      creation: true,
      advice: 'after returning',
      calls: anyOf(call('java.util.List', 'iterator', false), call('java.util.List', 'listIterator')),
      target: list,
      result: iterator,
    },
    { name: 'update', advice: 'after returning', calls: updates('java.util.List'), target: list },
    uses,
  ],
  'the list was updated after this iterator was created',
  iteratorStates,
  iteratorTransitions,
);

const safeMapIterator: Property = property(
  'SafeMapIterator',
  'A map must not be updated while an iterator over one of its collection views is in use.',
  `${javaUtil}Map.html`,
  [map, collection, iterator],
  [
    {
      name: 'view',
      creation: true,
      advice: 'after returning',
      calls: anyOf(...['keySet', 'values', 'entrySet'].map((name) => call('java.util.Map', name, false))),
      target: map,
      result: collection,
    },
    {
      name: 'create',
      advice: 'after returning',
      calls: call('java.util.Collection', 'iterator', false),
      target: collection,
      result: iterator,
    },
    {
      name: 'update',
      advice: 'after returning',
      calls: anyOf(
        ...['put*', 'remove*', 'clear', 'compute*', 'merge'].map((name) => call('java.util.Map', name)),
      ),
      target: map,
    },
    uses,
  ],
  'the map was updated after this iterator over its view was created',
  ['start', 'viewed', ...iteratorStates.slice(1)],
  [
    ['start', ['view'], 'viewed'],
    ['viewed', ['create'], 'iterating'],
    ['iterating', ['update'], 'updated'],
    ['updated', ['next'], 'violation'],
    ['violation', ['view', 'create', 'update', 'next'], 'done'],
  ],
);

const safeHasNext: Property = property(
  'SafeHasNext',
  'Call hasNext() before each next(), so that next() cannot run past the end.',
  `${javaUtil}Iterator.html#next()`,
  [iterator],
  [
    {
      name: 'hasNext',
      advice: 'after returning',
      calls: call('java.util.Iterator', 'hasNext', false),
      target: iterator,
    },
    { name: 'next', advice: 'before', calls: call('java.util.Iterator', 'next', false), target: iterator },
  ],
  'next() was called without hasNext() before it',
  ['unknown', 'asked', 'violation'],
  [
    ['unknown', ['hasNext'], 'asked'],
    ['unknown', ['next'], 'violation'],
    ['asked', ['next'], 'unknown'],
    ['violation', ['hasNext'], 'asked'],
  ],
);

export const namedProperties: readonly Property[] = [
  safeIterator,
  safeListIterator,
  safeMapIterator,
  safeHasNext,
];
