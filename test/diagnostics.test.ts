import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot } from './support/repository.ts';

const source = readFileSync(join(repositoryRoot(), 'src/diagnostics.ts'), 'utf8');
const functions = [...source.matchAll(/^\/\*\*\s(?:\* )?\s*(?:\* )?(RRV_\w+)[\s\S]*?^}/gm)];

test('diagnostics are sorted by code', () => {
  const codes = functions.map(([, code]) => code);
  expect(codes.length).toBeGreaterThan(70);
  expect(codes).toEqual([...codes].sort());
});

test('each is described by the code that it has', () => {
  expect(
    functions.filter(([text, code]) => !text.includes(`code: '${code}'`)).map(([, code]) => code),
  ).toEqual([]);
});
