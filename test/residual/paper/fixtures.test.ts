import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readFactsFile } from '../../../src/residual/facts/facts-file.ts';
import { paper } from '../../../src/residual/paper/paper-analysis.ts';
import { safeIterator } from '../../support/named-properties.ts';
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
    const decisions = paper(program, expected.property, found, {
      threads: 'confined',
      facts: [],
      world: { kind: 'open' },
    });
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

test("the user's SafeList takes escape events away", () => {
  const { program, points } = javaProgram('CallBacks');
  const found = points(safeIterator);
  const keptLines = (text: string): (number | undefined)[] => {
    const facts = text === '' ? [] : [readFactsFile(`version: 1\nsafe:\n  - ${text}\n`, 'facts.yaml')];
    const decisions = paper(program, safeIterator, found, {
      threads: 'confined',
      facts,
      world: { kind: 'open' },
    });
    return found.filter((point) => decisions.get(point.id)?.kept).map((point) => point.line);
  };
  expect(keptLines('')).toEqual([16, 18]);
  expect(keptLines('opcode: invokedynamic')).toEqual([]);
  expect(keptLines('type: CallBacks')).toEqual([]);
  expect(keptLines('calls: java.lang.Iterable.forEach(..)')).toEqual([16, 18]);
});
