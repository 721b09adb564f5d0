import { requestsOf } from '../../call-graph/instruction-requests.ts';
import type { CallRequest } from '../../call-graph/request.ts';
import { callingClassOf } from '../../call-graph/scanned-code.ts';
import type { ObjectId } from '../heap/abstract-object.ts';
import { outside } from '../heap/abstract-object.ts';
import type { CallInstruction, Variable } from '../heap/flow-sink.ts';
import { nothing } from '../heap/flow-sink.ts';
import { mayBe } from '../heap/type-filters.ts';
import type { ConstraintContext } from './constraint-context.ts';
import type { DynamicCalls } from './dynamic-calls.ts';
import type { CallVariables } from './parameter-passing.ts';
import type { RequestVariables } from './request-variables.ts';

export interface CallSite extends CallVariables {
  readonly instruction: CallInstruction;
}

/** The calls of the program. */
export interface CallSites {
  /** Binds what the call passes and gets to what it runs. */
  add(
    method: number,
    index: number,
    instruction: CallInstruction,
    operands: readonly Variable[],
    result: Variable,
  ): void;
  /** Those with values that are followed, by instruction. */
  of(method: number): ReadonlyMap<number, CallSite> | undefined;
}

/**
 * Calls on followed objects are bound for each object that comes to the receiver, those on others for all
 * receivers that the call graph knows together.
 */
export function callSites(
  { input, heap }: ConstraintContext,
  variablesOf: RequestVariables,
  callOn: (object: ObjectId, request: CallRequest, call: CallVariables) => void,
  dynamic: DynamicCalls,
): CallSites {
  const { graph, hierarchy, types } = input;
  const { put, copy, each, objects } = heap;
  const callsOf = new Map<number, Map<number, CallSite>>();
  const note = (method: number, index: number, site: CallSite): void => {
    if (site.result === nothing && site.operands.every((operand) => operand === nothing)) return;
    let calls = callsOf.get(method);
    if (calls === undefined) {
      calls = new Map();
      callsOf.set(method, calls);
    }
    calls.set(index, site);
  };
  const bind = (method: number, request: CallRequest, { operands, result }: CallVariables): void => {
    const receiver = request.dispatch === 'static' ? nothing : operands[0]!;
    const passAll = (ofOthers: boolean): void => {
      const variables = variablesOf(request, ofOthers);
      operands.forEach((operand, position) => {
        // Followed objects are looked at one by one.
        if (receiver === nothing || position > 0) copy(operand, variables.operands[position]!);
        else if (!ofOthers) put(variables.operands[0]!, outside);
      });
      copy(variables.result, result);
    };
    if (receiver === nothing) {
      passAll(false);
      return;
    }
    // Objects of other classes are in no set.
    if (!types.isRelevantClass(request.owner)) passAll(true);
    // Object's clone is protected: on others than arrays, classes call that of their own and of their subclasses.
    const clonesArray =
      request.name === 'clone' &&
      (request.owner.startsWith('[') ||
        (request.owner === 'java/lang/Object' && !types.isRelevantClass(graph.methods[method]!.owner)));
    let passed = false;
    each(receiver, (object) => {
      // A call on an object of another class throws.
      if (object !== outside && !mayBe(objects[object]!, request.owner, hierarchy)) return;
      if (object !== outside) callOn(object, request, { operands, result });
      else if (clonesArray) put(result, outside);
      else if (!passed) {
        passed = true;
        passAll(false);
      }
    });
  };
  const add: CallSites['add'] = (method, index, instruction, operands, result) => {
    note(method, index, { operands, result, instruction });
    const request = requestsOf(instruction, callingClassOf(graph.methods[method]!)).find(
      (one) => one.kind === 'call',
    );
    if (instruction.form === 'invokedynamic' || request === undefined || request.kind !== 'call')
      dynamic.call(method, index, instruction, operands, result);
    else bind(method, request, { operands, result });
  };
  return { add, of: (method) => callsOf.get(method) };
}
