import { rmSync } from 'node:fs';
import { basename } from 'node:path';
import { type MonitorReport, readMonitorReport } from '../../test/oracle/monitor-report.ts';
import type { Jdk } from '../../test/support/jdk.ts';
import { type OracleAspect, oracle, weave } from './aspectj.ts';
import type { BenchmarkProgram, RunResult } from './benchmark-program.ts';
import { type Analysis, type Instrumented, instrument } from './rrv.ts';
import type { Store } from './store.ts';
import { relevance, type TableRow } from './table.ts';

/** What is timed; `none`, `paper` and `sound` are rrv's analyses. */
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

/** Table 1 for one program and property, one row per analysis that removes points. */
export function tableRows(
  environment: Environment,
  program: BenchmarkProgram,
  property: string,
  analyses: readonly Analysis[],
): TableRow[] {
  const request = (analysis: Analysis) => ({ jars: program.jars, properties: [property], analysis });
  const observe = (analysis: Analysis, instrumented: Instrumented): Observed | undefined => {
    const { run } = program;
    if (run === undefined) return undefined;
    return environment.store.get(`events ${program.name} ${property} ${analysis}`, () => {
      environment.say(`${program.name} ${property} ${analysis}: counting events`);
      rmSync(environment.reportFile, { force: true });
      run({
        jdk: environment.jdk,
        jars: instrumented.jars,
        extraClassPath: [],
        javaOptions: [...memory, '-Drrv.quiet=true', `-Drrv.report=${environment.reportFile}`],
        iterations: 1,
        measureHeap: false,
      });
      return observed(readMonitorReport(environment.reportFile), property);
    });
  };
  const timed = (analysis: Analysis) => {
    environment.say(`${program.name} ${property} ${analysis}: instrumenting`);
    return instrument(request(analysis));
  };
  const full = observe('none', timed('none'));
  return analyses
    .filter((analysis) => analysis !== 'none')
    .map((analysis) => {
      const instrumented = timed(analysis);
      const residual = observe(analysis, instrumented);
      return {
        program: program.name,
        property,
        analysis,
        own: relevance(instrumented.report, property, basename(program.mainJar)),
        withLibraries: relevance(instrumented.report, property),
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
    return {
      milliseconds: result.iterations.at(-1)!.milliseconds,
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
  properties: readonly OracleAspect[],
): PreparedVariant {
  if (variant === 'plain') return { variant, jars: program.jars, extraClassPath: [] };
  if (variant === 'aspectj') {
    const parts = oracle(properties);
    return { variant, jars: weave(parts, program.jars).jars, extraClassPath: parts.classPath };
  }
  const { jars } = instrument({ jars: program.jars, properties, analysis: variant });
  return { variant, jars, extraClassPath: [] };
}
