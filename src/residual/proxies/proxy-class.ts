import { AccessFlag } from '../../classfile/access-flags.ts';
import { buildClass } from '../../classfile/class-builder.ts';
import { type ClassFile, type MethodInfo, readClassFile } from '../../classfile/class-file.ts';
import { parseMethodDescriptor, returnTypeOf, selector } from '../../classfile/descriptors.ts';
import { invoke, loadLocal, localsOf, none, pushInt, returnOf } from '../../classfile/emit.ts';
import type { Instruction } from '../../classfile/instruction.ts';
import type { NewMethod } from '../../classfile/method-body.ts';
import { Op } from '../../classfile/opcodes.ts';
import type { ClassHierarchy } from '../analysis.ts';
import { isReference } from '../java-type.ts';

/**
 * Who answers the calls on a proxy: an `InvocationHandler`, code that is not looked into (a method handle, a
 * script), or nobody, as what an annotation says stands in a class file.
 */
export type Handler = 'invocationHandler' | 'unknown' | 'values';

const proxy = 'java/lang/reflect/Proxy';
export const invocationHandler = 'java/lang/reflect/InvocationHandler';

/** The methods of an interface that its proxies answer: those that it declares or inherits, by selector. */
export type InterfaceMethods = ReadonlyMap<string, Pick<MethodInfo, 'name' | 'descriptor'>>;

/** O(methods). */
export function interfaceMethods(interfaceName: string, hierarchy: ClassHierarchy): InterfaceMethods {
  const methods = new Map<string, Pick<MethodInfo, 'name' | 'descriptor'>>();
  for (const type of hierarchy.superTypes(interfaceName)) {
    if (type === 'java/lang/Object') continue;
    for (const method of hierarchy.classFile(type)?.methods ?? []) {
      if ((method.accessFlags & (AccessFlag.static | AccessFlag.private)) !== 0) continue;
      const key = selector(method.name, method.descriptor);
      if (!method.name.startsWith('<') && !methods.has(key)) methods.set(key, method);
    }
  }
  return methods;
}

/** What `proxyClass` makes a class from. */
export interface ProxySpec {
  readonly interfaceName: string;
  readonly handler: Handler;
  readonly methods: InterfaceMethods;
  /**
   * An interface above with the same handler, whose class has some of the methods. Most of what large
   * families of interfaces have is inherited.
   */
  readonly base: Pick<ProxySpec, 'interfaceName' | 'methods'> | undefined;
}

/**
 * A class that stands for the proxies of one interface: what the JVM makes for `Proxy.newProxyInstance`
 * (java.lang.reflect.Proxy, "A proxy class has the following properties"). Each method that the interface
 * declares or inherits gives the call to the handler: `return (R) h.invoke(this, null, new Object[] { p0, ...
 * })`; those of annotations hand out what other code may know as well.
 *
 * Not modelled: the `Method` that the handler is given, primitive arguments and results, and toString,
 * hashCode and equals, which the handler is asked for, too.
 */
export function proxyClass({ interfaceName, handler: answers, methods, base }: ProxySpec): ClassFile {
  const name = proxyName(interfaceName, answers);
  const superName = base === undefined ? proxy : proxyName(base.interfaceName, answers);
  const own: NewMethod[] = [newObject(superName)];
  for (const [key, { name, descriptor }] of methods)
    if (base?.methods.has(key) !== true)
      own.push({
        accessFlags: AccessFlag.public | (answers === 'unknown' ? AccessFlag.native : 0),
        name,
        descriptor,
        ...(answers === 'unknown'
          ? {}
          : { instructions: answers === 'values' ? handOut(descriptor) : askHandler(descriptor) }),
      });
  const bytes = buildClass({
    accessFlags: AccessFlag.public | AccessFlag.super | AccessFlag.synthetic,
    name,
    superName,
    interfaces: [interfaceName],
    fields: [],
    methods: own,
  });
  return readClassFile(bytes, { file: 'proxies', className: name });
}

/**
 * No name that Java source can have (JVMS 4.2.2 allows it). Classes with other code have other names: what is
 * known of one is remembered.
 */
function proxyName(interfaceName: string, answers: Handler): string {
  return `${interfaceName} ${kinds[answers]}`;
}

const kinds: Readonly<Record<Handler, string>> = {
  invocationHandler: 'proxy',
  unknown: 'object',
  values: 'annotation',
};

/** Without parameters: reflection, which makes proxies, may call it. */
function newObject(superName: string): NewMethod {
  return {
    accessFlags: AccessFlag.public,
    name: '<init>',
    descriptor: '()V',
    instructions: [
      loadLocal('Ljava/lang/Object;', 0),
      invoke(Op.invokespecial, superName, '<init>', '()V'),
      none(Op.return),
    ],
  };
}

function askHandler(descriptor: string): readonly Instruction[] {
  const { parameters } = parseMethodDescriptor(descriptor);
  const { locals } = localsOf(parameters, 1);
  const result = returnTypeOf(descriptor);
  const code: Instruction[] = [
    loadLocal('Ljava/lang/Object;', 0),
    {
      form: 'field',
      opcode: Op.getfield,
      owner: proxy,
      name: 'h',
      descriptor: `L${invocationHandler};`,
    },
    loadLocal('Ljava/lang/Object;', 0),
    none(Op.aconst_null),
    pushInt(parameters.length),
    { form: 'type', opcode: Op.anewarray, type: 'java/lang/Object' },
  ];
  parameters.forEach((type, position) => {
    if (isReference(type))
      code.push(none(Op.dup), pushInt(position), loadLocal(type, locals[position]!), none(Op.aastore));
  });
  code.push(
    invoke(
      Op.invokeinterface,
      invocationHandler,
      'invoke',
      '(Ljava/lang/Object;Ljava/lang/reflect/Method;[Ljava/lang/Object;)Ljava/lang/Object;',
      true,
    ),
  );
  code.push(...as(result), returnOf(result));
  return code;
}

/** A field of the class library that may hold anything. */
const anything = { owner: 'java/util/EventObject', name: 'source', descriptor: 'Ljava/lang/Object;' };

function handOut(descriptor: string): readonly Instruction[] {
  const result = returnTypeOf(descriptor);
  return [
    loadLocal('Ljava/lang/Object;', 0),
    { form: 'field', opcode: Op.getfield, ...anything },
    ...as(result),
    returnOf(result),
  ];
}

/** What to do with an object on the stack so that it is, or gives way to, a value of a type. */
function as(type: string): readonly Instruction[] {
  return isReference(type)
    ? [{ form: 'type', opcode: Op.checkcast, type: type.startsWith('L') ? type.slice(1, -1) : type }]
    : [none(Op.pop), ...zeroOf(type)];
}

function zeroOf(type: string): readonly Instruction[] {
  switch (type) {
    case 'V':
      return [];
    case 'J':
      return [none(Op.lconst_0)];
    case 'F':
      return [none(Op.fconst_0)];
    case 'D':
      return [none(Op.dconst_0)];
    default:
      return [none(Op.iconst_0)];
  }
}
