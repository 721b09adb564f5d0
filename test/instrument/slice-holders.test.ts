import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AccessFlag } from '../../src/classfile/access-flags.ts';
import { readClassFile } from '../../src/classfile/class-file.ts';
import { expectedViolations, foundViolations } from '../support/expected-violations.ts';
import { instrumentDirectory, runMonitored } from '../support/instrumented-program.ts';
import { compileSources } from '../support/jdk.ts';
import { builtinProperties, safeIterator } from '../support/named-properties.ts';

const fixture = join(import.meta.dirname, 'java', 'Holders.java');
const source = readFileSync(fixture, 'utf8');
const classes = [...source.matchAll(/(?:class|record|enum|interface) (\w+).*\{ \/\/ (.+)$/gm)];
const folder = mkdtempSync(join(tmpdir(), 'rrv-holders-'));
const before = join(folder, 'before');

beforeAll(() => compileSources({ 'Holders.java': source }, join(folder, 'source'), before));
afterAll(() => rmSync(folder, { recursive: true }));

test.each(['none', 'sound'] as const)('iterators of the program have their slices, %s', (analysis) => {
  const after = join(folder, analysis);
  instrumentDirectory(before, after, builtinProperties, { analysis });
  const { run, report } = runMonitored(after, 'Holders');
  const [serialForm, ...found] = run.stdout.trim().split('\n').toReversed();
  expect(found.filter((line) => !line.startsWith('SerialForm')).sort()).toEqual(
    classes.map(([, name, who]) => `${name}: ${who}`).sort(),
  );
  expect(classes.length).toBeGreaterThan(10);
  expect(serialForm).toBe('0');
  expect(foundViolations(report)).toEqual(expectedViolations(fixture));
});

test('so it is where a property of one iterator has points alone, and not for an audit', () => {
  const changed = (options: Parameters<typeof instrumentDirectory>[3], properties = builtinProperties) => {
    const { archives } = instrumentDirectory(before, join(folder, 'other'), properties, options);
    return [...archives.values()].flatMap((change) => [...change.changed.keys()]);
  };
  expect(changed({})).toContain('Holders$OfInterface.class');
  expect(changed({ audit: true })).toEqual(['Holders.class']);
  expect(changed({}, [safeIterator])).toEqual(['Holders.class']);
  expect(changed({ mayInstrument: (name) => name !== 'Holders$OfInterface' })).not.toContain(
    'Holders$OfInterface.class',
  );
});

test('mocks of such an iterator do not take the question for its slices for a call of the test', () => {
  const after = join(folder, 'mocked');
  instrumentDirectory(before, after, builtinProperties, {});
  const { methods } = readClassFile(readFileSync(join(after, 'Holders$Own.class')), {});
  const { synthetic, bridge } = AccessFlag;
  // Mockito's inline mocks record calls of all but bridges (InlineBytecodeGenerator), other mocks of none that is synthetic.
  const unseen = synthetic | bridge;
  expect(
    methods.filter(({ name, accessFlags }) => name === 'rrvSlices' && (accessFlags & unseen) === unseen),
  ).toHaveLength(1);
});
