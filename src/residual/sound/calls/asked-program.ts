import { once } from '../../../remembering.ts';
import type { ClassHierarchy } from '../../analysis.ts';
import type { CallGraph } from '../../call-graph/call-graph.ts';
import type { CallRequest } from '../../call-graph/request.ts';
import type { CallFacts, LibraryFacts } from '../../facts/library-facts.ts';
import { makesReversedView } from '../../facts/walking.ts';
import type { MethodCode } from '../values/method-code.ts';
import type { MethodCodes } from '../values/method-codes.ts';

/** What the steps ask about the program, besides its points and events: all of it goes through here. */
export interface AskedProgram {
  /** The code of a method of the graph, by index. */
  codeOf(method: number): MethodCode | undefined;
  /** Whether it makes a request. */
  hasRequests(method: number): boolean;
  readonly graph: Omit<CallGraph, 'find'>;
  readonly hierarchy: Pick<
    ClassHierarchy,
    'isSubtype' | 'superTypes' | 'programSubtypes' | 'resolveMethod' | 'mayBeOfJdk'
  >;
  /** What facts say of a call. */
  factsOf(call: CallRequest): CallFacts | undefined;
  /** Whether the program asks for reversed views of collections. */
  makesReversedViews(): boolean;
}

/** Questions are not noted. */
export function askedProgram(
  graph: CallGraph,
  hierarchy: ClassHierarchy,
  facts: LibraryFacts,
  codes: MethodCodes,
): AskedProgram {
  const known = new Map<CallRequest, CallFacts | undefined>();
  return {
    codeOf: codes.inGraph,
    hasRequests: (method) => graph.methods[method]!.requests.length > 0,
    graph,
    hierarchy,
    factsOf(call) {
      if (!known.has(call)) known.set(call, facts.ofCall(call));
      return known.get(call);
    },
    makesReversedViews: once(() => programAsks(graph, makesReversedView)),
  };
}

/** Whether a method of the program, or a function object that one makes, calls such a method of the class library. */
export function programAsks(
  graph: Pick<CallGraph, 'made' | 'targets'>,
  isSuch: (call: CallRequest) => boolean,
): boolean {
  for (const request of graph.made())
    if (request.kind === 'call' && isSuch(request) && graph.targets(request).library) return true;
  return false;
}
