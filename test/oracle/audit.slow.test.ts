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
    const result = audit({ ...request, name, properties, analysis: 'sound' });
    expect(result.problems).toEqual([]);
    expect(result.points.removed).toBeGreaterThan(100);
    expect(result.events).toBeGreaterThan(10_000);
  });
});

test("an audit of the paper's method on pmd finds the reports that it invents", () => {
  const result = audit({ ...request, name: 'pmd', properties: ['SafeHasNext'], analysis: 'paper' });
  expect(result.problems[0]).toMatch(/audit FAILED: SafeHasNext/);
});
