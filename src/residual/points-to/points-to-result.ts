import { classOfDescriptor } from '../../classfile/descriptors.ts';
import { takesReceiver } from '../../classfile/stack-effect.ts';
import { requestsOf } from '../call-graph/instruction-requests.ts';
import type { Request } from '../call-graph/request.ts';
import { callingClassOf } from '../call-graph/scanned-code.ts';
import type { CallSites } from './constraints/call-sites.ts';
import type { ConstraintContext } from './constraints/constraint-context.ts';
import type { DynamicCalls } from './constraints/dynamic-calls.ts';
import type { AbstractObject, ObjectId } from './heap/abstract-object.ts';
import { outside } from './heap/abstract-object.ts';
import { nothing, type Variable } from './heap/flow-sink.ts';
import { type KnownCall, unionOf } from './heap/known-call.ts';
import { mayBe } from './heap/type-filters.ts';
import { containerOperation } from './input/container-operations.ts';

/** Where collections, maps, iterators and arrays may be: a whole-program analysis in a closed world. */
export interface PointsTo {
  readonly objects: readonly AbstractObject[];
  /**
   * Whether code that is not analysed may know an object that belongs to this one, or is it: that one counts
   * as `outside`.
   */
  hasOutside(base: ObjectId): boolean;
  /**
   * Whether a call of this name and descriptor returns, of a container, what belongs to it, and never what it
   * contains.
   */
  handsOut(method: number, instruction: number): boolean;
  /** Whether code of the program may be what hands out the container's iterators and views. */
  handsOutAnything(container: ObjectId): boolean;
  /**
   * What an operand of a call may be: the receiver, an argument by position, or the result. `outside` is among the
   * objects when it may be anything. Undefined: the value is not followed, or the call is not known.
   */
  at(
    method: number,
    instruction: number,
    operand: 'receiver' | 'result' | number,
  ): readonly ObjectId[] | undefined;
  /**
   * The same for what a method reference calls, wherever the function object is called: code of the program
   * may do that, too.
   */
  atFunction(
    method: number,
    instruction: number,
    operand: 'receiver' | 'result' | number,
  ): readonly ObjectId[] | undefined;
  /** What `this` may be in a method. Undefined: it is not followed. */
  thisOf(method: number): readonly ObjectId[] | undefined;
  /**
   * Whether all objects of the static type (field descriptor) are followed or outside; of others there are
   * some in no set.
   */
  followsAll(descriptor: string): boolean;
  /**
   * What a call runs on a value that is followed, `super` calls and constructors included. Undefined for
   * other calls.
   */
  runs(method: number, instruction: number): KnownCall | undefined;
  /** Whether code that is not analysed can have an object of the type (internal name), or of one below it. */
  isShown(type: string): boolean;
  /** What such a call asks for, as an object of the call graph; undefined where it is no call of a method. */
  requestOf(method: number, instruction: number): Request | undefined;
  /** Calls of a method with values that are followed, by instruction. */
  calls(method: number): Iterable<number>;
}

/** Of a solved analysis. */
export function pointsToResult(
  context: ConstraintContext,
  calls: CallSites,
  { functionCall }: DynamicCalls,
): PointsTo {
  const { graph, hierarchy, types, weakenings } = context.input;
  const { objects, contents, isOutside, isOverriding, runsOn, onOthers } = context.heap;
  /** Undefined: not followed. */
  const objectsIn = (of: Variable | undefined): readonly ObjectId[] | undefined => {
    if (of === undefined || of === nothing) return undefined;
    const all = new Set(contents(of).map((object) => (isOutside(object) ? outside : object)));
    return [...all].sort((left, right) => left - right);
  };
  const escapedBases = context.heap.escapedBases();
  return {
    objects,
    hasOutside: (base) => escapedBases.has(base),
    handsOut(method, index) {
      const instruction = calls.of(method)?.get(index)?.instruction;
      if (instruction?.form !== 'invoke') return false;
      const { name, descriptor } = instruction;
      return (['collection', 'map'] as const).some(
        (kind) => containerOperation(kind, name, descriptor)?.hands !== undefined,
      );
    },
    handsOutAnything: (container) => objects[container]!.container === undefined || isOverriding(container),
    at(method, instruction, operand) {
      const found = calls.of(method)?.get(instruction);
      if (found === undefined) return undefined;
      const { instruction: at } = found;
      // The result of a constructor call is the object that it was called on.
      const isMade = at.form === 'invoke' && at.name === '<init>';
      return objectsIn(
        operand === 'receiver' || (operand === 'result' && isMade)
          ? found.operands[0]
          : operand === 'result'
            ? found.result
            : found.operands[operand + (takesReceiver(at) ? 1 : 0)],
      );
    },
    atFunction(method, instruction, operand) {
      const found = functionCall(method, instruction);
      if (found === undefined) return undefined;
      if (operand === 'result') return objectsIn(found.result);
      return objectsIn(
        operand === 'receiver' ? found.operands[0] : found.operands[operand + (found.isStatic ? 0 : 1)],
      );
    },
    thisOf: (method) => objectsIn(context.methods.firstParameterOf(method)),
    followsAll: (descriptor) => {
      const type = classOfDescriptor(descriptor);
      return type !== undefined && !type.startsWith('[') && types.isRelevantClass(type);
    },
    runs(method, index) {
      const found = calls.of(method)?.get(index);
      if (found === undefined || found.instruction.form !== 'invoke') return undefined;
      const { instruction, operands } = found;
      const asked = requestsOf(instruction, callingClassOf(graph.methods[method]!)).find(
        (one) => one.kind === 'call',
      );
      if (asked?.kind !== 'call' || asked.dispatch === 'static') return undefined;
      const request = graph.intern(asked);
      if (operands[0] === nothing) return onOthers(request);
      const known = contents(operands[0]!)
        .filter((object) => object === outside || mayBe(objects[object]!, request.owner, hierarchy))
        .map((object) => (isOutside(object) ? onOthers(request) : runsOn(object, request, operands)));
      // Objects of other classes are in no set.
      const isOnFollowed = known.length > 0 && types.isRelevantClass(request.owner);
      return unionOf(isOnFollowed ? known : [...known, onOthers(request)]);
    },
    isShown: (type) =>
      !types.isRelevantClass(type) ||
      (context.unanalysed.isShown(type) && !weakenings.has('forgetShownObjects')),
    requestOf(method, index) {
      const found = calls.of(method)?.get(index);
      const request =
        found === undefined
          ? undefined
          : requestsOf(found.instruction, callingClassOf(graph.methods[method]!)).find(
              ({ kind }) => kind === 'call',
            );
      return request === undefined ? undefined : graph.intern(request);
    },
    calls: (method) => calls.of(method)?.keys() ?? [],
  };
}
