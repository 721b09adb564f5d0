import { expect, test } from 'vitest';
import { typeAnnotationTargets } from '../../src/classfile/attributes/type-annotations.ts';
import { editClass } from '../../src/classfile/class-edit.ts';
import { type ClassFile, readClassFile } from '../../src/classfile/class-file.ts';
import { readCode } from '../../src/classfile/code.ts';
import { invoke, none } from '../../src/classfile/emit.ts';
import type { InstructionIndex, Label } from '../../src/classfile/instruction.ts';
import { Op } from '../../src/classfile/opcodes.ts';
import { processorTime } from '../support/processor-time.ts';
import { classOfMethod, withCodeAttribute } from './method-class.ts';

const call = invoke(Op.invokestatic, 'a/B', 'f', '()V');

/** A method of so many calls, then a return and a handler that throws again; with these ranges of the calls. */
function callsIn(
  count: number,
  ranges: readonly (readonly [start: number, end: number])[],
  sourceFile?: string,
) {
  const bytes = classOfMethod(
    {
      instructions: [...Array.from({ length: count }, () => call), none(Op.return), none(Op.athrow)],
      exceptionTable: ranges.map(([start, end]) => ({
        start: start as Label,
        end: end as Label,
        handler: (count + 1) as Label,
        catchType: undefined,
      })),
      maxStack: 1,
    },
    { majorVersion: 48, ...(sourceFile === undefined ? {} : { sourceFile }) },
  );
  return bytes;
}

/** The ranges of the method when these calls have handlers of their own: [start, end, handler]. */
function rangesWith(file: ClassFile, calls: readonly number[]) {
  const after = withHandlers(file, calls);
  return readCode(after, after.methods[0]!)!.exceptionTable.map(({ start, end, handler }) => [
    start,
    end,
    handler,
  ]);
}

function withHandlers(file: ClassFile, calls: readonly number[]): ClassFile {
  const edit = editClass(file);
  for (const at of calls)
    edit.editCode(file.methods[0]!).catchAll({ kind: 'call', at: at as InstructionIndex, instructions: [] });
  const written = edit.write();
  if (!written.ok) throw new Error(JSON.stringify(written.failures));
  return readClassFile(written.bytes);
}

test('what a handler of a call throws again is caught where the call is', () => {
  const file = readClassFile(
    callsIn(4, [
      [1, 3],
      [0, 4],
      [2, 3],
    ]),
  );
  // The return is 4, the method's own handler 5, and 6 and 7 are those of calls 0 and 2.
  expect(rangesWith(file, [0, 2])).toEqual([
    [0, 1, 6],
    [2, 3, 7],
    [1, 3, 5],
    [7, 8, 5],
    [0, 4, 5],
    [6, 7, 5],
    [7, 8, 5],
    [2, 3, 5],
    [7, 8, 5],
  ]);
});

test('an annotation of what is caught stays with its entry of the table', () => {
  const caught = (index: number): readonly number[] => [0x42, 0, index, 0, 0, 1, 0, 0];
  // Of the first two entries, and of one that is not there, as some compilers write it.
  const annotations = [0, 3, ...caught(0), ...caught(1), ...caught(9)];
  const ranges = [
    [1, 3],
    [0, 4],
  ] as const;
  const file = withCodeAttribute(callsIn(4, ranges, 'RuntimeInvisibleTypeAnnotations'), annotations);
  const indices = (of: ClassFile): readonly number[] =>
    readCode(of, of.methods[0]!)!.attributes.flatMap((attribute) =>
      typeAnnotationTargets(attribute).map(({ offset }) => of.pool.source.u2(offset)),
    );
  expect(indices(file)).toEqual([0, 1, 9]);
  const after = withHandlers(file, [0, 2]);
  // Two handlers of calls, [1, 3] and what that of call 2 throws, then [0, 4].
  expect(indices(after)).toEqual([2, 4, 9]);
  const table = readCode(after, after.methods[0]!)!.exceptionTable;
  expect([table[2], table[4]]).toMatchObject([
    { start: 1, end: 3 },
    { start: 0, end: 4 },
  ]);
});

test('as many handlers of calls as fit into a method, each in a range of its own, take no time', () => {
  const count = 16_000;
  const each = Array.from({ length: count }, (_, at) => at);
  const file = readClassFile(
    callsIn(
      count,
      each.map((at) => [at, at + 1]),
    ),
  );
  const started = processorTime();
  const ranges = rangesWith(file, each);
  const took = processorTime() - started;
  expect(ranges).toHaveLength(3 * count);
  expect(took).toBeLessThan(1000);
});
