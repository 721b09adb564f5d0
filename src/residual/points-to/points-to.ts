import { takesReceiver } from '../../cfg/slot-moves.ts';
import type { ClassFile } from '../../classfile/class-file.ts';
import { readCode } from '../../classfile/code.ts';
import { classOfDescriptor, returnTypeOf } from '../../classfile/descriptors.ts';
import type { Instruction } from '../../classfile/instruction.ts';
import type { ClassHierarchy } from '../analysis.ts';
import type { CallGraphData } from '../call-graph/call-graph.ts';
import { openedHandles } from '../call-graph/dynamic-code.ts';
import type { CallRequest, Request } from '../call-graph/scanned-code.ts';
import { requestsOf, requestsOfHandle } from '../call-graph/scanned-code.ts';
import type { CallBack, LibraryFacts } from '../facts/library-facts.ts';
import type { Weakenings } from '../sound/weakening.ts';
import type { AbstractObject, ObjectId } from './abstract-object.ts';
import { outside } from './abstract-object.ts';
import type { ApplicationObjects } from './application-objects.ts';
import { comparedBy } from './compared-by.ts';
import { containerOperation, isMapClass } from './container-operations.ts';
import { containers } from './containers.ts';
import { followedValues } from './followed-values.ts';
import type { InclusionLimits } from './inclusion-graph.ts';
import { defaultInclusionLimits, inclusionGraph, mayBe } from './inclusion-graph.ts';
import { type KnownCall, unionOf } from './known-calls.ts';
import {
  contentSelectors,
  copiesContent,
  isKeyMethod,
  isValueMethod,
  valueRequests,
  valueSelectors,
  valueTypes,
  walkedTypes,
  wrappers,
  wrapping,
} from './library-uses.ts';
import type { CallInstruction, Variable } from './method-flows.ts';
import { methodFlows, nothing, parameterTypes } from './method-flows.ts';
import { objectRuns } from './object-runs.ts';
import { reflectiveCalls } from './reflective-calls.ts';
import { reflectionOf } from './reflective-use.ts';
import type { TrackedTypes } from './tracked-types.ts';
import type { ClosedWorldEntries } from './world.ts';

export interface PointsToInput {
  /** In the order in which the call graph was made from them. */
  classes(): Iterable<ClassFile>;
  readonly graph: CallGraphData;
  readonly hierarchy: ClassHierarchy;
  readonly facts: LibraryFacts;
  readonly world: ClosedWorldEntries;
  readonly types: TrackedTypes;
  readonly application: ApplicationObjects;
  /** Methods that may run, by index; the code of others is not looked at. */
  isReachable(method: number): boolean;
  readonly weakenings: Weakenings;
  readonly limits?: InclusionLimits;
}

/** Where collections, maps, iterators and arrays may be: a whole-program analysis in a closed world. */
export interface PointsTo {
  readonly objects: readonly AbstractObject[];
  /** Whether code that is not analysed may know an object that belongs to this one, or is it: that one counts as `outside`. */
  hasOutside(base: ObjectId): boolean;
  /** Whether a call of this name and descriptor returns, of a container, what belongs to it, and never what it contains. */
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
  /** The same for what a method reference calls, wherever the function object is called: code of the program may do that, too. */
  atFunction(
    method: number,
    instruction: number,
    operand: 'receiver' | 'result' | number,
  ): readonly ObjectId[] | undefined;
  /** What `this` may be in a method. Undefined: it is not followed. */
  thisOf(method: number): readonly ObjectId[] | undefined;
  /** Whether all objects of the static type (field descriptor) are followed or outside; of others there are some in no set. */
  followsAll(descriptor: string): boolean;
  /** What a call runs on a value that is followed, `super` calls and constructors included. Undefined for other calls. */
  runs(method: number, instruction: number): KnownCall | undefined;
  /** Whether code that is not analysed can have an object of the type (internal name), or of one below it. */
  isShown(type: string): boolean;
  /** What such a call asks for, as an object of the call graph; undefined where it is no call of a method. */
  requestOf(method: number, instruction: number): Request | undefined;
  /** Calls of a method with values that are followed, by instruction. */
  calls(method: number): Iterable<number>;
}

