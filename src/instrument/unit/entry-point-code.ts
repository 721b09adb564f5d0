import { descriptorOfClass, parseMethodDescriptor } from '../../classfile/descriptors.ts';
import { invoke, loadLocal, localsOf, none, pushInt, pushText, storeLocal } from '../../classfile/emit.ts';
import type { Instruction } from '../../classfile/instruction.ts';
import { Op } from '../../classfile/opcodes.ts';
import { argumentOf } from '../../property/argument-of.ts';
import type { Property } from '../../property/model.ts';
import { isUpdateOf } from '../../residual/sound/run-time/needed-updates.ts';
import { type Assembly, type AssemblyLabel, assembly, newLabel } from './assembly.ts';
import { type CollectionQuestion, questionField } from './collection-question.ts';
import { jumpWhen, type TestContext } from './dynamic-test-code.ts';
import { type EntryPoint, type JoinedEntryPoints, onceStates } from './entry-point.ts';
import { monitorField } from './monitor-field.ts';
import { runtimeClass } from './runtime-class.ts';
import type { UnitSpec } from './unit-class.ts';

const objectDescriptor = 'Ljava/lang/Object;';

/**
 * The body of an entry point: drops what is no event (a null receiver, a test or a condition that fails),
 * then hands the bound values, in the order of the property's parameters, to the property's monitor, which
 * static fields of the unit name (`m<property>`, `base`). `needUpdates`: parameters of which an unmodifiable
 * collection has no slice that reports (docs/soundness.md, theorem 12).
 */
export function entryPointCode(
  unit: Pick<UnitSpec, 'name' | 'isPublic' | 'isResidual'>,
  property: Property,
  entryPoint: EntryPoint,
  needUpdates: readonly number[],
): Instruction[] {
  const code = assembly();
  const { valueDescriptors } = entryPoint;
  const { locals, next: siteLocal } = localsOf(valueDescriptors);
  const body: EntryPointBody = {
    property,
    entryPoint,
    code,
    noEvent: newLabel(),
    siteLocal,
    known: loadLocal('I', siteLocal + 1),
    load: (value) => loadLocal(valueDescriptors[value]!, locals[value]!),
    entryPointName: `${unit.name}.${entryPoint.name}`,
    isPublic: unit.isPublic,
  };
  dropWhatIsNoEvent(body);
  if (entryPoint.controlFlow !== undefined) {
    const { key, enters } = entryPoint.controlFlow;
    code.emit(
      pushText(key),
      invoke(Op.invokestatic, runtimeClass.controlFlow, enters ? 'enter' : 'leave', '(Ljava/lang/String;)V'),
    );
    code.place(body.noEvent);
    code.emit(none(Op.return));
  } else {
    dropWhatNeedsUpdates(body, needUpdates);
    dropWhereConditionFails(body);
    dropWhatPassesBy(body, unit);
    tellFirst(body, unit);
    tellMonitor(body, unit);
    returnFrom(body);
  }
  return code.finish();
}

/** The body of a method that calls entry points in turn. */
export function joinedCode(unit: string, { descriptor, entryPoints }: JoinedEntryPoints): Instruction[] {
  const { parameters } = parseMethodDescriptor(descriptor);
  const { locals } = localsOf(parameters);
  const given = parameters.map((parameter, index) => loadLocal(parameter, locals[index]!));
  return [
    ...entryPoints.flatMap(({ name }) => [...given, invoke(Op.invokestatic, unit, name, descriptor)]),
    none(Op.return),
  ];
}

/** A body that is being made. */
interface EntryPointBody extends TestContext {
  readonly property: Property;
  readonly entryPoint: EntryPoint;
  readonly code: Assembly;
  /** Where everything goes that is no event. */
  readonly noEvent: AssemblyLabel;
  /** The parameter behind the values: the number of the site. What else there is has the next one. */
  readonly siteLocal: number;
  /** Loads what woven code knows, of what may be silent and of `once`. */
  readonly known: Instruction;
}

/** For an audit, a silent event is one that the residual monitor does not get: the next variant of it. */
function isOtherVariant({ property, entryPoint }: EntryPointBody): boolean {
  return entryPoint.mayBeSilent && property.audited !== undefined;
}

function dropWhatIsNoEvent(body: EntryPointBody): void {
  const { property, entryPoint, code, noEvent, siteLocal, known, load } = body;
  const { event, telling } = entryPoint;
  if (entryPoint.mayBeSilent && !isOtherVariant(body)) {
    code.emit(known);
    code.jump(Op.ifne, noEvent);
  }
  if (telling === 'once') {
    code.emit(known, pushInt(onceStates.told));
    code.jump(Op.if_icmpeq, noEvent);
  }
  if (telling === 'unlessTrue' || telling === 'unlessFalse') {
    const isTold = newLabel();
    code.emit(load(entryPoint.valueDescriptors.length - 1));
    code.jump(telling === 'unlessTrue' ? Op.ifeq : Op.ifne, isTold);
    code.emit(mayPart);
    code.jump(Op.ifeq, noEvent);
    code.place(isTold);
  }
  for (const value of entryPoint.nonNull) {
    code.emit(load(value));
    code.jump(Op.ifnull, noEvent);
  }
  if (telling === 'unlessDeferred') {
    code.emit(
      loadLocal(objectDescriptor, siteLocal + 1),
      load(argumentOf(property, event, event.binds[0]!)),
      invoke(Op.invokestatic, runtimeClass.deferredSlice, 'isDeferred', `(${objectDescriptor.repeat(2)})Z`),
    );
    code.jump(Op.ifne, noEvent);
  }
  jumpWhen(code, entryPoint.test, false, noEvent, body);
}

