import { expect, test } from 'vitest';
import { editClass } from '../../src/classfile/class-edit.ts';
import { readClassFile } from '../../src/classfile/class-file.ts';
import { readCode } from '../../src/classfile/code.ts';
import { invoke, none } from '../../src/classfile/emit.ts';
import type { InstructionIndex, Label } from '../../src/classfile/instruction.ts';
import { Op } from '../../src/classfile/opcodes.ts';
import { processorTime } from '../support/processor-time.ts';
import { classOfMethod } from './method-class.ts';

const call = invoke(Op.invokestatic, 'a/B', 'f', '()V');

/** A method of so many calls, then a return and a handler that throws again; with these ranges of the calls. */
function callsIn(count: number, ranges: readonly (readonly [start: number, end: number])[]) {
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
    { majorVersion: 48 },
  );
  return readClassFile(bytes);
}

/** The ranges of the method when these calls have handlers of their own: [start, end, handler]. */
function rangesWith(file: ReturnType<typeof callsIn>, calls: readonly number[]) {
  const edit = editClass(file);
  for (const at of calls)
    edit.editCode(file.methods[0]!).catchAll({ kind: 'call', at: at as InstructionIndex, instructions: [] });
  const written = edit.write();
  if (!written.ok) throw new Error(JSON.stringify(written.failures));
  const after = readClassFile(written.bytes);
  return readCode(after, after.methods[0]!)!.exceptionTable.map(({ start, end, handler }) => [
    start,
    end,
    handler,
  ]);
}

test('what a handler of a call throws again is caught where the call is', () => {
  const file = callsIn(4, [
    [1, 3],
    [0, 4],
    [2, 3],
  ]);
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

test('as many handlers of calls as fit into a method, each in a range of its own, take no time', () => {
  const count = 16_000;
  const each = Array.from({ length: count }, (_, at) => at);
  const file = callsIn(
    count,
    each.map((at) => [at, at + 1]),
  );
  const started = processorTime();
  const ranges = rangesWith(file, each);
  const took = processorTime() - started;
  expect(ranges).toHaveLength(3 * count);
  expect(took).toBeLessThan(1000);
});
