import { join } from 'node:path';
import { expect } from 'vitest';
import type { InstrumentResult } from '../../src/instrument/instrument-types.ts';
import type { Property } from '../../src/property/model.ts';
import { instrumentDirectory, type MonitorReport, runMonitored } from './instrumented-program.ts';

/** A program in one variant: how it was instrumented, and what it printed and reported. */
export interface VariantRun {
  readonly result: InstrumentResult;
  readonly report: MonitorReport;
  readonly stdout: string;
}

const variants = {
  none: { analysis: 'none' },
  sound: { analysis: 'sound' },
  audit: { analysis: 'sound', audit: true },
} as const;

export type Variant = keyof typeof variants;

/** Instruments the classes in `folder`/before into a folder beside them for each variant, and runs it; no run may fail. */
export function variantRuns(
  folder: string,
  mainClass: string,
  properties: readonly Property[],
): Readonly<Record<Variant, VariantRun>> {
  const ran = (variant: Variant): VariantRun => {
    const result = instrumentDirectory(
      join(folder, 'before'),
      join(folder, variant),
      properties,
      variants[variant],
    );
    const { run, report } = runMonitored(join(folder, variant), mainClass);
    expect([run.status, run.stderr.match(/audit|internal/g)]).toEqual([0, null]);
    return { result, report, stdout: run.stdout };
  };
  return { none: ran('none'), sound: ran('sound'), audit: ran('audit') };
}

/** All that a report says of violations but their messages, by property. */
export function violationsOf({ properties }: MonitorReport) {
  return properties.map(({ name, violations }) => [
    name,
    violations.map(({ site, count, category, stackTrace }) => [
      site.method,
      site.line,
      count,
      category,
      stackTrace,
    ]),
  ]);
}
