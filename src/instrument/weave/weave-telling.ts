import { AccessFlag } from '../../classfile/access-flags.ts';
import type { VerificationType } from '../../classfile/attributes/stack-map-table.ts';
import type { ClassFile, MethodInfo } from '../../classfile/class-file.ts';
import type { Code } from '../../classfile/code.ts';
import type { CodeEdit } from '../../classfile/code-edit.ts';
import type { Point, PointId } from '../../events/point.ts';
import type { EventDefinition } from '../../property/model.ts';
import { type MethodCode, methodCode } from '../../residual/sound/values/method-code.ts';
import type { LeftOut } from '../left-out.ts';
import type { CollectionQuestion } from '../unit/collection-question.ts';
import type { Telling } from '../unit/entry-point.ts';
import type { TellingLocal, WovenEvent } from './weave-call.ts';
import { neverDeferred, weaveDeferral } from './weave-deferral.ts';
import { neverOnce, weaveOnce } from './weave-once.ts';
import { noPairs, pairsIn } from './weave-pairs.ts';
import { type Asked, weaveSilence } from './weave-silence.ts';

/** How an event is told. */
export interface Told extends Pick<WovenEvent, 'unless' | 'leaves'> {
  readonly telling: Telling;
  /** Of `begins`. */
  readonly question?: CollectionQuestion | undefined;
  /** Of `pair`: the first event. */
  readonly first?: EventDefinition;
  /** Of the events of a pair: whether they are silent as `unless` says. */
  readonly isSilentPair?: boolean;
}

/**
 * How the events of one method are told, and with which local variables, which hold from call to call what
 * decides it.
 */
export interface Tellings {
  of(point: Point): Told;
  /** The points whose events may be left out. */
  readonly leftOut: ReadonlyMap<PointId, LeftOut>;
  /** Of the local variables, from `code.maxLocals` on. */
  readonly words: number;
}

export const alwaysTold: Tellings = { of: () => ({ telling: 'always' }), leftOut: new Map(), words: 0 };

export interface TellingInput {
  readonly file: ClassFile;
  readonly method: MethodInfo;
  readonly code: Code;
  /** All points of the method that are woven. */
  readonly points: readonly Point[];
  readonly unit: string;
  readonly askedOf: (point: Point) => Asked;
  /**
   * Whether monitors need not get every event: slices may wait, points may be told once, and pairs may cancel out
   * (docs/soundness.md, theorems 5, 9 and 11).
   */
  readonly isResidual: boolean;
}

/** Declares and sets the local variables; the events themselves are woven with what `of` says. */
export function weaveTellings(input: TellingInput, codeEdit: CodeEdit): Tellings {
  const { file, method, code, points, unit, askedOf } = input;
  let local = code.maxLocals;
  const types: VerificationType[] = [];
  const declare = (count: number, type: VerificationType): void => {
    for (let one = 0; one < count; one++) types.push(type);
    local += count;
  };
  const silent = weaveSilence(codeEdit, code, local, points, askedOf, unit);
  declare(new Set(silent.values()).size, { kind: 'Integer' });
  const isTold = ({ id }: Point): boolean => !silent.has(id);
  const prepared = preparing(file, method, code);
  const once = input.isResidual
    ? weaveOnce(codeEdit, code, local, points, isTold, prepared, unit)
    : neverOnce;
  declare(once.size, { kind: 'Integer' });
  const [told, others] = [points.filter(isTold), points.filter((point) => !isTold(point))];
  const { begins, later } = input.isResidual
    ? weaveDeferral(codeEdit, code, local, told, others, askedOf, prepared, unit)
    : neverDeferred;
  declare(begins.size, { kind: 'Object', name: 'java/lang/Object' });
  // Deferred slices are of several objects. What is silent for one event of a pair has to be so for both.
  const isLeft = (first: Point, second: Point): boolean =>
    silent.get(first.id) === silent.get(second.id) && !once.has(first.id) && !once.has(second.id);
  const pairs = input.isResidual ? pairsIn(points, isLeft, prepared) : noPairs;
  const words = types.length;
  if (words === 0 && pairs.byFirst.size === 0) return alwaysTold;
  if (words > 0) codeEdit.keepLocals({ first: code.maxLocals, types, unset: () => false });
  codeEdit.reserve(0, words);
  const leftOut = new Map<PointId, LeftOut>();
  for (const id of once.keys()) leftOut.set(id, 'once');
  for (const id of [...begins.keys(), ...later.keys()]) leftOut.set(id, 'deferred');
  for (const id of [...pairs.byFirst.keys(), ...pairs.bySecond.keys()]) leftOut.set(id, 'paired');
  for (const id of silent.keys()) leftOut.set(id, 'silent');
  return {
    of({ id }) {
      const answer = silent.get(id);
      const silence: Pick<Told, 'unless' | 'isSilentPair'> =
        answer === undefined ? {} : { unless: { type: 'I', local: answer }, isSilentPair: true };
      const begunPair = pairs.byFirst.get(id);
      if (begunPair !== undefined)
        return { telling: begunPair.when ? 'unlessTrue' : 'unlessFalse', ...silence };
      const endedPair = pairs.bySecond.get(id);
      if (endedPair !== undefined) return { telling: 'pair', first: endedPair.first.event, ...silence };
      if (answer !== undefined) return { telling: 'unlessSilent', unless: { type: 'I', local: answer } };
      const state = once.get(id);
      if (state !== undefined) {
        const known: TellingLocal = { type: 'I', local: state };
        return { telling: 'once', unless: known, leaves: known };
      }
      const begun = begins.get(id);
      if (begun !== undefined) {
        const { local, question } = begun;
        return { telling: 'begins', question, leaves: { type: objectDescriptor, local } };
      }
      const slice = later.get(id);
      if (slice !== undefined)
        return { telling: 'unlessDeferred', unless: { type: objectDescriptor, local: slice } };
      return { telling: 'always' };
    },
    leftOut,
    words,
  };
}

const objectDescriptor = 'Ljava/lang/Object;';

/** The method's code for analyses, made when the first of them asks. */
function preparing(
  file: ClassFile,
  { name, descriptor, accessFlags }: MethodInfo,
  code: Code,
): () => MethodCode | undefined {
  let made: { readonly code: MethodCode | undefined } | undefined;
  return () => {
    const isStatic = (accessFlags & AccessFlag.static) !== 0;
    made ??= { code: methodCode(file, { name, descriptor, isStatic }, code) };
    return made.code;
  };
}
