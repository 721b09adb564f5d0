import { rmSync } from 'node:fs';
import { basename } from 'node:path';
import { type MonitorReport, readMonitorReport } from '../../test/oracle/monitor-report.ts';
import type { Jdk } from '../../test/support/jdk.ts';
import { allAspects, oracle, weave } from './aspectj.ts';
import type { BenchmarkProgram, RunResult } from './benchmark-program.ts';
import { type Analysis, closedWorld, type Instrumented, instrument } from './rrv.ts';
import type { Store } from './store.ts';
import { relevance, type TableRow } from './table.ts';

/** What is timed; `none`, `paper`, `sound` and `closed` are rrv's analyses. */
export type Variant = 'plain' | 'aspectj' | Analysis;

export interface Environment {
  readonly jdk: Jdk;
  readonly store: Store;
  readonly say: (line: string) => void;
  /** A file that a run may write its monitor report to. */
  readonly reportFile: string;
}

const memory = ['-Xms1g', '-Xmx4g'];

interface Observed {
  readonly events: number;
  /** "class.method:line" (with the point within it) and the number of slices. */
  readonly violations: readonly string[];
  readonly violatingSlices: number;
}

/**
 * Table 1 for one program, one row per property and analysis that removes points. The properties are
 * instrumented together (their points and monitors do not touch each other), so one run per analysis gives
 * the events of all.
 */
export function tableRows(
  environment: Environment,
  program: BenchmarkProgram,
  properties: readonly string[],
  analyses: readonly Analysis[],
): TableRow[] {
  const instrumented = new Map<Analysis, Instrumented>();
  const observations = new Map<Analysis, ReadonlyMap<string, Observed>>();
  for (const analysis of new Set<Analysis>(['none', ...analyses])) {
    environment.say(`${program.name} ${analysis}: instrumenting`);
    const output = instrumentedBy(program, properties, analysis);
    instrumented.set(analysis, output);
    const report = monitorReport(environment, program, analysis, output);
    if (report !== undefined)
      observations.set(analysis, new Map(properties.map((name) => [name, observed(report, name)])));
  }
  return properties.flatMap((property) =>
    analyses.map((analysis): TableRow => {
      const { report, seconds } = instrumented.get(analysis)!;
      const full = observations.get('none')?.get(property);
      const residual = observations.get(analysis)?.get(property);
      return {
        program: program.name,
        property,
        analysis,
        instrumentSeconds: seconds,
        own: relevance(report, property, basename(program.mainJar)),
        withLibraries: relevance(report, property),
        ...(full === undefined || residual === undefined
          ? {}
          : {
              events: { rv: full.events, rrv: residual.events },
              violations: {
                rv: full.violatingSlices,
                rrv: residual.violatingSlices,
                same: full.violations.join('\n') === residual.violations.join('\n'),
              },
            }),
      };
    }),
  );
}

/** What the monitors report of one run; undefined when the program is only counted. */
function monitorReport(
  environment: Environment,
  program: BenchmarkProgram,
  analysis: Analysis,
  instrumented: Instrumented,
): MonitorReport | undefined {
  const { run } = program;
  if (run === undefined) return undefined;
  return environment.store.get(`events ${program.name} ${analysis}`, () => {
    environment.say(`${program.name} ${analysis}: counting events`);
    rmSync(environment.reportFile, { force: true });
    run({
      jdk: environment.jdk,
      jars: instrumented.jars,
      extraClassPath: [],
      javaOptions: [...memory, '-Drrv.quiet=true', `-Drrv.report=${environment.reportFile}`],
      iterations: 1,
      measureHeap: false,
    });
    return readMonitorReport(environment.reportFile);
  });
}

function observed(report: MonitorReport, property: string): Observed {
  const found = report.properties.find(({ name }) => name === property);
  if (found === undefined) throw new Error(`the monitor report has no ${property}`);
  return {
    events: Object.values(found.events).reduce((sum, count) => sum + count, 0),
    violations: found.violations
      .map(({ site, count }) => `${site.class}.${site.method}:${site.line ?? '?'} ${count}`)
      .sort(),
    violatingSlices: found.violations.reduce((sum, { count }) => sum + count, 0),
  };
}

export interface TimedRun {
  /** Of the last iteration in a fresh JVM; the ones before it warm up. */
  readonly milliseconds: number;
  /** Processor time of the same iteration. */
  readonly processorMilliseconds?: number;
  /** Of the first iteration. */
  readonly cold: number;
  /** Bytes in use after a forced collection at the end. */
  readonly heap?: number;
  readonly nonHeap?: number;
}

/** One fresh JVM of one variant with all properties together. `prepareVariant` first, so that only the run is timed. */
export function timedRun(
  environment: Environment,
  program: BenchmarkProgram,
  prepared: PreparedVariant,
  iterations: number,
  index: number,
): TimedRun | undefined {
  const { run } = program;
  if (run === undefined) return undefined;
  return environment.store.get(`time ${program.name} ${prepared.variant} ${iterations} ${index}`, () => {
    const result: RunResult = run({
      jdk: environment.jdk,
      jars: prepared.jars,
      extraClassPath: prepared.extraClassPath,
      javaOptions: [...memory, '-Drrv.quiet=true'],
      iterations,
      measureHeap: true,
    });
    const { heap, nonHeap } = result;
    const last = result.iterations.at(-1)!;
    return {
      milliseconds: last.milliseconds,
      ...(last.processorMilliseconds === undefined
        ? {}
        : { processorMilliseconds: last.processorMilliseconds }),
      cold: result.iterations[0]!.milliseconds,
      ...(heap === undefined ? {} : { heap }),
      ...(nonHeap === undefined ? {} : { nonHeap }),
    };
  });
}

export interface PreparedVariant {
  readonly variant: Variant;
  readonly jars: readonly string[];
  readonly extraClassPath: readonly string[];
}

export function prepareVariant(
  program: BenchmarkProgram,
  variant: Variant,
  properties: readonly string[],
): PreparedVariant {
  if (variant === 'plain') return { variant, jars: program.jars, extraClassPath: [] };
  if (variant === 'aspectj') {
    const parts = oracle(allAspects.filter((aspect) => properties.includes(aspect)));
    return { variant, jars: weave(parts, program.jars).jars, extraClassPath: parts.classPath };
  }
  const { jars } = instrumentedBy(program, properties, variant);
  return { variant, jars, extraClassPath: [] };
}

function instrumentedBy(
  { jars, support }: BenchmarkProgram,
  properties: readonly string[],
  analysis: Analysis,
): Instrumented {
  return instrument({
    jars,
    properties,
    analysis,
    ...(analysis === 'closed' && support !== undefined ? { options: closedWorld(support) } : {}),
  });
}
