import type { Request } from '../../call-graph/request.ts';
import type { CallBack } from '../../facts/library-facts.ts';

/** What a call on followed objects runs. */
export interface KnownCall {
  /** What the class library calls back, when the call runs code of it: one list, or none. */
  readonly callBacks: readonly CallBack[];
  readonly requests: readonly Request[];
  /** Whether all receivers are followed. If not, the request that the call makes is among the requests. */
  readonly isComplete: boolean;
}

export const nothingRuns: KnownCall = { callBacks: [], requests: [], isComplete: true };

/** Of one call or more. */
export function unionOf(calls: readonly KnownCall[]): KnownCall {
  let callBacks = nothingRuns.callBacks;
  let isComplete = true;
  const requests = new Set<Request>();
  for (const one of calls) {
    if (one.callBacks.length > 0) callBacks = one.callBacks;
    isComplete &&= one.isComplete;
    for (const request of one.requests) requests.add(request);
  }
  return { callBacks, requests: [...requests], isComplete };
}
