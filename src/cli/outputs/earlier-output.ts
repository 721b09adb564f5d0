import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ApplicationEntry } from '../../archive/application.ts';
import { allArchives, openArchiveTree } from '../../archive/archive-tree.ts';
import { ifReadable } from '../../diagnostics.ts';
import { isOfUnit, unitPackage } from '../../instrument/unit/unit-name.ts';
import { orInputError, orOutputError } from '../files/file-access.ts';
import { filesBelow } from '../files/files-below.ts';
import { type OpenInput, openIfArchive } from '../inputs/inputs.ts';

/**
 * Whether a directory may be replaced by the output of an input: it is empty, or an earlier output of rrv. That
 * has unit classes at its top; or elsewhere, in an archive perhaps, and no file that the input has not: what
 * only holds an output somewhere (a build directory, the user's home) is none. Where no event was left, it is
 * a copy of the input, of which nothing is lost.
 */
export function isReplaceable(directory: string, input: OpenInput): boolean {
  if (orOutputError(directory, () => readdirSync(directory).length === 0)) return true;
  if (existsSync(join(directory, unitPackage))) return true;
  const files = ifReadable(() => filesBelow(directory)) ?? [];
  const ofInput = new Map<string, ApplicationEntry>();
  for (const entry of input.application.archives[0]!.entries()) ofInput.set(entry.name, entry);
  return (
    files.every((name) => ofInput.has(name) || added.test(name)) &&
    (files.some((name) => isOfUnit(name) || holdsUnits(join(directory, name))) ||
      isCopy(directory, files, ofInput))
  );
}

/** Whether the files in a directory are those of the input, byte for byte, and none is missing. */
function isCopy(
  directory: string,
  files: readonly string[],
  ofInput: ReadonlyMap<string, ApplicationEntry>,
): boolean {
  return (
    files.length === ofInput.size &&
    files.every((name) => {
      const entry = ofInput.get(name);
      const path = join(directory, name);
      const content = entry && ifReadable(() => orInputError(path, () => readFileSync(path)));
      return content?.equals(entry!.read()) === true;
    })
  );
}

/** What rrv adds to folders of classes. */
const added = /(?:^|\/)rrv\/(?:unit|runtime)\//;

/** What cannot be read, or is damaged, is no output that we would know. */
function holdsUnits(path: string): boolean {
  const file = ifReadable(() => openIfArchive(path));
  if (file === undefined) return false;
  try {
    return (
      ifReadable(() =>
        allArchives(openArchiveTree(file, { file: path }, () => {})).some(({ zip }) =>
          zip.entries.some(({ name }) => isOfUnit(name)),
        ),
      ) === true
    );
  } finally {
    file.close();
  }
}
