import { AccessFlag } from '../../classfile/access-flags.ts';
import type { NewFrame, NewMethod } from '../../classfile/class-edit.ts';
import { parseMethodDescriptor, wordsOf } from '../../classfile/descriptors.ts';
import {
  currentThread,
  loadLocal,
  localsOf,
  none,
  returnOf,
  storeLocal,
  throwable,
} from '../../classfile/emit.ts';
import type { Instruction, Invoke, Label, MethodHandle } from '../../classfile/instruction.ts';
import { Op } from '../../classfile/opcodes.ts';
import { ReferenceKind } from '../../classfile/reference-kind.ts';
import type { PointValue } from '../../events/point.ts';
import { sharedLocals } from './spilled-locals.ts';
import { produce, type ThrowingEvent, type WovenEvent, weaveCall } from './weave-call.ts';

type InvokeDynamic = Extract<Instruction, { form: 'invokedynamic' }>;

/**
 * A private static method that makes a call and its events. Used where events cannot stand around the call
 * itself: for a method reference, and in a method that has no room left. Straight-line, but for the handler
 * of the call's exceptions.
 */
export function wrapperMethod(
  name: string,
  call: Invoke,
  /** Field descriptor of the first parameter when the call has a receiver. */
  receiver: string | undefined,
  events: readonly WovenEvent[],
  throwing: readonly ThrowingEvent[] = [],
  /**
   * Field descriptor of the parameter behind those of the call, `this` of the method that made it; absent
   * where no event needs it.
   */
  caller?: string,
  /** A site, for which the very last parameter stands: that of an event is as far from it as from this one. */
  given?: number,
): NewMethod {
  const { parameters, returnType } = parseMethodDescriptor(call.descriptor);
  const isConstructor = call.name === '<init>';
  const returned = isConstructor ? `L${call.owner};` : returnType;
  // The new object of a constructor call is no parameter.
  const object = isConstructor ? undefined : receiver;
  const operands = object === undefined ? parameters : [object, ...parameters];
  const formal = [
    ...operands,
    ...(caller === undefined ? [] : [caller]),
    ...(given === undefined ? [] : ['I']),
  ];
  const instructions: Instruction[] = [];
  if (isConstructor) instructions.push({ form: 'type', opcode: Op.new, type: call.owner }, none(Op.dup));
  const { locals, next: firstLocal } = localsOf(formal);
  operands.forEach((operand, position) => {
    instructions.push(loadLocal(operand, locals[position]!));
  });
  const shape = {
    parameters,
    result: returned,
    isConstructor,
    ...(receiver === undefined ? {} : { receiver }),
  };
  const at = <Event extends WovenEvent | ThrowingEvent>(event: Event): Event =>
    given === undefined
      ? event
      : { ...event, site: { local: locals.at(-1)!, plus: (event.site as number) - given } };
  const spilled = sharedLocals(firstLocal);
  const woven = weaveCall(shape, events.map(at), spilled.forCall(), [], locals[operands.length]);
  instructions.push(...woven.before);
  const callAt = instructions.length;
  instructions.push(call, ...woven.after, returnOf(returned));
  const handled =
    throwing.length > 0
      ? handlerOf(
          throwing.map(at),
          formal,
          operands.length,
          object !== undefined,
          callAt,
          instructions.length,
        )
      : undefined;
  instructions.push(...(handled?.instructions ?? []));
  return {
    accessFlags: AccessFlag.private | AccessFlag.static | AccessFlag.synthetic,
    name,
    descriptor: `(${formal.join('')})${returned}`,
    maxStack:
      firstLocal +
      2 +
      wordsOf(returned) +
      woven.extraStack +
      (handled?.stack ?? 0) +
      (given === undefined ? 0 : 1),
    maxLocals: Math.max(spilled.next(), handled === undefined ? 0 : firstLocal + 1),
    instructions,
    ...(handled === undefined ? {} : { exceptionTable: handled.exceptionTable, frames: handled.frames }),
  };
}

/** Produces the events with the wrapper's parameters as their values, and throws on. */
function handlerOf(
  throwing: readonly ThrowingEvent[],
  formal: readonly string[],
  operands: number,
  hasReceiver: boolean,
  call: number,
  handler: number,
) {
  const { locals, next: thrown } = localsOf(formal);
  const load = ({ source, descriptor }: PointValue): Instruction => {
    switch (source.kind) {
      case 'receiver':
        return loadLocal(formal[0]!, 0);
      case 'argument': {
        const parameter = source.index + (hasReceiver ? 1 : 0);
        return loadLocal(formal[parameter]!, locals[parameter]!);
      }
      case 'this':
        return loadLocal(formal[operands]!, locals[operands]!);
      case 'thrown':
        return loadLocal(throwable, thrown);
      case 'thread':
        return currentThread;
      case 'result':
        throw new Error(`a call that throws has no ${source.kind} of type ${descriptor}`);
    }
  };
  return {
    instructions: [
      storeLocal(throwable, thrown),
      ...throwing.flatMap((event) => [...event.values.map(load), ...produce(event)]),
      loadLocal(throwable, thrown),
      none(Op.athrow),
    ],
    stack: Math.max(...throwing.map(({ values }) => 2 * values.length)) + 2,
    exceptionTable: [
      { start: call as Label, end: (call + 1) as Label, handler: handler as Label, catchType: undefined },
    ],
    frames: [
      {
        at: handler as Label,
        locals: formal.map(verificationType),
        stack: [{ kind: 'Object', name: 'java/lang/Throwable' } as const],
      },
    ],
  };
}

function verificationType(descriptor: string): NewFrame['locals'][number] {
  switch (descriptor[0]) {
    case 'J':
      return { kind: 'Long' };
    case 'F':
      return { kind: 'Float' };
    case 'D':
      return { kind: 'Double' };
    case 'L':
      return { kind: 'Object', name: descriptor.slice(1, -1) };
    case '[':
      return { kind: 'Object', name: descriptor };
    default:
      return { kind: 'Integer' };
  }
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

const opcodeOfReferenceKind: Readonly<Record<number, number>> = {
  [ReferenceKind.invokeVirtual]: Op.invokevirtual,
  [ReferenceKind.invokeStatic]: Op.invokestatic,
  [ReferenceKind.invokeSpecial]: Op.invokespecial,
  [ReferenceKind.newInvokeSpecial]: Op.invokespecial,
  [ReferenceKind.invokeInterface]: Op.invokeinterface,
};

/**
 * The type of the receiver that the wrapper takes. LambdaMetafactory demands that a captured value has
 * exactly the type of the static method's parameter; a receiver that comes with the call may be converted.
 */
export function receiverOfReference(instruction: InvokeDynamic, handle: MethodHandle): string | undefined {
  if (handle.referenceKind === ReferenceKind.invokeStatic) return undefined;
  if (handle.referenceKind === ReferenceKind.newInvokeSpecial) return `L${handle.owner};`;
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
