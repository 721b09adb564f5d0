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
  /** For people: how running the request comes to produce the symbol, caller first. Empty when it does not. */
  witness(request: Request, symbol: number): readonly string[];
}

export interface EffectOptions {
  readonly forgetCallBacks?: boolean;
  readonly forgetClassInitialisers?: boolean;
}

/** Properties have at most this many event definitions; `effects` is not asked about others. */
export const maxSymbols = 31;

const maxWitness = 12;

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
  const masks: number[] = [];
  const callers: number[][] = [];
  const names: (string | undefined)[] = [];
  /** Per node and symbol, the node it came from; -1: the node itself. */
  const cameFrom = new Map<number, number>();
  const node = (mask: number, name?: string): number => {
    callers.push([]);
    names.push(name);
    return masks.push(mask) - 1;
  };
  for (let method = 0; method < methodCount; method++) node(ownSymbols(method));
  for (let one = 0; one < graph.functionObjects.length; one++) node(functionSymbols(one));
  const known = new Map<string, number>();

  const connect = (at: number, targets: Targets): void => {
    if (targets.anything) masks[at]! |= all;
    for (const method of targets.methods) callers[method]!.push(at);
    for (const one of targets.functions) callers[methodCount + one]!.push(at);
  };
  const callBackNode = (callBack: CallBack): number => {
    const key = `call-back ${callBack.type}#${callBack.method ?? '*'}`;
    let at = known.get(key);
    if (at === undefined) {
      at = node(0, key);
      known.set(key, at);
      connect(at, graph.callBackTargets(callBack));
    }
    return at;
  };
  const requestNode = (request: Request): number => {
    const key = requestKey(request);
    let at = known.get(key);
    if (at !== undefined) return at;
    at = node(0, key);
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
  let work = [...masks.keys()].filter((at) => masks[at] !== 0);
  while (work.length > 0) {
    const next: number[] = [];
    for (const at of work)
      for (const caller of callers[at]!) {
        const added = masks[at]! & ~masks[caller]!;
        if (added === 0) continue;
        masks[caller]! |= added;
        for (let symbol = 0; symbol < maxSymbols; symbol++)
          if ((added & (1 << symbol)) !== 0) cameFrom.set(caller * maxSymbols + symbol, at);
        next.push(caller);
      }
    work = next;
  }

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
  const nameOf = (at: number): string => {
    if (at >= methodCount) return names[at] ?? 'a function object';
    const { owner, name } = graph.methods[at]!;
    return `${owner.replaceAll('/', '.')}.${name}`;
  };
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
    witness: (request, symbol) => {
      const steps: string[] = [];
      let at = known.get(requestKey(request));
      while (at !== undefined && (masks[at]! & (1 << symbol)) !== 0 && steps.length < maxWitness) {
        steps.push(nameOf(at));
        at = cameFrom.get(at * maxSymbols + symbol);
      }
      return steps;
    },
  };
}
