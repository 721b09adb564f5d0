import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ExceptionHandler } from '../../../src/classfile/code.ts';
import { none } from '../../../src/classfile/emit.ts';
import type { InstructionIndex, Label } from '../../../src/classfile/instruction.ts';
import { Op } from '../../../src/classfile/opcodes.ts';
import { handlerTable } from '../../../src/residual/points-to/methods/code-blocks.ts';
import { processorTime } from '../../support/processor-time.ts';

function entry(start: number, end: number, handler: number): ExceptionHandler {
  return {
    start: start as InstructionIndex,
    end: end as Label,
    handler: handler as InstructionIndex,
    catchType: undefined,
  };
}

const code = (count: number, exceptionTable: readonly ExceptionHandler[]) => ({
  instructions: Array.from({ length: count }, () => none(Op.nop)),
  exceptionTable,
});

test('the handlers of an instruction are those of the entries around it, each once', () => {
  const position = fc.nat({ max: 8 });
  const entries = fc.array(
    fc
      .tuple(position, position, fc.nat({ max: 3 }))
      .map(([start, end, handler]) => entry(start, end, handler)),
    { maxLength: 6 },
  );
  fc.assert(
    fc.property(entries, (table) => {
      const handlersAt = handlerTable(code(8, table));
      for (let index = 0; index < 8; index++) {
        const covering = table.filter(({ start, end }) => start <= index && index < end);
        expect(handlersAt(index)).toEqual([...new Set(covering.map(({ handler }) => handler))]);
        for (let other = 0; other < index; other++)
          if (handlersAt(other).join() === handlersAt(index).join())
            expect(handlersAt(other)).toBe(handlersAt(index));
      }
    }),
  );
});

test('400 ranges within each other take no time', () => {
  const nested = Array.from({ length: 400 }, (_, depth) => entry(depth, 4000 - depth, 4000 + depth));
  const method = code(4400, nested.reverse());
  const started = processorTime();
  const handlersAt = handlerTable(method);
  expect(processorTime() - started).toBeLessThan(500);
  expect(handlersAt(2000)).toHaveLength(400);
});
