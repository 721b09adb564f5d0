import { mkdirSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { cacheFolder } from '../../test/support/cache.ts';
import type { RealProgram } from './programs.ts';

/**
 * Lets `run` start the program, out of `jars`, by `java` with the arguments that it is given, in an empty folder that goes
 * behind it. `published`: the program's jars as they were published. `file`: where `options` for `java` have something written,
 * which goes, too.
 */
export function runProgram<Result>(
  program: RealProgram,
  { jars, published }: { readonly jars: readonly string[]; readonly published: readonly string[] },
  options: (file: string) => readonly string[],
  run: (args: readonly string[], folder: string, file: string) => Result,
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
    const args = [
      ...['-Xmx8g', '-Djava.awt.headless=true', ...options(file)],
      ...(program.javaOptions ?? []),
      ...['-cp', jars.join(delimiter), program.mainClass],
      ...program.arguments(published),
    ];
    return run(args, folder, file);
  } finally {
    clear();
  }
}
