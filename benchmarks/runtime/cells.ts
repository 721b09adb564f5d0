import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Build } from './build.ts';

/** A young generation that is collected several times in each measurement. */
export const heap: readonly string[] = ['-Xms3g', '-Xmx3g', '-Xmn128m'];

export interface CellRequest {
  readonly operation: string;
  readonly threads: number;
}

/** One JVM: it plays one program, so that calls are compiled as in a program. */
export interface JvmRequest {
  /** `Events` or `Creation`. */
  readonly benchmark: string;
  readonly parameters: Readonly<Record<string, string | number>>;
  readonly cells: readonly CellRequest[];
  /** Options of the JVM besides `heap`. */
  readonly options?: readonly string[];
}

export interface CellFigures {
  /** Nanoseconds of one operation as a thread sees it. */
  readonly wall: number;
  /** Nanoseconds of processor time of the whole JVM for each operation. */
  readonly cpu: number;
  /** Allocated for each operation. */
  readonly bytes: number;
  /** Nanoseconds of the collector's pauses for each operation. */
  readonly pause: number;
}

export interface Cell extends CellRequest {
  readonly parameters: JvmRequest['parameters'];
  readonly options: readonly string[];
  /** Or why there are none. */
  readonly figures: CellFigures | string;
}

export interface Times {
  /** Milliseconds. */
  readonly warm: number;
  readonly measure: number;
  /** After so many milliseconds a JVM is stopped; the cells that it has finished count. */
  readonly limit: number;
}

/** Runs the cells of one JVM. What fails or takes too long is said in the cell; never throws. */
export function runCells(build: Build, times: Times, request: JvmRequest): Cell[] {
  const parameters = Object.entries(request.parameters).map(([name, value]) => `${name}=${value}`);
  const run = spawnSync(
    join(build.jdk.home, 'bin', 'java'),
    [
      ...[...heap, ...(request.options ?? []), `-Drrvbench.unit=${build.unit}`, '-Djmh.ignoreLock=true'],
      // JMH gives these to the JVMs that it starts; here it measures in the JVM that it runs in.
      ...[
        '-XX:CompileCommand=quiet',
        `-XX:CompileCommandFile=${join(build.classes, 'META-INF', 'CompilerHints')}`,
      ],
      ...['-cp', build.classPath, 'rrvbench.Cells', request.benchmark],
      ...[String(times.warm), String(times.measure), parameters.join(',')],
      ...request.cells.map(({ operation, threads }) => `${operation}:${threads}`),
    ],
    { encoding: 'utf8', timeout: times.limit, killSignal: 'SIGKILL', stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const lines = run.stdout.split('\n').map((line) => line.split('\t'));
  const why =
    run.signal === 'SIGKILL' ? 'too long' : (run.stderr.trim().split('\n').at(-1) ?? `status ${run.status}`);
  return request.cells.map((cell) => {
    const fields = lines.find(
      ([, operation, threads]) => operation === cell.operation && threads === String(cell.threads),
    );
    const { parameters, options = [] } = request;
    if (fields === undefined) return { ...cell, parameters, options, figures: why };
    if (fields[0] === 'failed') return { ...cell, parameters, options, figures: fields[3] ?? 'failed' };
    const [wall, cpu, bytes, pause] = fields.slice(3).map(Number) as [number, number, number, number];
    return { ...cell, parameters, options, figures: { wall, cpu, bytes, pause } };
  });
}
