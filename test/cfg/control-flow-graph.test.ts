import { expect, test } from 'vitest';
import {
  type ControlFlowGraph,
  controlFlowGraph,
  type EdgeLists,
  exitByReturn,
  exitByThrow,
  predecessorsOf,
} from '../../src/cfg/control-flow-graph.ts';
import { edgeKinds } from '../../src/cfg/edge-kind.ts';
import { reachableNodes } from '../../src/cfg/reachability.ts';
import { assemble } from './assemble.ts';
import { controlFlowProblems } from './control-flow-problems.ts';

function graphOf(source: string): ControlFlowGraph {
  const result = controlFlowGraph(assemble(source));
  if (!result.ok) throw new Error(`${result.given} edges`);
  expect(controlFlowProblems(result.graph)).toEqual([]);
  return result.graph;
}

function edges(lists: EdgeLists): readonly string[] {
  return Array.from({ length: lists.start.length - 1 }, (_, node) =>
    Array.from(
      lists.node.slice(lists.start[node]!, lists.start[node + 1]!),
      (other, offset) => `${node} ${edgeKinds[lists.kind[lists.start[node]! + offset]!]!} ${other}`,
    ),
  ).flat();
}

test('the example of the documentation: a division with a handler', () => {
  const graph = graphOf(`
    start: iconst_1
    iload 1
    idiv
    end: ireturn
    handler: astore 2
    iconst_0
    ireturn
    catch start end handler java/lang/ArithmeticException`);
  expect(edges(graph.successors)).toEqual([
    '0 fallThrough 1',
    '1 fallThrough 2',
    '2 fallThrough 3',
    '2 exception 4',
    '4 fallThrough 5',
    '5 fallThrough 6',
  ]);
  expect([...graph.exits]).toEqual([0, 0, exitByThrow, exitByReturn, 0, 0, exitByReturn]);
});

test('jumps, both switches and loops', () => {
  const graph = graphOf(`
    loop: iload 1
    tableswitch two two end
    two: iload 1
    lookupswitch loop end three
    three: ifeq loop
    goto loop
    end: return`);
  expect(edges(graph.successors)).toEqual([
    '0 fallThrough 1',
    '1 switch 6',
    '1 switch 2',
    '2 fallThrough 3',
    '3 switch 4',
    '3 switch 0',
    '3 switch 6',
    '4 jump 0',
    '4 fallThrough 5',
    '5 jump 0',
  ]);
  const { start, node } = predecessorsOf(graph);
  expect([...node.slice(start[0]!, start[1]!)]).toEqual([3, 4, 5]);
});

test('handlers are searched in table order and end at the first that catches everything', () => {
  const graph = graphOf(`
    outer: nop
    inner: invokestatic m
    innerEnd: invokestatic n
    outerEnd: return
    first: athrow
    second: athrow
    third: athrow
    catch inner innerEnd first java/io/IOException
    catch inner innerEnd second
    catch outer outerEnd third java/lang/Throwable
    catch outer outerEnd first`);
  expect(edges(graph.successors)).toEqual([
    '0 fallThrough 1',
    '1 fallThrough 2',
    '1 exception 4',
    '1 exception 5',
    '2 fallThrough 3',
    '2 exception 6',
  ]);
  expect([...graph.exits]).toEqual([0, 0, 0, exitByReturn, exitByThrow, exitByThrow, exitByThrow]);
});

test('athrow has throw edges, and two catch types with one handler give one edge', () => {
  const graph = graphOf(`
    start: aload 0
    athrow
    end: astore 1
    return
    catch start end end java/io/IOException
    catch start end end java/lang/IllegalStateException`);
  expect(edges(graph.successors)).toEqual(['0 fallThrough 1', '1 throw 2', '2 fallThrough 3']);
  expect(graph.exits[1]).toBe(exitByThrow);
});

test('a finally of old class files: ret returns to both of its callers and to no other', () => {
  const graph = graphOf(`
    jsr sub
    nop
    jsr sub
    return
    sub: astore 1
    ret 1
    other: astore 2
    ret 2`);
  expect(edges(graph.successors)).toEqual([
    '0 jsr 4',
    '1 fallThrough 2',
    '2 jsr 4',
    '4 fallThrough 5',
    '5 ret 1',
    '5 ret 3',
    '6 fallThrough 7',
  ]);
  expect([...reachableNodes(graph.successors, [0])]).toEqual([1, 1, 1, 1, 1, 1, 0, 0]);
});

