import { readFileSync } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ifReadable } from '../../diagnostics.ts';
import { relativeUri, sourcePath } from '../../report/sarif-log.ts';
import type { SourceFile, SourceFiles } from '../../report/violations/source-files.ts';
import { orInputError, statusOf } from '../files/file-access.ts';
import { isWithin } from '../files/real-path.ts';

/**
 * Source files below the given roots (`src/main/java`), the first that has one. Addresses are relative to the
 * working directory where the file is below it. A file is read when it is asked for, once.
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

/** Whether sources can be looked for there. */
export function isSourceFolder(root: string): boolean {
  return ifReadable(() => statusOf(root)?.isDirectory()) === true;
}

function find(path: string, roots: readonly string[]): SourceFile | undefined {
  for (const root of roots) {
    const place = resolve(root, path);
    // The name comes from a class file.
    if (path.includes('\0') || isAbsolute(path) || !isWithin(place, resolve(root))) continue;
    const text = textAt(place);
    if (text === undefined) continue;
    const below = relative(process.cwd(), join(root, path));
    const uri = isWithin(place, process.cwd())
      ? relativeUri(below.split(sep).join('/'))
      : pathToFileURL(place).href;
    return { uri, lines: text.split(/\r\n|\r|\n/) };
  }
  return undefined;
}

/** Undefined where there is no file that can be read: the report is then without its lines. */
function textAt(path: string): string | undefined {
  return ifReadable(() =>
    statusOf(path)?.isFile() === true ? orInputError(path, () => readFileSync(path, 'utf8')) : undefined,
  );
}
