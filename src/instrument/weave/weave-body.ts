import { AccessFlag } from '../../classfile/access-flags.ts';
import type { ClassEdit, NewMethod } from '../../classfile/class-edit.ts';
import type { ClassFile, MethodInfo } from '../../classfile/class-file.ts';
import type { Code } from '../../classfile/code.ts';
import type { CodeEdit } from '../../classfile/code-edit.ts';
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
import type { Instruction, InstructionIndex } from '../../classfile/instruction.ts';
import { Op } from '../../classfile/opcodes.ts';
import { typeOfDescriptor } from '../../classfile/type-state.ts';
import type { PointValue, ValueSource } from '../../events/point.ts';
import { type BodyBegin, bodyBegin, obstacleAtBegin } from './body-begin.ts';
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
 * Weaves the events of a method's body: at its entry, before each return, and in a handler around all of it.
 * A constructor's body begins behind its call of another constructor, as AspectJ has it: before that there is
 * no object. Events after the body get the arguments that it began with, which are kept in local variables of
 * their own. Returns the words of the variables that it uses, from `code.maxLocals` on, or why weaving is
 * impossible: then nothing was done. Linear in the code.
 */
export function weaveBody(
  edit: ClassEdit,
  file: ClassFile,
  method: MethodInfo,
  code: Code,
  events: readonly BodyEvent[],
): { readonly words: number } | { readonly obstacle: string } {
  const begin = bodyBegin(file, method, code);
  if ('obstacle' in begin) return begin;
  const variableOf = ownVariables(file, method);
  const after = events.filter(({ position }) => position !== 'before');
  const variables = usedVariables(events, variableOf);
  const obstacle = obstacleAtBegin(begin, file, method, code, variables, after.length > 0);
  if (obstacle !== undefined) return { obstacle };

  const { returnType } = parseMethodDescriptor(method.descriptor);
  const { copies, next: temporary } = copiesOf(usedVariables(after, variableOf), code.maxLocals);
  const body: Body = { code, begin, events, variableOf, copies, temporary, returnType };
  const codeEdit = edit.editCode(method);
  weaveBegin(codeEdit, body);
  weaveReturns(codeEdit, body);
  weaveHandler(codeEdit, body);

  const resultWords = returnType === 'V' ? 0 : wordsOf(returnType);
  const widest = Math.max(0, ...events.map((event) => stackWords(event)));
  const words = after.length === 0 ? 0 : temporary - code.maxLocals + Math.max(resultWords, 1);
  codeEdit.reserve(Math.max(2, widest) + resultWords, words);
  return { words };
}

interface Variable {
  readonly index: number;
  readonly descriptor: string;
}

/** The method's own variable that has a value when the body begins; undefined for values of other kinds. */
type VariableOf = (source: ValueSource) => Variable | undefined;

function ownVariables(file: ClassFile, method: MethodInfo): VariableOf {
  const isStatic = (method.accessFlags & AccessFlag.static) !== 0;
  const { parameters } = parseMethodDescriptor(method.descriptor);
  const { locals } = localsOf(parameters, isStatic ? 0 : 1);
  return (source) => {
    if (source.kind === 'this' || source.kind === 'receiver')
      return { index: 0, descriptor: `L${file.name};` };
    if (source.kind !== 'argument') return undefined;
    return { index: locals[source.index]!, descriptor: parameters[source.index]! };
  };
}

/** Descriptors by index. */
function usedVariables(events: readonly BodyEvent[], variableOf: VariableOf): ReadonlyMap<number, string> {
  return new Map(
    events.flatMap(({ values }) =>
      values.flatMap(({ source }) => {
        const variable = variableOf(source);
        return variable === undefined ? [] : [[variable.index, variable.descriptor] as const];
      }),
    ),
  );
}

/** Variables from `first` on for copies of others, and the next that is free. */
function copiesOf(
  variables: ReadonlyMap<number, string>,
  first: number,
): { readonly copies: ReadonlyMap<number, Variable>; readonly next: number } {
  const copies = new Map<number, Variable>();
  let next = first;
  for (const [index, descriptor] of variables) {
    copies.set(index, { index: next, descriptor });
    next += wordsOf(descriptor);
  }
  return { copies, next };
}

/** A body with its events, and the variables that their code uses. */
interface Body {
  readonly code: Code;
  readonly begin: BodyBegin;
  readonly events: readonly BodyEvent[];
  readonly variableOf: VariableOf;
  /** Of what events after the body need, by the index of the method's own variable. */
  readonly copies: ReadonlyMap<number, Variable>;
  /** A variable for the result or for what is thrown. */
  readonly temporary: number;
  readonly returnType: string;
}

function weaveBegin(codeEdit: CodeEdit, body: Body): void {
  const { code, begin, copies } = body;
  const entry: Instruction[] = [];
  for (const [own, { index, descriptor }] of copies)
    entry.push(loadLocal(descriptor, own), storeLocal(descriptor, index));
  entry.push(...codeFor(body, 'before'));
  if (begin.call === undefined) codeEdit.insertAtEntry(entry);
  else codeEdit.insertAfter(begin.call, entry);
  if (copies.size > 0)
    codeEdit.keepLocals({
      first: code.maxLocals,
      types: [...copies.values()].map(({ descriptor }) => typeOfDescriptor(descriptor)),
      unset: begin.outside,
    });
}

function weaveReturns(codeEdit: CodeEdit, body: Body): void {
  const { code, begin, events, temporary, returnType } = body;
  const returning = codeFor(body, 'afterReturning');
  if (returning.length === 0) return;
  const usesResult = events.some(
    ({ position, values }) =>
      position === 'afterReturning' && values.some(({ source }) => source.kind === 'result'),
  );
  const saveResult = usesResult
    ? [none(wordsOf(returnType) === 2 ? Op.dup2 : Op.dup), storeLocal(returnType, temporary)]
    : [];
  code.instructions.forEach((instruction, index) => {
    if (isReturn(instruction) && !begin.outside(index as InstructionIndex))
      codeEdit.insertBefore(index as InstructionIndex, [...saveResult, ...returning]);
  });
}

function weaveHandler(codeEdit: CodeEdit, body: Body): void {
  const { code, begin, temporary } = body;
  const throwing = codeFor(body, 'afterThrowing');
  if (throwing.length === 0) return;
  codeEdit.catchAll({
    kind: 'method',
    instructions: [storeLocal(throwable, temporary), ...throwing, loadLocal(throwable, temporary)],
    // A return throws nothing, but the events before it might.
    except: (index) => begin.outside(index) || isReturn(code.instructions[index]!),
  });
}

function codeFor(body: Body, position: BodyEvent['position']): Instruction[] {
  return body.events
    .filter((event) => event.position === position)
    .flatMap((event) => [
      ...event.values.map((value) => load(value, body, position === 'before')),
      ...produce(event),
    ]);
}

/** `early`: when the body begins. Later, its own variables may hold something else. */
function load(
  { source, descriptor }: PointValue,
  { variableOf, copies, temporary, returnType }: Body,
  early: boolean,
): Instruction {
  const variable = variableOf(source);
  if (variable !== undefined)
    return loadLocal(variable.descriptor, early ? variable.index : copies.get(variable.index)!.index);
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
}

/**
 * The initialiser of a class that has none, for its events alone. Class versions have no say: it has no
 * branches.
 */
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
