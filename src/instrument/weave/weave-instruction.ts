import type { ClassEdit } from '../../classfile/class-edit.ts';
import type { ClassFile } from '../../classfile/class-file.ts';
import { parseMethodDescriptor } from '../../classfile/descriptors.ts';
import { invoke, loadLocal, pushInt } from '../../classfile/emit.ts';
import type { Instruction, InstructionIndex, Invoke } from '../../classfile/instruction.ts';
import type { NewMethod } from '../../classfile/method-body.ts';
import { Op } from '../../classfile/opcodes.ts';
import { ReferenceKind } from '../../classfile/reference-kind.ts';
import { referencedMethod } from '../../events/join-point.ts';
import type { PointValue } from '../../events/point.ts';
import type { EntryPoint, Telling } from '../unit/entry-point.ts';
import type { ClassToWeave } from './class-to-weave.ts';
import type { SpilledLocals } from './spilled-locals.ts';
import {
  isInterface,
  type MethodToWeave,
  maxParameterWords,
  operandWords,
  seesThrows,
  usesThis,
} from './unweavable.ts';
import { type CallShape, type ThrowingEvent, type WovenEvent, weaveCall } from './weave-call.ts';
import { callOfHandle, receiverOfReference, redirect, wrapperMethod } from './weave-reference.ts';
import type { Tellings } from './weave-telling.ts';

/** Methods that are added to a class, which make calls with their events. */
export interface Wrappers {
  /** A name that no method of the class has. */
  readonly newName: () => string;
  /** Those that calls share, by all that they are made of. */
  readonly shared: Map<string, NewMethod>;
}

/** What the points at one instruction are woven with. */
export interface InstructionToWeave extends ClassToWeave, MethodToWeave {
  readonly edit: ClassEdit;
  readonly wrappers: Wrappers;
  /** Out of line: whether calls share a method where they can. */
  readonly shares: boolean;
  readonly spilled: SpilledLocals;
  readonly tellings: Tellings;
  readonly instruction: InstructionIndex;
}

/** Weaves the points at one instruction, to none of which there is an obstacle. */
export function weaveInstruction(context: InstructionToWeave): void {
  const { code, points, file } = context;
  const instruction = code.instructions[context.instruction]!;
  const events: EventOfPoint[] = [];
  const throwing: ThrowingEvent[] = [];
  for (const point of points) {
    const { telling, question, first, isSilentPair, ...local } = context.tellings.of(point);
    const given = isGivenResult(telling) ? { ...point, values: [...point.values, booleanResult] } : point;
    const entryPoint = context.entryPointOf(given, telling, { question, first, isSilentPair });
    const { name, descriptor } = entryPoint;
    const event = {
      values: given.values,
      owner: context.unit,
      name,
      descriptor,
      site: context.siteOf(point),
      ...local,
    };
    if (point.position === 'before') events.push({ entryPoint, woven: { position: 'before', ...event } });
    else if (point.position !== 'afterThrowing')
      events.push({ entryPoint, woven: { position: 'afterReturning', ...event } });
    if (seesThrows(point)) throwing.push({ position: 'afterThrowing', ...event });
  }
  const joined = joinEvents(events, context.joined);
  if (instruction.form === 'invokedynamic') {
    weaveReference(context, instruction, joined, throwing);
    return;
  }
  if (instruction.form === 'field') {
    weaveField(context, instruction, joined, throwing);
    return;
  }
  const call = instruction as Invoke;
  if (context.mode === 'outOfLine') {
    weaveOutOfLine(context, call, joined, throwing);
    return;
  }
  weaveInline(context, callShape(call, file), joined, throwing);
}

interface EventOfPoint {
  readonly entryPoint: EntryPoint;
  readonly woven: WovenEvent;
}

/** Those that are told in turn with the same values and site become one call: code is shorter, and so is its way. */
function joinEvents(events: readonly EventOfPoint[], join: ClassToWeave['joined']): WovenEvent[] {
  const runs: EventOfPoint[][] = [];
  for (const event of events) {
    const run = runs.at(-1);
    if (run !== undefined && isSameCall(run[0]!.woven, event.woven)) run.push(event);
    else runs.push([event]);
  }
  return runs.map((run) => {
    const { woven } = run[0]!;
    return run.length === 1 ? woven : { ...woven, name: join(run.map(({ entryPoint }) => entryPoint)).name };
  });
}

/** Whether they differ in their names alone, and hold nothing from call to call. */
function isSameCall(one: WovenEvent, other: WovenEvent): boolean {
  const isPlain = ({ unless, leaves }: WovenEvent): boolean => unless === undefined && leaves === undefined;
  const sources = ({ values }: WovenEvent): string => JSON.stringify(values.map(({ source }) => source));
  return (
    isPlain(one) &&
    isPlain(other) &&
    one.position === other.position &&
    one.descriptor === other.descriptor &&
    one.site === other.site &&
    sources(one) === sources(other)
  );
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
  const name = context.wrappers.newName();
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

/**
 * Calls of one method with the same events share a method that makes them: then they differ in their sites
 * alone, of which it is given the first. So a class with very many calls has constants for their sites, and for few methods.
 */
function weaveOutOfLine(
  context: InstructionToWeave,
  call: Invoke,
  events: readonly WovenEvent[],
  throwing: readonly ThrowingEvent[],
): void {
  const { edit, file, method, points, wrappers, shares } = context;
  const caller = points.some(usesThis) ? `L${file.name};` : undefined;
  const { receiver } = callShape(call, file);
  const words = operandWords(call) + (caller === undefined ? 0 : 1);
  const first =
    shares && words < maxParameterWords ? ([...events, ...throwing][0]!.site as number) : undefined;
  const key = first === undefined ? undefined : sharedBy(call, events, throwing, caller, first);
  const shared = key === undefined ? undefined : wrappers.shared.get(key);
  const wrapper =
    shared ?? wrapperMethod(wrappers.newName(), call, receiver, events, throwing, caller, first);
  if (shared === undefined) edit.addMethod(wrapper);
  if (key !== undefined) wrappers.shared.set(key, wrapper);
  const codeEdit = edit.editCode(method);
  const given: readonly Instruction[] = [
    ...(caller === undefined ? [] : [loadLocal(caller, 0)]),
    ...(first === undefined ? [] : [pushInt(first)]),
  ];
  codeEdit.insertBefore(context.instruction, given);
  codeEdit.reserve(given.length, 0);
  const { name, descriptor } = wrapper;
  codeEdit.replace(
    context.instruction,
    invoke(Op.invokestatic, file.name, name, descriptor, isInterface(file)),
  );
}

/** All that a wrapper is made of: of the sites, how far they are from the first one. */
function sharedBy(
  { opcode, owner, name, descriptor, isInterface }: Invoke,
  events: readonly WovenEvent[],
  throwing: readonly ThrowingEvent[],
  caller: string | undefined,
  first: number,
): string {
  const told = [...events, ...throwing].map(({ site, ...event }) => [event, (site as number) - first]);
  return JSON.stringify([opcode, owner, name, descriptor, isInterface, told, caller ?? '']);
}
