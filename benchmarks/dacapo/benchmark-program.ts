import type { Jdk } from '../../test/support/jdk.ts';
import {
  type Iteration,
  type Program,
  type ProgramName,
  prepareProgram,
  problemsOf,
  runWorkload,
  type Size,
} from './programs.ts';

/** What the benchmark needs of a program, whoever runs it: our driver, DaCapo's harness, or its own main class. */
export interface BenchmarkProgram {
  readonly name: string;
  readonly mainJar: string;
  readonly jars: readonly string[];
  /** What is on the class path besides, and is never instrumented; absent: it is not known, and the world stays open. */
  readonly support?: readonly string[];
  /** Absent: the points are counted and nothing is run. */
  readonly run?: (request: RunRequest) => RunResult;
}

export interface RunRequest {
  readonly jdk: Jdk;
  /** In place of `jars`, in their order. */
  readonly jars: readonly string[];
  readonly extraClassPath: readonly string[];
  readonly javaOptions: readonly string[];
  readonly iterations: number;
  readonly measureHeap: boolean;
}

export interface RunResult {
  readonly iterations: readonly Iteration[];
  readonly heap: number | undefined;
  readonly nonHeap: number | undefined;
}

/** One of the programs that come from registries. Its runs throw when the output is not the recorded one. */
export function registryProgram(name: ProgramName, size: Size, resultFile: string): BenchmarkProgram {
  const program: Program = prepareProgram(name);
  return {
    name,
    mainJar: program.mainJar,
    jars: program.jars,
    support: program.support,
    run(request) {
      const run = { program, size, resultFile, ...request };
      const result = runWorkload(run);
      const problems = problemsOf(run, result);
      if (problems.length > 0) throw new Error(`${name}: ${problems.join('; ')}`);
      return { iterations: result.iterations, heap: result.heap, nonHeap: result.nonHeap };
    },
  };
}
