import type { ProgramIndex } from './program-index.ts';
import type { Request } from './request.ts';

/** What the code of the program asks for, and its function objects. O(requests). */
export function requestsMade({
  methods,
  functionObjects,
}: Pick<ProgramIndex, 'methods' | 'functionObjects'>): ReadonlySet<Request> {
  const made = new Set<Request>();
  for (const { requests } of methods) for (const request of requests) made.add(request);
  for (const { object } of functionObjects) for (const request of object.runs) made.add(request);
  return made;
}
