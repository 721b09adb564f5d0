import type { ClassHierarchy } from '../analysis.ts';
import type { CallGraphData } from '../call-graph/call-graph.ts';
import { valueProtocol } from '../call-graph/implied-call-backs.ts';
import type { CallRequest } from '../call-graph/scanned-code.ts';
import type { Weakenings } from '../weakening.ts';
import type { AbstractObject, ObjectId } from './abstract-object.ts';
import { outside } from './abstract-object.ts';
import type { ApplicationObjects } from './application-objects.ts';
import { comparedBy, findsEnds } from './compared-by.ts';
import { type ContainerKind, containerOperation } from './container-operations.ts';
import { nothing, type Variable } from './flow-sink.ts';
import { type KnownCall, nothingRuns } from './known-calls.ts';

export interface ObjectRunsInput {
  readonly graph: CallGraphData;
  readonly hierarchy: ClassHierarchy;
  readonly application: ApplicationObjects;
  readonly objects: readonly AbstractObject[];
  isOutside(object: ObjectId): boolean;
  contents(variable: Variable): readonly ObjectId[];
  kindOf(object: ObjectId, method: string): ContainerKind;
  readonly weakenings: Weakenings;
}

/** Which code calls on abstract objects run, besides what they do with values. */
export interface ObjectRuns {
  /** The class of the program that the object is of. */
  classOf(object: ObjectId): string | undefined;
  /** Whether it is, or came from, an object of a class that overrides methods of the class library. */
  isOverriding(object: ObjectId): boolean;
  /** Of an array's methods, and of an object of the program: whether it does nothing but what Object's do. */
  runsObjectAlone(object: ObjectId, request: CallRequest): boolean;
  /** What a call runs on an object that is not outside, once all is known about what contains what. */
  runsOn(object: ObjectId, request: CallRequest, operands: readonly Variable[]): KnownCall;
  /** The same on any object. */
  onOthers(request: CallRequest): KnownCall;
}

/** Answers hold for what is known of the objects when they are asked for: contents only grow. */
export function objectRuns(input: ObjectRunsInput): ObjectRuns {
  const { graph, hierarchy, application, objects, isOutside, contents, kindOf, weakenings } = input;
  const classOf = (object: ObjectId): string | undefined => {
    const { role, type, container } = objects[object]!;
    const isOfClass = role === 'self' || role === 'copy';
    return !isOfClass || object === outside || type === container || type.startsWith('[') ? undefined : type;
  };
  const runsObjectAlone = (object: ObjectId, request: CallRequest): boolean => {
    const { dispatch, owner, name, descriptor } = request;
    const { type } = objects[object]!;
    if (type.startsWith('['))
      return /^(?:getClass|equals|hashCode|toString|notify|notifyAll|wait)$/.test(name);
    if (name === '<init>') return descriptor === '()V' && quietConstructors.test(owner);
    const from = dispatch === 'virtual' ? type : owner;
    return hierarchy.resolveMethod(from, name, descriptor)?.owner === 'java/lang/Object';
  };

  const onOthers = (request: CallRequest): KnownCall => ({
    callBacks: [],
    requests: [request],
    isComplete: false,
  });
  const runsOn = (object: ObjectId, request: CallRequest, operands: readonly Variable[]): KnownCall => {
    const { name, descriptor } = request;
    const { container } = objects[object]!;
    const className = classOf(object);
    if (className !== undefined) {
      const targets = application.targetsOn(className, request);
      const requests: CallRequest[] = targets.methods.map(exactCall);
      if (targets.anything) requests.push(request);
      if (targets.anything || !targets.library)
        return { callBacks: [], requests, isComplete: !targets.anything };
      if (container === undefined)
        return runsObjectAlone(object, request)
          ? { callBacks: [], requests, isComplete: true }
          : { callBacks: [], requests: [...requests, request], isComplete: false };
    }
    if (container === undefined) return name === 'clone' ? nothingRuns : onOthers(request);
    const inheriting = classOf(objects[object]!.base);
    const operation = containerOperation(kindOf(object, name), name, descriptor);
    const makesEmpty = name === '<init>' && operation !== undefined && operation.putsContentOf === undefined;
    const requests =
      inheriting === undefined || makesEmpty || weakenings.has('forgetInheritedCode')
        ? []
        : application.calledFromLibrary(inheriting).map(exactCall);
    const more: KnownCall = { callBacks: [], requests: [...requests, request], isComplete: false };
    if (operation === undefined) return more;
    const shown = [...comparedBy(objects, object, kindOf(object, name), operation)];
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
  const exactCall = (method: number): CallRequest => {
    const { owner, name, descriptor } = graph.methods[method]!;
    return graph.intern({ kind: 'call', dispatch: 'special', owner, name, descriptor });
  };
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
  return {
    classOf,
    isOverriding(object) {
      const className = classOf(objects[object]!.base);
      return className !== undefined && application.calledFromLibrary(className).length > 0;
    },
    runsObjectAlone,
    runsOn,
    onOthers,
  };
}

/** Constructors that do nothing with the object. */
const quietConstructors = /^java\/(?:lang\/Object|util\/(?:Abstract\w+|Dictionary))$/;
