import { controlFlowGraph } from '../cfg/control-flow-graph.ts';
import { edge } from '../cfg/edge-kind.ts';
import { AccessFlag } from '../classfile/access-flags.ts';
import { findAttribute } from '../classfile/attribute.ts';
import { readStackMapTable } from '../classfile/attributes/stack-map-table.ts';
import type { ClassEdit, NewMethod } from '../classfile/class-edit.ts';
import type { ClassFile, MethodInfo } from '../classfile/class-file.ts';
import type { Code } from '../classfile/code.ts';
import { parseMethodDescriptor, wordsOf } from '../classfile/descriptors.ts';
import {
  currentThread,
  loadLocal,
  localsOf,
  none,
  returnOf,
  storeLocal,
  throwable,
} from '../classfile/emit.ts';
import type { Instruction, InstructionIndex } from '../classfile/instruction.ts';
import { Op } from '../classfile/opcodes.ts';
import { typeOfDescriptor } from '../classfile/type-state.ts';
import { constructorCalls } from '../events/constructor-calls.ts';
import type { PointValue, ValueSource } from '../events/point.ts';
import { produce } from './weave-call.ts';

/** One event of a method's body. */
export interface BodyEvent {
  readonly position: 'before' | 'afterReturning' | 'afterThrowing';
  readonly values: readonly PointValue[];
  readonly owner: string;
  readonly name: string;
  readonly descriptor: string;
  readonly site: number;
}

/**
 * Weaves the events of a method's body: at its entry, before each return, and in a handler around all of it. A
 * constructor's body begins behind its call of another constructor, as AspectJ has it: before that there is no object.
 * Events after the body get the arguments that it began with, which are kept in local variables of their own.
 * Returns the words of the variables that it uses, from `code.maxLocals` on, or why weaving is impossible: then nothing was done.
 * Linear in the code.
 */
export function weaveBody(
  edit: ClassEdit,
  file: ClassFile,
  method: MethodInfo,
  code: Code,
  events: readonly BodyEvent[],
): { readonly words: number } | { readonly obstacle: string } {
  const isStatic = (method.accessFlags & AccessFlag.static) !== 0;
  const { parameters, returnType } = parseMethodDescriptor(method.descriptor);
  const { locals: parameterLocals } = localsOf(parameters, isStatic ? 0 : 1);
  /** The local variable that has the value when the body begins; undefined for other values. */
  const localOf = (source: ValueSource): { index: number; descriptor: string } | undefined => {
    if (source.kind === 'this' || source.kind === 'receiver')
      return { index: 0, descriptor: `L${file.name};` };
    if (source.kind !== 'argument') return undefined;
    return { index: parameterLocals[source.index]!, descriptor: parameters[source.index]! };
  };

  const begin = bodyBegin(file, method, code);
  if ('obstacle' in begin) return begin;
  const used = (some: readonly BodyEvent[]) =>
    new Map(
      some.flatMap(({ values }) =>
        values.flatMap(({ source }) => {
          const local = localOf(source);
          return local === undefined ? [] : [[local.index, local.descriptor] as const];
        }),
      ),
    );
  const after = events.filter(({ position }) => position !== 'before');
  if (begin.call !== undefined) {
    const changed = changedBefore(code, begin.call, used(events));
    if (changed) return { obstacle: 'the constructor changes its parameters before it calls the other one' };
    if (after.length > 0 && begin.shared)
      return { obstacle: 'the constructor has code that may run before and after the call of the other one' };
  }

  // Copies of what events after the body need.
  const kept = new Map<number, { readonly local: number; readonly descriptor: string }>();
  let keptWords = 0;
  for (const [index, descriptor] of used(after)) {
    kept.set(index, { local: code.maxLocals + keptWords, descriptor });
    keptWords += wordsOf(descriptor);
  }
  const resultWords = returnType === 'V' ? 0 : wordsOf(returnType);
  const temporary = code.maxLocals + keptWords;

  const load = (value: PointValue, early: boolean): Instruction => {
    const { source, descriptor } = value;
    const local = localOf(source);
    if (local !== undefined)
      return loadLocal(local.descriptor, early ? local.index : kept.get(local.index)!.local);
    switch (source.kind) {
      case 'thread':
        return currentThread;
      case 'result':
        return loadLocal(returnType, temporary);
      case 'thrown':
        return loadLocal(throwable, temporary);
      default:
        throw new Error(`a body has no ${source.kind} of type ${descriptor}`);
    }
  };
  const codeFor = (position: BodyEvent['position']): Instruction[] =>
    events
      .filter((event) => event.position === position)
      .flatMap((event) => [
        ...event.values.map((value) => load(value, position === 'before')),
        ...produce(event),
      ]);

  const codeEdit = edit.editCode(method);
  const entry: Instruction[] = [];
  for (const [index, { local, descriptor }] of kept)
    entry.push(loadLocal(descriptor, index), storeLocal(descriptor, local));
  entry.push(...codeFor('before'));
  if (begin.call === undefined) codeEdit.insertAtEntry(entry);
  else codeEdit.insertAfter(begin.call, entry);
  if (kept.size > 0)
    codeEdit.keepLocals({
      first: code.maxLocals,
      types: [...kept.values()].map(({ descriptor }) => typeOfDescriptor(descriptor)),
      unset: begin.outside,
    });

  const returning = codeFor('afterReturning');
  if (returning.length > 0) {
    const usesResult = events.some(
      ({ position, values }) =>
        position === 'afterReturning' && values.some(({ source }) => source.kind === 'result'),
    );
    const saveResult = usesResult
      ? [none(resultWords === 2 ? Op.dup2 : Op.dup), storeLocal(returnType, temporary)]
      : [];
    code.instructions.forEach((instruction, index) => {
      if (isReturn(instruction) && !begin.outside(index as InstructionIndex))
        codeEdit.insertBefore(index as InstructionIndex, [...saveResult, ...returning]);
    });
  }
  const throwing = codeFor('afterThrowing');
  if (throwing.length > 0)
    codeEdit.catchAll({
      kind: 'method',
      instructions: [storeLocal(throwable, temporary), ...throwing, loadLocal(throwable, temporary)],
      // A return throws nothing, but the events before it might.
      except: (index) => begin.outside(index) || isReturn(code.instructions[index]!),
    });
  const widest = Math.max(0, ...events.map((event) => stackWords(event)));
  const words = after.length === 0 ? 0 : keptWords + Math.max(resultWords, 1);
  codeEdit.reserve(Math.max(2, widest) + resultWords, words);
  return { words };
}

