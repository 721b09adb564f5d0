import { describe, expect, test } from 'vitest';
import { audit } from '../../benchmarks/audit/audit.ts';
import { auditedNames } from '../../benchmarks/audit/audited-programs.ts';
import { defaultJdk } from '../support/jdk.ts';
import { builtinProperties } from '../support/named-properties.ts';

/** Small inputs; `npm run audit` takes DaCapo's default ones. */
const request = { size: 'small', threads: 'confined', jdk: defaultJdk() } as const;

describe.each(auditedNames)('%s with its libraries, full and residual monitors side by side', (name) => {
  test.each([
    {
      selection: 'the four named properties',
      properties: builtinProperties.map((property) => property.name),
    },
    { selection: 'the whole library', properties: ['all'] },
  ])('$selection: no difference under sound', ({ properties }) => {
    const result = audit({ ...request, name, properties, analysis: 'sound', world: 'open' });
    expect(result.problems).toEqual([]);
    expect(result.points.removed).toBeGreaterThan(100);
    expect(result.events).toBeGreaterThan(10_000);
  });
});

describe.each(['fop', 'pmd', 'sunflow4'] as const)('%s in a closed world', (name) => {
  test('no difference, and more points removed', () => {
    const properties = builtinProperties.map((property) => property.name);
    const [open, closed] = (['open', 'closed'] as const).map((world) =>
      audit({ ...request, name, properties, analysis: 'sound', world }),
    );
    expect(closed!.problems).toEqual([]);
    expect(closed!.points.removed).toBeGreaterThan(open!.points.removed * 1.2);
  });
});

test("an audit of the paper's method on pmd finds the reports that it invents", () => {
  const result = audit({
    ...request,
    name: 'pmd',
    properties: ['SafeHasNext'],
    analysis: 'paper',
    world: 'open',
  });
  expect(result.problems[0]).toMatch(/audit FAILED: SafeHasNext/);
});
