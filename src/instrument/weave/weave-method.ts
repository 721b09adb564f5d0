import type { ClassEdit } from '../../classfile/class-edit.ts';
import type { MethodInfo } from '../../classfile/class-file.ts';
import { type Code, readCode } from '../../classfile/code.ts';
import { invoke } from '../../classfile/emit.ts';
import { storesThatLoseThis } from '../../classfile/lost-this.ts';
import { Op } from '../../classfile/opcodes.ts';
import type { Point } from '../../events/point.ts';
import { groupBy } from '../../group-by.ts';
import { startMethod } from '../unit/called-methods.ts';
import type { ClassToWeave } from './class-to-weave.ts';
import { mayFollowOverflow } from './end-of-stack.ts';
import type { FoundPoints } from './found-points.ts';
import { localsByType, sharedLocals } from './spilled-locals.ts';
import { type Mode, obstacleTo, seesThrows, thisAt } from './unweavable.ts';
import { type BodyEvent, weaveBody } from './weave-body.ts';
import { type Wrappers, weaveInstruction } from './weave-instruction.ts';
import { alwaysTold, weaveTellings } from './weave-telling.ts';

/** JVMS 4.10: the first class version that is never verified by type inference. */
const java7 = 51;

/** How: in a mode, with what is asked at run time (`asking`, inline), or in methods that calls share. */
export type Way = 'asking' | 'sharing' | Mode;

/** Weaves the points of one method: `input` has no others. Answers whether its code asks anything at run time. */
export function weaveMethod(
  input: ClassToWeave,
  edit: ClassEdit,
  wrappers: Wrappers,
  method: MethodInfo,
  outcome: Way,
  { unmonitored, leftOut }: FoundPoints,
): boolean {
  const mode = outcome === 'asking' ? 'inline' : outcome === 'sharing' ? 'outOfLine' : outcome;
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
  const context = {
    edit,
    wrappers,
    method,
    code,
    hasThis,
    spilled,
    tellings,
    mode,
    shares: outcome === 'sharing',
    ...input,
  };
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
  { file }: ClassToWeave,
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

/** Starts the unit before the method does anything else. */
export function weaveStart(edit: ClassEdit, method: MethodInfo, unit: string): void {
  const { name, descriptor } = startMethod;
  edit.editCode(method).insertAtEntry([invoke(Op.invokestatic, unit, name, descriptor)]);
}

/** The events of one point of a body. */
export function bodyEvents({ entryPointOf, siteOf, unit }: ClassToWeave, point: Point): BodyEvent[] {
  const { name, descriptor } = entryPointOf(point, 'always');
  const event = { values: point.values, owner: unit, name, descriptor, site: siteOf(point) };
  if (point.position !== 'after') return [{ position: point.position, ...event }];
  return [
    { position: 'afterReturning', ...event },
    { position: 'afterThrowing', ...event },
  ];
}
