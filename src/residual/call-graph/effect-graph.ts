import { toBinaryName } from '../../classfile/descriptors.ts';
import { type CallBack, callBackKey, type LibraryFacts } from '../facts/library-facts.ts';
import type { CallGraphData } from './call-graph.ts';
import { objectProtocol } from './implied-call-backs.ts';
import { type Request, requestKey } from './request.ts';
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
 * Who runs whom: the part of `effects` that is the same for every property. Nodes are the methods of the call
 * graph, then its function objects, then requests and call-backs in the order in which they are met: what a
 * node runs is found out when it is first asked for.
 */
export interface EffectGraph {
  /** What running the node runs directly, in the order of the call graph. Undefined: it may run anything. */
  callees(node: number): readonly number[] | undefined;
  /**
   * On objects of any type, whatever `isShown` says: who asks may know more of the receiver than is known of
   * all calls of a method.
   */
  nodeOfRequest(request: Request): number;
  /** Likewise. */
  nodeOfCallBack(callBack: CallBack): number;
  nodeOfFunction(functionObject: number): number;
  /** Whether it is long until `callees` knows, the first time. */
  takesLong(node: number): boolean;
  /** For people. Undefined: what runs it says enough. */
  nameOf(node: number): string | undefined;
}

/** Objects that a call is dispatched on, or that are called back: `shown`: see `EffectOptions.isShown`. */
type Receivers = 'any' | 'shown';

/** What the nodes behind methods and function objects stand for. */
type Asked = { readonly receivers: Receivers } & (
  | { readonly kind: 'request'; readonly request: Request }
  | { readonly kind: 'callBack' | 'furtherMethods'; readonly callBack: CallBack }
);

/** Each node takes O(targets), once. */
export function effectGraph(
  graph: CallGraphData,
  facts: LibraryFacts,
  options: EffectOptions = {},
): EffectGraph {
  const { isShown, isReachable, knownCall } = options;
  const methodCount = graph.methods.length;
  const firstAsked = methodCount + graph.functionObjects.length;
  const asked: Asked[] = [];
  const requests = { any: new Map<Request, number>(), shown: new Map<Request, number>() };
  const callBacks = new Map<string, number>();
  const shown: Receivers = isShown === undefined ? 'any' : 'shown';
  const nodeOfFunction = (functionObject: number): number => methodCount + functionObject;
  const node = (what: Asked): number => firstAsked + asked.push(what) - 1;

  const requestNode = (request: Request, receivers: Receivers): number => {
    const known = requests[receivers];
    let at = known.get(request);
    if (at !== undefined) return at;
    const interned = graph.intern(request);
    at = known.get(interned) ?? node({ kind: 'request', request: interned, receivers });
    known.set(interned, at);
    return at;
  };
  const callBackNode = (
    callBack: CallBack,
    receivers: Receivers,
    kind: 'callBack' | 'furtherMethods' = 'callBack',
  ): number => {
    const key = `${kind} ${receivers} ${callBackKey(callBack)}`;
    let at = callBacks.get(key);
    if (at === undefined) {
      at = node({ kind, callBack, receivers });
      callBacks.set(key, at);
    }
    return at;
  };

  const ofMethod = (method: number): readonly number[] => {
    const found: number[] = [];
    for (const request of graph.methods[method]!.requests) {
      const known = knownCall?.(method, request);
      for (const one of known?.requests ?? [request]) found.push(requestNode(one, shown));
      for (const callBack of known?.callBacks ?? []) found.push(callBackNode(callBack, shown));
    }
    return found;
  };
  const ofFunction = (functionObject: number): readonly number[] =>
    graph.functionObjects[functionObject]!.object.runs.map((request) => requestNode(request, shown));
  const ofTargets = ({ methods, functions }: Targets, receivers: Receivers): number[] => {
    const found: number[] = [];
    for (const method of methods) {
      if (isReachable?.(method) === false) continue;
      if (receivers === 'any' || isShown!(graph.methods[method]!.owner)) found.push(method);
    }
    for (const one of functions) found.push(nodeOfFunction(one));
    return found;
  };
  const ofRequest = (request: Request, receivers: Receivers): readonly number[] | undefined => {
    if (request.kind === 'initialise' && options.forgetClassInitialisers) return [];
    if (request.kind === 'objectProtocol')
      return objectProtocol.map((callBack) => callBackNode(callBack, receivers));
    const targets = graph.targets(request);
    if (targets.anything) return undefined;
    const isDispatched = request.kind === 'call' && request.dispatch === 'virtual';
    const found = ofTargets(targets, isDispatched ? receivers : 'any');
    if (!targets.library || options.forgetCallBacks) return found;
    const callsBack = factsOf(request, facts)?.callsBack;
    if (callsBack === undefined) return undefined;
    for (const callBack of callsBack) found.push(callBackNode(callBack, receivers));
    return found;
  };
  // What takes long to find comes last: a search for anything at all has mostly ended before.
  const ofCallBack = (callBack: CallBack, receivers: Receivers): readonly number[] | undefined => {
    if (options.forgetCallBacks) return [];
    const targets = graph.callBacks.named(callBack);
    if (targets.anything) return undefined;
    return [
      ...ofTargets(targets, receivers),
      ...graph.callBacks.implied(callBack).map((one) => callBackNode(one, receivers)),
      callBackNode(callBack, receivers, 'furtherMethods'),
    ];
  };
  const ofFurtherMethods = (callBack: CallBack, receivers: Receivers): readonly number[] | undefined => {
    const targets = graph.callBacks.furtherMethods(callBack);
    return targets.anything ? undefined : ofTargets(targets, receivers);
  };

  const find = (at: number): readonly number[] | undefined => {
    if (at < methodCount) return ofMethod(at);
    if (at < firstAsked) return ofFunction(at - methodCount);
    const what = asked[at - firstAsked]!;
    switch (what.kind) {
      case 'request':
        return ofRequest(what.request, what.receivers);
      case 'callBack':
        return ofCallBack(what.callBack, what.receivers);
      case 'furtherMethods':
        return ofFurtherMethods(what.callBack, what.receivers);
    }
  };
  const known = new Map<number, readonly number[] | undefined>();
  return {
    callees(at) {
      if (!known.has(at)) known.set(at, find(at));
      return known.get(at);
    },
    nodeOfRequest: (request) => requestNode(request, 'any'),
    nodeOfCallBack: (callBack) => callBackNode(callBack, 'any'),
    nodeOfFunction,
    takesLong: (at) => at >= firstAsked && asked[at - firstAsked]!.kind === 'furtherMethods',
    nameOf(at) {
      const method = graph.methods[at];
      if (method !== undefined) return `${toBinaryName(method.owner)}.${method.name}`;
      if (at < firstAsked) return 'a function object';
      const what = asked[at - firstAsked]!;
      if (what.kind === 'furtherMethods') return undefined;
      return what.kind === 'request' ? requestKey(what.request) : `call-back ${callBackKey(what.callBack)}`;
    },
  };
}
