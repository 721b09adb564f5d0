import { toBinaryName } from '../../classfile/descriptors.ts';
import { rowStarts } from '../../compressed-rows.ts';
import { type CallBack, callBackKey, type LibraryFacts } from '../facts/library-facts.ts';
import type { CallGraphData } from './call-graph.ts';
import { type Request, requestKey } from './scanned-code.ts';
import { factsOf, type Targets } from './targets.ts';

export interface EffectOptions {
  readonly forgetCallBacks?: boolean;
  readonly forgetClassInitialisers?: boolean;
  /** What all calls of a method that make the request run, where that is known. */
  readonly knownCall?: (
    method: number,
    request: Request,
  ) => { readonly callBacks: readonly CallBack[]; readonly requests: readonly Request[] } | undefined;
  /**
   * Whether methods of the type (internal name) may be what a call-back runs, or a call that is dispatched on
   * an object that `knownCall` does not name.
   */
  readonly isShown?: (type: string) => boolean;
  /** Whether a method, by index, ever runs. */
  readonly isReachable?: (method: number) => boolean;
}

/**
 * Who runs whom: the part of `effects` that is the same for every property. Nodes are the methods of the
 * call graph, then its function objects, then requests and call-backs.
 */
export interface EffectGraph {
  readonly graph: CallGraphData;
  readonly facts: LibraryFacts;
  readonly options: EffectOptions;
  readonly nodeCount: number;
  /** Nodes that may run anything themselves, ascending. */
  readonly anything: readonly number[];
  /** By node, 1 where it may run one of these: every event may be its. */
  readonly isOpen: Uint8Array;
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
  const callerStart = rowStarts(nodeCount, callees);
  const next = callerStart.slice();
  const caller = new Int32Array(callees.length);
  for (let edge = 0; edge < callees.length; edge++) caller[next[callees[edge]!]!++] = callers[edge]!;
  return {
    graph,
    facts,
    options,
    nodeCount,
    anything,
    isOpen: callersOf(anything, callerStart, caller),
    callerStart,
    caller,
    nodeOf: (request) => requests.get(request) ?? requests.get(graph.intern(request)),
    nameOf: (at) => {
      if (at >= firstRequest) {
        const what = others[at - firstRequest]!;
        return 'kind' in what ? requestKey(what) : `call-back ${callBackKey(what)}`;
      }
      const method = graph.methods[at];
      return method === undefined ? 'a function object' : `${toBinaryName(method.owner)}.${method.name}`;
    },
  };
}

/** By node, 1 for these nodes and for all that call them, directly or not. O(edges), iterative. */
function callersOf(nodes: readonly number[], callerStart: Int32Array, caller: Int32Array): Uint8Array {
  const found = new Uint8Array(callerStart.length - 1);
  const work: number[] = [];
  const find = (at: number): void => {
    if (found[at] === 1) return;
    found[at] = 1;
    work.push(at);
  };
  for (const at of nodes) find(at);
  for (let at = work.pop(); at !== undefined; at = work.pop())
    for (let edge = callerStart[at]!; edge < callerStart[at + 1]!; edge++) find(caller[edge]!);
  return found;
}
