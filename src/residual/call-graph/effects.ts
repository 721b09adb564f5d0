import type { CallBack, LibraryFacts } from '../facts/library-facts.ts';
import type { CallGraphData } from './call-graph.ts';
import type { Request } from './scanned-code.ts';
import { requestKey } from './scanned-code.ts';
import type { Targets } from './targets.ts';
import { factsOf } from './targets.ts';

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

export interface EffectOptions {
  readonly forgetCallBacks?: boolean;
  readonly forgetClassInitialisers?: boolean;
  /** What all calls of a method that make the request run, where that is known. */
  readonly knownCall?: (
    method: number,
    request: Request,
  ) => { readonly callBacks: readonly CallBack[]; readonly requests: readonly Request[] } | undefined;
  /**
   * Whether methods of the type (internal name) may be what a call-back runs, or a call that is dispatched on an object that
   * `knownCall` does not name.
   */
  readonly isShown?: (type: string) => boolean;
  /** Whether a method, by index, ever runs. */
  readonly isReachable?: (method: number) => boolean;
}

/** Properties have at most this many event definitions; `effects` is not asked about others. */
export const maxSymbols = 31;

const maxWitness = 12;

/**
 * Who runs whom: the part of `effects` that is the same for every property. Nodes are the methods of the
 * call graph, then its function objects, then requests and call-backs.
 */
export interface EffectGraph {
  readonly graph: CallGraphData;
  readonly facts: LibraryFacts;
  readonly options: EffectOptions;
  readonly nodeCount: number;
  /** Nodes that may run anything, ascending. */
  readonly anything: readonly number[];
  /** Callers in compressed rows: those of node n are `caller[callerStart[n]]` to `caller[callerStart[n + 1] - 1]`. */
  readonly callerStart: Int32Array;
  readonly caller: Int32Array;
  nodeOf(request: Request): number | undefined;
  /** For people. */
  nameOf(node: number): string;
}

/** O(methods + requests + targets). */
export function effectGraph(
  graph: CallGraphData,
  facts: LibraryFacts,
  options: EffectOptions = {},
): EffectGraph {
  const methodCount = graph.methods.length;
  const firstRequest = methodCount + graph.functionObjects.length;
  /** What the nodes from `firstRequest` on stand for. */
  const others: (Request | CallBack)[] = [];
  const anything: number[] = [];
  const callees: number[] = [];
  const callers: number[] = [];
  const callBacks = new Map<string, number>();
  const requests = new Map<Request, number>();

  const node = (what: Request | CallBack): number => firstRequest + others.push(what) - 1;
  const runs = (caller: number, callee: number): void => {
    callees.push(callee);
    callers.push(caller);
  };
  const { isShown, isReachable } = options;
  const connect = (at: number, targets: Targets, isDispatched: boolean): void => {
    if (targets.anything) anything.push(at);
    for (const method of targets.methods) {
      if (isReachable?.(method) === false) continue;
      if (!isDispatched || isShown === undefined || isShown(graph.methods[method]!.owner)) runs(at, method);
    }
    for (const one of targets.functions) runs(at, methodCount + one);
  };
  const callBackNode = (callBack: CallBack): number => {
    const key = callBackKey(callBack);
    let at = callBacks.get(key);
    if (at === undefined) {
      at = node(callBack);
      callBacks.set(key, at);
      connect(at, graph.callBackTargets(callBack), true);
    }
    return at;
  };
  const requestNode = (request: Request): number => {
    let at = requests.get(request);
    if (at !== undefined) return at;
    at = node(request);
    requests.set(request, at);
    if (request.kind === 'initialise' && options.forgetClassInitialisers) return at;
    const targets = graph.targets(request);
    connect(
      at,
      targets,
      request.kind === 'objectProtocol' || (request.kind === 'call' && request.dispatch === 'virtual'),
    );
    if (targets.library && !options.forgetCallBacks) {
      const callsBack = factsOf(request, facts)?.callsBack;
      if (callsBack === undefined) anything.push(at);
      else for (const callBack of callsBack) runs(at, callBackNode(callBack));
    }
    return at;
  };
  graph.methods.forEach((method, index) => {
    for (const request of method.requests) {
      const known = options.knownCall?.(index, request);
      if (known === undefined) {
        runs(index, requestNode(request));
        continue;
      }
      for (const one of known.requests) runs(index, requestNode(one));
      if (!options.forgetCallBacks)
        for (const callBack of known.callBacks) runs(index, callBackNode(callBack));
    }
  });
  graph.functionObjects.forEach(({ object }, index) => {
    for (const request of object.runs) runs(methodCount + index, requestNode(request));
  });
  const nodeCount = firstRequest + others.length;
  const callerStart = new Int32Array(nodeCount + 1);
  for (let edge = 0; edge < callees.length; edge++) callerStart[callees[edge]! + 1]!++;
  for (let at = 0; at < nodeCount; at++) callerStart[at + 1]! += callerStart[at]!;
  const next = callerStart.slice();
  const caller = new Int32Array(callees.length);
  for (let edge = 0; edge < callees.length; edge++) caller[next[callees[edge]!]!++] = callers[edge]!;
  return {
    graph,
    facts,
    options,
    nodeCount,
    anything,
    callerStart,
    caller,
    nodeOf: (request) => requests.get(request) ?? requests.get(graph.intern(request)),
    nameOf: (at) => {
      if (at >= firstRequest) {
        const what = others[at - firstRequest]!;
        return 'kind' in what ? requestKey(what) : callBackKey(what);
      }
      const method = graph.methods[at];
      return method === undefined
        ? 'a function object'
        : `${method.owner.replaceAll('/', '.')}.${method.name}`;
    },
  };
}

function callBackKey({ type, method }: CallBack): string {
  return `call-back ${type}#${method ?? '*'}`;
}

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
  { graph, nodeCount, anything, callerStart, caller }: EffectGraph,
  own: OwnSymbols,
  all: number,
  origins: ReadonlyMap<number, Int32Array> = new Map(),
): Int32Array {
  const masks = new Int32Array(nodeCount);
  for (const [method, mask] of own.methods) masks[method] = mask;
  for (const [one, mask] of own.functionObjects) masks[graph.methods.length + one] = mask;
  for (const at of anything) masks[at]! |= all;
  const followed = [...origins];
  let work: number[] = [];
  for (let at = 0; at < nodeCount; at++) if (masks[at] !== 0) work.push(at);
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