test('nested subroutines: the outer ret is reached past the inner jsr, and the inner one returns inside', () => {
  const graph = graphOf(`
    jsr outer
    return
    outer: astore 1
    jsr inner
    ret 1
    inner: astore 2
    ret 2`);
  const inner = edges(graph.successors).filter((one) => one.startsWith('6 '));
  const outer = edges(graph.successors).filter((one) => one.startsWith('4 '));
  expect(outer).toEqual(['4 ret 1']);
  // More than the JVM allows, as documented: the inner ret may also return from the outer subroutine.
  expect(inner).toEqual(['6 ret 1', '6 ret 4']);
});

test('a ret behind a handler of its subroutine returns, too', () => {
  const graph = graphOf(`
    jsr sub
    return
    sub: astore 1
    try: iaload
    tried: return
    handler: pop
    ret 1
    catch try tried handler`);
  expect(edges(graph.successors).filter((one) => one.startsWith('6 '))).toEqual(['6 ret 1']);
});

test('a range without instructions catches nothing', () => {
  const graph = graphOf(`
    start: iaload
    end: ireturn
    handler: areturn
    catch start start handler
    catch end start handler`);
  expect(edges(graph.successors)).toEqual(['0 fallThrough 1']);
});

test('a return throws into handlers only where the method unlocks by itself', () => {
  const source = (unlock: string): string => `
    start: ${unlock}
    end: return
    handler: athrow
    catch start handler handler`;
  expect(edges(graphOf(source('nop')).successors)).toEqual(['0 fallThrough 1']);
  expect(edges(graphOf(source('monitorexit')).successors)).toContain('1 exception 2');
});

test('what the JVM may throw anywhere has no edges', () => {
  const source = `
    start: nop
    end: return
    handler: athrow
    catch start end handler`;
  expect(edges(graphOf(source).successors)).toEqual(['0 fallThrough 1']);
});

test('a method with more edges than the limit has no graph', () => {
  const source = `
    start: invokestatic m
    invokestatic m
    end: return
    a: athrow
    b: athrow
    catch start end a java/lang/Error
    catch start end b`;
  expect(controlFlowGraph(assemble(source), 5)).toEqual({ ok: false, given: 6, limit: 5 });
  expect(controlFlowGraph(assemble(source), 6).ok).toBe(true);
});

test('thousands of nested handlers stop at the limit instead of taking quadratic memory', () => {
  const depth = 8000;
  const lines = Array.from({ length: depth }, (_, index) => `l${index}: invokestatic m`);
  const handlers = Array.from(
    { length: depth },
    (_, index) => `catch l${index} .end l${index} java/lang/Error`,
  );
  expect(controlFlowGraph(assemble([...lines, 'return', ...handlers].join('\n'))).ok).toBe(false);
});

test('falling off the end, which no verifier lets pass, adds no edge', () => {
  expect(graphlessProblems('nop')).toEqual(['node 0 is reachable and goes nowhere']);
});

function graphlessProblems(source: string): readonly string[] {
  const result = controlFlowGraph(assemble(source));
  return result.ok ? controlFlowProblems(result.graph) : [];
}

test('the sanity checker finds damage', () => {
  const graph = graphOf(`
    invokestatic m
    ifeq end
    nop
    end: return`);
  const damaged = (change: (copy: { node: Int32Array; kind: Uint8Array }) => void): readonly string[] => {
    const node = graph.successors.node.slice();
    const kind = graph.successors.kind.slice();
    change({ node, kind });
    const successors = { start: graph.successors.start, node, kind };
    return controlFlowProblems({ ...graph, successors }, predecessorsOf(graph));
  };
  expect(damaged(() => undefined)).toEqual([]);
  expect(
    damaged(({ node }) => {
      node[0] = 9;
    }),
  ).toEqual(['rows: an edge leaves the graph']);
  expect(
    damaged(({ node }) => {
      node[0] = 2;
    }),
  ).toEqual([
    'successors and predecessors are not the same edges',
    'edge 0 > 2: falls through to another instruction than the next',
  ]);
  expect(
    damaged(({ kind }) => {
      kind[0] = 6;
    }),
  ).toContain('edge 0 > 1: no exception-table entry leads there');
  expect(controlFlowProblems({ ...graph, exits: new Uint8Array(4) })).toContain(
    'node 3: the return flag is wrong',
  );
});
