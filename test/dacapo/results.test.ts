import { expect, test } from 'vitest';
import { page } from '../../benchmarks/dacapo/page.ts';
import { paperRows } from '../../benchmarks/dacapo/paper-figures.ts';
import { aligned, csv, type Results, tableLines, timeLines } from '../../benchmarks/dacapo/results.ts';
import type { InstrumentationReport } from '../../benchmarks/dacapo/rrv.ts';
import { summary } from '../../benchmarks/dacapo/statistics.ts';
import { relevance, thousands } from '../../benchmarks/dacapo/table.ts';
import { improvement } from '../../src/report/improvement.ts';

function report(
  points: readonly (readonly [input: string, at: string, kept: boolean])[],
): InstrumentationReport {
  return {
    analysis: 'sound',
    properties: [],
    points: points.map(([input, at, kept], pc) => ({
      property: 'P',
      event: 'next',
      input,
      class: at.split('.')[0]!,
      method: at.split('.')[1]!,
      descriptor: '()V',
      pc,
      kept,
    })),
  };
}

const points = report([
  ['lib/app.jar', 'A.m', true],
  ['lib/app.jar', 'A.n', false],
  ['lib/app.jar', 'B.m', false],
  ['lib/app.jar', 'B.m', false],
  ['lib/other.jar', 'A.m', false],
]);

test('a class or method is removed when all of its points are, in one jar or in all', () => {
  expect(relevance(points, 'P', 'app.jar')).toEqual({
    classes: [2, 1],
    methods: [3, 2],
    instructions: [4, 3],
  });
  expect(relevance(points, 'P')).toEqual({ classes: [3, 2], methods: [4, 3], instructions: [5, 4] });
  expect(relevance(points, 'Q')).toEqual({ classes: [0, 0], methods: [0, 0], instructions: [0, 0] });
});

test("the paper's improvement factors are relevant / (relevant - removed), as ours", () => {
  // Where its counts are exact. P2 of fop is printed in hundreds.
  const differing = paperRows
    .filter(({ instructions: [relevant] }) => !relevant.endsWith('K'))
    .filter(({ instructions: [relevant, removed, printed] }) => {
      return (
        Math.abs(
          Number(improvement(Number(relevant), Number(relevant) - Number(removed))) - Number(printed),
        ) > 0.011
      );
    });
  expect(paperRows).toHaveLength(12);
  expect(differing.map((row) => `${row.program} ${row.property}`)).toEqual([]);
});

test('numbers print as in the paper', () => {
  expect([7, 999, 1360, 13_600, 778_000, 1_360_000, 62_000_000].map(thousands)).toEqual([
    ...['7', '999', '1.36K', '13.6K', '778K', '1.36M', '62.0M'],
  ]);
  expect([improvement(165, 79), improvement(4, 0), improvement(0, 0)]).toEqual(['2.09', 'inf', '-']);
});

test('mean, sample standard deviation, median', () => {
  expect(summary([2, 4, 4, 4, 5, 5, 7, 9])).toMatchObject({ runs: 8, mean: 5, median: 4.5 });
  expect(summary([2, 4, 4, 4, 5, 5, 7, 9]).deviation).toBeCloseTo(2.138, 3);
  expect(summary([3])).toEqual({ runs: 1, mean: 3, deviation: 0, median: 3 });
  expect(() => summary([])).toThrow();
});

test('tables and plots hold what was measured', async () => {
  const one = (value: number) => summary([value]);
  const results: Results = {
    machine: 'a <machine>',
    jdk: 'JDK 17',
    size: 'small',
    iterations: 2,
    notes: ['nothing'],
    table: [
      {
        program: 'pmd',
        property: 'SafeHasNext',
        analysis: 'sound',
        instrumentSeconds: 1,
        own: relevance(points, 'P', 'app.jar'),
        withLibraries: relevance(points, 'P'),
        events: { rv: 1000, rrv: 100 },
        violations: { rv: 3, rrv: 2, same: false },
      },
    ],
    times: (['plain', 'none'] as const).map((variant) => ({
      program: 'pmd',
      variant,
      time: one(variant === 'plain' ? 100 : 250),
      cold: one(300),
      heap: one(5e6),
      nonHeap: one(1e6),
    })),
  };
  const text = aligned(tableLines(results.table), 3);
  expect(text).toMatch(/the paper's +65 +21 +126 +48 +343 +115 +1\.50 +5\.64M +5\.23M +1\.08/);
  expect(text).toMatch(/own jar +2 +1 +3 +2 +4 +3 +4\.00/);
  expect(text).toMatch(/libraries +3 +2 +4 +3 +5 +4 +5\.00 +1\.00K +100 +10\.00 +3 +2 DIFFER/);
  expect(timeLines(results.times)[2]).toEqual([
    ...['pmd', 'none', '1', '250', '0', '250', '2.50', '', '', '300', '5.0', '0.0', '1.0'],
  ]);
  expect(csv([['a,b', 'c"d', 'e']])).toBe('"a,b","c""d",e\r\n');
  const html = await page(results);
  expect(html.match(/<svg /g)).toHaveLength(2);
  expect(html).toContain('a &lt;machine>');
});
