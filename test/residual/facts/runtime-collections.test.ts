import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { unmodifiableCollections } from '../../../src/residual/facts/unmodifiable-collections.ts';
import { repositoryRoot } from '../../support/repository.ts';
import { plainCollections } from './plain-collections.ts';

test.each([
  ['PlainCollections', plainCollections],
  ['UnmodifiableCollections', unmodifiableCollections],
])('the runtime asks for the classes that the analysis counts on: %s', (className, collections) => {
  const file = join(repositoryRoot(), `runtime-java/src/rrv/runtime/${className}.java`);
  const [list] = /NAMES = \{[^}]*\}/.exec(readFileSync(file, 'utf8'))!;
  const names = [...list.matchAll(/"([^"]+)"/g)].map(([, name]) => `java.util.${name}`);
  expect(names).toEqual(collections);
});
