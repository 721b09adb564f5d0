import type { VerificationType } from '../classfile/attributes/stack-map-table.ts';
import type { ClassFile, MethodInfo } from '../classfile/class-file.ts';
import type { Code } from '../classfile/code.ts';
import type { CodeEdit } from '../classfile/code-edit.ts';
import type { InstructionIndex } from '../classfile/instruction.ts';
import type { Point, PointId } from '../events/point.ts';
import type { Telling } from './entry-point.ts';
import type { WovenEvent } from './weave-call.ts';
import { neverDeferred, weaveDeferral } from './weave-deferral.ts';
import { weaveSilence } from './weave-silence.ts';

/** How the events of one method are told, and with which local variables, which hold from call to call what decides it. */
export interface Tellings {
  of(point: Point): { readonly telling: Telling } & Pick<WovenEvent, 'unless' | 'begins'>;
  /** Points that are silent for iterators of plain collections. */
  readonly silent: Iterable<PointId>;
  /** Points of slices that may wait for an event on their owner. */
  readonly deferred: Iterable<PointId>;
  /** Of the local variables, from `code.maxLocals` on. */
  readonly words: number;
}

export const alwaysTold: Tellings = { of: () => ({ telling: 'always' }), silent: [], deferred: [], words: 0 };

export interface TellingInput {
  readonly file: ClassFile;
  readonly method: MethodInfo;
  readonly code: Code;
  /** All points of the method that are woven. */
  readonly points: readonly Point[];
  readonly unit: string;
  readonly silentAfter: (point: Point) => InstructionIndex | undefined;
  readonly defers: boolean;
}

/** Declares and sets the local variables; the events themselves are woven with what `of` says. */
export function weaveTellings(input: TellingInput, codeEdit: CodeEdit): Tellings {
  const { file, method, code, points, unit, silentAfter } = input;
  const first = code.maxLocals;
  const silent = weaveSilence(codeEdit, code, first, points, silentAfter, unit);
  const ints = new Set(silent.values()).size;
  const others = points.filter(({ id }) => !silent.has(id));
  const { begins, later } = input.defers
    ? weaveDeferral(codeEdit, first + ints, file, method, code, others)
    : neverDeferred;
  const words = ints + begins.size;
  if (words === 0) return alwaysTold;
  const types: VerificationType[] = [];
  for (let word = 0; word < words; word++)
    types.push(word < ints ? { kind: 'Integer' } : { kind: 'Object', name: 'java/lang/Object' });
  codeEdit.keepLocals({ first, types, unset: () => false });
  codeEdit.reserve(0, words);
  return {
    of({ id }) {
      const answer = silent.get(id);
      if (answer !== undefined) return { telling: 'unlessSilent', unless: { type: 'I', local: answer } };
      const begun = begins.get(id);
      if (begun !== undefined) return { telling: 'begins', begins: begun };
      const slice = later.get(id);
      if (slice === undefined) return { telling: 'always' };
      return { telling: 'unlessDeferred', unless: { type: 'Ljava/lang/Object;', local: slice } };
    },
    silent: silent.keys(),
    deferred: [...begins.keys(), ...later.keys()],
    words,
  };
}
