import { AccessFlag } from '../../classfile/access-flags.ts';
import { type ClassEdit, type ClassWriteFailure, editClass } from '../../classfile/class-edit.ts';
import type { ClassFile, MethodInfo } from '../../classfile/class-file.ts';
import { type Code, readCode } from '../../classfile/code.ts';
import { parseMethodDescriptor } from '../../classfile/descriptors.ts';
import { invoke, loadLocal } from '../../classfile/emit.ts';
import type { Instruction, InstructionIndex, Invoke } from '../../classfile/instruction.ts';
import { storesThatLoseThis } from '../../classfile/lost-this.ts';
import { Op } from '../../classfile/opcodes.ts';
import { ReferenceKind } from '../../classfile/reference-kind.ts';
import { referencedMethod } from '../../events/join-point.ts';
import type { Point, PointId } from '../../events/point.ts';
import { groupBy } from '../../group-by.ts';
import { fieldKey } from '../../residual/shared-field.ts';
import type { LeftOut } from '../left-out.ts';
import type { EntryPoints } from '../unit/entry-point.ts';
import { sharedNote, startMethod } from '../unit/unit-class.ts';
import { mayFollowOverflow } from './end-of-stack.ts';
import { serialVersionField } from './serial-version.ts';
import { localsByType, type SpilledLocals, sharedLocals } from './spilled-locals.ts';
import {
  isInterface,
  type MethodToWeave,
  type Mode,
  obstacleTo,
  seesThrows,
  thisAt,
  usesThis,
} from './unweavable.ts';
import { type BodyEvent, newInitialiser, weaveBody } from './weave-body.ts';
import { type CallShape, type ThrowingEvent, type WovenEvent, weaveCall } from './weave-call.ts';
import { weaveHolder } from './weave-holder.ts';
import { callOfHandle, receiverOfReference, redirect, wrapperMethod } from './weave-reference.ts';
import type { Asked } from './weave-silence.ts';
import { alwaysTold, type Tellings, weaveTellings } from './weave-telling.ts';
import type { WeavingTypes } from './weaving-types.ts';

export interface WeaveClassInput {
  readonly file: ClassFile;
  /** The kept points of the class, in the order of methods and instructions. */
  readonly points: readonly Point[];
  /**
   * Indices of methods that start the unit before they do anything else: of `main`, so that every run has a
   * report, and of constructors of hooks, in whose calls it could not be loaded. (So do methods with events
   * that may come at the end of the stack.)
   */
  readonly startsIn: readonly number[];
  /** Fields whose iterators are shared (ToldCollections.notes). */
  readonly notes: ReadonlySet<string>;
  /** Whether its objects hold their slices (`sliceHolders`). */
  readonly holdsSlices: boolean;
  readonly types: WeavingTypes;
  /** Internal name of the unit class. */
  readonly unit: string;
  readonly entryPointOf: EntryPoints['of'];
  /** What is asked at run time for the point. */
  readonly askedOf: (point: Point) => Asked;
  /**
   * Whether monitors need not get every event: slices may wait for one on their owner, and points may be told
   * once (docs/soundness.md, theorems 5 and 9).
   */
  readonly isResidual: boolean;
  readonly siteOf: (point: Point) => number;
}

/** What became of points that are not simply woven. */
export interface FoundPoints {
  /** Points that could not be woven, and why. Their code is as it was. */
  readonly unmonitored: Map<PointId, string>;
  /** Points whose events may be left out, and why. */
  readonly leftOut: Map<PointId, LeftOut>;
}

/** To be added to. */
export function noFoundPoints(): FoundPoints {
  return { unmonitored: new Map(), leftOut: new Map() };
}

export function addFound(all: FoundPoints, { unmonitored, leftOut }: FoundPoints): void {
  for (const [point, why] of unmonitored) all.unmonitored.set(point, why);
  for (const [point, why] of leftOut) all.leftOut.set(point, why);
}

export interface WovenClass extends FoundPoints {
  readonly bytes: Uint8Array;
  /** False: its initialiser does not tell what its fields hold, as it was left as it was. */
  readonly hasNoted: boolean;
}

/** JVMS 4.10: the first class version that is never verified by type inference. */
const java7 = 51;

/**
 * A method is woven in a mode, or stays as it was. `asking`, which comes first: inline, with what is asked at
 * run time about its collections and iterators so that fewer events are told, and with the notes of what shared
 * fields hold.
 */
type Outcome = 'asking' | Mode | 'left';

/**
 * Weaves the kept points of one class. What would exceed a limit of the class file format is woven again, first
 * with slices in the tables of the monitors, then without anything that is asked at run time, so that no event
 * is lost which there is room for with all points, then with its events in methods of their own; if that does
 * not help it stays as it was, and its points are returned as unmonitored. Never a broken class. Writes a class
 * at most once per method and mode.
 */
