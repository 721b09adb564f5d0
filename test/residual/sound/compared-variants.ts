import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { InstrumentRequest } from '../../../src/instrument/instrument-types.ts';
import type { InstrumentationReport } from '../../../src/instrument/report.ts';
import type { Property } from '../../../src/property/model.ts';
import { instrumentDirectory, type MonitorReport, runMonitored } from '../../support/instrumented-program.ts';
import type { Jdk } from '../../support/jdk.ts';
import { compileRandom } from './other-byte-code.ts';

const variants = {
  none: { analysis: 'none' },
  open: { analysis: 'sound', world: { kind: 'open' } },
  closed: { analysis: 'sound', world: { kind: 'closed', entries: ['main'], reflection: [] } },
  audit: { analysis: 'sound', audit: true },
} as const satisfies Record<string, Partial<InstrumentRequest>>;

/** A property, and what it was made of, to be shown where it makes a difference. */
export interface WrittenProperty {
  readonly property: Property;
  readonly text: string;
}

export interface ComparedVariants {
  /** What is printed or reported otherwise than with `none`, or audited to be. */
  readonly differences: readonly string[];
  /** Places with reports. */
  readonly places: number;
  /** Of `sound` in the open world. */
  readonly report: InstrumentationReport;
}

/**
 * Runs programs, each of which has a method `run()`, in one JVM: with all points, with those that `sound` leaves in both worlds,
 * and audited. Where there is a difference, the classes stay, and their folder is printed.
 */
export function compareVariants(
  programs: readonly { readonly name: string; readonly source: string }[],
  named: readonly Property[],
  own: readonly WrittenProperty[],
  jdk: Jdk,
): ComparedVariants {
  const properties = [...named, ...own.map(({ property }) => property)];
  const differences: string[] = [];
  let places = 0;
  let opened: InstrumentationReport | undefined;
  const folder = mkdtempSync(join(tmpdir(), 'rrv-random-variants-'));
  try {
    const before = join(folder, 'before');
    compileRandom(
      {
        ...Object.fromEntries(programs.map(({ name, source }) => [`${name}.java`, source])),
        'Main.java': `public class Main { public static void main(String[] arguments) { ${programs.map(({ name }) => `${name}.run();`).join(' ')} } }`,
      },
      join(folder, 'src'),
      before,
    );
    let full: ReturnType<typeof runMonitored> | undefined;
    for (const [variant, options] of Object.entries(variants)) {
      const { report } = instrumentDirectory(before, join(folder, variant), properties, options);
      const ran = runMonitored(join(folder, variant), 'Main', [], jdk);
      expect([ran.run.status, ran.run.stderr.match(/.*(?:audit|internal|lost).*/g)]).toEqual([0, null]);
      if (variant === 'open') opened = report;
      if (full === undefined) {
        full = ran;
        places = ran.report.properties.reduce((sum, { violations }) => sum + violations.length, 0);
        continue;
      }
      if (ran.run.stdout !== full.run.stdout) differences.push(`${variant}: prints something else`);
      const actual = reportsOf(ran.report);
      for (const [name, expected] of reportsOf(full.report)) {
        const found = actual.get(name) ?? [];
        const lost = expected.filter((one) => !found.includes(one));
        const invented = found.filter((one) => !expected.includes(one));
        if (lost.length + invented.length > 0)
          differences.push(
            `${variant}, ${name}: ${own.find(({ property }) => property.name === name)?.text ?? ''}\nlost ${lost.slice(0, 3).join(', ')}\ninvented ${invented.slice(0, 3).join(', ')}`,
          );
      }
    }
  } finally {
    if (differences.length === 0) rmSync(folder, { recursive: true, force: true });
    else console.log(folder);
  }
  return { differences, places, report: opened! };
}

/** By property. */
function reportsOf({ properties }: MonitorReport): ReadonlyMap<string, readonly string[]> {
  return new Map(
    properties.map(({ name, violations }) => [
      name,
      violations.map(
        ({ site, count: times, category }) =>
          `${site.class}.${site.method}:${site.line} ${site.pc} ${category} ${times} times`,
      ),
    ]),
  );
}
