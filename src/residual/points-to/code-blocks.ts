import type { Code } from '../../classfile/code.ts';
import { jumpTargets } from '../../classfile/method-body.ts';
import { opcodeInfo } from '../../classfile/opcodes.ts';

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

/** Per instruction, the handlers (instruction indices) that cover it; equal lists are one object. */
export function handlerTable({ exceptionTable, instructions }: Code): (index: number) => readonly number[] {
  if (exceptionTable.length === 0) return () => noHandlers;
  const table: (readonly number[])[] = new Array<readonly number[]>(instructions.length).fill(noHandlers);
  const lists = new Map<string, readonly number[]>();
  for (const { start, end, handler } of exceptionTable)
    for (let index: number = start; index < end; index++) {
      if (table[index]!.includes(handler)) continue;
      const list = [...table[index]!, handler];
      const key = list.join();
      if (!lists.has(key)) lists.set(key, list);
      table[index] = lists.get(key)!;
    }
  return (index) => table[index]!;
}