export function weaveClass(input: WeaveClassInput): WovenClass {
  const modes = new Map<number, Outcome>();
  for (let { holdsSlices } = input; ; holdsSlices = false) {
    const found = noFoundPoints();
    const asking = new Set<number>();
    const edit = weaveWith(input, modes, found, asking);
    if (holdsSlices) weaveHolder(edit, input.file);
    const written = edit.write();
    if (written.ok) return { bytes: written.bytes, hasNoted: hasNotes(modes, input), ...found };
    if (holdsSlices) continue;
    for (const failure of written.failures) giveWay(modes, failure, input, asking);
  }
}

/**
 * What a limit demands: first ask nothing, then move the method's events out of it, then leave it as it was; of
 * the whole class ask nothing, then leave it. `asking`: the methods that have asked.
 */
function giveWay(
  modes: Map<number, Outcome>,
  failure: ClassWriteFailure,
  { file, points, startsIn, notes }: WeaveClassInput,
  asking: ReadonlySet<number>,
): void {
  if ('method' in failure && failure.method < file.methods.length) {
    const { method, kind } = failure;
    const isInline = !modes.has(method) || modes.get(method) === 'inline';
    if (asking.has(method)) modes.set(method, 'inline');
    else if (isInline && (kind === 'methodTooLarge' || kind === 'unsupported'))
      modes.set(method, 'outOfLine');
    else modes.set(method, 'left');
  } else if (asking.size > 0) {
    for (const method of asking) modes.set(method, 'inline');
  } else {
    for (const point of points) modes.set(point.methodIndex, 'left');
    for (const start of startsIn) modes.set(start, 'left');
    if (notes.size > 0) modes.set(initialiserOf(file)!.index, 'left');
  }
}

function hasNotes(modes: ReadonlyMap<number, Outcome>, { file, notes }: WeaveClassInput): boolean {
  return notes.size === 0 || !modes.has(initialiserOf(file)!.index);
}

function initialiserOf({ methods }: ClassFile): MethodInfo | undefined {
  return methods.find(({ name }) => name === '<clinit>');
}

function weaveWith(
  input: WeaveClassInput,
  modes: ReadonlyMap<number, Outcome>,
  found: FoundPoints,
  asking: Set<number>,
): ClassEdit {
  const { file, points } = input;
  const edit = editClass(file);
  const names = freshNames(file);
  for (const start of input.startsIn)
    if (modes.get(start) !== 'left') weaveStart(edit, file.methods[start]!, input.unit);
  if (input.notes.size > 0 && hasNotes(modes, input)) {
    weaveNotes(edit, input);
    asking.add(initialiserOf(file)!.index);
  }
  for (const [methodIndex, ofMethod] of groupBy(points, (point) => point.methodIndex)) {
    const method = file.methods[methodIndex];
    const mode = modes.get(methodIndex) ?? 'asking';
    if (method === undefined) addInitialiser(input, edit, ofMethod);
    else if (mode !== 'left') {
      const hasAsked = weaveMethod({ ...input, points: ofMethod }, edit, names, method, mode, found);
      if (hasAsked) asking.add(methodIndex);
    } else
      for (const { id } of ofMethod)
        found.unmonitored.set(
          id,
          'the method or the class has reached a size limit of the class file format',
        );
  }
  return edit;
}

/** Weaves the points of one method: `input` has no others. Answers whether its code asks anything at run time. */
function weaveMethod(
  input: WeaveClassInput,
  edit: ClassEdit,
  names: () => string,
  method: MethodInfo,
  outcome: 'asking' | Mode,
  { unmonitored, leftOut }: FoundPoints,
): boolean {
  const mode = outcome === 'asking' ? 'inline' : outcome;
  const { file, points, startsIn, unit } = input;
  const code = readCode(file, method)!;
  const bodies = points.filter(({ kind }) => kind === 'body');
  if (mode === 'inline' && !startsIn.includes(method.index) && mayFollowOverflow(code, points))
    weaveStart(edit, method, unit);
  const body = weaveBody(
    edit,
    file,
    method,
    code,
    bodies.flatMap((point) => bodyEvents(input, point)),
  );
  if ('obstacle' in body) for (const point of bodies) unmonitored.set(point.id, body.obstacle);
  const tellings =
    outcome === 'asking' && bodies.length === 0
      ? weaveTellings({ method, code, ...input }, edit.editCode(method))
      : alwaysTold;
  for (const [id, why] of tellings.leftOut) leftOut.set(id, why);
  const others = points.filter(({ kind }) => kind !== 'body' && kind !== 'endProgram');
  const ownLocal = code.maxLocals + ('words' in body ? body.words : 0) + tellings.words;
  const isHandled = mode === 'inline' && others.some(seesThrows);
  const firstLocal = ownLocal + (isHandled ? keepThis(input, edit, method, code, ownLocal) : 0);
  const hasThis = thisAt(others, file, method, code);
  const spilled = file.majorVersion < java7 ? localsByType(firstLocal) : sharedLocals(firstLocal);
  const context = { edit, names, method, code, hasThis, spilled, tellings, mode, ...input };
  for (const [instruction, atInstruction] of groupBy(others, (point) => point.instruction)) {
    const woven = atInstruction.filter((point) => {
      const obstacle = obstacleTo(point, context);
      if (obstacle !== undefined) unmonitored.set(point.id, obstacle);
      return obstacle === undefined;
    });
    if (woven.length > 0) weaveInstruction({ instruction, ...context, points: woven });
  }
  return tellings !== alwaysTold;
}

