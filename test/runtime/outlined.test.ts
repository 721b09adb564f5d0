import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { annotationTypes } from '../../src/classfile/attributes/annotations.ts';
import { readClassFile } from '../../src/classfile/class-file.ts';
import { readRawCode } from '../../src/classfile/code.ts';
import { runtimeClassesIn } from '../../src/cli/java/runtime-classes.ts';
import { repositoryRoot } from '../support/repository.ts';
import { javaSources } from './runtime-jar.ts';

/** HotSpot's FreqInlineSize. */
const mostInlined = 325;

it('ships the methods that are marked as outlined with more code than HotSpot inlines', () => {
  const marked = javaSources(join(repositoryRoot(), 'runtime-java', 'src')).flatMap((source) =>
    [...readFileSync(source, 'utf8').matchAll(/@Outlined\n(?: {4}@Override\n)? {4}[^\n]*?(\w+)\(/g)].map(
      ([, name]) => `${/(\w+)\.java$/.exec(source)![1]}.${name}`,
    ),
  );
  const outlined: string[] = [];
  for (const [path, bytes] of runtimeClassesIn(
    join(repositoryRoot(), 'dist', 'runtime', 'rrv-runtime.jar'),
  )) {
    const file = readClassFile(bytes);
    for (const method of file.methods) {
      const { codeLength = 0 } = readRawCode(file, method) ?? {};
      const isMarked = annotationTypes(method.attributes).includes('Lrrv/runtime/Outlined;');
      if (isMarked) outlined.push(`${file.name.split('/').at(-1)}.${method.name}`);
      expect(!isMarked || codeLength > mostInlined, `${path} ${method.name}: ${codeLength}`).toBe(true);
    }
  }
  expect(outlined.toSorted()).toEqual(marked.toSorted());
  expect(outlined).toContain('OneParameterMonitor.tell');
});

it('ships every class of the runtime that its classes name, also in annotations: ProGuard and R8 ask for them', () => {
  const shipped = runtimeClassesIn(join(repositoryRoot(), 'dist', 'runtime', 'rrv-runtime.jar'));
  const named = [...shipped.values()].flatMap((bytes) =>
    [
      ...Buffer.from(bytes)
        .toString('latin1')
        .matchAll(/L(rrv\/runtime\/[\w$]+);/g),
    ].map(([, name]) => name!),
  );
  expect(named).toContain('rrv/runtime/Outlined');
  expect(named.filter((name) => !shipped.has(`${name}.class`))).toEqual([]);
});
