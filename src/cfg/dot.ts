import { mnemonicOf } from '../classfile/opcodes.ts';
import { type ControlFlowGraph, exitByReturn, exitByThrow } from './control-flow-graph.ts';
import { edge, edgeKinds, isExceptional } from './edge-kind.ts';

/**
 * The statements of a DOT picture: one node per instruction with its mnemonic and source line, exceptional
 * edges dashed, `may throw out` on nodes from which an exception may leave the method. O(nodes + edges).
 */
export function controlFlowStatements(
  graph: ControlFlowGraph,
  prefix: string,
  lineOf: (instruction: number) => number | undefined,
): readonly string[] {
  const statements: string[] = [];
  for (let node = 0; node < graph.nodeCount; node++) {
    const line = lineOf(node);
    const exits = graph.exits[node]!;
    const label = [
      `${node} ${mnemonicOf(graph.code.instructions[node]!.opcode)}`,
      ...(line === undefined ? [] : [`line ${line}`]),
      ...((exits & exitByThrow) === 0 ? [] : ['may throw out']),
    ].join('\\n');
    const shape = (exits & exitByReturn) === 0 ? 'box' : 'doubleoctagon';
    statements.push(`${prefix}${node} [label="${label}", shape=${shape}];`);
    for (
      let position = graph.successors.start[node]!;
      position < graph.successors.start[node + 1]!;
      position++
    ) {
      const kind = graph.successors.kind[position]!;
      const style = isExceptional(kind) ? ', style=dashed' : '';
      const name = kind === edge.fallThrough ? '' : edgeKinds[kind];
      statements.push(
        `${prefix}${node} -> ${prefix}${graph.successors.node[position]} [label="${name}"${style}];`,
      );
    }
  }
  return statements;
}
