import { mkdirSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { cacheFolder } from '../../test/support/cache.ts';
import { type Jdk, runJava } from '../../test/support/jdk.ts';
import type { ProcessRun } from '../../test/support/run-to-end.ts';
import type { RealProgram } from './programs.ts';

/**
 * Runs the program, out of `jars`, in an empty folder; `read` is given that and what was printed, before the folder goes. `published`: its
 * jars as they were published. `file`: where `options` for `java` have something written, which goes, too.
 */
export function runProgram<Result>(
  program: RealProgram,
  {
    jars,
    published,
    jdk,
  }: { readonly jars: readonly string[]; readonly published: readonly string[]; readonly jdk: Jdk },
  options: (file: string) => readonly string[],
  read: (run: ProcessRun, folder: string, file: string) => Result,
): Result {
  const folder = join(cacheFolder('scratch'), `program-${process.pid}`);
  const file = `${folder}.written`;
  const clear = (): void => {
    rmSync(folder, { recursive: true, force: true });
    rmSync(file, { force: true });
  };
  clear();
  mkdirSync(folder);
  try {
    const run = runJava(
      jdk,
      [
        ...['-Xmx8g', '-Djava.awt.headless=true', ...options(file)],
        ...(program.javaOptions ?? []),
        ...['-cp', jars.join(delimiter), program.mainClass],
        ...program.arguments(published),
      ],
      {},
      folder,
    );
    return read(run, folder, file);
  } finally {
    clear();
  }
}
