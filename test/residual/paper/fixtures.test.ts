import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { paper } from '../../../src/residual/paper/paper-analysis.ts';
import { expectationsOf, fixtureFolder } from './expectations.ts';
import { javaProgram } from './java-program.ts';

const names = readdirSync(fixtureFolder)
  .filter((file) => file.endsWith('.java') && file !== 'Figure1.java')
  .map((file) => file.replace('.java', ''))
  .sort();

test('there is a fixture for each reason', () => {
  expect(names).toHaveLength(7);
});

for (const name of names)
  test(`${name}: the points that the paper's analysis keeps and removes`, () => {
    const expected = expectationsOf(name);
    const { program, points } = javaProgram(name);
    const found = points(expected.property);
    const decisions = paper(program, expected.property, found, { threads: 'confined', facts: [] });
    const lines = (kept: boolean): (number | undefined)[] =>
      found
        .filter((point) => decisions.get(point.id)?.kept === kept)
        .map((point) => point.line)
        .sort((left, right) => left! - right!);
    expect({ kept: lines(true), removed: lines(false) }).toEqual({
      kept: expected.kept,
      removed: expected.removed,
    });
  });
