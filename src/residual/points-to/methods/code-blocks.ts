import { coveredSegments } from '../../../cfg/exception-ranges.ts';
import type { Code } from '../../../classfile/code.ts';
import { jumpTargets } from '../../../classfile/method-body.ts';
import { opcodeInfo } from '../../../classfile/opcodes.ts';

/** 1 for instructions that control may reach otherwise than from the one before. */
export function leaders({ instructions, exceptionTable }: Code): Uint8Array {
  const isLeader = new Uint8Array(instructions.length + 1);
  instructions.forEach((instruction, index) => {
    for (const target of jumpTargets(instruction)) isLeader[target] = 1;
    if (opcodeInfo(instruction.opcode).controlFlow === 'jsr') isLeader[index + 1] = 1;
  });
  for (const { handler } of exceptionTable) isLeader[handler] = 1;
  return isLeader;
}

const noHandlers: readonly number[] = [];

/**
 * Per instruction, the handlers (instruction indices) that cover it, in the order of the exception table; equal
 * lists are one object. O(instructions + entries that cover the segments between ends of ranges).
 */
export function handlerTable({
  exceptionTable,
  instructions,
}: Pick<Code, 'exceptionTable' | 'instructions'>): (index: number) => readonly number[] {
  if (exceptionTable.length === 0) return () => noHandlers;
  const table: (readonly number[])[] = new Array<readonly number[]>(instructions.length).fill(noHandlers);
  const lists = new Map<string, readonly number[]>();
  for (const { from, to, entries } of coveredSegments(exceptionTable)) {
    const handlers: readonly number[] = [...new Set(entries.map((entry) => exceptionTable[entry]!.handler))];
    const key = handlers.join();
    const list = lists.get(key) ?? handlers;
    lists.set(key, list);
    table.fill(list, from, to);
  }
  return (index) => table[index]!;
}
