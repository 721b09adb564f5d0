import type { EventId, StateId } from '../../src/automata/dfa.ts';
import type { EventDefinition, Parameter, Property } from '../../src/property/model.ts';

/** Map, descending map, view, iterator: updating the map makes the iterator over the other's view invalid. */
const parameters: readonly Parameter[] = ['m1', 'm2', 'c', 'i'].map((name) => ({
  name,
  type: 'java.lang.Object',
}));

const events: readonly (readonly [name: string, binds: readonly number[]])[] = [
  ['descending', [0, 1]],
  ['view', [1, 2]],
  ['create', [2, 3]],
  ['update', [0]],
  ['next', [3]],
];

const states = ['start', 'descending', 'viewed', 'iterating', 'updated', 'violation'];
const moves: readonly (readonly [from: number, event: number, to: number])[] = [
  [0, 0, 1],
  [1, 1, 2],
  [2, 2, 3],
  [3, 3, 4],
  [4, 4, 5],
];

function transitions(): Int32Array {
  const next = new Int32Array(states.length * events.length);
  states.forEach((_, state) => {
    next.fill(state, state * events.length, (state + 1) * events.length);
  });
  for (const [from, event, to] of moves) next[from * events.length + event] = to;
  return next;
}

export const fourParameters: Property = {
  name: 'Four',
  documentation: { summary: 'four parameters', severity: 'error', groups: [] },
  parameters,
  events: events.map(
    ([name, binds], letter): EventDefinition => ({
      name,
      letter: letter as EventId,
      creation: letter === 0,
      advice: 'before',
      pointcut: { kind: 'endProgram' },
      arguments: binds.map((parameter) => parameters[parameter]!),
      binds,
    }),
  ),
  monitor: {
    alphabet: events.map(([name]) => name),
    stateCount: states.length,
    stateNames: states,
    initial: 0 as StateId,
    next: transitions(),
    categories: states.map((state) => (state === 'violation' ? ['match'] : [])),
  },
  handlers: [{ category: 'match', message: 'the map was updated', reset: false, reports: true }],
};
