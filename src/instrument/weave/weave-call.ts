import { wordsOf } from '../../classfile/descriptors.ts';
import {
  currentThread,
  invoke,
  loadLocal,
  none,
  pushInt,
  storeLocal,
  throwable,
} from '../../classfile/emit.ts';
import type { Instruction } from '../../classfile/instruction.ts';
import { Op } from '../../classfile/opcodes.ts';
import type { PointValue } from '../../events/point.ts';
import { isReference } from '../../residual/java-type.ts';
import type { NewLocal } from './spilled-locals.ts';

/** The operands of a call: what lies on the operand stack before and after it. Field descriptors. */
export interface CallShape {
  /** Field descriptor of the receiver; absent for a static call. Of a constructor: the new object. */
  readonly receiver?: string;
  readonly parameters: readonly string[];
  /** `V` for none. For a constructor call: the class, although the instruction itself leaves nothing. */
  readonly result: string;
  readonly isConstructor: boolean;
}

/** One event to produce at a call. */
export interface WovenEvent {
  readonly position: 'before' | 'afterReturning';
  readonly values: readonly PointValue[];
  /** The static method to call: the unit's class, method and descriptor. */
  readonly owner: string;
  readonly name: string;
  readonly descriptor: string;
  readonly site: number | SiteLocal;
  /**
   * What the entry point gets after the site (Telling): whether the event is silent or has been told, or a
   * deferred slice. Absent: nothing.
   */
  readonly unless?: TellingLocal;
  /**
   * Where that goes which the entry point returns: a deferred slice, or whether the event has been told.
   * Absent: it returns nothing.
   */
  readonly leaves?: TellingLocal;
}

/** A local variable of type int that holds the site, less a constant. */
export interface SiteLocal {
  readonly local: number;
  readonly plus: number;
}

/** A local variable that holds from call to call how an event is told. */
export interface TellingLocal {
  readonly type: 'I' | 'Ljava/lang/Object;';
  readonly local: number;
}

/**
 * An event to produce when a call throws. Its values are operands of the call, `this`, the thread or the
 * exception.
 */
export interface ThrowingEvent extends Omit<WovenEvent, 'position'> {
  readonly position: 'afterThrowing';
}

export interface WovenCall {
  readonly before: readonly Instruction[];
  readonly after: readonly Instruction[];
  /**
   * What to do with an exception of the call, which is on the stack before and after. Absent without such
   * events.
   */
  readonly handler?: readonly Instruction[];
  /** Operand stack needed beyond what the method needed at this call. */
  readonly extraStack: number;
}

/**
 * Straight-line code around a call that produces events without changing what the call sees or leaves.
 * Operands that are needed twice are kept in fresh local variables above the method's own, which no stack
 * map frame mentions, so frames stay as they are. The shapes that occur most (a receiver alone, no
 * arguments) are done on the stack.
 */
export function weaveCall(
  shape: CallShape,
  events: readonly WovenEvent[],
  newLocal: NewLocal,
  throwing: readonly ThrowingEvent[] = [],
  /** The local variable that holds `this` of the method that makes the call. */
  thisLocal = 0,
): WovenCall {
  const direct = throwing.length > 0 ? undefined : onTheStack(shape, events);
  const woven = direct ?? throughLocals(shape, events, newLocal, throwing, thisLocal);
  return events.some(({ unless }) => unless !== undefined)
    ? { ...woven, extraStack: woven.extraStack + 1 }
    : woven;
}

function onTheStack(shape: CallShape, events: readonly WovenEvent[]): WovenCall | undefined {
  if (shape.receiver === undefined || shape.parameters.length > 0 || shape.isConstructor) return undefined;
  const onlyReceiver = events.every((event) =>
    event.values.every((value) => value.source.kind === 'receiver'),
  );
  if (onlyReceiver && events.every((event) => event.position === 'before')) {
    const before = events.flatMap((event) => [...event.values.map(() => none(Op.dup)), ...produce(event)]);
    return {
      before,
      after: [],
      // A call whose throwing alone is an event has none here.
      extraStack: 1 + Math.max(0, ...events.map((event) => event.values.length)),
    };
  }
  const event = events[0];
  if (events.length !== 1 || event === undefined || event.position !== 'afterReturning') return undefined;
  if (wordsOf(shape.result) === 2) return undefined;
  const sources = event.values.map((value) => value.source.kind).join();
  const before = [none(Op.dup)];
  if (sources === 'receiver' && shape.result === 'V') return { before, after: produce(event), extraStack: 2 };
  if (sources === 'receiver') return { before, after: [none(Op.swap), ...produce(event)], extraStack: 3 };
  if (sources === 'receiver,result')
    return { before, after: [none(Op.dup_x1), ...produce(event)], extraStack: 4 };
  return undefined;
}

