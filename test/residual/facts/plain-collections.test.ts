import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot } from '../../support/repository.ts';
import { plainCollections } from './plain-collections.ts';

test('the runtime asks for the classes that the analysis counts on', () => {
  const source = readFileSync(
    join(repositoryRoot(), 'runtime-java/src/rrv/runtime/PlainCollections.java'),
    'utf8',
  );
  const [list] = /NAMES = \{[^}]*\}/.exec(source)!;
  const names = [...list.matchAll(/"([^"]+)"/g)].map(([, name]) => `java.util.${name}`);
  expect(names).toEqual(plainCollections);
});
