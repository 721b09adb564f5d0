import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../../test/support/cache.ts';

/** The files, read. */
export function contents(files: readonly string[]): Buffer[] {
  return files.map((file) => readFileSync(file));
}

/** Names what is derived from the parts. */
export function hashOf(parts: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex').slice(0, 16);
}

/** A cached folder, filled by `fill` in a work folder beside it and then renamed: never seen half done. */
export function derived(kind: string, key: string, fill: (work: string) => void): string {
  const folder = join(cacheFolder(kind), key);
  if (existsSync(folder)) return folder;
  const work = mkdtempSync(join(cacheFolder(kind), 'new-'));
  try {
    fill(work);
    renameSync(work, folder);
  } catch (error) {
    rmSync(work, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}
