import type { CallBack } from '../facts/library-facts.ts';
import type { EffectGraph } from './effect-graph.ts';
import type { Request } from './scanned-code.ts';
import { factsOf, type Targets } from './targets.ts';

/** Symbols (bits of `Property.events`) that running code may produce. */
export interface EventMasks {
  ofRequest(request: Request): number;
  ofCallBacks(callBacks: readonly CallBack[]): number;
  /** Every symbol of any point. */
  readonly all: number;
}

/**
 * Which events of one property running a request may produce, transitively: a set of symbols (bits of
 * `Property.events`), the least fixed point over the call graph.
 */
export interface Effects extends EventMasks {
  /** For people: how running the request comes to produce the symbol, caller first. Empty when it does not. */
  witness(request: Request, symbol: number): readonly string[];
}

/** Properties have at most this many event definitions; `effects` is not asked about others. */
export const maxSymbols = 31;

const maxWitness = 12;

/** Symbols of points, as bits. */
export interface OwnSymbols {
  /** In methods, by index. */
  readonly methods: ReadonlyMap<number, number>;
  /** Of method references and lambdas, by index of the function object. */
  readonly functionObjects: ReadonlyMap<number, number>;
}

/**
 * Propagates from the methods that hold points to whoever may run them, backwards over the call graph.
 * O(edges x symbols), iterative. Ways to events are found when the first is asked for.
 */
export function effects(effectGraph: EffectGraph, own: OwnSymbols, all: number): Effects {
  const { graph, facts, options, nodeOf, nameOf } = effectGraph;
  const methodCount = graph.methods.length;
  const masks = propagated(effectGraph, own, all);
  let cameFrom: ReadonlyMap<number, Int32Array> | undefined;

  /** Requests that no scanned code makes are answered from their targets, which are solved. */
  const maskOf = (targets: Targets): number => {
    let mask = targets.anything ? all : 0;
    for (const method of targets.methods) mask |= masks[method]!;
    for (const one of targets.functions) mask |= masks[methodCount + one]!;
    return mask;
  };
  const callBackMasks = new Map<readonly CallBack[], number>();
  const ofCallBacks = (callBacks: readonly CallBack[]): number => {
    if (options.forgetCallBacks) return 0;
    let mask = callBackMasks.get(callBacks);
    if (mask === undefined) {
      mask = callBacks.reduce((union, one) => union | maskOf(graph.callBackTargets(one)), 0);
      callBackMasks.set(callBacks, mask);
    }
    return mask;
  };
  return {
    all,
    ofCallBacks,
    ofRequest: (request) => {
      const at = nodeOf(request);
      if (at !== undefined) return masks[at]!;
      const targets = graph.targets(request);
      const callsBack = targets.library ? factsOf(request, facts)?.callsBack : [];
      return maskOf(targets) | (callsBack === undefined ? all : ofCallBacks(callsBack));
    },
    witness: (request, symbol) => {
      if (cameFrom === undefined) {
        const origins = originsOf(all, effectGraph.nodeCount);
        propagated(effectGraph, own, all, origins);
        cameFrom = origins;
      }
      const steps: string[] = [];
      let at = nodeOf(request);
      while (at !== undefined && (masks[at]! & (1 << symbol)) !== 0 && steps.length < maxWitness) {
        steps.push(nameOf(at));
        const from: number = cameFrom.get(symbol)?.[at] ?? 0;
        at = from === 0 ? undefined : from - 1;
      }
      return steps;
    },
  };
}

/** Per symbol and node, 1 + the node it came from; 0: the node itself. */
function originsOf(all: number, nodeCount: number): Map<number, Int32Array> {
  const origins = new Map<number, Int32Array>();
  for (let symbol = 0; symbol < maxSymbols; symbol++)
    if ((all & (1 << symbol)) !== 0) origins.set(symbol, new Int32Array(nodeCount));
  return origins;
}

/** The symbols of every node; `origins` is filled in when it is given. */
function propagated(
  { graph, nodeCount, anything, isOpen, callerStart, caller }: EffectGraph,
  own: OwnSymbols,
  all: number,
  origins: ReadonlyMap<number, Int32Array> = new Map(),
): Int32Array {
  const masks = new Int32Array(nodeCount);
  for (const [method, mask] of own.methods) masks[method] = mask;
  for (const [one, mask] of own.functionObjects) masks[graph.methods.length + one] = mask;
  const followed = [...origins];
  // Ways to events lead through open nodes, too, but their symbols are known.
  const settled = followed.length === 0 ? isOpen : undefined;
  if (settled === undefined) for (const at of anything) masks[at]! |= all;
  let work: number[] = [];
  for (let at = 0; at < nodeCount; at++)
    if (settled?.[at] === 1) masks[at] = all;
    else if (masks[at] !== 0) work.push(at);
  while (work.length > 0) {
    const next: number[] = [];
    for (let turn = 0; turn < work.length; turn++) {
      const at = work[turn]!;
      for (let edge = callerStart[at]!; edge < callerStart[at + 1]!; edge++) {
        const target = caller[edge]!;
        const added = masks[at]! & ~masks[target]!;
        if (added === 0) continue;
        masks[target]! |= added;
        for (let one = 0; one < followed.length; one++) {
          const [symbol, origin] = followed[one]!;
          if ((added & (1 << symbol)) !== 0) origin[target] = at + 1;
        }
        next.push(target);
      }
    }
    work = next;
  }
  return masks;
}
