import type { CallGraph } from '../call-graph/call-graph.ts';
import type { Request } from '../call-graph/request.ts';
import type { CallBack } from '../facts/library-facts.ts';
import { type KnownCall, unionOf } from './heap/known-call.ts';
import type { PointsTo } from './points-to-result.ts';

/** Calls whose receivers points-to knows. Undefined: a call of another kind. */
export interface KnownCalls {
  /** By instruction of a method, and what it asks for (a request of the call graph). */
  inMethod(method: {
    readonly className: string;
    readonly name: string;
    readonly descriptor: string;
  }): (instruction: number, request: Request) => KnownRuns | undefined;
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

/** Answers about requests are computed per method when first asked for. O(calls). */
export function knownCalls(graph: CallGraph, pointsTo: PointsTo): KnownCalls {
  let last: {
    readonly method: number;
    readonly calls: ReadonlyMap<Request, KnownCall>;
  } = {
    method: -1,
    calls: new Map(),
  };
  return {
    inMethod({ className, name, descriptor }) {
      const methods = graph.find(className, name, descriptor);
      return (instruction, request) => {
        // Of classes that are there twice, the code that makes this call.
        const calls = methods
          .filter((method) => pointsTo.requestOf(method, instruction) === request)
          .flatMap((method) => pointsTo.runs(method, instruction) ?? []);
        if (calls.length === 0) return undefined;
        const { callBacks, requests, isComplete } = unionOf(calls);
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
      if (last.method !== method) last = { method, calls: callsOf(method, pointsTo) };
      return last.calls.get(request);
    },
    isShown: pointsTo.isShown,
  };
}

function callsOf(method: number, pointsTo: PointsTo): ReadonlyMap<Request, KnownCall> {
  const calls = new Map<Request, KnownCall>();
  for (const instruction of pointsTo.calls(method)) {
    const call = pointsTo.runs(method, instruction);
    const request = pointsTo.requestOf(method, instruction);
    if (request === undefined || call === undefined) continue;
    const before = calls.get(request);
    calls.set(request, before === undefined ? call : unionOf([before, call]));
  }
  return calls;
}
