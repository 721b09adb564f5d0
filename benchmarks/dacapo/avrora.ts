import { delimiter } from 'node:path';
import { runJava } from '../../test/support/jdk.ts';
import type { BenchmarkProgram } from './benchmark-program.ts';

/**
 * The avrora of a user's own jar, one iteration per JVM. Without arguments to run it with (a simulation and
 * its programs, which no registry has) its points are counted and nothing is run.
 */
export function avroraProgram(jar: string, commandLine: readonly string[]): BenchmarkProgram {
  const counted: BenchmarkProgram = { name: 'avrora', mainJar: jar, jars: [jar], support: [] };
  if (commandLine.length === 0) return counted;
  return {
    ...counted,
    run(request) {
      const classPath = [...request.jars, ...request.extraClassPath].join(delimiter);
      const start = performance.now();
      const run = runJava(request.jdk, [
        ...request.javaOptions,
        '-cp',
        classPath,
        'avrora.Main',
        ...commandLine,
      ]);
      const milliseconds = performance.now() - start;
      // It exits with 0 even when it fails: what tells is the table of packets at the end.
      if (run.status !== 0 || !/\bsent\b.*\brecv\b/.test(run.stdout))
        throw new Error(
          `avrora printed no table of packets (exit status ${run.status})\n${run.stderr.slice(-2000)}`,
        );
      return { iterations: [{ milliseconds, check: 'packets' }], heap: undefined, nonHeap: undefined };
    },
  };
}
