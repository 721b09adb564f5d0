import { readFileSync } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { relativeUri, sourcePath } from '../report/sarif-log.ts';
import type { SourceFile, SourceFiles } from '../report/violations/source-files.ts';
import { statusOf } from './file-access.ts';
import { isWithin } from './inputs.ts';

/**
 * Source files below the given roots (`src/main/java`), the first that has one. Addresses are relative to the working directory where the
 * file is below it. A file is read when it is asked for, once.
 */
export function sourceFolders(roots: readonly string[]): SourceFiles {
  const known = new Map<string, SourceFile | undefined>();
  return ({ class: className, file }) => {
    if (file === undefined || file === '') return undefined;
    const path = sourcePath(className, file);
    if (!known.has(path)) known.set(path, find(path, roots));
    return known.get(path);
  };
}

function find(path: string, roots: readonly string[]): SourceFile | undefined {
  for (const root of roots) {
    const place = resolve(root, path);
    // The name comes from a class file.
    if (path.includes('\0') || isAbsolute(path) || !isWithin(place, resolve(root))) continue;
    if (statusOf(place)?.isFile() !== true) continue;
    const below = relative(process.cwd(), join(root, path));
    const uri = isWithin(place, process.cwd())
      ? relativeUri(below.split(sep).join('/'))
      : pathToFileURL(place).href;
    return { uri, lines: readFileSync(place, 'utf8').split(/\r\n|\r|\n/) };
  }
  return undefined;
}
