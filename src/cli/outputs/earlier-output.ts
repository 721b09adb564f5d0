import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { allArchives, openArchiveTree } from '../../archive/archive-tree.ts';
import { unitPackage } from '../../instrument/unit/unit-name.ts';
import { ifReadable, orOutputError } from '../files/file-access.ts';
import { filesBelow } from '../files/files-below.ts';
import { type OpenInput, openIfArchive } from '../inputs/inputs.ts';

/**
 * Whether a directory may be replaced by the output of an input: it is empty, or an earlier output of rrv. That
 * has unit classes at its top; or elsewhere, in an archive perhaps, and no file that the input has not: what
 * only holds an output somewhere (a build directory, the user's home) is none.
 */
export function isReplaceable(directory: string, input: OpenInput): boolean {
  if (orOutputError(directory, () => readdirSync(directory).length === 0)) return true;
  if (existsSync(join(directory, unitPackage))) return true;
  const files = ifReadable(() => filesBelow(directory)) ?? [];
  const ofInput = new Set<string>();
  for (const { name } of input.application.archives[0]!.entries()) ofInput.add(name);
  return (
    files.every((name) => ofInput.has(name) || added.test(name)) &&
    files.some((name) => name.includes(unitPackage) || holdsUnits(join(directory, name)))
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
          zip.entries.some(({ name }) => name.includes(unitPackage)),
        ),
      ) === true
    );
  } finally {
    file.close();
  }
}
