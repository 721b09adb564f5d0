import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from './repository.ts';

/** A folder (made when absent) for what was fetched or derived from it; git ignores it. */
export function cacheFolder(...names: string[]): string {
  const folder = join(repositoryRoot(), 'benchmarks', 'dacapo', 'work', ...names);
  mkdirSync(folder, { recursive: true });
  return folder;
}
