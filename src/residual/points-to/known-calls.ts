import type { CallGraph } from '../call-graph/call-graph.ts';
import type { Request } from '../call-graph/scanned-code.ts';
import type { CallBack } from '../facts/library-facts.ts';
import type { PointsTo } from './points-to.ts';

/** What a call on followed objects runs. */
export interface KnownCall {
  /** What the class library calls back, when the call runs code of it: one list, or none. */
  readonly callBacks: readonly CallBack[];
  readonly requests: readonly Request[];
  /** Whether all receivers are followed. If not, the request that the call makes is among the requests. */
  readonly isComplete: boolean;
}

/** Calls whose receivers points-to knows. Undefined: a call of another kind. */
export interface KnownCalls {
  /** By instruction of a method. */
  inMethod(method: {
    readonly className: string;
    readonly name: string;
    readonly descriptor: string;
  }): (instruction: number) => KnownRuns | undefined;
  /** The same for all calls of a method of the call graph that make the request. */
  ofRequest(method: number, request: Request): KnownCall | undefined;
  /** Whether code that is not analysed can have an object of the type (internal name), or of one below it. */
  isShown(type: string): boolean;
}

/** The same for one instruction, as others ask for it. */
export interface KnownRuns {
  readonly isComplete: boolean;
  readonly runs: {
    readonly requests: readonly Request[];
    readonly callBacks: readonly { readonly callsBack: readonly CallBack[]; readonly isWalking: false }[];
  };
}

export const nothingRuns: KnownCall = { callBacks: [], requests: [], isComplete: true };

/** Undefined when one is, or when there are none. */
export function unionOf(calls: readonly (KnownCall | undefined)[]): KnownCall | undefined {
  let callBacks = nothingRuns.callBacks;
  let isComplete = true;
  const requests = new Set<Request>();
  for (const one of calls) {
    if (one === undefined) return undefined;
    if (one.callBacks.length > 0) callBacks = one.callBacks;
    isComplete &&= one.isComplete;
    for (const request of one.requests) requests.add(request);
  }
  return calls.length === 0 ? undefined : { callBacks, requests: [...requests], isComplete };
}

/** Answers about requests are computed per method when first asked for. O(calls). */
export function knownCalls(graph: CallGraph, pointsTo: PointsTo): KnownCalls {
  let last: {
    readonly method: number;
    readonly calls: ReadonlyMap<Request, KnownCall | undefined>;
  } = {
    method: -1,
    calls: new Map(),
  };
  return {
    inMethod({ className, name, descriptor }) {
      const methods = graph.find(className, name, descriptor);
      return (instruction) => {
        const known = unionOf(methods.map((method) => pointsTo.runs(method, instruction)));
        if (known === undefined) return undefined;
        const { callBacks, requests, isComplete } = known;
        return {
          isComplete,
          runs: {
            requests,
            callBacks: callBacks.length === 0 ? [] : [{ callsBack: callBacks, isWalking: false }],
          },
        };
      };
    },
    ofRequest(method, request) {
      if (last.method !== method) last = { method, calls: callsOf(method, graph, pointsTo) };
      return last.calls.get(request);
    },
    isShown: pointsTo.isShown,
  };
}

function callsOf(
  method: number,
  graph: CallGraph,
  pointsTo: PointsTo,
): ReadonlyMap<Request, KnownCall | undefined> {
  const calls = new Map<Request, KnownCall | undefined>();
  for (const instruction of pointsTo.calls(method)) {
    const request = pointsTo.requestOf(method, instruction);
    if (request === undefined) continue;
    const known = graph.intern(request);
    const call = pointsTo.runs(method, instruction);
    calls.set(known, calls.has(known) ? unionOf([calls.get(known), call]) : call);
  }
  return calls;
}
