import type { ClassHierarchy } from '../../analysis.ts';
import type { CallGraphData } from '../../call-graph/call-graph.ts';
import type { CallRequest } from '../../call-graph/request.ts';
import type { Weakenings } from '../../weakening.ts';
import type { ApplicationObjects } from '../input/application-objects.ts';
import type { ContainerKind } from '../input/container-operations.ts';
import type { AbstractObject, ObjectId } from './abstract-object.ts';
import { outside } from './abstract-object.ts';
import { containerRuns, exactCall } from './container-runs.ts';
import type { Variable } from './flow-sink.ts';
import { type KnownCall, nothingRuns } from './known-call.ts';

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
  const { graph, hierarchy, application, objects } = input;
  const classOf = (object: ObjectId): string | undefined => classOfProgram(objects[object]!, object);
  const runsOnContainer = containerRuns(input, classOf);
  const runsObjectAlone = (object: ObjectId, request: CallRequest): boolean => {
    const { dispatch, owner, name, descriptor } = request;
    const { type } = objects[object]!;
    if (type.startsWith('['))
      return /^(?:getClass|equals|hashCode|toString|notify|notifyAll|wait)$/.test(name);
    if (name === '<init>') return descriptor === '()V' && quietConstructors.test(owner);
    const from = dispatch === 'virtual' ? type : owner;
    return hierarchy.resolveMethod(from, name, descriptor)?.owner === 'java/lang/Object';
  };
  /** Undefined: code of the container that the class extends runs. */
  const runsOnClass = (className: string, object: ObjectId, request: CallRequest): KnownCall | undefined => {
    const { methods, library, anything } = application.targetsOn(className, request);
    const requests = methods.map((method) => exactCall(graph, method));
    if (anything) return { callBacks: [], requests: [...requests, request], isComplete: false };
    if (!library) return { callBacks: [], requests, isComplete: true };
    if (objects[object]!.container !== undefined) return undefined;
    return runsObjectAlone(object, request)
      ? { callBacks: [], requests, isComplete: true }
      : { callBacks: [], requests: [...requests, request], isComplete: false };
  };
  return {
    classOf,
    isOverriding(object) {
      const className = classOf(objects[object]!.base);
      return className !== undefined && application.calledFromLibrary(className).length > 0;
    },
    runsObjectAlone,
    runsOn(object, request, operands) {
      const className = classOf(object);
      const ofClass = className === undefined ? undefined : runsOnClass(className, object, request);
      if (ofClass !== undefined) return ofClass;
      if (objects[object]!.container !== undefined) return runsOnContainer(object, request, operands);
      return request.name === 'clone' ? nothingRuns : onOthers(request);
    },
    onOthers,
  };
}

/** What a call runs on an object of which nothing is known. */
function onOthers(request: CallRequest): KnownCall {
  return { callBacks: [], requests: [request], isComplete: false };
}

function classOfProgram({ role, type, container }: AbstractObject, object: ObjectId): string | undefined {
  const isOfClass = role === 'self' || role === 'copy';
  return !isOfClass || object === outside || type === container || type.startsWith('[') ? undefined : type;
}

/** Constructors that do nothing with the object. */
const quietConstructors = /^java\/(?:lang\/Object|util\/(?:Abstract\w+|Dictionary))$/;