/** The initialiser of a class that has none, for its events alone. Class versions have no say: it has no branches. */
export function newInitialiser(events: readonly BodyEvent[]): NewMethod {
  const instructions = (['before', 'afterReturning'] as const).flatMap((position) =>
    events
      .filter((event) => event.position === position)
      .flatMap((event) => [...event.values.map(() => currentThread), ...produce(event)]),
  );
  return {
    accessFlags: AccessFlag.static | AccessFlag.synthetic,
    name: '<clinit>',
    descriptor: '()V',
    instructions: [...instructions, returnOf('V')],
    maxStack: Math.max(1, ...events.map(stackWords)),
    maxLocals: 0,
  };
}

function stackWords({ values }: BodyEvent): number {
  return values.reduce((sum, { descriptor }) => sum + wordsOf(descriptor), 1);
}

function isReturn({ form, opcode }: Instruction): boolean {
  return form === 'none' && opcode >= Op.ireturn && opcode <= Op.return;
}

interface BodyBegin {
  /** The call of the other constructor that the body begins behind; undefined for the method's entry. */
  readonly call: InstructionIndex | undefined;
  /** Holds for instructions that may run before the body begins. */
  readonly outside: (index: InstructionIndex) => boolean;
  /** Some of them may run in the body, too. */
  readonly shared: boolean;
}

function bodyBegin(
  file: ClassFile,
  method: MethodInfo,
  code: Code,
): BodyBegin | { readonly obstacle: string } {
  // java.lang.Object has no other constructor to call.
  if (method.name !== '<init>' || file.superName === undefined)
    return { call: undefined, outside: () => false, shared: false };
  const [call, further] = constructorCalls(file.name, file.superName, method, code).calls;
  if (call === undefined) return { obstacle: 'the constructor calls no other constructor' };
  if (further !== undefined)
    return { obstacle: 'the constructor calls other constructors in more than one place' };
  const cfg = controlFlowGraph(code);
  if (!cfg.ok) return { obstacle: `the control-flow graph has more than ${cfg.limit} edges` };
  const { successors } = cfg.graph;
  const reach = (start: number, passes: (from: number, kind: number) => boolean): Uint8Array => {
    const seen = new Uint8Array(code.instructions.length);
    const work = [start];
    seen[start] = 1;
    for (let node = work.pop(); node !== undefined; node = work.pop())
      for (let at = successors.start[node]!; at < successors.start[node + 1]!; at++) {
        const target = successors.node[at]!;
        if (seen[target] === 1 || !passes(node, successors.kind[at]!)) continue;
        seen[target] = 1;
        work.push(target);
      }
    return seen;
  };
  const outside = reach(0, (from, kind) => from !== call || kind === edge.exception);
  const inside = reach(call + 1, () => true);
  return {
    call: call as InstructionIndex,
    outside: (index) => outside[index] === 1,
    shared: outside.some((reached, index) => reached === 1 && inside[index] === 1),
  };
}

/** Whether one of these locals, by index, may not hold the parameter any more when the call returns. */
function changedBefore(code: Code, call: InstructionIndex, locals: ReadonlyMap<number, string>): boolean {
  if (locals.size === 0) return false;
  const words = new Set(
    [...locals].flatMap(([index, type]) => (wordsOf(type) === 2 ? [index, index + 1] : [index])),
  );
  for (const instruction of code.instructions.slice(0, call)) {
    if (instruction.form === 'iinc' && words.has(instruction.index)) return true;
    if (instruction.form !== 'local' || instruction.opcode < Op.istore || instruction.opcode > Op.astore)
      continue;
    const { opcode, index } = instruction;
    const isWide = opcode === Op.lstore || opcode === Op.dstore;
    if (words.has(index) || (isWide && words.has(index + 1))) return true;
  }
  // A frame may have given a parameter up that nobody reads any more.
  const table = findAttribute(code.attributes, 'StackMapTable');
  if (table === undefined) return false;
  const end = code.pcOf(call);
  return readStackMapTable(table).some((frame) => {
    if (frame.pc > end || frame.kind === 'same' || frame.kind === 'sameLocals1' || frame.kind === 'append')
      return false;
    if (frame.kind === 'chop') return true;
    let word = 0;
    const there = new Set<number>();
    for (const { kind } of frame.locals) {
      if (kind !== 'Top') there.add(word);
      word += kind === 'Long' || kind === 'Double' ? 2 : 1;
    }
    return [...locals.keys()].some((index) => !there.has(index));
  });
}