/**
 * Keeps `this` for the handlers of calls before the superclass is initialised, where the constructor has no
 * more use for it in a variable: `local` holds it then. Returns the words that this takes.
 */
function keepThis(
  { file }: WeaveClassInput,
  edit: ClassEdit,
  method: MethodInfo,
  code: Code,
  local: number,
): number {
  const lost = storesThatLoseThis(file, method, code);
  if (lost.size === 0) return 0;
  const codeEdit = edit.editCode(method);
  for (const [store, variable] of lost)
    codeEdit.insertBefore(store, [
      { form: 'local', opcode: Op.aload, index: variable },
      { form: 'local', opcode: Op.astore, index: local },
    ]);
  codeEdit.reserve(1, local + 1 - code.maxLocals);
  return 1;
}

function weaveStart(edit: ClassEdit, method: MethodInfo, unit: string): void {
  const { name, descriptor } = startMethod;
  edit.editCode(method).insertAtEntry([invoke(Op.invokestatic, unit, name, descriptor)]);
}

/** Tells the runtime what the fields hold as soon as they do. */
function weaveNotes(edit: ClassEdit, { file, notes, unit }: WeaveClassInput): void {
  const initialiser = initialiserOf(file)!;
  const codeEdit = edit.editCode(initialiser);
  readCode(file, initialiser)!.instructions.forEach((instruction, index) => {
    if (instruction.form !== 'field' || instruction.opcode !== Op.putstatic) return;
    if (!notes.has(fieldKey(instruction))) return;
    codeEdit.insertAfter(index as InstructionIndex, [
      { ...instruction, opcode: Op.getstatic },
      invoke(Op.invokestatic, unit, sharedNote.name, sharedNote.descriptor),
    ]);
    codeEdit.reserve(1, 0);
  });
}

/** The events of one point of a body. */
function bodyEvents({ entryPointOf, siteOf, unit }: WeaveClassInput, point: Point): BodyEvent[] {
  const { name, descriptor } = entryPointOf(point, 'always');
  const event = { values: point.values, owner: unit, name, descriptor, site: siteOf(point) };
  if (point.position !== 'after') return [{ position: point.position, ...event }];
  return [
    { position: 'afterReturning', ...event },
    { position: 'afterThrowing', ...event },
  ];
}

/** Gives a class its first initialiser. */
function addInitialiser(input: WeaveClassInput, edit: ClassEdit, points: readonly Point[]): void {
  const { file, types } = input;
  // The default serialVersionUID is a digest that an initialiser is part of (Java Object Serialization
  // Specification 4.6).
  const hasOwn = file.fields.some(({ name }) => name === 'serialVersionUID');
  const isEnum = (file.accessFlags & AccessFlag.enum) !== 0;
  if (!hasOwn && !isEnum && types.isSubtype(file.name, 'java/io/Serializable') !== false)
    edit.addField(serialVersionField(file));
  edit.addMethod(newInitialiser(points.flatMap((point) => bodyEvents(input, point))));
}

interface WeaveInstruction extends WeaveClassInput, MethodToWeave {
  readonly edit: ClassEdit;
  readonly names: () => string;
  readonly spilled: SpilledLocals;
  readonly tellings: Tellings;
  readonly instruction: InstructionIndex;
}

/** Weaves the points at one instruction, to none of which there is an obstacle. */
function weaveInstruction(context: WeaveInstruction): void {
  const { code, points, file } = context;
  const instruction = code.instructions[context.instruction]!;
  const events: WovenEvent[] = [];
  const throwing: ThrowingEvent[] = [];
  for (const point of points) {
    const { telling, question, ...local } = context.tellings.of(point);
    const { name, descriptor } = context.entryPointOf(point, telling, question);
    const event = {
      values: point.values,
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

/**
 * A field access throws for want of an object, or where the class of a static field cannot be initialised
 * (JVMS 6.5).
 */
function weaveField(
  context: WeaveInstruction,
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
  { edit, method, code, spilled, instruction: position }: WeaveInstruction,
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
  context: WeaveInstruction,
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
  context: WeaveInstruction,
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

/** Names for synthetic methods that the class does not use yet. */
function freshNames(file: ClassFile): () => string {
  const taken = new Set(file.methods.map((method) => method.name));
  let count = 0;
  return () => {
    for (;;) {
      const name = `rrv$call$${count++}`;
      if (!taken.has(name)) return name;
    }
  };
}