/** An iterator that is new has no other slice: its later events are left out, too. */
function dropWhatNeedsUpdates(
  { property, entryPoint, code, noEvent, load }: EntryPointBody,
  needUpdates: readonly number[],
): void {
  const { event, telling } = entryPoint;
  for (const parameter of needUpdates) {
    if (!event.binds.includes(parameter) || isUpdateOf(property, event, parameter)) continue;
    code.emit(
      load(argumentOf(property, event, parameter)),
      invoke(Op.invokestatic, runtimeClass.unmodifiableCollections, 'contains', `(${objectDescriptor})Z`),
    );
    if (telling !== 'begins') {
      code.jump(Op.ifne, noEvent);
      continue;
    }
    const isModifiable = newLabel();
    code.jump(Op.ifeq, isModifiable);
    code.emit(noSlice, none(Op.areturn));
    code.place(isModifiable);
  }
}

/** The deferred slice of an iterator that has none, and will have none. */
const noSlice: Instruction = {
  form: 'field',
  opcode: Op.getstatic,
  owner: runtimeClass.deferredSlice,
  name: 'NONE',
  descriptor: descriptorOfClass(runtimeClass.deferredSlice),
};

function dropWhereConditionFails({ entryPoint: { event }, code, noEvent, load }: EntryPointBody): void {
  if (event.simpleCondition === undefined) return;
  const { argument, equals } = event.simpleCondition;
  code.emit(load(event.arguments.findIndex(({ name }) => name === argument)));
  code.jump(equals ? Op.ifeq : Op.ifne, noEvent);
}

/**
 * Java code gets all arguments in an array, boxed. Most of its events are on objects that no slice has: the monitor is
 * asked about these first. Audits count what each of the two monitors got.
 */
function dropWhatPassesBy(body: EntryPointBody, unit: Pick<UnitSpec, 'name'>): void {
  const { property, entryPoint, code, noEvent } = body;
  const { binds } = entryPoint.event;
  const isObject = (parameter: number): boolean =>
    entryPoint.valueDescriptors[argumentOf(property, entryPoint.event, parameter)]!.length > 1;
  if (property.javaCode === undefined || property.audited !== undefined) return;
  if (![1, 2].includes(binds.length) || !binds.every(isObject)) return;
  code.emit(
    monitorField(Op.getstatic, unit.name, entryPoint.property),
    pushInt(property.events.indexOf(entryPoint.event)),
  );
  code.emit(invoke(Op.invokevirtual, runtimeClass.monitor, 'passesBy', `(I${pushBound(body)})Z`));
  code.jump(Op.ifne, noEvent);
}

/**
 * Whether the first event of a pair is told where it happens, as what the violation of another event throws may come
 * between it and the second one.
 */
const mayPart = invoke(Op.invokestatic, runtimeClass.monitor, 'pairsMayPart', '()Z');

/**
 * Of a pair, drops both events where they change nothing; tells the first one otherwise, which reports nothing, so
 * that its own site is no matter. Unless that has been told.
 */
function tellFirst(body: EntryPointBody, unit: Pick<UnitSpec, 'name'>): void {
  const { property, entryPoint, code, noEvent, siteLocal } = body;
  if (entryPoint.first === undefined) return;
  const monitor = monitorField(Op.getstatic, unit.name, entryPoint.property);
  const [first, second] = [entryPoint.first, entryPoint.event].map((event) =>
    pushInt(property.events.indexOf(event)),
  ) as [Instruction, Instruction];
  const isTold = newLabel();
  code.emit(mayPart);
  code.jump(Op.ifne, isTold);
  code.emit(monitor, first, second);
  code.emit(invoke(Op.invokevirtual, runtimeClass.monitor, 'cancelOut', `(II${pushBound(body)})Z`));
  code.jump(Op.ifne, noEvent);
  code.emit(monitor, first);
  const bound = pushBound(body);
  code.emit(
    ...siteNumber(unit.name, siteLocal),
    invoke(Op.invokevirtual, runtimeClass.monitor, 'event', `(I${bound}I)V`),
  );
  code.place(isTold);
}

/** Pushes what the site is called in the monitor. */
function siteNumber(unit: string, siteLocal: number): Instruction[] {
  return [
    { form: 'field', opcode: Op.getstatic, owner: unit, name: 'base', descriptor: 'I' },
    { form: 'local', opcode: Op.iload, index: siteLocal },
    none(Op.iadd),
  ];
}

