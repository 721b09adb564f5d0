import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { cacheFolder } from '../../test/support/cache.ts';
import { repositoryRoot } from '../../test/support/repository.ts';

/** `closed`: `sound` in a closed world. */
export type Analysis = 'none' | 'paper' | 'sound' | 'closed';

/** The instrumentation report (docs: `--report json`), as far as the benchmark reads it. */
export interface InstrumentationReport {
  readonly analysis: string;
  readonly properties: readonly {
    readonly name: string;
    readonly classes: Counts;
    readonly methods: Counts;
    readonly instructions: Counts;
  }[];
  readonly points: readonly {
    readonly property: string;
    readonly event: string;
    readonly input: string;
    readonly class: string;
    readonly method: string;
    readonly descriptor: string;
    readonly pc: number;
    readonly kept: boolean;
    readonly silent?: true;
  }[];
}

export interface Counts {
  readonly relevant: number;
  readonly removed: number;
}

export interface Instrumented {
  /** One per input, in the order of the inputs. */
  readonly jars: readonly string[];
  readonly report: InstrumentationReport;
  /** Wall time of the whole `rrv instrument` process; of the first time when it was cached. */
  readonly seconds: number;
}

export interface InstrumentRequest {
  readonly jars: readonly string[];
  readonly properties: readonly string[];
  readonly analysis: Analysis;
  readonly options?: readonly string[];
}

/**
 * Options for a program that is entered at main methods, that of its driver included, and of which reflection reaches
 * nothing but constructors without arguments. `support`: what else is on its class path.
 */
export function closedWorld(support: readonly string[]): readonly string[] {
  return ['--entry', 'main', '--reflection', 'none', ...support.flatMap((path) => ['--class-path', path])];
}

/** What the built rrv is: a hash of its sources, so that results of another build are not reused. */
export function buildOfRrv(): string {
  return createHash('sha256')
    .update(readFileSync(join(repositoryRoot(), 'dist', '.build-stamp.json')))
    .digest('hex')
    .slice(0, 12);
}

/** Runs the built `rrv` as a process. */
export function rrv(args: readonly string[]): { status: number | null; stdout: string; stderr: string } {
  const main = join(repositoryRoot(), 'dist', 'cli', 'main.js');
  const run = spawnSync(process.execPath, [main, ...args], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return { status: run.status, stdout: run.stdout, stderr: run.stderr };
}

/** Instruments jars through the command line; cached by build, inputs and options. Throws when rrv fails. */
export function instrument(request: InstrumentRequest): Instrumented {
  const { jars, properties, analysis, options = [] } = request;
  const key = createHash('sha256')
    .update(JSON.stringify([buildOfRrv(), jars, properties, analysis, options]))
    .digest('hex')
    .slice(0, 16);
  const folder = join(cacheFolder('instrumented'), key);
  if (!existsSync(folder)) {
    const work = `${folder}.${process.pid}`;
    rmSync(work, { recursive: true, force: true });
    mkdirSync(join(work, 'jars'), { recursive: true });
    const start = performance.now();
    const args = [
      'instrument',
      ...jars,
      '--prop',
      properties.join(','),
      '--analysis',
      nameOf(analysis),
      ...options,
    ];
    const run = rrv([...args, '-o', join(work, 'jars'), '--report', `json=${join(work, 'report.json')}`]);
    if (run.status !== 0) {
      rmSync(work, { recursive: true, force: true });
      throw new Error(`rrv instrument ended with ${run.status}\n${run.stderr}`);
    }
    writeFileSync(join(work, 'seconds.txt'), String((performance.now() - start) / 1000));
    renameSync(work, folder);
  }
  return {
    jars: jars.map((jar) => join(folder, 'jars', basename(jar))),
    report: JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as InstrumentationReport,
    seconds: Number(readFileSync(join(folder, 'seconds.txt'), 'utf8')),
  };
}

function nameOf(analysis: Analysis): string {
  return analysis === 'closed' ? 'sound' : analysis;
}
