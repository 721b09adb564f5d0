import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openJImage } from '../../src/archive/jimage.ts';
import { controlFlowGraph } from '../../src/cfg/control-flow-graph.ts';
import { isExceptional } from '../../src/cfg/edge-kind.ts';
import { handlersByRange } from '../../src/cfg/exception-ranges.ts';
import { readClassFile } from '../../src/classfile/class-file.ts';
import { type Code, readCode } from '../../src/classfile/code.ts';
import { fileAccess } from '../support/file-access.ts';
import { defaultJdk, jdkOfRelease, jdksReadWhole, runJava } from '../support/jdk.ts';
import { controlFlowProblems } from './control-flow-problems.ts';

/** String.hashCode of Java. */
function javaHash(text: string): number {
  let hash = 0;
  for (let index = 0; index < text.length; index++) hash = (Math.imul(hash, 31) + text.charCodeAt(index)) | 0;
  return hash;
}

/** JDK 17 is the last with long-term support that holds ASM and its analyser. */
const jdk = jdkOfRelease(17) ?? defaultJdk();
const asm = ['', '.tree', '.tree.analysis'].flatMap((part) => [
  '--add-exports',
  `java.base/jdk.internal.org.objectweb.asm${part}=ALL-UNNAMED`,
]);

/**
 * The edges from instructions that control reaches, `from>to` or `from!to` for what is thrown, with those of exceptions that the JVM may throw
 * anywhere, which ASM has and our graph has not.
 */
function edgesWithAsynchronousExceptions(code: Code, name: string): ReadonlySet<string> {
  const cfg = controlFlowGraph(code);
  const handlers = handlersByRange(code, 2_000_000);
  if (!cfg.ok || handlers === undefined) throw new Error(`${name} has too many edges`);
  const { start, node: ends, kind } = cfg.graph.successors;
  const edges = new Set<string>();
  const reached = new Set([0]);
  for (const node of reached) {
    const add = (sign: '!' | '>', target: number): void => {
      edges.add(`${node}${sign}${target}`);
      reached.add(target);
    };
    for (let edge = start[node]!; edge < start[node + 1]!; edge++)
      add(isExceptional(kind[edge]!) ? '!' : '>', ends[edge]!);
    for (const target of handlers.targetsOf(node)) add('!', target);
  }
  return edges;
}

test('the edges between reachable instructions of java.base are those that ASM finds', () => {
  const oracle = runJava(jdk, [...asm, join(import.meta.dirname, 'oracle/Edges.java'), 'java.base']);
  expect(oracle.stderr).toBe('');
  const expected = new Map(
    oracle.stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t') as [string, string]),
  );
  expect(expected.size).toBeGreaterThan(50_000);
  const image = openJImage(fileAccess(join(jdk.home, 'lib/modules')));
  let compared = 0;
  let edgeCount = 0;
  for (const name of image.classNames()) {
    const bytes = image.read(`/java.base/${name}.class`);
    if (bytes === undefined) continue;
    const file = readClassFile(bytes);
    for (const method of file.methods) {
      const code = readCode(file, method);
      if (code === undefined) continue;
      const edges = edgesWithAsynchronousExceptions(code, `${name}.${method.name}`);
      const key = `${name}.${method.name}${method.descriptor}`;
      const hash = String(javaHash([...edges].sort().join(' ')));
      if (hash !== expected.get(key)) expect.fail(`${key}: ${[...edges].sort().join(' ')}`);
      compared += 1;
      edgeCount += edges.size;
    }
  }
  expect(compared).toBe(expected.size);
  expect(edgeCount).toBeGreaterThan(1_000_000);
});

for (const { release, home } of jdksReadWhole())
  test(`the graph of every method of JDK ${release} is sane`, () => {
    const image = openJImage(fileAccess(join(home, 'lib/modules')));
    let methods = 0;
    for (const name of image.classNames()) {
      const file = readClassFile(image.readClass(name)!);
      for (const method of file.methods) {
        const code = readCode(file, method);
        if (code === undefined || code.instructions.length > 5000) continue;
        const cfg = controlFlowGraph(code);
        const problems = cfg.ok ? controlFlowProblems(cfg.graph) : [`${cfg.given} edges`];
        if (problems.length > 0)
          expect.fail(`${name}.${method.name}${method.descriptor}: ${problems.join('; ')}`);
        methods += 1;
      }
    }
    expect(methods).toBeGreaterThan(150_000);
  });
