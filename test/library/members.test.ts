import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { libraryProperties } from '../../src/property/library/index.ts';
import {
  directoryArchive,
  hierarchyOf,
  instrumentDirectory,
  runMonitored,
} from '../support/instrumented-program.ts';
import { compileJava, defaultJdk, jdksOfTests, runJava } from '../support/jdk.ts';
import { fileExpectations } from './programs.ts';

/**
 * Members of the class library that belong to an event of a property beside those of its own program: each call is
 * reported once, at its line, by the property that the line names, and by no other; what they throw is in the output.
 */

const newest = jdksOfTests().at(-1)!;
const programs = [
  { name: 'Members', jdk: defaultJdk(), release: '17' },
  ...(newest.release >= 25 ? [{ name: 'NewerMembers', jdk: newest, release: '25' }] : []),
];

const folder = mkdtempSync(join(tmpdir(), 'rrv-members-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const sourceOf = (name: string): string => join(import.meta.dirname, 'members', `${name}.java`);

describe.each(programs)('$name', ({ name, jdk, release }) => {
  const plain = join(folder, name);
  compileJava(jdk, [sourceOf(name), sourceOf('Attempt')], plain, ['--release', release, '-g']);
  const expected = fileExpectations(sourceOf(name)).map(
    ({ line, property, count }) => `${line} ${property}: ${count}`,
  );

  test.each(['none', 'sound'] as const)(
    '--analysis %s',
    (analysis) => {
      const to = join(folder, `${name}-${analysis}`);
      instrumentDirectory(plain, to, libraryProperties(), {
        analysis,
        hierarchy: hierarchyOf(directoryArchive(plain), jdk),
      });
      const { report, run } = runMonitored(to, `library.${name}`, [], jdk);
      const found = report.properties.flatMap((property) =>
        property.violations.map(({ site, count }) => `${site.line} ${property.name}: ${count}`),
      );
      expect(found.sort()).toEqual(expected.sort());
      expect(run.stdout).toBe(runJava(jdk, ['-cp', plain, `library.${name}`]).stdout);
    },
    180_000,
  );
});
