import { takesReceiver } from '../../../classfile/stack-effect.ts';
import type { CallRequest, Request } from '../../call-graph/request.ts';
import type { CallBack } from '../../facts/library-facts.ts';
import { walkingMethods } from '../../facts/walking.ts';
import type { AskedProgram } from '../calls/asked-program.ts';
import type { CallKnowledge, OneKind } from '../values/call-knowledge.ts';
import type { MethodCode } from '../values/method-code.ts';
import { instructionAt, operandSlotAt, requestsAt } from '../values/method-code.ts';
import { kindsIn, objectKindAt } from '../values/object-kind.ts';
import { nullConstant, type ValueOrigins } from '../values/origin.ts';
import type { WholeProgram } from './whole-program.ts';

/** What an instruction may run: asked once, whichever events of that are then looked for. */
export interface InstructionRuns {
  readonly requests: readonly Request[];
  /** Call-backs of the class library on objects of its own. */
  readonly callBacks: readonly RunCallBacks[];
}

interface RunCallBacks {
  /** Undefined: anything. */
  readonly callsBack: readonly CallBack[] | undefined;
  /** No more than what walking an iterator of a collection may run. */
  readonly isWalking: boolean;
}

/** Of an instruction that runs no other code: one object. */
export const runsNothing: InstructionRuns = { requests: [], callBacks: [] };

/** What a call runs on an object of which that is known. */
export function runsOnKind(
  request: CallRequest,
  object: OneKind,
  { graph, factsOf }: Pick<AskedProgram, 'graph' | 'factsOf'>,
): InstructionRuns {
  if (object.kind === 'exact') return { requests: [graph.onClass(request, object.className)], callBacks: [] };
  const isWalking = walkingMethods.has(request.name);
  if (isWalking && object.isPlain) return runsNothing;
  // The action may be one of a stream, which runs all that comes after it.
  const callsBack =
    request.name === 'forEachRemaining' ? undefined : (object.callsBack ?? factsOf(request)?.callsBack);
  return {
    requests: [],
    callBacks: [{ callsBack, isWalking: isWalking && object.isCollectionIterator }],
  };
}

/**
 * What the instructions of a method may run, looked for once each. `origins`: those with what `calls` says,
 * the same each time. A call on an object whose class is known (created by the class library, or by `new`)
 * runs that class's code and what it calls back. The answer depends on what calls return.
 */
export function instructionRuns(
  method: MethodCode,
  { program, knownCalls }: Pick<WholeProgram, 'program' | 'knownCalls'>,
  calls: CallKnowledge,
): (instruction: number, origins: ValueOrigins) => InstructionRuns {
  const { graph } = program;
  const knownAt = knownCalls?.inMethod(method);
  const found: (InstructionRuns | undefined)[] = [];
  const find = (index: number, origins: ValueOrigins): InstructionRuns => {
    const made = requestsAt(method, index, graph);
    if (made.length === 0) return runsNothing;
    const onObject = made.find((one) => one.kind === 'call' && one.dispatch !== 'static');
    const known = onObject && knownAt?.(index, onObject);
    if (known?.isComplete === true) return known.runs;
    const instruction = instructionAt(method, index);
    if (instruction.form !== 'invoke' || !takesReceiver(instruction))
      return { requests: made, callBacks: [] };
    const requests: Request[] = [];
    const callBacks: RunCallBacks[] = [];
    const onAnyObject = (request: Request): void => {
      requests.push(...(known?.runs.requests ?? [request]));
      callBacks.push(...(known?.runs.callBacks ?? []));
    };
    for (const request of made) {
      if (request.kind !== 'call' || request.dispatch === 'static') {
        requests.push(request);
        continue;
      }
      if (request.dispatch === 'special') {
        onAnyObject(request);
        continue;
      }
      const slot = operandSlotAt(method, index, 'receiver')!;
      const from = origins.before(index, slot).filter((origin) => origin !== nullConstant);
      if (from.length === 0 || from.some((origin) => origin < 0)) {
        onAnyObject(request);
        continue;
      }
      for (const site of from) {
        const kind = objectKindAt(method, site, calls);
        for (const object of kindsIn(kind)) {
          if (object.kind === 'unknown') onAnyObject(request);
          else {
            const runs = runsOnKind(request, object, program);
            requests.push(...runs.requests);
            callBacks.push(...runs.callBacks);
          }
        }
      }
    }
    return { requests, callBacks };
  };
  return (index, origins) => {
    found[index] ??= find(index, origins);
    return found[index];
  };
}
