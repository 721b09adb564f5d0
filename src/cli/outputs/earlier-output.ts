import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { allArchives, openArchiveTree } from '../../archive/archive-tree.ts';
import { RrvError } from '../../diagnostics.ts';
import { unitPackage } from '../../instrument/unit/unit-name.ts';
import { orOutputError } from '../files/file-access.ts';
import { filesBelow } from '../files/files-below.ts';
import { openIfArchive } from '../inputs/inputs.ts';

/**
 * Whether a directory may be replaced by an output: it is empty, or an earlier output of rrv, which has unit
 * classes, in an archive perhaps.
 */
export function isReplaceable(directory: string): boolean {
  if (orOutputError(directory, () => readdirSync(directory).length === 0)) return true;
  return (
    unlessRefused(() => filesBelow(directory))?.some(
      (name) => name.includes(unitPackage) || holdsUnits(join(directory, name)),
    ) === true
  );
}

function holdsUnits(path: string): boolean {
  const file = unlessRefused(() => openIfArchive(path));
  if (file === undefined) return false;
  try {
    return (
      unlessRefused(() =>
        allArchives(openArchiveTree(file, { file: path }, () => {})).some(({ zip }) =>
          zip.entries.some(({ name }) => name.includes(unitPackage)),
        ),
      ) === true
    );
  } finally {
    file.close();
  }
}

/** Undefined where something cannot be read, or is damaged: it is then no output that we would know. */
function unlessRefused<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    if (error instanceof RrvError) return undefined;
    throw error;
  }
}
