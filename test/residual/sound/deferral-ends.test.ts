import { expect, test } from 'vitest';
import { type ControlFlowGraph, controlFlowGraph } from '../../../src/cfg/control-flow-graph.ts';
import { readClassFile } from '../../../src/classfile/class-file.ts';
import { readCode } from '../../../src/classfile/code.ts';
import type { InstructionIndex } from '../../../src/classfile/instruction.ts';
import { runtimeClasses } from '../../../src/cli/java/runtime-classes.ts';
import { deferralEnds } from '../../../src/residual/sound/run-time/deferral-ends.ts';

/** Where control goes from an instruction; when the call fails, nothing has begun. */
function successorsOf({ successors }: ControlFlowGraph, node: number, withThrown = true): number[] {
  const found: number[] = [];
  for (let edge = successors.start[node]!; edge < successors.start[node + 1]!; edge++)
    if (withThrown || successors.kind[edge]! < 5) found.push(successors.node[edge]!);
  return found;
}

/** All that can be next from here on, these included, without passing one of `stops`. */
function reached(
  graph: ControlFlowGraph,
  from: readonly number[],
  stops: (node: number) => boolean,
): Set<number> {
  const seen = new Set(from.filter((node) => !stops(node)));
  for (const node of seen) for (const next of successorsOf(graph, node)) if (!stops(next)) seen.add(next);
  return seen;
}

test('is over where no path asks any more, and nowhere else, in methods of the runtime', () => {
  const counts = { slices: 0, ends: 0, without: 0 };
  let random = 1;
  const choose = (below: number): InstructionIndex => {
    random = (Math.imul(random, 1_103_515_245) + 12_345) >>> 0;
    return ((random >>> 8) % below) as InstructionIndex;
  };
  for (const bytes of runtimeClasses().values()) {
    const file = readClassFile(bytes);
    for (const method of file.methods) {
      const code = readCode(file, method);
      if (code === undefined) continue;
      const result = controlFlowGraph(code);
      if (!result.ok) throw new Error(method.name);
      const { graph } = result;
      const endsOf = deferralEnds(graph);
      for (let slice = 0; slice < 8; slice++) {
        const call = choose(graph.nodeCount);
        const asking = Array.from({ length: choose(4) }, () => choose(graph.nodeCount));
        const ends = endsOf(call, asking);
        const mayAsk = (from: number): boolean => {
          const after = reached(graph, [from], (node) => node === call);
          return asking.some((node) => after.has(node));
        };
        for (const end of ends) if (mayAsk(end)) expect.fail(`${file.name}.${method.name}: ${end} asks`);
        // What is reached from the call without an end may ask; and so returns are not reached, nor the call.
        const open = reached(graph, successorsOf(graph, call, false), (node) =>
          ends.has(node as InstructionIndex),
        );
        for (const node of open)
          if (!mayAsk(node)) expect.fail(`${file.name}.${method.name}: ${node} is open`);
        if (open.has(call)) expect.fail(`${file.name}.${method.name}: the call is open`);
        counts.slices++;
        counts.ends += ends.size;
        if (ends.size === 0) counts.without++;
      }
    }
  }
  expect(counts.slices).toBeGreaterThan(5000);
  expect(counts.ends).toBeGreaterThan(counts.slices);
  expect(counts.without).toBeGreaterThan(10);
});
