import type { ClassFile } from '../../classfile/class-file.ts';
import { readCode } from '../../classfile/code.ts';
import { classOfDescriptor, returnTypeOf } from '../../classfile/descriptors.ts';
import type { ClassHierarchy } from '../analysis.ts';
import type { CallGraphData } from '../call-graph/call-graph.ts';
import type { CallRequest, Request } from '../call-graph/scanned-code.ts';
import { requestsOf } from '../call-graph/scanned-code.ts';
import type { CallBack, LibraryFacts } from '../facts/library-facts.ts';
import { takesReceiver } from '../sound/slot-moves.ts';
import type { Weakenings } from '../sound/weakening.ts';
import type { AbstractObject, ObjectId } from './abstract-object.ts';
import { outside } from './abstract-object.ts';
import { calledFromLibrary } from './called-from-library.ts';
import { compares, containerOperation, isMapClass } from './container-operations.ts';
import { containers } from './containers.ts';
import { followedValues } from './followed-values.ts';
import type { InclusionLimits } from './inclusion-graph.ts';
import { defaultInclusionLimits, inclusionGraph } from './inclusion-graph.ts';
import type { CallInstruction, Variable } from './method-flows.ts';
import { methodFlows, nothing, parameterTypes } from './method-flows.ts';
import { type Reflection, reflectionOf } from './reflective-use.ts';
import { trackedTypes } from './tracked-types.ts';
import type { ClosedWorldEntries } from './world.ts';

export interface PointsToInput {
  /** In the order in which the call graph was made from them. */
  classes(): Iterable<ClassFile>;
  readonly graph: CallGraphData;
  readonly hierarchy: ClassHierarchy;
  readonly facts: LibraryFacts;
  readonly world: ClosedWorldEntries;
  readonly weakenings: Weakenings;
  readonly limits?: InclusionLimits;
}

/** What looking up and printing asks of values that are no collections. */
const valueCallBacks: readonly CallBack[] = [
  { type: 'java/lang/Object', method: 'equals' },
  { type: 'java/lang/Object', method: 'hashCode' },
  { type: 'java/lang/Object', method: 'toString' },
  { type: 'java/lang/Comparable', method: 'compareTo' },
  { type: 'java/util/Comparator', method: 'compare' },
];

const nothingCalledBack: readonly CallBack[] = [];

/** Where collections, maps, iterators and arrays may be: a whole-program analysis in a closed world. */
export interface PointsTo {
  readonly objects: readonly AbstractObject[];
  /** Whether code that is not analysed may know the object: it then counts as `outside`. */
  isOutside(object: ObjectId): boolean;
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
   * What a call may call back when it works on containers of java.util alone, so that it runs the class library's code.
   * Undefined: it may run more.
   */
  callBacks(method: number, instruction: number): readonly CallBack[] | undefined;
  /** What such a call asks for; undefined where it is no call of a method. */
  requestOf(method: number, instruction: number): Request | undefined;
  /** Calls of a method with values that are followed, by instruction. */
  calls(method: number): Iterable<number>;
}

/**
 * A flow-insensitive, context-insensitive inclusion analysis (Andersen, 1994) of the values of tracked types only: one
 * variable for each local definition, parameter, result and field (fields of all objects of a class
 * together), one object for each place that makes a container of java.util or an array, with its content, and `outside`
 * for everything else. Calls go where class hierarchy analysis says. An object that code which is not analysed gets hold
 * of becomes part of the outside, with all that it contains. Undefined: a limit was hit.
 */
