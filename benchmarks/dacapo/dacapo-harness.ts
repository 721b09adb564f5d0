import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { cacheFolder } from '../../test/support/cache.ts';
import { defaultJdk, runJava } from '../../test/support/jdk.ts';
import type { BenchmarkProgram, RunRequest, RunResult } from './benchmark-program.ts';
import type { Iteration, Size } from './programs.ts';

export type DacapoBenchmark = 'avrora' | 'fop' | 'sunflow' | 'pmd';

/**
 * A program inside a user's own DaCapo jar (9.12-bach), run by DaCapo's own harness, which checks the output.
 * The jars that the benchmark's configuration names (cnf/<name>.cnf) lie in the archive as jar/*.jar: they are
 * unpacked and instrumented, and each variant runs from a copy of the archive that holds the instrumented
 * jars instead. The harness gives no heap size.
 */
export function dacapoProgram(archive: string, name: DacapoBenchmark, size: Size): BenchmarkProgram {
  const { mtimeMs, size: bytes } = statSync(archive);
  const folder = cacheFolder('dacapo', `${basename(archive)}-${bytes}-${Math.round(mtimeMs)}`);
  const unpack = (...entries: string[]) =>
    execFileSync(join(defaultJdk().home, 'bin', 'jar'), ['xf', archive, ...entries], { cwd: folder });
  const configuration = join(folder, 'cnf', `${name}.cnf`);
  if (!existsSync(configuration)) unpack('cnf', 'jar');
  if (!existsSync(configuration)) throw new Error(`${archive} has no cnf/${name}.cnf: is it a DaCapo jar?`);
  const jars = [...readFileSync(configuration, 'utf8').matchAll(/"([^"]+\.jar)"/g)]
    .map((match) => join(folder, 'jar', match[1]!))
    .filter((jar) => existsSync(jar));
  const mainJar = jars[0];
  if (mainJar === undefined) throw new Error(`${archive}: cnf/${name}.cnf names no jar of the archive`);
  return {
    name,
    mainJar,
    jars,
    run: (request) => runHarness(repacked(archive, folder, jars, request.jars), name, size, request),
  };
}

/** A copy of the archive with `replacements` in place of jar/*.jar; the last one made is kept. */
function repacked(
  archive: string,
  folder: string,
  jars: readonly string[],
  replacements: readonly string[],
): string {
  if (replacements.every((jar, index) => jar === jars[index])) return archive;
  const copy = join(folder, 'repacked.jar');
  const holds = join(folder, 'repacked.txt');
  const wanted = replacements.join('\n');
  if (existsSync(holds) && readFileSync(holds, 'utf8') === wanted) return copy;
  rmSync(holds, { force: true });
  const overlay = join(folder, 'overlay');
  rmSync(overlay, { recursive: true, force: true });
  mkdirSync(join(overlay, 'jar'), { recursive: true });
  for (const jar of replacements) copyFileSync(jar, join(overlay, 'jar', basename(jar)));
  copyFileSync(archive, copy);
  execFileSync(join(defaultJdk().home, 'bin', 'jar'), ['uf', copy, '-C', overlay, 'jar']);
  writeFileSync(holds, wanted);
  return copy;
}

function runHarness(archive: string, name: string, size: Size, request: RunRequest): RunResult {
  const scratch = cacheFolder('scratch', 'dacapo');
  const run = runJava(request.jdk, [
    ...request.javaOptions,
    '-cp',
    [archive, ...request.extraClassPath].join(delimiter),
    'Harness',
    ...['-s', size, '-n', String(request.iterations), '--scratch-directory', scratch, name],
  ]);
  const iterations = harnessIterations(`${run.stdout}\n${run.stderr}`);
  if (run.status !== 0 || iterations.length !== request.iterations)
    throw new Error(`${name}: DaCapo ended with ${run.status}\n${run.stderr.slice(-2000)}`);
  return { iterations, heap: undefined, nonHeap: undefined };
}

/** What DaCapo prints: "completed warmup 1 in 1234 msec" for all but the last iteration, "PASSED in 987 msec" for that. */
export function harnessIterations(output: string): Iteration[] {
  return [...output.matchAll(/(completed warmup \d+|PASSED) in (\d+) msec/g)].map((match) => ({
    milliseconds: Number(match[2]),
    check: match[1]!,
  }));
}
