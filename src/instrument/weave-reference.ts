import { AccessFlag } from '../classfile/access-flags.ts';
import type { NewMethod } from '../classfile/class-edit.ts';
import { parseMethodDescriptor, wordsOf } from '../classfile/descriptors.ts';
import type { Instruction, MethodHandle } from '../classfile/instruction.ts';
import { Op } from '../classfile/opcodes.ts';
import { loadLocal, none, returnOf } from './emit.ts';
import { type WovenEvent, weaveCall } from './weave-call.ts';

type InvokeDynamic = Extract<Instruction, { form: 'invokedynamic' }>;
type Invoke = Extract<Instruction, { form: 'invoke' }>;

/**
 * A private static method that makes a call and its events. Used where events cannot stand around the call
 * itself: for a method reference, and in a method that has no room left. Straight-line, so it needs no frames.
 */
export function wrapperMethod(
  name: string,
  call: Invoke,
  /** Field descriptor of the first parameter when the call has a receiver. */
  receiver: string | undefined,
  events: readonly WovenEvent[],
): NewMethod {
  const { parameters, returnType } = parseMethodDescriptor(call.descriptor);
  const isConstructor = call.name === '<init>';
  const returned = isConstructor ? `L${call.owner};` : returnType;
  const formal = isConstructor || receiver === undefined ? parameters : [receiver, ...parameters];
  const instructions: Instruction[] = [];
  if (isConstructor) instructions.push({ form: 'type', opcode: Op.new, type: call.owner }, none(Op.dup));
  let local = 0;
  for (const parameter of formal) {
    instructions.push(loadLocal(parameter, local));
    local += wordsOf(parameter);
  }
  const shape = {
    parameters,
    result: returned,
    isConstructor,
    ...(receiver === undefined ? {} : { receiver }),
  };
  const woven = weaveCall(shape, events, local);
  instructions.push(...woven.before, call, ...woven.after, returnOf(returned));
  return {
    accessFlags: AccessFlag.private | AccessFlag.static | AccessFlag.synthetic,
    name,
    descriptor: `(${formal.join('')})${returned}`,
    maxStack: local + 2 + wordsOf(returned) + woven.extraStack,
    maxLocals: local + woven.extraLocals,
    instructions,
  };
}

/** The call that a method reference makes (JVMS 5.4.3.5), as an instruction. */
export function callOfHandle(handle: MethodHandle): Invoke {
  const { owner, name, descriptor, isInterface } = handle;
  return {
    form: 'invoke',
    opcode: opcodeOfReferenceKind[handle.referenceKind]!,
    owner,
    name,
    descriptor,
    isInterface,
  };
}

/** JVMS table 5.4.3.5-A. */
const opcodeOfReferenceKind: Readonly<Record<number, number>> = {
  5: Op.invokevirtual,
  6: Op.invokestatic,
  7: Op.invokespecial,
  8: Op.invokespecial,
  9: Op.invokeinterface,
};

/**
 * The type of the receiver that the wrapper takes. LambdaMetafactory demands that a captured value has exactly
 * the type of the static method's parameter; a receiver that comes with the call may be converted.
 */
export function receiverOfReference(instruction: InvokeDynamic, handle: MethodHandle): string | undefined {
  if (handle.referenceKind === 6) return undefined;
  if (handle.referenceKind === 8) return `L${handle.owner};`;
  return parseMethodDescriptor(instruction.descriptor).parameters[0] ?? `L${handle.owner};`;
}

/** The same function object, made from the wrapper instead of the method that the program named. */
export function redirect(instruction: InvokeDynamic, wrapper: MethodHandle): InvokeDynamic {
  const { handle, arguments: constants } = instruction.bootstrap;
  const redirected = constants.map((constant, index) =>
    index === 1 ? ({ kind: 'MethodHandle', handle: wrapper } as const) : constant,
  );
  return { ...instruction, bootstrap: { handle, arguments: redirected } };
}
