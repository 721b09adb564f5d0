import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openJImage } from '../../src/archive/jimage.ts';
import { controlFlowGraph } from '../../src/cfg/control-flow-graph.ts';
import { isExceptional } from '../../src/cfg/edge-kind.ts';
import { reachableNodes } from '../../src/cfg/reachability.ts';
import { readClassFile } from '../../src/classfile/class-file.ts';
import { readCode } from '../../src/classfile/code.ts';
import { fileAccess } from '../support/file-access.ts';
import { defaultJdk, jdkOfRelease, newerReleases, runJava } from '../support/jdk.ts';
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
      const cfg = controlFlowGraph(code, { asynchronousExceptions: true });
      if (!cfg.ok) throw new Error(`${name}.${method.name} has ${cfg.given} edges`);
      const { successors } = cfg.graph;
      const reached = reachableNodes(successors, [0]);
      const edges = new Set<string>();
      reached.forEach((flag, node) => {
        if (flag === 0) return;
        for (let edge = successors.start[node]!; edge < successors.start[node + 1]!; edge++)
          edges.add(`${node}${isExceptional(successors.kind[edge]!) ? '!' : '>'}${successors.node[edge]}`);
      });
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

for (const release of [17, 25, ...newerReleases()])
  test(`the graph of every method of JDK ${release} is sane`, () => {
    const home = jdkOfRelease(release)?.home;
    if (home === undefined) throw new Error(`JDK ${release} is needed`);
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
