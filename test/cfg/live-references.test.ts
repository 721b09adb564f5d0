import { expect, test } from 'vitest';
import { type ControlFlowGraph, controlFlowGraph } from '../../src/cfg/control-flow-graph.ts';
import { liveReferences } from '../../src/cfg/live-references.ts';
import { readClassFile } from '../../src/classfile/class-file.ts';
import { readCode } from '../../src/classfile/code.ts';
import { opcodeInfo } from '../../src/classfile/opcodes.ts';
import { runtimeClasses } from '../../src/cli/java/runtime-classes.ts';
import { assemble } from './assemble.ts';

/** The definition: some path from the instruction on comes to a read of the variable before it comes to a write. */
function isLiveByDefinition({ code, successors }: ControlFlowGraph, node: number, local: number): boolean {
  const seen = new Set([node]);
  for (const at of seen) {
    const instruction = code.instructions[at]!;
    const isAccess = instruction.form === 'local' && opcodeInfo(instruction.opcode).mnemonic !== 'ret';
    const written = isAccess ? (opcodeInfo(instruction.opcode).pops ?? '') : '';
    if (isAccess && opcodeInfo(instruction.opcode).mnemonic === 'aload' && instruction.index === local)
      return true;
    const writes =
      isAccess &&
      written !== '' &&
      (instruction.index === local || ('JD'.includes(written) && instruction.index + 1 === local));
    for (let edge = successors.start[at]!; edge < successors.start[at + 1]!; edge++)
      // What an instruction throws, it throws before it writes.
      if (!writes || successors.kind[edge]! >= 5) seen.add(successors.node[edge]!);
  }
  return false;
}

test('is what the definition says, in every method of the runtime', () => {
  let questions = 0;
  let live = 0;
  for (const bytes of runtimeClasses().values()) {
    const file = readClassFile(bytes);
    for (const method of file.methods) {
      const code = readCode(file, method);
      if (code === undefined || code.instructions.length > 300) continue;
      const result = controlFlowGraph(code);
      if (!result.ok) throw new Error(method.name);
      const references = liveReferences(result.graph);
      for (let node = 0; node < result.graph.nodeCount; node++)
        for (let local = 0; local < code.maxLocals; local++) {
          const expected = isLiveByDefinition(result.graph, node, local);
          questions++;
          if (expected) live++;
          if (references.isLive(node, local) !== expected)
            expect.fail(`${file.name}.${method.name}, instruction ${node}, variable ${local}: ${!expected}`);
        }
    }
  }
  expect(questions).toBeGreaterThan(50_000);
  expect(live / questions).toBeGreaterThan(0.1);
  expect(live / questions).toBeLessThan(0.9);
});

test('a handler reads what the instruction that throws would have written', () => {
  const result = controlFlowGraph(
    assemble(`
      start: aload 0
      astore 1
      monitorenter
      end: return
      handler: aload 1
      areturn
      catch start end handler`),
  );
  if (!result.ok) throw new Error('no graph');
  const { isLive } = liveReferences(result.graph);
  expect([0, 1, 2, 3, 4, 5].map((node) => isLive(node, 1))).toEqual([false, false, true, false, true, false]);
});

test('code that jumps back from jump to jump counts as live everywhere', () => {
  const jumps = Array.from({ length: 60 }, (_, at) => `j${at}: goto ${at === 0 ? 'last' : `j${at - 1}`}`);
  const result = controlFlowGraph(assemble(`goto j59\n${jumps.join('\n')}\nlast: aload 3\nareturn`));
  if (!result.ok) throw new Error('no graph');
  const { isLive } = liveReferences(result.graph);
  expect(isLive(0, 3)).toBe(true);
  expect(isLive(62, 7)).toBe(true);
});

test.each([40, 256, 300])('%i variables: those beyond 256 count as live everywhere', (count) => {
  const reads = Array.from({ length: count }, (_, local) => `aload ${local}`);
  const result = controlFlowGraph(assemble([...reads, 'return'].join('\n')));
  if (!result.ok) throw new Error('the graph is too large');
  const { isLive } = liveReferences(result.graph);
  for (let node = 0; node <= count; node++)
    for (let local = 0; local < count; local++)
      if (isLive(node, local) !== (local >= node || local >= 256)) expect.fail(`${node}, ${local}`);
});
