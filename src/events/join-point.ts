import type { Instruction, LoadableConstant, MethodHandle } from '../classfile/instruction.ts';
import { Op } from '../classfile/opcodes.ts';

/**
 * A call as AspectJ's `call` pointcut sees it: the static receiver type, the name and the descriptor, as the
 * caller's byte code names them. `super.m()` and `this(..)`/`super(..)` are no call join points (AspectJ
 * Programming Guide, appendix "Join points").
 */
export interface CallJoinPoint {
  readonly kind: 'call';
  /** A call instruction, or a method reference that `invokedynamic` turns into a function object. */
  readonly via: 'instruction' | 'methodReference';
  readonly invocation: 'instance' | 'static' | 'constructor';
  /** Internal name of the class that the instruction names. */
  readonly owner: string;
  readonly name: string;
  readonly descriptor: string;
  readonly isInterface: boolean;
}

/**
 * An access to a field as AspectJ's `get` and `set` see it. As a call it would take what is stored, or return
 * what is read: `descriptor` is `(I)V` or `()I`, so that target, args and returning mean the same for both.
 */
export interface FieldJoinPoint {
  readonly kind: 'get' | 'set';
  readonly invocation: 'instance' | 'static';
  /** Internal name of the class that the instruction names. */
  readonly owner: string;
  readonly name: string;
  readonly descriptor: string;
}

export type JoinPoint = CallJoinPoint | FieldJoinPoint;

/** The access that a field instruction makes. Synthetic fields of inner classes are the compiler's own. */
export function fieldJoinPoint(
  instruction: Extract<Instruction, { form: 'field' }>,
): FieldJoinPoint | undefined {
  const { opcode, owner, name, descriptor } = instruction;
  if (/^(?:this|val)\$/.test(name)) return undefined;
  const invocation = opcode === Op.getstatic || opcode === Op.putstatic ? 'static' : 'instance';
  return opcode === Op.getfield || opcode === Op.getstatic
    ? { kind: 'get', invocation, owner, name, descriptor: `()${descriptor}` }
    : { kind: 'set', invocation, owner, name, descriptor: `(${descriptor})V` };
}

/** JVMS table 5.4.3.5-A. */
const referenceKind = {
  invokeVirtual: 5,
  invokeStatic: 6,
  invokeSpecial: 7,
  newInvokeSpecial: 8,
  invokeInterface: 9,
};

const lambdaMetafactory = 'java/lang/invoke/LambdaMetafactory';

/** FLAG_SERIALIZABLE of LambdaMetafactory.altMetafactory. */
const flagSerializable = 1;

/** The call that an instruction makes or lets a function object make; undefined for every other instruction. */
export function callJoinPoint(instruction: Instruction, enclosingClass: string): CallJoinPoint | undefined {
  if (instruction.form === 'invoke') {
    const { opcode, owner, name, descriptor, isInterface } = instruction;
    if (owner.startsWith('[')) return undefined;
    const call = { kind: 'call', via: 'instruction', owner, name, descriptor, isInterface } as const;
    if (opcode === Op.invokestatic) return { ...call, invocation: 'static' };
    if (opcode !== Op.invokespecial) return { ...call, invocation: 'instance' };
    if (name === '<init>') return { ...call, invocation: 'constructor' };
    // A private method of the class itself is a call; anything else under invokespecial is `super.m()`.
    return owner === enclosingClass ? { ...call, invocation: 'instance' } : undefined;
  }
  if (instruction.form !== 'invokedynamic') return undefined;
  const handle = referencedMethod(instruction);
  if (handle === undefined || handle.owner.startsWith('[')) return undefined;
  // The body of a lambda expression is an ordinary method of the class and is instrumented as such.
  if (handle.owner === enclosingClass && handle.name.startsWith('lambda$')) return undefined;
  const { owner, name, descriptor, isInterface } = handle;
  const call = { kind: 'call', via: 'methodReference', owner, name, descriptor, isInterface } as const;
  switch (handle.referenceKind) {
    case referenceKind.invokeVirtual:
    case referenceKind.invokeInterface:
      return { ...call, invocation: 'instance' };
    case referenceKind.invokeStatic:
      return { ...call, invocation: 'static' };
    case referenceKind.newInvokeSpecial:
      return { ...call, invocation: 'constructor' };
    case referenceKind.invokeSpecial:
      return owner === enclosingClass ? { ...call, invocation: 'instance' } : undefined;
    default:
      return undefined;
  }
}

/** The implementation method of a lambda or method reference made by LambdaMetafactory (JLS 15.13.3, 15.27.4). */
export function referencedMethod(
  instruction: Extract<Instruction, { form: 'invokedynamic' }>,
): MethodHandle | undefined {
  const { handle, arguments: constants } = instruction.bootstrap;
  if (handle.owner !== lambdaMetafactory) return undefined;
  if (handle.name !== 'metafactory' && handle.name !== 'altMetafactory') return undefined;
  const implementation = constants[1];
  return implementation?.kind === 'MethodHandle' ? implementation.handle : undefined;
}

/** True when the function object can be serialized; its form then names the implementation method. */
export function isSerializableReference(
  instruction: Extract<Instruction, { form: 'invokedynamic' }>,
): boolean {
  const { handle, arguments: constants } = instruction.bootstrap;
  if (handle.name !== 'altMetafactory') return false;
  const flags: LoadableConstant | undefined = constants[3];
  return flags?.kind === 'Integer' && (flags.value & flagSerializable) !== 0;
}
