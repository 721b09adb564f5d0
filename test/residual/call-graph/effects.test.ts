import fc from 'fast-check';
import { expect, test } from 'vitest';
import { componentsOf, open } from '../../../src/residual/call-graph/effect-components.ts';
import type { EffectGraph } from '../../../src/residual/call-graph/effect-graph.ts';
import { type ExploredEffects, effects } from '../../../src/residual/call-graph/effects.ts';
import { holderSets } from '../../../src/residual/call-graph/holder-sets.ts';
import type { Request } from '../../../src/residual/call-graph/request.ts';

/** By node, what it runs; null: anything. */
type Callees = readonly (readonly number[] | null)[];

interface Model {
  readonly callees: Callees;
  /** Symbols of its points, by node, as bits. */
  readonly own: readonly number[];
  /** Nodes in the order in which they are asked about. */
  readonly asked: readonly number[];
}

const all = 0b111;

const models: fc.Arbitrary<Model> = fc.integer({ min: 1, max: 12 }).chain((count) => {
  const node = fc.integer({ min: 0, max: count - 1 });
  const called = fc.oneof(
    { weight: 9, arbitrary: fc.uniqueArray(node, { maxLength: 3 }) },
    { weight: 1, arbitrary: fc.constant(null) },
  );
  const each = <T>(one: fc.Arbitrary<T>) => fc.array(one, { minLength: count, maxLength: count });
  return fc.record({
    callees: each(called),
    own: each(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: all }))),
    asked: fc.uniqueArray(node, { minLength: 1 }),
  });
});

/** By definition: all that can be reached. Undefined: anything can. */
function reached(callees: Callees, from: number): ReadonlySet<number> | undefined {
  const found = new Set([from]);
  for (const node of found) {
    const called = callees[node];
    if (called === null) return undefined;
    for (const one of called!) found.add(one);
  }
  return found;
}

function requestOf(node: number): Request {
  return { kind: 'initialise', className: `${node}` };
}

/** A graph whose nodes are what `requestOf` makes. `looked` gets the nodes that are looked at. */
function explored(
  callees: Callees,
  looked: Set<number> = new Set(),
  takesLong: (node: number) => boolean = () => false,
): ExploredEffects {
  const graph: EffectGraph = {
    callees(node) {
      looked.add(node);
      return callees[node] ?? undefined;
    },
    nodeOfRequest: (request) => Number((request as { readonly className: string }).className),
    nodeOfCallBack: ({ type }) => Number(type),
    nodeOfFunction: (one) => one,
    takesLong,
    nameOf: (node) => `${node}`,
  };
  return { graph, components: componentsOf(graph) };
}

test('a request produces the symbols of all that it reaches, or all where it reaches anything', () => {
  fc.assert(
    fc.property(models, ({ callees, own, asked }) => {
      const found = effects(explored(callees), new Map(own.entries()), all);
      for (const node of asked) {
        const nodes = reached(callees, node);
        const mask = nodes === undefined ? all : [...nodes].reduce((union, one) => union | own[one]!, 0);
        expect(found.ofRequest(requestOf(node))).toBe(mask);
        expect(found.ofCallBacks([{ type: `${node}`, method: undefined }])).toBe(mask);
      }
    }),
    { numRuns: 2_000 },
  );
});

test('components are those that reach one another, callees first', () => {
  fc.assert(
    fc.property(models, ({ callees, asked }) => {
      const { components } = explored(callees);
      for (const node of asked) {
        const nodes = reached(callees, node);
        const component = components.of(node);
        if (nodes === undefined) expect(component).toBe(open);
        else {
          const both = [...nodes].filter((one) => reached(callees, one)!.has(node));
          expect([...components.members(component)].sort()).toEqual(both.sort());
          for (const further of components.below(component)) expect(further).toBeLessThan(component);
        }
      }
    }),
    { numRuns: 2_000 },
  );
});

test('a node reaches the holders that it reaches, or every one', () => {
  fc.assert(
    fc.property(models, ({ callees, own, asked }) => {
      const holders = [...own.keys()].filter((node) => own[node] !== 0);
      const sets = holderSets(explored(callees).components, holders);
      for (const node of asked) {
        const set = sets.of(node);
        const nodes = reached(callees, node);
        for (const [position, holder] of holders.entries())
          expect((set[position >> 5]! & (1 << (position & 31))) !== 0).toBe(nodes?.has(holder) !== false);
        if (nodes === undefined) expect(set).toBe(sets.every);
      }
    }),
    { numRuns: 2_000 },
  );
});

