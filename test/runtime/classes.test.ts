import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { unitDefinition } from '../../src/instrument/runtime-definition.ts';
import { runJava } from '../support/jdk.ts';
import { builtinProperties } from '../support/named-properties.ts';
import { repositoryRoot } from '../support/repository.ts';
import { javaSources, runtimeWorkspace, type Workspace } from './runtime-jar.ts';

let space: Workspace;

beforeAll(() => {
  space = runtimeWorkspace(javaSources(join(import.meta.dirname, 'java')));
});
afterAll(() => space.remove());

it('lists all classes of the runtime', () => {
  const source = readFileSync(
    join(repositoryRoot(), 'runtime-java/src/rrv/runtime/RuntimeClasses.java'),
    'utf8',
  );
  const [, list] = /NAMES = \{(.*?)\};/s.exec(source)!;
  const listed = [...list!.matchAll(/"([\w$]+)"/g)].map(([, name]) => name!);
  const alone = runtimeWorkspace([]);
  const classes = readdirSync(join(alone.classes, 'rrv', 'runtime'))
    .filter((name) => name.endsWith('.class'))
    .map((name) => name.slice(0, -'.class'.length));
  alone.remove();
  expect(listed.toSorted()).toEqual(classes.toSorted());
});

it.each([[], ['-Drrv.engine=general']])(
  'has loaded what events need before the first one: %s',
  (...options) => {
    const text = unitDefinition({ rrvVersion: '0', analysis: 'none', properties: builtinProperties });
    const run = runJava(space.jdk, [
      ...options,
      ...['-cp', space.classes, 'LateClasses', 'IteratorDriver', space.file('unit.txt', text.join(''))],
    ]);
    expect(run.status).toBe(0);
    expect(run.stderr).toContain('SafeMapIterator');
    expect(run.stdout.match(/^late: .*$/gm)).toBe(null);
  },
);