function throughLocals(
  shape: CallShape,
  events: readonly WovenEvent[],
  newLocal: NewLocal,
  throwing: readonly ThrowingEvent[],
  thisLocal: number,
): WovenCall {
  const all = [...events, ...throwing];
  const uses = (kind: PointValue['source']['kind']) =>
    all.some((event) => event.values.some((value) => value.source.kind === kind));
  // The new object of a constructor call is the uninitialized reference under its arguments.
  const needsReceiver = uses('receiver') || (shape.isConstructor && uses('result'));
  const needsResult = uses('result') && !shape.isConstructor;
  const operands = keptOperands(shape, needsReceiver, uses('argument'), newLocal);
  const resultLocal = needsResult ? newLocal(shape.result) : -1;
  const thrownLocal = throwing.length > 0 ? newLocal(throwable) : -1;

  const load = (value: PointValue): Instruction => {
    switch (value.source.kind) {
      case 'receiver':
        return { form: 'local', opcode: Op.aload, index: operands.receiver };
      case 'argument':
        return loadLocal(value.descriptor, operands.arguments[value.source.index]!);
      case 'result':
        return loadLocal(value.descriptor, shape.isConstructor ? operands.receiver : resultLocal);
      case 'this':
        return { form: 'local', opcode: Op.aload, index: thisLocal };
      case 'thread':
        return currentThread;
      case 'thrown':
        return loadLocal(throwable, thrownLocal);
    }
  };
  const codeOf = (some: readonly (WovenEvent | ThrowingEvent)[]) =>
    some.flatMap((event) => [...event.values.map(load), ...produce(event)]);
  const at = (position: WovenEvent['position']) =>
    codeOf(events.filter((event) => event.position === position));
  const keepResult = needsResult
    ? [none(wordsOf(shape.result) === 2 ? Op.dup2 : Op.dup), storeLocal(shape.result, resultLocal)]
    : [];

  // What a variable holds lives as long as the method runs, where it is interpreted: the variable forgets it
  // when it has been used.
  const usedLater = new Set(
    [...events.filter(({ position }) => position === 'afterReturning'), ...throwing].flatMap(({ values }) =>
      values.map((value) => load(value)).flatMap((one) => (one.form === 'local' ? [one.index] : [])),
    ),
  );
  const kept = operands.references.filter((local) => usedLater.has(local));
  const done = operands.references.filter((local) => !usedLater.has(local));
  const keptResult = needsResult && isReference(shape.result) ? [resultLocal] : [];
  const forget = (locals: readonly number[]): Instruction[] =>
    locals.flatMap((local) => [none(Op.aconst_null), storeLocal(throwable, local)]);

  const handler = [
    storeLocal(throwable, thrownLocal),
    ...codeOf(throwing),
    loadLocal(throwable, thrownLocal),
    ...forget([...kept, thrownLocal]),
  ];
  const widest = Math.max(
    0,
    ...all.map((event) => event.values.reduce((sum, value) => sum + wordsOf(value.descriptor), 0)),
  );
  return {
    before: [...operands.keep, ...at('before'), ...operands.putBack, ...forget(done)],
    after: [...keepResult, ...at('afterReturning'), ...forget([...kept, ...keptResult])],
    ...(throwing.length > 0 ? { handler } : {}),
    extraStack: Math.max(2, widest + 1) + wordsOf(shape.result),
  };
}

/**
 * The local variables that hold operands of a call, and the code that fills them and leaves the stack as it
 * was.
 */
interface KeptOperands {
  /** -1: it is in none. */
  readonly receiver: number;
  /** Empty: they stay on the stack. */
  readonly arguments: readonly number[];
  /** Those of them that hold references. */
  readonly references: readonly number[];
  readonly keep: readonly Instruction[];
  readonly putBack: readonly Instruction[];
}

/** Arguments are moved when events need them, or when they are more than one word above the receiver. */
function keptOperands(
  { parameters, receiver, result }: CallShape,
  needsReceiver: boolean,
  needsArguments: boolean,
  newLocal: NewLocal,
): KeptOperands {
  const receiverLocal = needsReceiver ? newLocal(receiver ?? result) : -1;
  const keep: Instruction[] = [];
  const single = parameters.length === 1 && wordsOf(parameters[0]!) === 1;
  const moves = parameters.length > 0 && (needsArguments || (needsReceiver && !single));
  const locals = moves ? parameters.map((parameter) => newLocal(parameter)) : [];
  for (let index = locals.length - 1; index >= 0; index--)
    keep.push(storeLocal(parameters[index]!, locals[index]!));
  if (needsReceiver) {
    if (parameters.length > 0 && !moves) keep.push(none(Op.dup2), none(Op.pop));
    else keep.push(none(Op.dup));
    keep.push({ form: 'local', opcode: Op.astore, index: receiverLocal });
  }
  const putBack = locals.map((local, index) => loadLocal(parameters[index]!, local));
  const references = locals.filter((_, index) => isReference(parameters[index]!));
  if (needsReceiver) references.push(receiverLocal);
  return { receiver: receiverLocal, arguments: locals, references, keep, putBack };
}

/** Pushes the site and calls the entry point; the values are on the stack already. */
export function produce(
  event: Pick<WovenEvent, 'owner' | 'name' | 'descriptor' | 'site' | 'unless' | 'leaves'>,
): Instruction[] {
  const { owner, name, descriptor, site, unless, leaves } = event;
  return [
    ...(typeof site === 'number' ? [pushInt(site)] : siteFrom(site)),
    ...(unless === undefined ? [] : [loadLocal(unless.type, unless.local)]),
    invoke(Op.invokestatic, owner, name, descriptor),
    ...(leaves === undefined ? [] : [storeLocal(leaves.type, leaves.local)]),
  ];
}

function siteFrom({ local, plus }: SiteLocal): readonly Instruction[] {
  const first = loadLocal('I', local);
  return plus === 0 ? [first] : [first, pushInt(plus), none(Op.iadd)];
}
