import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openJImage } from '../../../src/archive/jimage.ts';
import { readClassFile } from '../../../src/classfile/class-file.ts';
import { classHierarchy } from '../../../src/hierarchy/class-hierarchy.ts';
import type { ClassSource } from '../../../src/hierarchy/class-source.ts';
import { imageClassSource } from '../../../src/hierarchy/class-sources.ts';
import { callGraph } from '../../../src/residual/call-graph/call-graph.ts';
import { scanProgram } from '../../../src/residual/call-graph/scanned-program.ts';
import { fileAccess } from '../../support/file-access.ts';
import { defaultJdk } from '../../support/jdk.ts';
import { compile } from '../sound/java-program.ts';

const image = openJImage(fileAccess(join(defaultJdk().home, 'lib/modules')));
const jdk = imageClassSource(image, 'JDK');

/** A jar with copies of classes of the JDK, as xml-apis.jar is one. */
function copies(...names: string[]): ClassSource {
  return {
    origin: 'application',
    label: 'copies.jar',
    names: () => names,
    read: (name) => (names.includes(name) ? jdk.read(name) : undefined),
  };
}

test('classes of the JDK that extend a type which the program has once more may run', () => {
  const names = ['org/w3c/dom/Node', 'org/w3c/dom/Text'];
  const source = copies(...names);
  const hierarchy = classHierarchy([source, jdk]);
  expect([...hierarchy.namesAlsoInJdk()]).toEqual(names);
  const graph = callGraph(scanProgram(names.map((name) => readClassFile(source.read(name)!))), hierarchy);
  const targets = graph.targets({
    kind: 'call',
    dispatch: 'virtual',
    owner: 'org/w3c/dom/Node',
    name: 'getNodeName',
    descriptor: '()Ljava/lang/String;',
  });
  expect(targets).toMatchObject({ library: true, anything: false });
});

/** The call graph of some sources; `changed`: some that were compiled alone later. */
function graphOf(
  sources: Record<string, string>,
  changed?: Record<string, string>,
): ReturnType<typeof callGraph> {
  const classes = new Map([...compile(sources), ...(changed === undefined ? [] : compile(changed))]);
  const source: ClassSource = {
    origin: 'application',
    label: 'test',
    names: () => classes.keys(),
    read: (name) => classes.get(name),
  };
  return callGraph(
    scanProgram([...classes.values()].map((bytes) => readClassFile(bytes))),
    classHierarchy([source, jdk]),
  );
}

/** The classes whose method a call of `owner.act()` runs on an object of the class. */
function ownersOn(
  graph: ReturnType<typeof callGraph>,
  className: string,
  owner = 'a/Base',
): readonly string[] {
  const act = { kind: 'call', dispatch: 'virtual', owner, name: 'act', descriptor: '()V' } as const;
  return graph.targets(graph.onClass(act, className)).methods.map((method) => graph.methods[method]!.owner);
}

test('a method without modifier is not overridden in another package, nor where another class loader has the class', () => {
  const graph = graphOf({
    'a/Base.java': 'package a; public class Base { void act() { } }',
    'a/Near.java': 'package a; public class Near extends Base { void act() { } }',
    'a/Further.java': 'package a; public class Further extends Near { }',
    'a/Open.java': 'package a; public abstract class Open { abstract void act(); }',
    'a/Closed.java': 'package a; public class Closed extends Open { void act() { } }',
    'b/Far.java': 'package b; public class Far extends a.Base { void act() { } }',
  });
  expect(ownersOn(graph, 'a/Base')).toEqual(['a/Base']);
  expect(ownersOn(graph, 'a/Near')).toEqual(expect.arrayContaining(['a/Base', 'a/Near']));
  expect(ownersOn(graph, 'a/Further')).toEqual(expect.arrayContaining(['a/Base', 'a/Near']));
  expect(ownersOn(graph, 'a/Closed', 'a/Open')).toEqual(['a/Closed']);
  expect(ownersOn(graph, 'b/Far')).toContain('a/Base');
});

test('a private method overrides none, also where the other one came later', () => {
  const graph = graphOf(
    {
      'a/Base.java': 'package a; public class Base { }',
      'b/Own.java': 'package b; public class Own extends a.Base { private void act() { } }',
    },
    { 'a/Base.java': 'package a; public class Base { public void act() { } }' },
  );
  expect(ownersOn(graph, 'b/Own')).toEqual(['a/Base']);
});

test('call-backs that imply each other end: iterators of streams compare, and comparators ask iterators', () => {
  const graph = graphOf({
    'T.java': `import java.util.*; class T {
      Comparator<String> order = (left, right) -> 0;
      Iterator<String> all(List<String> l) { return l.stream().sorted(order).iterator(); } }`,
  });
  const bodies = ['java/util/Iterator', 'java/util/Comparator', 'java/lang/Comparable'].map(
    (type) => graph.callBackTargets({ type, method: undefined }).functions,
  );
  expect(bodies).toEqual([[0], [0], [0]]);
});
