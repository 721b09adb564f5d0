import type { ClassEdit } from '../../classfile/class-edit.ts';
import type { ClassFile } from '../../classfile/class-file.ts';
import { parseMethodDescriptor } from '../../classfile/descriptors.ts';
import { invoke, loadLocal } from '../../classfile/emit.ts';
import type { Instruction, InstructionIndex, Invoke } from '../../classfile/instruction.ts';
import { Op } from '../../classfile/opcodes.ts';
import { ReferenceKind } from '../../classfile/reference-kind.ts';
import { referencedMethod } from '../../events/join-point.ts';
import type { PointValue } from '../../events/point.ts';
import type { Telling } from '../unit/entry-point.ts';
import type { ClassToWeave } from './class-to-weave.ts';
import type { SpilledLocals } from './spilled-locals.ts';
import { isInterface, type MethodToWeave, seesThrows, usesThis } from './unweavable.ts';
import { type CallShape, type ThrowingEvent, type WovenEvent, weaveCall } from './weave-call.ts';
import { callOfHandle, receiverOfReference, redirect, wrapperMethod } from './weave-reference.ts';
import type { Tellings } from './weave-telling.ts';

/** What the points at one instruction are woven with. */
export interface InstructionToWeave extends ClassToWeave, MethodToWeave {
  readonly edit: ClassEdit;
  readonly names: () => string;
  readonly spilled: SpilledLocals;
  readonly tellings: Tellings;
  readonly instruction: InstructionIndex;
}

/** Weaves the points at one instruction, to none of which there is an obstacle. */
export function weaveInstruction(context: InstructionToWeave): void {
  const { code, points, file } = context;
  const instruction = code.instructions[context.instruction]!;
  const events: WovenEvent[] = [];
  const throwing: ThrowingEvent[] = [];
  for (const point of points) {
    const told = context.tellings.of(point);
    if (told === undefined) continue;
    const { telling, question, first, ...local } = told;
    const values = isGivenResult(telling) ? [...point.values, booleanResult] : point.values;
    const { name, descriptor } = context.entryPointOf({ ...point, values }, telling, {
      question,
      first,
    });
    const event = {
      values,
      owner: context.unit,
      name,
      descriptor,
      site: context.siteOf(point),
      ...local,
    };
    if (point.position === 'before') events.push({ position: 'before', ...event });
    else if (point.position !== 'afterThrowing') events.push({ position: 'afterReturning', ...event });
    if (seesThrows(point)) throwing.push({ position: 'afterThrowing', ...event });
  }
  if (instruction.form === 'invokedynamic') {
    weaveReference(context, instruction, events, throwing);
    return;
  }
  if (instruction.form === 'field') {
    weaveField(context, instruction, events, throwing);
    return;
  }
  const call = instruction as Invoke;
  if (context.mode === 'outOfLine') {
    weaveOutOfLine(context, call, events, throwing);
    return;
  }
  weaveInline(context, callShape(call, file), events, throwing);
}

/** Whether the entry point gets what the call has returned, behind the point's values. */
function isGivenResult(telling: Telling): boolean {
  return telling === 'unlessTrue' || telling === 'unlessFalse';
}

const booleanResult: PointValue = { source: { kind: 'result' }, descriptor: 'Z' };

/**
 * A field access throws for want of an object, or where the class of a static field cannot be initialised
 * (JVMS 6.5).
 */
function weaveField(
  context: InstructionToWeave,
  access: Extract<Instruction, { form: 'field' }>,
  events: readonly WovenEvent[],
  throwing: readonly ThrowingEvent[],
): void {
  const reads = access.opcode === Op.getfield || access.opcode === Op.getstatic;
  const isStatic = access.opcode === Op.getstatic || access.opcode === Op.putstatic;
  const shape: CallShape = {
    parameters: reads ? [] : [access.descriptor],
    result: reads ? access.descriptor : 'V',
    isConstructor: false,
    ...(isStatic ? {} : { receiver: `L${access.owner};` }),
  };
  weaveInline(context, shape, events, throwing);
}

/** Weaves a call, or an access as the call that it could be, where it stands. */
function weaveInline(
  { edit, method, code, spilled, instruction: position }: InstructionToWeave,
  shape: CallShape,
  events: readonly WovenEvent[],
  throwing: readonly ThrowingEvent[],
): void {
  const codeEdit = edit.editCode(method);
  const woven = weaveCall(shape, events, spilled.forCall(), throwing);
  codeEdit.insertBefore(position, woven.before);
  codeEdit.insertAfter(position, woven.after);
  if (woven.handler !== undefined)
    codeEdit.catchAll({ kind: 'call', at: position, instructions: woven.handler });
  codeEdit.reserve(woven.extraStack, spilled.next() - code.maxLocals);
}

function callShape(call: Invoke, file: ClassFile): CallShape {
  const { parameters, returnType } = parseMethodDescriptor(call.descriptor);
  const isConstructor = call.name === '<init>';
  const shape = { parameters, result: isConstructor ? `L${call.owner};` : returnType, isConstructor };
  if (call.opcode === Op.invokestatic) return shape;
  // invokespecial of a private method is verified against the class itself (JVMS 4.10.1.9.invokespecial).
  return {
    receiver: `L${call.opcode === Op.invokespecial && !isConstructor ? file.name : call.owner};`,
    ...shape,
  };
}

function weaveReference(
  context: InstructionToWeave,
  instruction: Extract<Instruction, { form: 'invokedynamic' }>,
  events: readonly WovenEvent[],
  throwing: readonly ThrowingEvent[],
): void {
  const { edit, file, method } = context;
  const handle = referencedMethod(instruction)!;
  const name = context.names();
  const wrapper = wrapperMethod(
    name,
    callOfHandle(handle),
    receiverOfReference(instruction, handle),
    events,
    throwing,
  );
  edit.addMethod(wrapper);
  const { descriptor } = wrapper;
  const target = {
    referenceKind: ReferenceKind.invokeStatic,
    owner: file.name,
    name,
    descriptor,
    isInterface: isInterface(file),
  };
  edit.editCode(method).replace(context.instruction, redirect(instruction, target));
}

function weaveOutOfLine(
  context: InstructionToWeave,
  call: Invoke,
  events: readonly WovenEvent[],
  throwing: readonly ThrowingEvent[],
): void {
  const { edit, file, method, points } = context;
  const caller = points.some(usesThis) ? `L${file.name};` : undefined;
  const { receiver } = callShape(call, file);
  const wrapper = wrapperMethod(context.names(), call, receiver, events, throwing, caller);
  edit.addMethod(wrapper);
  const { name, descriptor } = wrapper;
  const codeEdit = edit.editCode(method);
  if (caller !== undefined) {
    codeEdit.insertBefore(context.instruction, [loadLocal(caller, 0)]);
    codeEdit.reserve(1, 0);
  }
  codeEdit.replace(
    context.instruction,
    invoke(Op.invokestatic, file.name, name, descriptor, isInterface(file)),
  );
}
