import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { type ProcessRun, runToEnd } from './run-to-end.ts';

const root = resolve(import.meta.dirname, '../..');

let isBuilt = false;

/** The built command line's main file; brings `dist` up to date first. */
export function builtCli(): string {
  if (!isBuilt) execFileSync(process.execPath, [join(root, 'scripts/build.mjs')], { stdio: 'pipe' });
  isBuilt = true;
  return join(root, 'dist/cli/main.js');
}

/** A compiled module of `src`, for processes of their own: `cli/outputs/transaction.ts`. */
export function compiledModule(path: string): string {
  builtCli();
  return join(root, '.cache/modules', path.replace(/\.ts$/, '.js'));
}

/** Runs the built rrv as a process of its own. */
export function rrv(
  args: readonly string[],
  options: { readonly cwd?: string; readonly environment?: NodeJS.ProcessEnv } = {},
): ProcessRun {
  return runToEnd(process.execPath, [builtCli(), ...args], {
    folder: options.cwd,
    environment: {
      ...process.env,
      COLUMNS: undefined,
      FORCE_COLOR: undefined,
      NO_COLOR: undefined,
      ...options.environment,
    },
  });
}
