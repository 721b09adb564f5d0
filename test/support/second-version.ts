import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** Puts the class file `name` of one folder into another as its version for a release that there is not yet. */
export function addVersion(name: string, from: string, to: string): void {
  const versions = join(to, 'META-INF/versions/99');
  mkdirSync(versions, { recursive: true });
  copyFileSync(join(from, name), join(versions, name));
}
