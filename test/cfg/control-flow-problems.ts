import { canThrow } from '../../src/cfg/can-throw.ts';
import {
  type ControlFlowGraph,
  type EdgeLists,
  entryNode,
  exitByReturn,
  predecessorsOf,
} from '../../src/cfg/control-flow-graph.ts';
import { edge, edgeKinds, isExceptional } from '../../src/cfg/edge-kind.ts';
import { reachableNodes } from '../../src/cfg/reachability.ts';
import { Op } from '../../src/classfile/opcodes.ts';

/**
 * What is wrong with a graph, in sentences; empty when it keeps its invariants:
 * rows are well formed and symmetric, each kind of edge leaves only instructions that can have it, each
 * handler is in the exception table and covers the source, and every reachable instruction goes somewhere.
 * O(nodes + edges * exception table).
 */
export function controlFlowProblems(
  graph: ControlFlowGraph,
  predecessors = predecessorsOf(graph),
): readonly string[] {
  const { successors } = graph;
  const problems = [...rowProblems(graph, successors), ...rowProblems(graph, predecessors)];
  if (problems.length > 0) return problems;
  const forward = edgeStrings(successors, (node, other, kind) => `${node}>${other}:${kind}`);
  const backward = edgeStrings(predecessors, (node, other, kind) => `${other}>${node}:${kind}`);
  if (forward.join() !== backward.join()) problems.push('successors and predecessors are not the same edges');
  const reached = reachableNodes(successors, graph.nodeCount === 0 ? [] : [entryNode]);
  for (let node = 0; node < graph.nodeCount; node++) {
    for (let position = successors.start[node]!; position < successors.start[node + 1]!; position++) {
      const problem = edgeProblem(graph, node, successors.node[position]!, successors.kind[position]!);
      if (problem !== undefined) problems.push(`edge ${node} > ${successors.node[position]}: ${problem}`);
    }
    const isReturn = returns(graph.code.instructions[node]!.opcode);
    if (isReturn !== ((graph.exits[node]! & exitByReturn) !== 0))
      problems.push(`node ${node}: the return flag is wrong`);
    const stuck = successors.start[node] === successors.start[node + 1] && graph.exits[node] === 0;
    if (reached[node] === 1 && stuck) problems.push(`node ${node} is reachable and goes nowhere`);
  }
  return problems;
}

function rowProblems(graph: ControlFlowGraph, lists: EdgeLists): string[] {
  const problems: string[] = [];
  const { start, node, kind } = lists;
  if (start.length !== graph.nodeCount + 1) problems.push('rows: one start per node and one at the end');
  if (start[0] !== 0 || start[start.length - 1] !== node.length || kind.length !== node.length)
    problems.push('rows: they do not cover the edges');
  for (let row = 0; row + 1 < start.length; row++)
    if (start[row]! > start[row + 1]!) problems.push(`rows: row ${row} ends before it starts`);
  if (node.some((other) => other < 0 || other >= graph.nodeCount))
    problems.push('rows: an edge leaves the graph');
  if (kind.some((one) => one >= edgeKinds.length)) problems.push('rows: an edge without a kind');
  return problems;
}

function edgeStrings(
  lists: EdgeLists,
  render: (node: number, other: number, kind: number) => string,
): readonly string[] {
  const edges: string[] = [];
  for (let node = 0; node + 1 < lists.start.length; node++)
    for (let position = lists.start[node]!; position < lists.start[node + 1]!; position++)
      edges.push(render(node, lists.node[position]!, lists.kind[position]!));
  return edges.sort();
}

const returns = (opcode: number): boolean => opcode >= Op.ireturn && opcode <= Op.return;

/** Independent of the builder: looks at the instruction from the edge, not the other way round. */
function edgeProblem(
  graph: ControlFlowGraph,
  source: number,
  target: number,
  kind: number,
): string | undefined {
  const instruction = graph.code.instructions[source]!;
  const { opcode, form } = instruction;
  if (isExceptional(kind)) {
    const covering = graph.code.exceptionTable.some(
      ({ start, end, handler }) => start <= source && source < end && handler === target,
    );
    if (!covering) return 'no exception-table entry leads there';
    if (kind === edge.throw && opcode !== Op.athrow) return 'only athrow has throw edges';
    return undefined;
  }
  if (returns(opcode) || opcode === Op.athrow)
    return 'the instruction never completes normally in the method';
  switch (edgeKinds[kind]!) {
    case 'fallThrough':
      if (target !== source + 1) return 'falls through to another instruction than the next';
      if (opcode >= Op.goto && opcode <= Op.lookupswitch)
        return 'goto, jsr, ret and switches do not fall through';
      return undefined;
    case 'jump':
      if (form !== 'jump' || opcode === Op.jsr || instruction.target !== target) return 'no such jump';
      return canThrow(instruction) ? 'a jump cannot throw' : undefined;
    case 'switch':
      if (form === 'tableswitch')
        return instruction.defaultTarget === target || instruction.targets.some((one) => one === target)
          ? undefined
          : 'no such case';
      if (form === 'lookupswitch')
        return instruction.defaultTarget === target || instruction.cases.some((one) => one.target === target)
          ? undefined
          : 'no such case';
      return 'not a switch';
    case 'jsr':
      return form === 'jump' && opcode === Op.jsr && instruction.target === target
        ? undefined
        : 'no such jsr';
    case 'ret':
      if (opcode !== Op.ret) return 'not a ret';
      return graph.code.instructions[target - 1]?.opcode === Op.jsr ? undefined : 'does not follow a jsr';
    default:
      return 'unknown kind';
  }
}