/**
 * A flow-insensitive, context-insensitive inclusion analysis (Andersen, 1994) of the values of tracked types only: one
 * variable for each local definition, parameter, result and field (fields of all objects of a class
 * together), one object for each place that makes a container of java.util or an array, with its content, and `outside`
 * for everything else. Calls go where class hierarchy analysis says. An object that code which is not analysed gets hold
 * of becomes part of the outside, with all that it contains. `tooLarge`: a limit was hit. `unfit`: the code of a method does not fit its
 * frame (it would not verify).
 */
export function pointsTo(input: PointsToInput): PointsTo | 'tooLarge' | 'unfit' {
  const { graph, hierarchy, facts, weakenings, world, types, application } = input;
  const objects: AbstractObject[] = [];
  const escapedObjects = new Set<ObjectId>([outside]);
  const isOutside = (object: ObjectId): boolean => escapedObjects.has(object);
  const inclusion = inclusionGraph(objects, isOutside, hierarchy, input.limits ?? defaultInclusionLimits);
  const { variable, put, copy, each, contents } = inclusion;
  const { create, give, viewsOf, kindOf } = containers(objects, inclusion, application, isOutside);
  const { classOf, isOverriding, runsObjectAlone, runsOn, onOthers } = objectRuns({
    graph,
    hierarchy,
    application,
    objects,
    isOutside,
    contents,
    kindOf,
    weakenings,
  });

  /** What code that is not analysed gets hold of. */
  const known = variable();
  const leak = (from: Variable): void => copy(from, known);
  each(known, (object) => {
    if (isOutside(object)) return;
    escapedObjects.add(object);
    expose(object);
    for (const view of viewsOf(object)) put(known, view);
  });
  /** Code that is not analysed may take out of the object, and put into it, but does not keep it. */
  const expose = (object: ObjectId): void => {
    const { base, elements, keys } = objects[object]!;
    for (const content of [elements, keys]) {
      leak(content);
      put(content, outside);
    }
    // Iterators and views call what the class of their collection overrides.
    const className = classOf(base);
    if (className !== undefined) openOn(base, className);
  };
  /** What equals, hashCode, toString, compareTo and compare may be asked about, or be given. */
  const compared = variable();
  /** What collections and maps may be asked for that others are compared with, or told to keep or remove. */
  const askedFor = variable();
  each(compared, (object) => {
    if (object === outside || weakenings.has('forgetComparing')) return;
    const { elements, keys, container } = objects[object]!;
    copy(elements, compared);
    copy(keys, compared);
    copy(keys, askedFor);
    const className = classOf(object);
    if (className === undefined) {
      if (isOverriding(object)) expose(object);
      return;
    }
    show(className);
    for (const request of valueRequests) {
      const targets = application.targetsOn(className, request);
      for (const method of targets.methods)
        pass({ operands: [nothing, compared, compared], result: nothing }, method, object);
      // Inherited from an abstract collection: asks for the content.
      if (targets.library && container === undefined && !runsObjectAlone(object, request)) expose(object);
    }
    // What it is compared with asks it for the content.
    if (container === undefined && isOneOf(className, valueTypes)) expose(object);
  });
  const isOneOf = (className: string, some: readonly string[]): boolean =>
    some.some((type) => hierarchy.isSubtype(className, type) !== false);
  /** What code of the class library goes through, with all that is in it, and asks for its content. */
  const goneThrough = (): Variable => {
    const all = variable();
    each(all, (object) => {
      if (object === outside) return;
      if (classOf(object) !== undefined || isOverriding(object)) expose(object);
      copy(objects[object]!.elements, all);
      copy(objects[object]!.keys, all);
    });
    return all;
  };
  /** To print or compare it. */
  const walked = goneThrough();
  copy(walked, compared);
  /** To write it. Filled in where the program serializes. */
  const serialized = goneThrough();
  /** What function objects that can be serialized hold. */
  const captured = variable();
  const exposed = new Set<Variable>();
  const exposeAll = (from: Variable): void => {
    if (exposed.has(from)) return;
    exposed.add(from);
    each(from, (object) => {
      if (object !== outside) expose(object);
    });
  };

  // Methods and fields.
  const variableOf = (type: string): Variable => (types.isTracked(type) ? variable() : nothing);
  const parameters = new Map<number, readonly Variable[]>();
  const parametersOf = (method: number): readonly Variable[] => {
    let variables = parameters.get(method);
    if (variables === undefined) {
      const { owner, name, descriptor, isStatic } = graph.methods[method]!;
      const isAsked =
        !isStatic &&
        (valueSelectors.has(`${name}${descriptor}`) ||
          (graph.comparesByKeys && isKeyMethod.test(name) && descriptor.startsWith('(Ljava/lang/Object;)')));
      variables = parameterTypes(owner, descriptor, isStatic).map((type, position) =>
        isAsked && position > 0 && !weakenings.has('forgetComparing') ? compared : variableOf(type),
      );
      parameters.set(method, variables);
      if (!isStatic && contentSelectors.has(`${name}${descriptor}`) && isOneOf(owner, valueTypes))
        copy(askedFor, variables[1]!);
    }
    return variables;
  };
  const results = new Map<number, Variable>();
  const resultOf = (method: number): Variable => {
    let result = results.get(method);
    if (result === undefined) {
      result = variableOf(returnTypeOf(graph.methods[method]!.descriptor));
      results.set(method, result);
    }
    return result;
  };
  /** Code that is not analysed calls the method. */
  const open = (method: number): void => {
    for (const parameter of parametersOf(method)) put(parameter, outside);
    leak(resultOf(method));
  };
  /** Classes and interfaces of the program that are followed and have an object outside, and what waits for the others to. */
  const outsideTypes = new Set<string>();
  const waiting = new Map<string, (() => void)[]>();
  const whenOutside = (type: string, act: () => void): void => {
    if (!types.isRelevantClass(type) || outsideTypes.has(type)) act();
    else waiting.set(type, [...(waiting.get(type) ?? []), act]);
  };
  /** Classes and interfaces of the program with objects that code which is not analysed may be given, if only for one call. */
  const shownTypes = new Set<string>();
  const show = (className: string): void => {
    if (!shownTypes.has(className)) for (const type of hierarchy.superTypes(className)) shownTypes.add(type);
  };
  /** Code that is not analysed calls what it can on an object of the class. */
  const openOn = (object: ObjectId, className: string): void => {
    show(className);
    if (isOutside(object))
      for (const type of hierarchy.superTypes(className)) {
        if (outsideTypes.has(type)) continue;
        outsideTypes.add(type);
        for (const act of waiting.get(type) ?? []) act();
        waiting.delete(type);
      }
    for (const method of application.calledFromLibrary(className)) {
      const [receiver, ...rest] = parametersOf(method);
      put(receiver ?? nothing, object);
      for (const parameter of rest) put(parameter, outside);
      leak(resultOf(method));
    }
  };
  const fields = new Map<string, Variable>();
  const fieldOf = (owner: string, name: string, descriptor: string): Variable => {
    const key = `${owner}.${name} ${descriptor}`;
    let field = fields.get(key);
    if (field === undefined) {
      field = variable();
      fields.set(key, field);
    }
    return field;
  };
  const declaredIn = fieldResolution(hierarchy);
  const reflection = reflectiveCalls({
    graph,
    hierarchy,
    world,
    inclusion,
    parametersOf,
    resultOf,
    fields,
    leak,
    serialized,
    captured,
    openOutside: (className) => openOn(outside, className),
  });

  // Calls.
  interface Called {
    readonly operands: readonly Variable[];
    readonly result: Variable;
  }
  const calledBy = new Map<CallRequest, Called>();
  const calledOnOthersBy = new Map<CallRequest, Called>();
  /**
   * A request's variables: what all call sites that make it pass and get. `ofOthers`: on objects of classes that are not
   * followed, whose methods alone run then.
   */
  const called = (asked: CallRequest, ofOthers = false): Called => {
    const request = graph.intern(asked);
    const known = ofOthers ? calledOnOthersBy : calledBy;
    let variables = known.get(request);
    if (variables !== undefined) return variables;
    const { dispatch, owner, descriptor } = request;
    const isStatic = dispatch === 'static';
    variables = {
      operands: parameterTypes(owner, descriptor, isStatic).map(variableOf),
      result: variableOf(returnTypeOf(descriptor)),
    };
    known.set(request, variables);
    const targets = graph.targets(request);
    const passed = variables;
    for (const method of targets.methods) {
      const { owner } = graph.methods[method]!;
      if (request.dispatch !== 'virtual') pass(passed, method);
      else if (!ofOthers || !types.isRelevantClass(owner)) whenOutside(owner, () => pass(passed, method));
    }
    for (const one of targets.functions) passToFunction(variables.operands.slice(1), variables.result, one);
    if (targets.anything) {
      for (const operand of variables.operands) leak(operand);
      put(variables.result, outside);
    } else if (targets.library && !(ofOthers && isObjectClone(request))) passToLibrary(request, variables);
    const reflective = weakenings.has('forgetReflection') ? undefined : reflectionOf(request, hierarchy);
    if (reflective !== undefined) reflection.add(reflective, variables.result);
    return variables;
  };
  /** Gives an object of the same class: of one that is not followed, one that is not. */
  const isObjectClone = ({ owner, name, descriptor }: CallRequest): boolean =>
    name === 'clone' && hierarchy.resolveMethod(owner, name, descriptor)?.owner === 'java/lang/Object';
  /** With the receiver among the operands, or one object for it. */
  const pass = ({ operands, result }: Called, method: number, receiver?: ObjectId): void => {
    const { owner, descriptor, isStatic, isAbstract } = graph.methods[method]!;
    if (isAbstract) return;
    const taken = parameterTypes(owner, descriptor, isStatic);
    if (!weakenings.has('forgetArgumentFlows'))
      parametersOf(method).forEach((parameter, position) => {
        if (position === 0 && receiver !== undefined) put(parameter, receiver);
        else copy(operands[position] ?? nothing, parameter, classOfDescriptor(taken[position]!));
      });
    copy(resultOf(method), result);
  };
  interface CalledFunction {
    readonly operands: Variable[];
    readonly result: Variable;
  }
  const functionOperands = new Map<number, CalledFunction>();
  /** What a function object is called with and gives back, whoever calls it: the class library, too. */
  const functionOf = (one: number): CalledFunction => {
    let variables = functionOperands.get(one);
    if (variables === undefined) {
      variables = { operands: [], result: variable() };
      functionOperands.set(one, variables);
      leak(variables.result);
    }
    return variables;
  };
  const functionOperand = (one: number, position: number): Variable => {
    const { operands } = functionOf(one);
    while (operands.length <= position) {
      const operand = variable();
      put(operand, outside);
      const { methodName } = graph.functionObjects[one]!.object;
      if (isValueMethod.test(methodName) || (graph.comparesByKeys && isKeyMethod.test(methodName)))
        copy(compared, operand);
      operands.push(operand);
    }
    return operands[position]!;
  };
  const passToFunction = (operands: readonly Variable[], result: Variable, one: number): void => {
    operands.forEach((operand, position) => {
      copy(operand, functionOperand(one, position));
    });
    copy(functionOf(one).result, result);
  };
  const passToLibrary = (request: CallRequest, { operands, result }: Called): void => {
    const { owner, name, dispatch } = request;
    if (owner === 'java/lang/System' && name === 'arraycopy') {
      const content = variable();
      each(operands[0]!, (source) =>
        source === outside ? put(content, outside) : copy(objects[source]!.elements, content),
      );
      each(operands[2]!, (target) =>
        target === outside ? leak(content) : copy(content, objects[target]!.elements),
      );
      return;
    }
    const claims = facts.ofCall(request);
    const wrapper = owner === 'java/util/Collections' && wrappers.test(name);
    const copiesOnly =
      copiesContent.test(name) &&
      !(dispatch === 'virtual' && wrapping.has(owner)) &&
      hierarchy.resolveMethod(owner, name, request.descriptor)?.owner.startsWith('java/util/') === true;
    const isValueCall = ({ method }: CallBack): boolean => method !== undefined && isValueMethod.test(method);
    const comparesOnly = claims?.callsBack?.every(isValueCall) === true;
    const walksOnly =
      claims?.callsBack?.every((one) => isValueCall(one) || walkedTypes.has(one.type)) === true;
    const hasReceiver = dispatch !== 'static';
    operands.forEach((operand, position) => {
      if (operand === nothing) return;
      const isReceiver = hasReceiver && position === 0;
      const fact = isReceiver ? 'receiver' : hasReceiver ? position - 1 : position;
      // Call-backs may be given the arguments; the helpers of Collections show elements, never the collection.
      const isShown = !isReceiver && owner !== 'java/util/Collections';
      if (wrapper)
        each(operand, (object) => {
          if (object !== outside && objects[object]!.container !== undefined)
            put(result, give(object, 'part'));
          else {
            put(known, object);
            put(result, outside);
          }
        });
      else if (copiesOnly && !isReceiver) exposeAll(operand);
      // The text of what is followed is never the object itself.
      else if (owner === 'java/lang/String' && name === 'valueOf') copy(operand, compared);
      else if (claims === undefined || claims.isRetained(fact)) leak(operand);
      else if (isShown && comparesOnly) copy(operand, compared);
      else if (isShown && walksOnly) copy(operand, walked);
      else if (isShown) leak(operand);
      else {
        exposeAll(operand);
        // The key of a binary search.
        if (!isReceiver && position > 0) copy(operand, compared);
      }
    });
    if (wrapper) return;
    put(result, outside);
    if (claims?.returns !== undefined && claims.returns !== 'fresh') {
      const { operand } = claims.returns;
      copy(operands[operand === 'receiver' ? 0 : operand + (hasReceiver ? 1 : 0)] ?? nothing, result);
    }
  };

  /** The call on one object that is not outside. */
  const callOn = (object: ObjectId, request: CallRequest, { operands, result }: Called): void => {
    const className = classOf(object);
    if (className !== undefined) {
      const targets = application.targetsOn(className, request);
      for (const method of targets.methods) pass({ operands, result }, method, object);
      if (targets.anything) unknownCallOn(object, request, { operands, result });
      if (targets.anything || !targets.library) return;
    }
    libraryCallOn(object, request, { operands, result });
  };
  /** The same where code of the class library is what runs. */
  const libraryCallOn = (object: ObjectId, request: CallRequest, { operands, result }: Called): void => {
    const { name, descriptor } = request;
    const { container, elements, keys } = objects[object]!;
    if (container === undefined) {
      if (name === 'clone') put(result, object);
      else if (!runsObjectAlone(object, request)) unknownCallOn(object, request, { operands, result });
      return;
    }
    const kind = kindOf(object, name);
    const operation = containerOperation(kind, name, descriptor);
    if (operation === undefined) {
      unknownCallOn(object, request, { operands, result });
      return;
    }
    const argument = (position: number): Variable => operands[position + 1] ?? nothing;
    if (operation.putsElement !== undefined && !weakenings.has('forgetElements'))
      copy(argument(operation.putsElement), elements);
    if (operation.putsKey !== undefined) copy(argument(operation.putsKey), keys);
    if (operation.putsContentOf !== undefined)
      each(argument(operation.putsContentOf), (given) => {
        if (given === outside || objects[given]!.container === undefined || isOverriding(given)) {
          if (given !== outside) expose(given);
          put(elements, outside);
          put(keys, outside);
        }
        if (given !== outside) {
          copy(objects[given]!.elements, elements);
          copy(objects[given]!.keys, keys);
        }
      });
    const shown = comparedBy(objects, object, kind, operation);
    for (const content of shown) copy(content, compared);
    if (shown.length > 0)
      operands.slice(1).forEach((operand, position) => {
        const isValue = kind === 'map' && position === operation.putsElement && !operation.comparesAll;
        if (!isValue && (operation.comparesAll || position !== operation.putsContentOf))
          copy(operand, compared);
      });
    if (operation.walks !== undefined) {
      copy(argument(operation.walks), walked);
      // Maps ask for keys to see whether they are equal; collections do not.
      copy(name === 'equals' ? keys : elements, askedFor);
    }
    callBackOn(object, request, { operands, result });
    if (operation.gets !== undefined)
      copy(
        operation.gets === 'keys' ? keys : elements,
        result,
        classOfDescriptor(returnTypeOf(descriptor)) ?? '',
      );
    // Copies of an object of the program are that object: the class library's clone() may call what the class overrides on them.
    if (operation.hands === 'copy' && classOf(object) !== undefined) put(result, object);
    else if (operation.hands !== undefined) put(result, give(object, operation.hands));
    if (operation.toArray) {
      for (const operand of operands.slice(1)) {
        each(operand, (array) =>
          array === outside ? leak(elements) : copy(elements, objects[array]!.elements),
        );
        copy(operand, result);
      }
      put(result, give(object, 'array'));
    }
  };
  /**
   * Code of the class library that a class of the program inherits calls what the class overrides, with what it has: the
   * content, entries of it, the operands, what is in them, and new objects of its own. What it gets becomes content or result.
   */
  const callBackOn = (object: ObjectId, { descriptor }: CallRequest, { operands, result }: Called): void => {
    const { base, container, elements, keys } = objects[object]!;
    const className = classOf(base);
    if (className === undefined || weakenings.has('forgetInheritedCode')) return;
    for (const method of application.calledFromLibrary(className)) {
      const [receiver, ...rest] = parametersOf(method);
      put(receiver ?? nothing, base);
      for (const parameter of rest) {
        put(parameter, outside);
        if (container !== undefined && isMapClass(container)) put(parameter, give(base, 'entry'));
        for (const given of [elements, keys, ...operands.slice(1)]) copy(given, parameter);
        for (const operand of operands.slice(1))
          each(operand, (given) => {
            if (given === outside) return;
            copy(objects[given]!.elements, parameter);
            copy(objects[given]!.keys, parameter);
          });
      }
      copy(resultOf(method), elements);
      copy(resultOf(method), keys);
      copy(resultOf(method), result, classOfDescriptor(returnTypeOf(descriptor)));
    }
  };
  const unknownCallOn = (object: ObjectId, request: CallRequest, { operands, result }: Called): void => {
    if (facts.ofCall(request)?.isRetained('receiver') === false) expose(object);
    else put(known, object);
    for (const operand of operands.slice(1)) leak(operand);
    put(result, outside);
  };

  const callsOf = new Map<number, Map<number, Called & { readonly instruction: CallInstruction }>>();
  const call = (
    method: number,
    index: number,
    instruction: CallInstruction,
    operands: readonly Variable[],
    result: Variable,
  ): void => {
    const isFollowed = result !== nothing || operands.some((operand) => operand !== nothing);
    if (isFollowed) {
      let calls = callsOf.get(method);
      if (calls === undefined) {
        calls = new Map();
        callsOf.set(method, calls);
      }
      calls.set(index, { operands, result, instruction });
    }
    const request = requestsOf(instruction).find((one) => one.kind === 'call');
    if (instruction.form === 'invokedynamic' || request === undefined || request.kind !== 'call') {
      dynamicCall(method, index, instruction, operands, result);
      return;
    }
    const receiver = request.dispatch === 'static' ? nothing : operands[0]!;
    const passAll = (ofOthers: boolean): void => {
      const variables = called(request, ofOthers);
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
  /** The methods of a record that the class library makes read its fields and ask them for the same. */
  const walkFields = (className: string): void => {
    for (const { name, descriptor } of hierarchy.classFile(className)?.fields ?? [])
      if (types.isTracked(descriptor)) copy(fieldOf(className, name, descriptor), walked);
  };
  /** The JVM, or code of the class library, may call what the instruction names. */
  const openHandles = (instruction: Instruction): void => {
    for (const handle of openedHandles(instruction)) {
      const { owner, name, descriptor } = handle;
      for (const request of requestsOfHandle(handle)) {
        if (request.kind === 'call') for (const method of graph.targets(request).methods) open(method);
        // A field that is read or written.
        else if (request.kind === 'anything') {
          const field = fieldOf(declaredIn(owner, name, descriptor), name, descriptor);
          put(field, outside);
          leak(field);
        }
      }
      if (name === '<init>') openOn(outside, owner);
    }
  };
  const functionAt = new Map<string, number>();
  /** What function objects call, by method and instruction of where they are made. */
  const calledByFunction = new Map<string, Called & { readonly isStatic: boolean }>();
  graph.functionObjects.forEach(({ method, instruction }, one) => {
    functionAt.set(`${method} ${instruction}`, one);
  });
  const dynamicCall = (
    method: number,
    index: number,
    instruction: CallInstruction,
    operands: readonly Variable[],
    result: Variable,
  ): void => {
    const one = functionAt.get(`${method} ${index}`);
    const { name } = instruction;
    openHandles(instruction);
    if (one === undefined) {
      // Concatenation asks for text, and record methods compare: what they compare may see each other.
      const isConcat = name === 'makeConcatWithConstants' || name === 'makeConcat';
      if (instruction.form === 'invokedynamic' && instruction.bootstrap.handle.owner === recordMethods)
        walkFields(graph.methods[method]!.owner);
      else for (const operand of operands) copy(operand, isConcat ? walked : known);
      put(result, outside);
      return;
    }
    put(result, outside);
    const { object } = graph.functionObjects[one]!;
    if (object.interfaces.some((type) => isOneOf(type, ['java/io/Serializable'])))
      for (const operand of operands) copy(operand, captured);
    const runs = object.runs.find((request) => request.kind === 'call');
    if (runs === undefined || runs.kind !== 'call') {
      for (const operand of operands) leak(operand);
      return;
    }
    const variables = called(runs);
    calledByFunction.set(`${method} ${index}`, { ...variables, isStatic: runs.dispatch === 'static' });
    const isConstructor = runs.name === '<init>';
    // The new object of `X::new` is the receiver, which nobody passes.
    const positions = variables.operands.slice(isConstructor ? 1 : 0);
    positions.forEach((parameter, position) => {
      if (position < operands.length) copy(operands[position]!, parameter);
      else copy(functionOperand(one, position - operands.length), parameter);
    });
    // Which object of the class library it is called on is not looked at.
    if (runs.dispatch === 'virtual' && types.isTrackedClass(runs.owner))
      for (const operand of variables.operands) leak(operand);
    if (isConstructor) {
      put(variables.operands[0]!, outside);
      openOn(outside, runs.owner);
      put(functionOf(one).result, outside);
    } else copy(variables.result, functionOf(one).result);
  };

  // The program.
  let index = -1;
  for (const file of input.classes()) {
    const bringsValues = followedValues(file, types, hierarchy);
    for (const info of file.methods) {
      index++;
      const method = index;
      const scanned = graph.methods[method];
      if (scanned === undefined || scanned.owner !== file.name || scanned.name !== info.name)
        throw new Error('points-to: the classes are not those of the call graph');
      if (scanned.isNative) {
        for (const parameter of parametersOf(method)) leak(parameter);
        put(resultOf(method), outside);
        continue;
      }
      if (!input.isReachable(method)) continue;
      const given = parametersOf(method);
      if (given.every((parameter) => parameter === nothing) && !bringsValues(info)) continue;
      const code = readCode(file, info);
      if (code === undefined) continue;
      const fits = methodFlows(code, scanned, given, types, {
        variable,
        copy,
        create,
        readField: ({ owner, name, descriptor }, to) => {
          const declared = declaredIn(owner, name, descriptor);
          if (graph.isLibrary(declared)) put(to, outside);
          else copy(fieldOf(declared, name, descriptor), to);
        },
        writeField: ({ owner, name, descriptor }, from) => {
          const declared = declaredIn(owner, name, descriptor);
          if (weakenings.has('forgetFieldFlows')) return;
          if (graph.isLibrary(declared)) leak(from);
          else copy(from, fieldOf(declared, name, descriptor));
        },
        readArray: (array, to) =>
          each(array, (object) =>
            object === outside ? put(to, outside) : copy(objects[object]!.elements, to),
          ),
        writeArray: (array, from) =>
          each(array, (object) => {
            if (weakenings.has('forgetArrayFlows')) return;
            if (object === outside) leak(from);
            else copy(from, objects[object]!.elements);
          }),
        isLookedAt: (of) => of.form !== 'invoke' || reflectionOf(of, hierarchy) !== undefined,
        call: (at, of, operands, to) => call(method, at, of, operands, to),
        loads: openHandles,
        unknown: (to) => put(to, outside),
        returned: (from) => copy(from, resultOf(method)),
      });
      if (!fits) return 'unfit';
    }
  }
  for (const method of [...world.entries, ...application.staticCallBacks]) open(method);
  for (const className of application.madeElsewhere) openOn(outside, className);
  if (!inclusion.solve()) return 'tooLarge';
  // What reflection does is known when all calls are.
  while (reflection.apply()) if (!inclusion.solve()) return 'tooLarge';

  /** Undefined: not followed. */
  const objectsIn = (of: Variable | undefined): readonly ObjectId[] | undefined => {
    if (of === undefined || of === nothing) return undefined;
    const all = new Set(contents(of).map((object) => (isOutside(object) ? outside : object)));
    return [...all].sort((left, right) => left - right);
  };
  const escapedBases = new Set([...escapedObjects].map((object) => objects[object]!.base));
  return {
    objects,
    hasOutside: (base) => escapedBases.has(base),
    handsOut(method, index) {
      const instruction = callsOf.get(method)?.get(index)?.instruction;
      if (instruction?.form !== 'invoke') return false;
      const { name, descriptor } = instruction;
      return (['collection', 'map'] as const).some(
        (kind) => containerOperation(kind, name, descriptor)?.hands !== undefined,
      );
    },
    handsOutAnything: (container) => objects[container]!.container === undefined || isOverriding(container),
    at(method, instruction, operand) {
      const found = callsOf.get(method)?.get(instruction);
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
      const found = calledByFunction.get(`${method} ${instruction}`);
      if (found === undefined) return undefined;
      if (operand === 'result') return objectsIn(found.result);
      return objectsIn(
        operand === 'receiver' ? found.operands[0] : found.operands[operand + (found.isStatic ? 0 : 1)],
      );
    },
    thisOf: (method) => objectsIn(parameters.get(method)?.[0]),
    followsAll: (descriptor) => {
      const type = classOfDescriptor(descriptor);
      return type !== undefined && !type.startsWith('[') && types.isRelevantClass(type);
    },
    runs(method, index) {
      const found = callsOf.get(method)?.get(index);
      if (found === undefined || found.instruction.form !== 'invoke') return undefined;
      const { instruction, operands } = found;
      const asked = requestsOf(instruction).find((one) => one.kind === 'call');
      if (asked?.kind !== 'call' || asked.dispatch === 'static') return undefined;
      const request = graph.intern(asked);
      if (operands[0] === nothing) return onOthers(request);
      const calls = contents(operands[0]!)
        .filter((object) => object === outside || mayBe(objects[object]!, request.owner, hierarchy))
        .map((object) => (isOutside(object) ? onOthers(request) : runsOn(object, request, operands)));
      // Objects of other classes are in no set.
      const isOnFollowed = calls.length > 0 && types.isRelevantClass(request.owner);
      return unionOf(isOnFollowed ? calls : [...calls, onOthers(request)]);
    },
    isShown: (type) =>
      !types.isRelevantClass(type) || (shownTypes.has(type) && !weakenings.has('forgetShownObjects')),
    requestOf(method, index) {
      const found = callsOf.get(method)?.get(index);
      const request =
        found === undefined ? undefined : requestsOf(found.instruction).find(({ kind }) => kind === 'call');
      return request === undefined ? undefined : graph.intern(request);
    },
    calls: (method) => callsOf.get(method)?.keys() ?? [],
  };
}

/** The bootstrap class of toString, hashCode and equals of records. */
const recordMethods = 'java/lang/runtime/ObjectMethods';

function fieldResolution(
  hierarchy: ClassHierarchy,
): (owner: string, name: string, descriptor: string) => string {
  const answers = new Map<string, string>();
  const declared = new Map<string, ReadonlySet<string>>();
  const fieldsOf = (className: string): ReadonlySet<string> => {
    let found = declared.get(className);
    if (found === undefined) {
      found = new Set(
        hierarchy.classFile(className)?.fields.map(({ name, descriptor }) => `${name} ${descriptor}`) ?? [],
      );
      declared.set(className, found);
    }
    return found;
  };
  return (owner, name, descriptor) => {
    const key = `${owner}.${name} ${descriptor}`;
    let answer = answers.get(key);
    if (answer === undefined) {
      answer = owner;
      if (!fieldsOf(owner).has(`${name} ${descriptor}`))
        for (const type of hierarchy.superTypes(owner))
          if (fieldsOf(type).has(`${name} ${descriptor}`)) {
            answer = type;
            break;
          }
      answers.set(key, answer);
    }
    return answer;
  };
}
