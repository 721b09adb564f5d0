import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The checkout's root: the nearest folder above this file that holds package.json and src. */
export function repositoryRoot(): string {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json')) && existsSync(join(folder, 'src'))) return folder;
    if (dirname(folder) === folder) throw new Error('no package.json with src above this file');
  }
}
