import { once } from '../../remembering.ts';
import type { ClassHierarchy } from '../analysis.ts';
import type { CallBack } from '../facts/library-facts.ts';
import { type CallBackTargets, callBackTargets } from './call-back-targets.ts';
import { exactCalls } from './exact-calls.ts';
import { functionTargets } from './function-targets.ts';
import { objectProtocol } from './implied-call-backs.ts';
import { type MadeFunction, programIndex } from './program-index.ts';
import type { CallRequest, Request } from './request.ts';
import { type CallGraphOptions, requestTargets } from './request-targets.ts';
import { requestsMade } from './requests-made.ts';
import type { ScannedMethod } from './scanned-code.ts';
import type { ScannedProgram } from './scanned-program.ts';
import { merge, type Targets } from './targets.ts';
import { typeRelations } from './type-relations.ts';
import { usedLibrary } from './used-library.ts';

/**
 * Which code a request may run: class hierarchy analysis (Dean, Grove, Chambers, ECOOP 1995) over the
 * application and the class path. The class library (origin `jdk`) is not entered: what it calls back is what
 * facts say, and without a fact it may call anything.
 *
 * Assumed, and stated in docs/soundness.md: every class that runs is among the sources (none is generated
 * at run time or loaded from elsewhere later; a class that is missing here is missing then, too, and so are its
 * subclasses); class initialisers of the class library run no application code.
 */
export interface CallGraph {
  readonly methods: readonly ScannedMethod[];
  /** The object that stands for all requests that are equal to this one: asking with it takes no time. */
  intern<R extends Request>(request: R): R;
  /**
   * The same call on an object of exactly this class, interned; the call itself where its target depends on
   * more than that.
   */
  onClass(request: CallRequest, className: string): CallRequest;
  /** Methods of application and class path that the request may run directly, as indices into `methods`. */
  targets(request: Request): Targets;
  /** What a call-back declared by a fact may run. */
  callBackTargets(callBack: CallBack): Targets;
  /** Of that, what may be called on an object of exactly this class of the program. Without functions. */
  callBackTargetsOn(className: string, callBack: CallBack): Targets;
  /** Index of a method by class, name and descriptor (of duplicates: all). */
  find(owner: string, name: string, descriptor: string): readonly number[];
  /** What the code of the program asks for, and its function objects. O(requests) the first time. */
  made(): ReadonlySet<Request>;
  isLibrary(className: string): boolean;
  mayBeLibrary(className: string): boolean;
}

export interface CallGraphData extends CallGraph {
  /**
   * Whether the program makes comparators of the class library that ask functions for keys
   * (`Comparator.comparing`).
   */
  readonly comparesByKeys: boolean;
  readonly functionObjects: readonly MadeFunction[];
  /** What `callBackTargets` are put together from. */
  readonly callBacks: CallBackTargets;
}

/**
 * Of the classes of the application and of the class path. Targets are computed when first asked for, per
 * distinct request. O(requests) time and memory.
 */
export function callGraph(
  { methods, intern }: ScannedProgram,
  hierarchy: ClassHierarchy,
  options: CallGraphOptions = {},
): CallGraphData {
  const index = programIndex(methods);
  const used = usedLibrary(methods);
  const relations = typeRelations(hierarchy);
  const context = {
    index,
    hierarchy,
    relations,
    functions: functionTargets(index, hierarchy),
    options,
  };
  const callBacks = callBackTargets(context, used);
  const compute = requestTargets(context, () => merge(objectProtocol.map(callBacks.all)));
  const answers = new Map<Request, Targets>();
  return {
    methods,
    functionObjects: index.functionObjects,
    comparesByKeys: used.comparesByKeys,
    intern,
    onClass: exactCalls(hierarchy, intern),
    targets: (request) => {
      const direct = answers.get(request);
      if (direct !== undefined) return direct;
      const known = intern(request);
      let answer = answers.get(known);
      if (answer === undefined) {
        answer = compute(known);
        answers.set(known, answer);
      }
      return answer;
    },
    callBackTargets: callBacks.all,
    callBackTargetsOn: callBacks.onObjectOf,
    callBacks,
    made: once(() => requestsMade(index)),
    find: index.find,
    isLibrary: relations.isLibrary,
    mayBeLibrary: relations.mayBeLibrary,
  };
}
