import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readClassFile } from '../../src/classfile/class-file.ts';
import { ConstantTag } from '../../src/classfile/constant-pool.ts';
import { unitDefinition } from '../../src/instrument/unit/runtime-definition.ts';
import { runJava } from '../support/jdk.ts';
import { builtinProperties } from '../support/named-properties.ts';
import { repositoryRoot } from '../support/repository.ts';
import { javaSources, runtimeWorkspace, type Workspace } from './runtime-jar.ts';

let space: Workspace;

beforeAll(() => {
  space = runtimeWorkspace(javaSources(join(import.meta.dirname, 'java')));
});
afterAll(() => space.remove());

const source = readFileSync(
  join(repositoryRoot(), 'runtime-java/src/rrv/runtime/RuntimeClasses.java'),
  'utf8',
);

function listedIn(table: string): string[] {
  const [, list] = new RegExp(`${table} = \\{(.*?)\\};`, 's').exec(source)!;
  return [...list!.matchAll(/"([\w.$]+)"/g)].map(([, name]) => name!);
}

describe('lists', () => {
  const alone = runtimeWorkspace([]);
  const folder = join(alone.classes, 'rrv', 'runtime');
  // The build asks for that annotation; no JVM does.
  const files = readdirSync(folder).filter((name) => name.endsWith('.class') && name !== 'Outlined.class');
  const classes = files.map((name) => readClassFile(readFileSync(join(folder, name)), { file: name }));
  alone.remove();

  it('all classes of the runtime', () => {
    const names = files.map((name) => name.slice(0, -'.class'.length));
    expect(listedIn('NAMES').toSorted()).toEqual(names.toSorted());
  });

  it('the classes by what they are for', () => {
    const sources = readdirSync(join(repositoryRoot(), 'runtime-java/src/rrv/runtime'));
    const described = readFileSync(
      join(repositoryRoot(), 'runtime-java/src/rrv/runtime/package-info.java'),
      'utf8',
    );
    const [, list] = described.split('<dl>');
    expect([...list!.matchAll(/@link (\w+)/g)].map(([, name]) => `${name}.java`).sort()).toEqual(
      sources.filter((name) => name !== 'package-info.java').sort(),
    );
  });

  it('all classes of the class library that these name', () => {
    const named = classes
      .flatMap(({ pool }) =>
        Array.from({ length: pool.count }, (_, index) => index)
          .filter((index) => pool.tag(index) === ConstantTag.Class)
          .map((index) => pool.className(index)),
      )
      .map((name) => /^\[+L(.+);$/.exec(name)?.[1] ?? name)
      .filter((name) => !name.startsWith('[') && !name.startsWith('rrv/'))
      .map((name) => name.replaceAll('/', '.'));
    expect(listedIn('LIBRARY').toSorted()).toEqual([...new Set(named)].sort());
  });
});

it.each([[], ['-Drrv.engine=general'], ['-Drrv.history=2'], ['-Drrv.report=%%.json']])(
  'has loaded what events and the report need before the first one: %s',
  (...options) => {
    const text = unitDefinition({ rrvVersion: '0', analysis: 'none', properties: builtinProperties });
    const run = runJava(space.jdk, [
      ...options.map((option) => option.replace('%%', join(space.folder, 'late'))),
      ...['-cp', space.classes, 'LateClasses', 'IteratorDriver', space.file('unit.txt', text.join(''))],
    ]);
    expect(run.status).toBe(0);
    expect(run.stderr).toContain('SafeMapIterator');
    expect(run.stdout.match(/^late: .*$/gm)).toBe(null);
  },
);

it('calls nothing by reflection as it starts: the first such call makes nineteen classes since Java 18', () => {
  const text = unitDefinition({ rrvVersion: '0', analysis: 'none', properties: builtinProperties });
  const run = runJava(space.jdk, [
    ...['-verbose:class', '-cp', space.classes],
    ...['IteratorDriver', space.file('reflection.txt', text.join(''))],
  ]);
  expect(run.stderr).toContain('SafeMapIterator');
  expect(run.stdout).toContain('rrv.runtime.OwnThread ');
  expect(
    run.stdout.match(/^.*(?:DelegatingConstructorAccessorImpl|DirectConstructorHandleAccessor) .*$/gm),
  ).toBe(null);
});
