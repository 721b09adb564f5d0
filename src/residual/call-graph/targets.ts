import type { CallFacts, LibraryFacts } from '../facts/library-facts.ts';
import type { Request } from './request.ts';

/** What a request or a call-back may run. */
export interface Targets {
  readonly methods: readonly number[];
  /** Function objects (index into `functionObjects`) whose body may run. */
  readonly functions: readonly number[];
  /** Code of the class library may run: ask facts. */
  readonly library: boolean;
  /** Anything may run: a class is missing, a native method, an unknown bootstrap method. */
  readonly anything: boolean;
}

export const noTargets: Targets = { methods: [], functions: [], library: false, anything: false };
export const anyTarget: Targets = { ...noTargets, anything: true };

/** What runs when one of several does. */
export function merge(all: readonly Targets[]): Targets {
  return {
    methods: [...new Set(all.flatMap((one) => one.methods))],
    functions: [...new Set(all.flatMap((one) => one.functions))],
    library: all.some((one) => one.library),
    anything: all.some((one) => one.anything),
  };
}

/** A sorted copy. */
export function ascending(numbers: Iterable<number>): readonly number[] {
  return [...numbers].sort((left, right) => left - right);
}

/** Facts about a call request, if the class library may be what runs. */
export function factsOf(request: Request, facts: LibraryFacts): CallFacts | undefined {
  return request.kind === 'call' ? facts.ofCall(request) : undefined;
}