test('a witness is a shortest way, whatever was asked before', () => {
  fc.assert(
    fc.property(models, ({ callees, own, asked }) => {
      const symbols = new Map(own.entries());
      const before = effects(explored(callees), symbols, all);
      for (const node of asked) before.ofRequest(requestOf(node));
      const fresh = effects(explored(callees), symbols, all);
      for (const node of asked)
        for (const symbol of [0, 1, 2]) {
          const way = fresh.witness(requestOf(node), symbol);
          expect(before.witness(requestOf(node), symbol)).toEqual(way);
          const length = distance(
            callees,
            node,
            (one) => callees[one] === null || (own[one]! & (1 << symbol)) !== 0,
          );
          expect(way.length).toBe(length === undefined ? 0 : Math.min(length, 12));
        }
    }),
    { numRuns: 2_000 },
  );
});

/** Nodes on a shortest way to such a one. */
function distance(callees: Callees, from: number, isEnd: (node: number) => boolean): number | undefined {
  let layer = new Set([from]);
  for (let length = 1; length <= callees.length; length++) {
    if ([...layer].some(isEnd)) return length;
    layer = new Set([...layer].flatMap((node) => callees[node] ?? []));
  }
  return undefined;
}

test('a witness passes as few nodes that take long as there are on any way', () => {
  const withLong = models.chain((model) =>
    fc.record({
      model: fc.constant(model),
      long: fc.array(fc.boolean(), { minLength: model.own.length, maxLength: model.own.length }),
    }),
  );
  fc.assert(
    fc.property(withLong, ({ model: { callees, own, asked }, long }) => {
      const takesLong = (node: number): boolean => long[node]!;
      const found = effects(explored(callees, new Set(), takesLong), new Map(own.entries()), all);
      for (const node of asked) {
        const isEnd = (one: number) => callees[one] === null || (own[one]! & 1) !== 0;
        const way = found.witness(requestOf(node), 0).map(Number);
        expect(way.length > 0).toBe(distance(callees, node, isEnd) !== undefined);
        if (way.length === 0) continue;
        expect([way[0], isEnd(way.at(-1)!)]).toEqual([node, true]);
        for (const [at, one] of way.slice(1).entries()) expect(callees[way[at]!]).toContain(one);
        // Those that take long are taken out, from none of them on until there is a way.
        const costs = subsets(long.flatMap((is, one) => (is && one !== node ? [one] : [])))
          .filter((allowed) => distance(restricted(callees, long, [...allowed, node]), node, isEnd))
          .map((allowed) => allowed.length);
        expect(way.slice(1).filter(takesLong).length).toBe(Math.min(...costs));
      }
    }),
    { numRuns: 300 },
  );
});

function restricted(callees: Callees, long: readonly boolean[], allowed: readonly number[]): Callees {
  return callees.map((some) => some?.filter((one) => !long[one] || allowed.includes(one)) ?? null);
}

function subsets(items: readonly number[]): readonly (readonly number[])[] {
  const found: (readonly number[])[] = [[]];
  for (const item of items) found.push(...found.map((some) => [...some, item]));
  return found;
}

test('where anything may run soon, little is looked at', () => {
  // 0 runs 1, and all others, of which each runs the next.
  const count = 1_000;
  const callees: Callees = Array.from({ length: count }, (_, node) => {
    if (node === 0) return [1, ...Array.from({ length: count - 2 }, (__, one) => one + 2)];
    return node === 1 ? null : [(node + 1) % count];
  });
  const looked = new Set<number>();
  expect(explored(callees, looked).components.of(0)).toBe(open);
  expect([...looked]).toEqual([0, 1]);
});

test('ways as long as the program take no stack', () => {
  const count = 200_000;
  const callees: Callees = Array.from({ length: count }, (_, node) => (node + 1 < count ? [node + 1] : []));
  const own = new Map([[count - 1, 1]]);
  const found = effects(explored(callees), own, all);
  expect(found.ofRequest(requestOf(0))).toBe(1);
  expect(found.witness(requestOf(0), 0)).toHaveLength(12);
});