export function pointsTo(input: PointsToInput): PointsTo | undefined {
  const { graph, hierarchy, facts, weakenings, world } = input;
  const types = trackedTypes(hierarchy);
  const objects: AbstractObject[] = [];
  const escapedObjects = new Set<ObjectId>([outside]);
  const inclusion = inclusionGraph(
    objects,
    (object) => escapedObjects.has(object),
    hierarchy,
    input.limits ?? defaultInclusionLimits,
  );
  const { variable, put, copy, each } = inclusion;
  const { create, give, viewsOf, kindOf } = containers(objects, inclusion, (object) =>
    escapedObjects.has(object),
  );

  /** What code that is not analysed gets hold of. */
  const known = variable();
  const leak = (from: Variable): void => copy(from, known);
  each(known, (object) => {
    if (object === outside || escapedObjects.has(object)) return;
    escapedObjects.add(object);
    expose(object);
    for (const view of viewsOf(object)) put(known, view);
  });
  /** Code that is not analysed may take out of the object, and put into it, but does not keep it. */
  const expose = (object: ObjectId): void => {
    const { elements, keys } = objects[object]!;
    for (const content of [elements, keys]) {
      leak(content);
      put(content, outside);
    }
  };
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
      const { owner, descriptor, isStatic } = graph.methods[method]!;
      variables = parameterTypes(owner, descriptor, isStatic).map(variableOf);
      parameters.set(method, variables);
      // Objects of collections of the application are not told apart.
      if (!isStatic && types.isRelevantClass(owner)) put(variables[0]!, outside);
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

  // Calls.
  interface Called {
    readonly operands: readonly Variable[];
    readonly result: Variable;
  }
  const calledBy = new Map<CallRequest, Called>();
  const reflectiveCalls: { readonly reflective: Reflection; readonly result: Variable }[] = [];
  /** A request's variables: what all call sites that make it pass and get. */
  const called = (request: CallRequest): Called => {
    const known = graph.intern(request);
    let variables = calledBy.get(known);
    if (variables !== undefined) return variables;
    const { dispatch, owner, descriptor } = request;
    const isStatic = dispatch === 'static';
    variables = {
      operands: parameterTypes(owner, descriptor, isStatic).map(variableOf),
      result: variableOf(returnTypeOf(descriptor)),
    };
    calledBy.set(known, variables);
    const targets = graph.targets(known);
    for (const method of targets.methods) pass(variables, method);
    for (const one of targets.functions) passToFunction(variables.operands.slice(1), variables.result, one);
    if (targets.anything) {
      for (const operand of variables.operands) leak(operand);
      put(variables.result, outside);
    } else if (targets.library) passToLibrary(request, variables);
    const reflective = weakenings.has('forgetReflection') ? undefined : reflectionOf(request);
    if (reflective !== undefined) reflectiveCalls.push({ reflective, result: variables.result });
    return variables;
  };
  const pass = ({ operands, result }: Called, method: number): void => {
    const { owner, descriptor, isStatic, isAbstract } = graph.methods[method]!;
    if (isAbstract) return;
    const taken = parameterTypes(owner, descriptor, isStatic);
    if (!weakenings.has('forgetArgumentFlows'))
      parametersOf(method).forEach((parameter, position) => {
        copy(operands[position] ?? nothing, parameter, classOfDescriptor(taken[position]!));
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
    // toString and hashCode take nothing; other call-backs may be given the arguments.
    const isQuiet =
      claims?.callsBack?.every(({ method }) => method === 'toString' || method === 'hashCode') === true;
    const hasReceiver = dispatch !== 'static';
    operands.forEach((operand, position) => {
      if (operand === nothing) return;
      const isReceiver = hasReceiver && position === 0;
      const fact = isReceiver ? 'receiver' : hasReceiver ? position - 1 : position;
      // The helpers of Collections show elements, never the collection.
      const isShown = !isReceiver && !isQuiet && owner !== 'java/util/Collections';
      if (claims !== undefined && !claims.isRetained(fact) && !isShown) exposeAll(operand);
      else leak(operand);
    });
    put(result, outside);
    if (claims?.returns !== undefined && claims.returns !== 'fresh') {
      const { operand } = claims.returns;
      copy(operands[operand === 'receiver' ? 0 : operand + (hasReceiver ? 1 : 0)] ?? nothing, result);
    }
  };

  /** The call on one object of a container class. */
  const callOn = (object: ObjectId, request: CallRequest, { operands, result }: Called): void => {
    const { name, descriptor } = request;
    const { base, elements, keys } = objects[object]!;
    const className = objects[base]!.type;
    if (className.startsWith('[')) {
      if (name === 'clone') put(result, object);
      else if (!/^(?:getClass|hashCode|toString|notify|notifyAll|wait)$/.test(name))
        unknownCallOn(object, request, { operands, result });
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
        if (given === outside) {
          put(elements, outside);
          put(keys, outside);
        } else {
          copy(objects[given]!.elements, elements);
          copy(objects[given]!.keys, keys);
        }
      });
    const shown = kind === 'map' || (kind === 'constructor' && isMapClass(className)) ? keys : elements;
    if (operation.looksUp && compares(className)) {
      leak(shown);
      operands.slice(1).forEach((operand, position) => {
        const isValue = kind === 'map' && position === operation.putsElement;
        if (!isValue && position !== operation.putsContentOf) leak(operand);
      });
    }
    if (operation.comparesAll) {
      leak(elements);
      leak(keys);
      for (const operand of operands.slice(1)) leak(operand);
    }
    if (operation.gets !== undefined)
      copy(
        operation.gets === 'keys' ? keys : elements,
        result,
        classOfDescriptor(returnTypeOf(descriptor)) ?? '',
      );
    if (operation.hands !== undefined) put(result, give(object, operation.hands));
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
  const unknownCallOn = (object: ObjectId, request: CallRequest, { operands, result }: Called): void => {
    if (facts.ofCall(request)?.isRetained('receiver') === false) expose(object);
    else put(known, object);
    for (const operand of operands.slice(1)) leak(operand);
    put(result, outside);
  };

  /** What a method of a container calls back; undefined: not known. */
  const callBacksOn = (
    object: ObjectId,
    { name, descriptor }: { readonly name: string; readonly descriptor: string },
  ): readonly CallBack[] | undefined => {
    const { base, elements, keys } = objects[object]!;
    const className = objects[base]!.type;
    if (className.startsWith('[')) return name === 'clone' ? nothingCalledBack : undefined;
    const operation = containerOperation(kindOf(object, name), name, descriptor);
    if (operation === undefined || operation.putsContentOf !== undefined) return undefined;
    const shows =
      operation.comparesAll === true ||
      (operation.looksUp === true && compares(className)) ||
      /^(?:hashCode|toString)$/.test(name);
    if (!shows || weakenings.has('containersAreQuiet')) return nothingCalledBack;
    // Collections among the content compare what they contain, and may be of the application.
    return [elements, keys].some((content) => inclusion.contents(content).length > 0)
      ? undefined
      : valueCallBacks;
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
    // Nothing comes in or out here; what reflection does is looked at in any case.
    if (!isFollowed && reflectionOf(request) === undefined) return;
    const isOnContainer = request.dispatch !== 'static' && operands[0] !== nothing;
    const passAll = (): void => {
      const variables = called(request);
      operands.forEach((operand, position) => {
        // Containers run the class library's code alone, which is looked at one by one.
        if (isOnContainer && position === 0) put(variables.operands[0]!, outside);
        else copy(operand, variables.operands[position]!);
      });
      copy(variables.result, result);
    };
    // Objects of relevant types that are no containers are outside; others are not followed.
    let passed = !isOnContainer || !types.isRelevantClass(request.owner);
    if (passed) passAll();
    if (isOnContainer)
      each(operands[0]!, (object) => {
        if (object !== outside) callOn(object, request, { operands, result });
        else if (!passed) {
          passed = true;
          passAll();
        }
      });
  };
  const functionAt = new Map<string, number>();
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
    if (one === undefined) {
      // Concatenation asks for text, and record methods compare: what they compare may see each other.
      if (name !== 'makeConcatWithConstants' && name !== 'makeConcat')
        for (const operand of operands) leak(operand);
      put(result, outside);
      return;
    }
    put(result, outside);
    const runs = graph.functionObjects[one]!.object.runs.find((request) => request.kind === 'call');
    if (runs === undefined || runs.kind !== 'call') {
      for (const operand of operands) leak(operand);
      return;
    }
    const variables = called(runs);
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
      put(functionOf(one).result, outside);
    } else copy(variables.result, functionOf(one).result);
  };

  const applyReflection = ({
    reflective,
    result,
  }: {
    readonly reflective: Reflection;
    readonly result: Variable;
  }): void => {
    if (reflective === 'callsMethods' || reflective === 'opens')
      for (let method = 0; method < graph.methods.length; method++) {
        if (!world.mayReflect(method)) continue;
        const { name } = graph.methods[method]!;
        for (const parameter of parametersOf(method)) put(parameter, outside);
        if (reflective === 'opens') leak(resultOf(method));
        else if (name !== '<init>') copy(resultOf(method), result);
      }
    const replacing =
      reflective === 'serializes'
        ? graph.methods.flatMap(({ name }, method) => (name === 'replaceObject' ? [method] : []))
        : [];
    for (const [key, field] of fields) {
      const owner = key.slice(0, key.indexOf('.'));
      if (!world.mayReflectFields(owner)) continue;
      switch (reflective) {
        case 'readsFields':
          copy(field, result);
          break;
        case 'writesFields':
          put(field, outside);
          break;
        case 'opens':
          put(field, outside);
          leak(field);
          break;
        case 'serializes':
        case 'deserializes':
          if (!isSerializable(owner)) break;
          if (reflective === 'deserializes') put(field, outside);
          for (const method of replacing) copy(field, parametersOf(method)[1] ?? nothing);
          break;
        case 'callsMethods':
      }
    }
  };
  const isSerializable = (className: string): boolean =>
    hierarchy.isSubtype(className, 'java/io/Serializable') !== false;

  // The program.
  let index = -1;
  for (const file of input.classes()) {
    const bringsValues = followedValues(file, types);
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
        call: (at, of, operands, to) => call(method, at, of, operands, to),
        unknown: (to) => put(to, outside),
        returned: (from) => copy(from, resultOf(method)),
      });
      if (!fits) return undefined;
    }
  }
  for (const method of world.entries) open(method);
  if (!weakenings.has('forgetCallBackFlows'))
    for (const method of calledFromLibrary(graph, hierarchy)) open(method);
  if (!inclusion.solve()) return undefined;
  // What reflection does is known when all calls are.
  for (let next = 0; next < reflectiveCalls.length; next++) {
    applyReflection(reflectiveCalls[next]!);
    if (!inclusion.solve()) return undefined;
  }

  return {
    objects,
    isOutside: (object) => escapedObjects.has(object),
    at(method, instruction, operand) {
      const found = callsOf.get(method)?.get(instruction);
      if (found === undefined) return undefined;
      const of =
        operand === 'result'
          ? found.result
          : operand === 'receiver'
            ? found.operands[0]
            : found.operands[operand + (takesReceiver(found.instruction) ? 1 : 0)];
      if (of === undefined || of === nothing) return undefined;
      const all = new Set(
        inclusion.contents(of).map((object) => (escapedObjects.has(object) ? outside : object)),
      );
      return [...all].sort((left, right) => left - right);
    },
    callBacks(method, index) {
      const found = callsOf.get(method)?.get(index);
      if (found === undefined || found.instruction.form !== 'invoke') return undefined;
      const { instruction, operands } = found;
      if (!takesReceiver(instruction) || operands[0] === nothing) return undefined;
      const lists = inclusion
        .contents(operands[0]!)
        .map((object) => (escapedObjects.has(object) ? undefined : callBacksOn(object, instruction)));
      if (lists.length === 0 || lists.includes(undefined)) return undefined;
      return lists.includes(valueCallBacks) ? valueCallBacks : nothingCalledBack;
    },
    requestOf(method, index) {
      const found = callsOf.get(method)?.get(index);
      return found === undefined
        ? undefined
        : requestsOf(found.instruction).find(({ kind }) => kind === 'call');
    },
    calls: (method) => callsOf.get(method)?.keys() ?? [],
  };
}

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