/** Calls the monitor with the event, what it binds or all its arguments, and the site. */
function tellMonitor(body: EntryPointBody, unit: Pick<UnitSpec, 'name' | 'isResidual'>): void {
  const { property, entryPoint, code, siteLocal, known } = body;
  code.emit(
    monitorField(Op.getstatic, unit.name, entryPoint.property),
    ...(entryPoint.telling === 'begins'
      ? [knownCollections(unit.name, entryPoint.question), pushInt(entryPoint.isReceiverFirst ? 1 : 0)]
      : []),
    pushInt(property.events.indexOf(entryPoint.event)),
    ...(isOtherVariant(body) ? [known, none(Op.iadd)] : []),
  );
  const pushed = property.javaCode === undefined ? pushBound(body) : pushArguments(body);
  code.emit(
    ...siteNumber(unit.name, siteLocal),
    invoke(
      Op.invokevirtual,
      runtimeClass.monitor,
      monitorMethod(property, entryPoint, unit.isResidual),
      entryPoint.telling === 'begins'
        ? `(${descriptorOfClass(runtimeClass.ownCollections)}ZI${pushed}I)${objectDescriptor}`
        : `(I${pushed}I)V`,
    ),
  );
}

/** Pushes those that a question is about; null: plain ones. */
function knownCollections(unit: string, question: CollectionQuestion | undefined): Instruction {
  if (question === undefined) return none(Op.aconst_null);
  return questionField(Op.getstatic, unit, question);
}

/** What the event binds. Returns the descriptors of what is on the stack then. */
function pushBound({ property, entryPoint, code, load }: EntryPointBody): string {
  const { event, valueDescriptors } = entryPoint;
  for (const parameter of event.binds) {
    const value = argumentOf(property, event, parameter);
    code.emit(load(value), ...box(valueDescriptors[value]!));
  }
  return objectDescriptor.repeat(event.binds.length);
}

/**
 * An array of all arguments for Java code, behind them, where the condition has parts that the entry point
 * tests, a bit set of those that hold. Returns the descriptor of the array.
 */
function pushArguments(body: EntryPointBody): string {
  const { entryPoint, code, siteLocal, load } = body;
  const { event, valueDescriptors, conditionParts } = entryPoint;
  const holdLocal = siteLocal + 1;
  if (conditionParts !== undefined) {
    code.emit(none(Op.iconst_0), storeLocal('I', holdLocal));
    conditionParts.forEach((part, bit) => {
      const next = newLabel();
      jumpWhen(code, part, false, next, body);
      const sum = [loadLocal('I', holdLocal), pushInt(2 ** bit), none(Op.ior)];
      code.emit(...sum, storeLocal('I', holdLocal));
      code.place(next);
    });
  }
  const elements = event.arguments.map((_, value) => [load(value), ...box(valueDescriptors[value]!)]);
  if (conditionParts !== undefined) elements.push([loadLocal('I', holdLocal), ...box('I')]);
  code.emit(pushInt(elements.length), { form: 'type', opcode: Op.anewarray, type: 'java/lang/Object' });
  elements.forEach((element, index) => {
    code.emit(none(Op.dup), pushInt(index), ...element, none(Op.aastore));
  });
  return `[${objectDescriptor}`;
}

/** Behind the call of the monitor, and where there is no event. */
function returnFrom({ entryPoint: { telling }, code, noEvent, known }: EntryPointBody): void {
  if (telling === 'begins') code.emit(none(Op.areturn));
  // From untold to told, and from always to always.
  if (telling === 'once') code.emit(known, none(Op.iconst_1), none(Op.ishl), none(Op.ireturn));
  code.place(noEvent);
  if (telling === 'begins') code.emit(none(Op.aconst_null), none(Op.areturn));
  else if (telling === 'once') code.emit(known, none(Op.ireturn));
  else code.emit(none(Op.return));
}

/** The method of the monitor that takes the event (docs/runtime-protocol.md). */
function monitorMethod(property: Property, { event, telling }: EntryPoint, isResidual: boolean): string {
  if (property.javaCode !== undefined) return 'advice';
  if (telling === 'begins') return 'begin';
  return isResidual && [1, 2].includes(event.binds.length) ? 'eventIfBound' : 'event';
}

const boxClasses: Readonly<Record<string, string>> = {
  Z: 'java/lang/Boolean',
  B: 'java/lang/Byte',
  C: 'java/lang/Character',
  S: 'java/lang/Short',
  I: 'java/lang/Integer',
  J: 'java/lang/Long',
  F: 'java/lang/Float',
  D: 'java/lang/Double',
};

/** Boxes a primitive on top of the stack (JLS 5.1.7); nothing for a reference. */
function box(descriptor: string): Instruction[] {
  const owner = boxClasses[descriptor];
  return owner === undefined ? [] : [invoke(Op.invokestatic, owner, 'valueOf', `(${descriptor})L${owner};`)];
}
