import { computationalType, returnTypeOf } from '../../../classfile/descriptors.ts';
import { type CallRequest, requestKey } from '../../call-graph/request.ts';
import { noTargets, type Targets } from '../../call-graph/targets.ts';
import type { CallFacts } from '../../facts/library-facts.ts';
import { showsItsMap } from '../../facts/shown-map.ts';
import type { CallResult, ObjectKind } from '../values/call-knowledge.ts';
import { callAt, instructionAt, type MethodCode } from '../values/method-code.ts';
import { kindsIn } from '../values/object-kind.ts';
import { bothUses, keeps, noUse, type Use, unionOf } from '../values/use.ts';
import type { BoundedAnswers } from './bounded-answers.ts';
import { inheritedLibraryCode } from './inherited-library-code.ts';
import type { SummaryContext } from './summary-context.ts';

/** What an instruction that runs other code does with an operand. */
export type UseAt = (
  method: MethodCode,
  index: number,
  operand: 'receiver' | number,
  object: ObjectKind,
) => Use;

export interface UsesByCalls {
  readonly at: UseAt;
  /** Where nothing is known of the result. */
  ofCall(call: CallRequest, operand: 'receiver' | number, object: ObjectKind): Use;
}

/**
 * From facts for the class library, and from what methods that a call may run do with their parameter. `keyOf`: the
 * same for equal kinds alone. `resultAt`: what an instruction returns.
 */
export function usesByCalls(
  { program, lookedAt, weakenings }: SummaryContext,
  answers: BoundedAnswers,
  keyOf: (object: ObjectKind) => string,
  useOfParameter: (method: number, operand: 'receiver' | number, object: ObjectKind) => Use,
  resultAt: (method: MethodCode, index: number) => CallResult,
): UsesByCalls {
  const { graph, hierarchy, factsOf } = program;
  const inheritsFromLibrary = inheritedLibraryCode(program, lookedAt);
  /**
   * A library of collections has thousands of iterators, and each loop over what may be any of its collections
   * asks for all of them.
   */
  const usesOfAny = answers.memory<string, Use>();

  /** What a call runs when the receiver is the object itself. */
  function targetsOn(call: CallRequest, object: ObjectKind): Targets {
    if (call.dispatch !== 'virtual') return graph.targets(call);
    if (object.kind === 'library') return libraryOnly;
    if (object.kind === 'exact') return graph.targets(graph.onClass(call, object.className));
    return graph.targets(call);
  }

  /** Facts about the call; those about a more exact receiver class may say more. */
  function factsAbout(call: CallRequest, object: ObjectKind): CallFacts | undefined {
    const exact = object.kind === 'exact' ? factsOf(graph.onClass(call, object.className)) : undefined;
    return exact ?? factsOf(call);
  }

  /** What the call does with the operand. */
  function useByCall(call: CallRequest, operand: 'receiver' | number, object: ObjectKind): Use {
    if (object.kind === 'oneOf' && operand === 'receiver')
      return usesOfAny.level(`${keyOf(object)} ${requestKey(call)}`, () =>
        unionOf(object.kinds, (one) => useByCall(call, operand, one)),
      );
    const targets = operand === 'receiver' ? targetsOn(call, object) : graph.targets(call);
    if (targets.anything) return keeps;
    let byLibrary = noUse;
    if (targets.library) {
      const known = factsAbout(call, operand === 'receiver' ? object : { kind: 'unknown' });
      if (known === undefined || known.isRetained(operand)) return keeps;
      const type = object.kind === 'exact' ? object.className : call.owner;
      if (showsItsMap(hierarchy, type, call.name)) return keeps;
      // Code that the library calls back may be given the arguments. The receiver is given to nobody, but a
      // receiver of an application class that inherits the library's method may be what is called back.
      if (operand !== 'receiver' && known.callsBack?.length !== 0) return keeps;
      if (operand === 'receiver' && !isLibraryObject(object) && inheritsFromLibrary(call, object))
        byLibrary = useByOwnCallBacks(known, object);
      // An iterator, a view or a stream calls what the object overrides when it is used, which is later.
      if (byLibrary.symbols !== 0 && mayHold(call)) return keeps;
    }
    if (weakenings.has('forgetArguments')) return noUse;
    if (targets.functions.length > 0 && operand !== 'receiver') return keeps;
    return bothUses(
      byLibrary,
      unionOf(targets.methods, (method) => useOfParameter(method, operand, object)),
    );
  }

  function isLibraryObject(object: ObjectKind): boolean {
    return object.kind === 'library' || (object.kind === 'exact' && graph.isLibrary(object.className));
  }

  /** Whether the class library's method returns the operand. */
  function mayReturn(call: CallRequest, operand: 'receiver' | number, object: ObjectKind): boolean {
    return kindsIn(object).some((one) => {
      const returns = factsAbout(call, operand === 'receiver' ? one : { kind: 'unknown' })?.returns;
      return typeof returns === 'object' && returns.operand === operand;
    });
  }

  /** What overriding methods do with the object that the class library calls on the object itself. */
  function useByOwnCallBacks({ callsBack }: CallFacts, object: ObjectKind): Use {
    if (callsBack === undefined) return keeps;
    if (weakenings.has('forgetArguments') || weakenings.has('forgetOwnCallBacks')) return noUse;
    return unionOf(callsBack, (callBack) => {
      const { methods, anything } =
        object.kind === 'exact'
          ? graph.callBackTargetsOn(object.className, callBack)
          : graph.callBackTargets(callBack);
      return anything ? keeps : unionOf(methods, (method) => useOfParameter(method, 'receiver', object));
    });
  }

  return {
    ofCall: (call, operand, object) =>
      mayReturn(call, operand, object) ? keeps : useByCall(call, operand, object),
    at(method, index, operand, object) {
      const call = callAt(method, index, graph);
      if (call !== undefined) {
        const use = useByCall(call, operand, object);
        if (use.keeps || !mayReturn(call, operand, object)) return use;
        // Then it is followed through the result where that is known to be nothing else.
        const result = resultAt(method, index);
        return result.kind === 'operand' && result.operand === operand ? use : keeps;
      }
      const instruction = instructionAt(method, index);
      if (instruction.form !== 'invokedynamic') return keeps;
      // String concatenation calls toString() on the operand and keeps nothing.
      const printsOnly = instruction.bootstrap.handle.owner === 'java/lang/invoke/StringConcatFactory';
      return printsOnly && object.kind === 'library' ? noUse : keeps;
    },
  };
}

const libraryOnly: Targets = { ...noTargets, library: true };

/** Whether the result may be an object of the class library that knows the receiver. */
function mayHold({ descriptor }: CallRequest): boolean {
  const result = returnTypeOf(descriptor);
  return computationalType(result) === 'A' && result !== 'Ljava/lang/String;';
}
