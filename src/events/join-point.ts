import type { Instruction, LoadableConstant, MethodHandle } from '../classfile/instruction.ts';
import { Op } from '../classfile/opcodes.ts';
import { ReferenceKind } from '../classfile/reference-kind.ts';

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
  /** A method reference that is a Runnable: a thread may begin with it. */
  readonly startsThread?: boolean;
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

/**
 * The body of a method, of a constructor (behind its call of another constructor) or of a class initialiser, as
 * AspectJ's `execution` and `staticinitialization` see it: the class that declares it, the name and the descriptor.
 */
export interface BodyJoinPoint {
  readonly kind: 'execution' | 'staticInitialization';
  readonly invocation: 'instance' | 'static' | 'constructor';
  readonly owner: string;
  readonly name: string;
  readonly descriptor: string;
  /** A thread may begin with it: `run()` of a Runnable, or the lambda expression that is one. */
  readonly startsThread: boolean;
}

/** The end of the program, after `main` and all threads that are not daemons. */
export interface EndOfProgram {
  readonly kind: 'endProgram';
  readonly invocation: 'static';
  readonly owner: string;
  readonly name: string;
  readonly descriptor: '()V';
}

export type JoinPoint = CallJoinPoint | FieldJoinPoint | BodyJoinPoint | EndOfProgram;

export const classInitialiser = '<clinit>';

/** Whether a thread may begin with the code at the join point. */
export function startsThread(joinPoint: JoinPoint): boolean {
  return (joinPoint.kind === 'execution' || joinPoint.kind === 'call') && joinPoint.startsThread === true;
}

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

/** The function object is a java.lang.Runnable itself, as an argument of a thread's constructor is. */
function makesRunnable(instruction: Extract<Instruction, { form: 'invokedynamic' }>): boolean {
  return instruction.name === 'run' && instruction.descriptor.endsWith(')Ljava/lang/Runnable;');
}

/** The methods of a class, `name` and `descriptor` joined, that are lambda expressions of type Runnable. */
export function runnableLambdas(className: string, instructions: Iterable<Instruction>): string[] {
  const found: string[] = [];
  for (const instruction of instructions) {
    if (instruction.form !== 'invokedynamic' || !makesRunnable(instruction)) continue;
    const handle = referencedMethod(instruction);
    if (handle?.owner === className && handle.name.startsWith('lambda$'))
      found.push(handle.name + handle.descriptor);
  }
  return found;
}

const lambdaMetafactory = 'java/lang/invoke/LambdaMetafactory';

/** FLAG_SERIALIZABLE of LambdaMetafactory.altMetafactory. */
const flagSerializable = 1;

/** The call that an instruction makes or lets a function object make; undefined for every other instruction. */
export function callJoinPoint(instruction: Instruction, enclosingClass: string): CallJoinPoint | undefined {
  if (instruction.form === 'invoke') {
    const { opcode, owner, name, descriptor, isInterface } = instruction;
    if (owner.startsWith('[')) return undefined;
    const call = { kind: 'call', via: 'instruction', owner, name, descriptor, isInterface } as const;
    if (opcode === Op.invokestatic) return { invocation: 'static', ...call };
    if (opcode !== Op.invokespecial) return { invocation: 'instance', ...call };
    if (name === '<init>') return { invocation: 'constructor', ...call };
    // A private method of the class itself is a call; anything else under invokespecial is `super.m()`.
    return owner === enclosingClass ? { invocation: 'instance', ...call } : undefined;
  }
  if (instruction.form !== 'invokedynamic') return undefined;
  const handle = referencedMethod(instruction);
  if (handle === undefined || handle.owner.startsWith('[')) return undefined;
  // The body of a lambda expression is an ordinary method of the class and is instrumented as such.
  if (handle.owner === enclosingClass && handle.name.startsWith('lambda$')) return undefined;
  const { owner, name, descriptor, isInterface } = handle;
  const startsThread = makesRunnable(instruction);
  const call = {
    kind: 'call',
    via: 'methodReference',
    owner,
    name,
    descriptor,
    isInterface,
    startsThread,
  } as const;
  switch (handle.referenceKind) {
    case ReferenceKind.invokeVirtual:
    case ReferenceKind.invokeInterface:
      return { invocation: 'instance', ...call };
    case ReferenceKind.invokeStatic:
      return { invocation: 'static', ...call };
    case ReferenceKind.newInvokeSpecial:
      return { invocation: 'constructor', ...call };
    case ReferenceKind.invokeSpecial:
      return owner === enclosingClass ? { invocation: 'instance', ...call } : undefined;
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
