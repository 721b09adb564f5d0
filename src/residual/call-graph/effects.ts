import type { CallBack, LibraryFacts } from '../facts/library-facts.ts';
import type { CallGraphData, Targets } from './call-graph.ts';
import { factsOf } from './call-graph.ts';
import type { Request } from './scanned-code.ts';
import { requestKey } from './scanned-code.ts';

/**
 * Which events of one property running a request may produce, transitively: a set of symbols (bits of
 * `Property.events`), the least fixed point over the call graph.
 */
export interface Effects {
  ofRequest(request: Request): number;
  ofCallBacks(callBacks: readonly CallBack[]): number;
  /** Every symbol of any point of the program. */
  readonly all: number;
}

export interface EffectOptions {
  readonly forgetCallBacks?: boolean;
  readonly forgetClassInitialisers?: boolean;
}

/**
 * Propagates from the methods that hold points to whoever may run them, backwards over the call graph.
 * `ownSymbols` gives the symbols of the points in a method by index; `functionSymbols` those of the method
 * references and lambdas, by function object. O((methods + requests + targets) x symbols), iterative.
 */
export function effects(
  graph: CallGraphData,
  facts: LibraryFacts,
  ownSymbols: (method: number) => number,
  functionSymbols: (functionObject: number) => number,
  all: number,
  options: EffectOptions = {},
): Effects {
  // Nodes: methods, then function objects, then requests and call-backs as they are met.
  const methodCount = graph.methods.length;
  const functionCount = graph.functionObjects.length;
  const masks: number[] = [];
  const callers: number[][] = [];
  const node = (mask: number): number => {
    callers.push([]);
    return masks.push(mask) - 1;
  };
  for (let method = 0; method < methodCount; method++) node(ownSymbols(method));
  for (let one = 0; one < functionCount; one++) node(functionSymbols(one));
  const known = new Map<string, number>();

  const connect = (at: number, targets: Targets): void => {
    if (targets.anything) masks[at]! |= all;
    for (const method of targets.methods) callers[method]!.push(at);
    for (const one of targets.functions) callers[methodCount + one]!.push(at);
  };
  const callBackNode = (callBack: CallBack): number => {
    const key = `back ${callBack.type}#${callBack.method ?? ''}`;
    let at = known.get(key);
    if (at === undefined) {
      at = node(0);
      known.set(key, at);
      connect(at, graph.callBackTargets(callBack));
    }
    return at;
  };
  const requestNode = (request: Request): number => {
    const key = requestKey(request);
    let at = known.get(key);
    if (at !== undefined) return at;
    at = node(0);
    known.set(key, at);
    if (request.kind === 'initialise' && options.forgetClassInitialisers) return at;
    const targets = graph.targets(request);
    connect(at, targets);
    if (targets.library && !options.forgetCallBacks) {
      const callsBack = factsOf(request, facts)?.callsBack;
      if (callsBack === undefined) masks[at]! |= all;
      else for (const callBack of callsBack) callers[callBackNode(callBack)]!.push(at);
    }
    return at;
  };
  graph.methods.forEach((method, index) => {
    for (const request of method.requests) callers[requestNode(request)]!.push(index);
  });
  graph.functionObjects.forEach(({ object }, index) => {
    for (const request of object.runs) callers[requestNode(request)]!.push(methodCount + index);
  });
  const solve = (from: Iterable<number>): void => {
    const work = [...from];
    for (let at = work.pop(); at !== undefined; at = work.pop())
      for (const caller of callers[at]!) {
        const union = masks[caller]! | masks[at]!;
        if (union === masks[caller]) continue;
        masks[caller] = union;
        work.push(caller);
      }
  };
  solve(masks.keys());
  /** Requests that no scanned code makes are answered from their targets, which are solved. */
  const maskOf = (targets: Targets): number => {
    let mask = targets.anything ? all : 0;
    for (const method of targets.methods) mask |= masks[method]!;
    for (const one of targets.functions) mask |= masks[methodCount + one]!;
    return mask;
  };
  const ofCallBacks = (callBacks: readonly CallBack[]): number =>
    options.forgetCallBacks
      ? 0
      : callBacks.reduce((mask, callBack) => mask | maskOf(graph.callBackTargets(callBack)), 0);
  return {
    all,
    ofCallBacks,
    ofRequest: (request) => {
      const at = known.get(requestKey(request));
      if (at !== undefined) return masks[at]!;
      const targets = graph.targets(request);
      const callsBack = targets.library ? factsOf(request, facts)?.callsBack : [];
      return maskOf(targets) | (callsBack === undefined ? all : ofCallBacks(callsBack));
    },
  };
}
