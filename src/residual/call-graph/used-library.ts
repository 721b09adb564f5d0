import { addTo } from '../../group-by.ts';
import {
  collectorParts,
  type GivenToLibrary,
  givenToLibrary,
  keyComparators,
  runningIterators,
  valueMethods,
} from './implied-call-backs.ts';
import type { CallRequest, Request } from './request.ts';
import type { ScannedMethod } from './scanned-code.ts';

/** What the calls of a program give to the class library, which may run it in calls that name none of it. */
export interface UsedLibrary {
  /** Comparators that ask functions for keys (`Comparator.comparing`). */
  readonly comparesByKeys: boolean;
  readonly hasRunningIterators: boolean;
  readonly usesStreams: boolean;
  readonly usesCollectorParts: boolean;
  readonly given: ReadonlySet<GivenToLibrary>;
  /** `super.toString()` and its kin, by the class that calls it. */
  readonly superCalls: ReadonlyMap<string, readonly CallRequest[]>;
}

/** Looks at each distinct request once. O(requests). */
export function usedLibrary(methods: readonly ScannedMethod[]): UsedLibrary {
  let comparesByKeys = false;
  let hasRunningIterators = false;
  let usesStreams = false;
  let usesCollectorParts = false;
  const given = new Set<GivenToLibrary>();
  const superCalls = new Map<string, CallRequest[]>();
  const noted = new Set<CallRequest>();
  const note = (owner: string, requests: readonly Request[]): void => {
    for (const request of requests) {
      if (request.kind !== 'call') continue;
      if (request.dispatch === 'special' && valueMethods.get(request.name)?.[1] === request.descriptor)
        addTo(superCalls, owner, request);
      if (noted.has(request)) continue;
      noted.add(request);
      if (keyComparators.test(request.name)) comparesByKeys = true;
      if (request.owner.startsWith('java/util/stream/')) usesStreams = true;
      const called = `${request.owner}.${request.name}`;
      if (collectorParts.test(called)) usesCollectorParts = true;
      if (runningIterators.test(called)) hasRunningIterators = true;
      for (const one of givenToLibrary)
        if (one.calls.test(called) && one.descriptor?.test(request.descriptor) !== false) given.add(one);
    }
  };
  for (const { owner, requests, functions } of methods) {
    note(owner, requests);
    for (const { object } of functions) note(owner, object.runs);
  }
  return { comparesByKeys, hasRunningIterators, usesStreams, usesCollectorParts, given, superCalls };
}
