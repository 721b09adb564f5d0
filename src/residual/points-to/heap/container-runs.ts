import type { CallGraphData } from '../../call-graph/call-graph.ts';
import { valueProtocol } from '../../call-graph/implied-call-backs.ts';
import type { CallRequest } from '../../call-graph/request.ts';
import { containerOperation } from '../input/container-operations.ts';
import type { ObjectId } from './abstract-object.ts';
import { comparedBy, findsEnds } from './compared-by.ts';
import { nothing, type Variable } from './flow-sink.ts';
import type { KnownCall } from './known-call.ts';
import type { ObjectRunsInput } from './object-runs.ts';

/**
 * What a call runs on a container of java.util, or on what such a one has handed out: the class library's code,
 * with the methods of the program that it may call. `classOf`: the class of the program that an object is of.
 */
export function containerRuns(
  { graph, application, objects, isOutside, contents, kindOf, weakenings }: ObjectRunsInput,
  classOf: (object: ObjectId) => string | undefined,
): (object: ObjectId, request: CallRequest, operands: readonly Variable[]) => KnownCall {
  /** Whether methods of the program may be what the object has, or what it came from. */
  const isOfProgram = (object: ObjectId): boolean =>
    isOutside(object) || classOf(objects[object]!.base) !== undefined;
  /** Whether the variables, and what is in what they hold, have nothing but containers of the class library. */
  const holdsContainersAlone = (variables: readonly Variable[]): boolean => {
    const seen = new Set(variables);
    for (const one of seen)
      for (const object of contents(one)) {
        const { elements, keys } = objects[object]!;
        if (isOfProgram(object)) return false;
        seen.add(elements).add(keys);
      }
    return true;
  };
  return (object, request, operands) => {
    const { name, descriptor } = request;
    const kind = kindOf(object, name);
    const inheriting = classOf(objects[object]!.base);
    const operation = containerOperation(kind, name, descriptor);
    const makesEmpty = name === '<init>' && operation !== undefined && operation.putsContentOf === undefined;
    const requests =
      inheriting === undefined || makesEmpty || weakenings.has('forgetInheritedCode')
        ? []
        : application.calledFromLibrary(inheriting).map((method) => exactCall(graph, method));
    const more: KnownCall = { callBacks: [], requests: [...requests, request], isComplete: false };
    if (operation === undefined) return more;
    const shown = [...comparedBy(objects, object, kind, operation)];
    if (operation.putsContentOf !== undefined) {
      const given = contents(operands[operation.putsContentOf + 1] ?? nothing);
      if (given.some(isOfProgram)) return more;
      for (const one of given) {
        const { base } = objects[one]!;
        if (findsEnds(objects[one]!)) shown.push(objects[base]!.elements, objects[base]!.keys);
      }
    }
    if (shown.length === 0 || weakenings.has('containersAreQuiet'))
      return { callBacks: [], requests, isComplete: true };
    // Collections compare what they contain; those of the program do it with their own methods.
    return holdsContainersAlone([...shown, ...operands.slice(1)])
      ? { callBacks: valueProtocol, requests, isComplete: true }
      : more;
  };
}

/** A call of this very method (by index into the call graph). */
export function exactCall(graph: CallGraphData, method: number): CallRequest {
  const { owner, name, descriptor } = graph.methods[method]!;
  return graph.intern({ kind: 'call', dispatch: 'special', owner, name, descriptor });
}
