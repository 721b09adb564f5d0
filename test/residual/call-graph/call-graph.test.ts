import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openJImage } from '../../../src/archive/jimage.ts';
import { readClassFile } from '../../../src/classfile/class-file.ts';
import { classHierarchy } from '../../../src/hierarchy/class-hierarchy.ts';
import type { ClassSource } from '../../../src/hierarchy/class-source.ts';
import { imageClassSource } from '../../../src/hierarchy/class-sources.ts';
import { callGraph } from '../../../src/residual/call-graph/call-graph.ts';
import { fileAccess } from '../../support/file-access.ts';
import { defaultJdk } from '../../support/jdk.ts';

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
  expect(hierarchy.namesAlsoInJdk()).toEqual(names);
  const graph = callGraph(
    names.map((name) => readClassFile(source.read(name)!)),
    hierarchy,
  );
  const targets = graph.targets({
    kind: 'call',
    dispatch: 'virtual',
    owner: 'org/w3c/dom/Node',
    name: 'getNodeName',
    descriptor: '()Ljava/lang/String;',
  });
  expect(targets).toMatchObject({ library: true, anything: false });
});
