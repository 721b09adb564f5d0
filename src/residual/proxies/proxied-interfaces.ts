import type { Code } from '../../classfile/code.ts';
import { parseMethodDescriptor } from '../../classfile/descriptors.ts';
import { takesReceiver } from '../../classfile/stack-effect.ts';
import type { ClassHierarchy } from '../analysis.ts';
import type { ScannedMethod } from '../call-graph/scanned-code.ts';
import { outside } from '../points-to/heap/abstract-object.ts';
import type { CallInstruction, Variable } from '../points-to/heap/flow-sink.ts';
import { nothing } from '../points-to/heap/flow-sink.ts';
import { parameterTypes } from '../points-to/input/parameter-types.ts';
import { methodFlows } from '../points-to/methods/method-flows.ts';
import { type ClassValues, classValues } from './class-values.ts';
import type { Handler } from './proxy-class.ts';
import { type ProxyMaker, toldMakerOf } from './proxy-makers.ts';

/** The position of the argument that says of which interfaces: classes, or a method type that returns one. */
function classArgument(descriptor: string): number {
  return parseMethodDescriptor(descriptor).parameters.findIndex((type) =>
    /^(?:\[?Ljava\/lang\/Class|Ljava\/lang\/invoke\/MethodType);$/.test(type),
  );
}

const methodType = 'java/lang/invoke/MethodType';

/** Whether a call makes a method type that returns what its first argument says. */
function isMethodType(of: CallInstruction): boolean {
  return of.form === 'invoke' && of.owner === methodType && of.name === 'methodType';
}

/** Interfaces of which a method makes proxies. */
export interface ProxiedInterfaces {
  /** Internal names of the interfaces that its own code names, with who answers. */
  readonly named: ReadonlyMap<string, Handler>;
  /** What makes some where the classes may come from elsewhere, too: parameters, fields, results of calls. */
  readonly unknown: readonly ProxyMaker[];
}

/** What a value of type Class may be declared as, what an array of them may, and what knows one. */
const typesOfClasses = new Set([
  'java/lang/Class',
  'java/lang/Object',
  'java/lang/Cloneable',
  'java/io/Serializable',
  'java/lang/reflect/AnnotatedElement',
  'java/lang/reflect/GenericDeclaration',
  'java/lang/reflect/Type',
  'java/lang/constant/Constable',
  'java/lang/invoke/TypeDescriptor',
  'java/lang/invoke/TypeDescriptor$OfField',
  'java/lang/invoke/TypeDescriptor$OfMethod',
  methodType,
]);

function mayBeClasses(type: string): boolean {
  const element = type.replace(/^\[+/, '');
  return typesOfClasses.has(element.startsWith('L') ? element.slice(1, -1) : element);
}

/**
 * Follows the class constants of one method. Undefined: its code does not fit its frame, or has too many pairs of a
 * variable and a constant in it.
 */
export function proxiedInterfaces(
  code: Code,
  method: Pick<ScannedMethod, 'owner' | 'descriptor' | 'isStatic'>,
  hierarchy: ClassHierarchy,
): ProxiedInterfaces | undefined {
  const values = classValues(hierarchy);
  const { variable, put, copy, leak } = values;
  const asked: AskedMaker[] = [];
  const makerAt = (of: CallInstruction): ProxyMaker | undefined =>
    of.form === 'invoke' ? toldMakerOf(of, hierarchy) : undefined;
  const call = (of: CallInstruction, operands: readonly Variable[], to: Variable): void => {
    if (isMethodType(of)) {
      put(to, values.holderOf(methodType, operands[0] ?? nothing));
      return;
    }
    put(to, outside);
    const maker = makerAt(of);
    if (maker === undefined) for (const operand of operands) leak(operand);
    else
      asked.push({
        maker,
        classes: operands[classArgument(of.descriptor) + (takesReceiver(of) ? 1 : 0)] ?? nothing,
      });
  };
  const parameters = parameterTypes(method.owner, method.descriptor, method.isStatic).map((type) => {
    if (!mayBeClasses(type)) return nothing;
    const parameter = variable();
    put(parameter, outside);
    return parameter;
  });
  const types = { isTracked: mayBeClasses, isTrackedClass: mayBeClasses, isRelevantClass: mayBeClasses };
  const fits = methodFlows(code, method, parameters, types, {
    variable,
    copy,
    create: (type, to) => put(to, values.array(type)),
    classConstant: (name, to) => put(to, values.constant(name)),
    readField: (_, to) => put(to, outside),
    writeField: (_, from) => leak(from),
    readArray: values.readFrom,
    writeArray: values.writeTo,
    isLookedAt: (of) => isMethodType(of) || makerAt(of) !== undefined,
    call: (_, of, operands, to) => call(of, operands, to),
    unknown: (to) => put(to, outside),
    returned: () => {},
  });
  return fits && values.solve() ? interfacesOf(asked, values) : undefined;
}

/** A call that makes a proxy, and the classes that it is given. */
interface AskedMaker {
  readonly maker: ProxyMaker;
  readonly classes: Variable;
}

function interfacesOf(asked: readonly AskedMaker[], values: ClassValues): ProxiedInterfaces {
  const named = new Map<string, Handler>();
  const unknown = new Set<ProxyMaker>();
  for (const { maker, classes } of asked) {
    // Null throws; what is not followed is not null.
    if (values.isEmpty(classes)) unknown.add(maker);
    for (const name of values.classesIn(classes))
      if (name === undefined) unknown.add(maker);
      else if (named.get(name) !== 'unknown') named.set(name, maker.handler);
  }
  return { named, unknown: [...unknown] };
}
