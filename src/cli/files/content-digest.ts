import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { ifReadable } from '../../diagnostics.ts';
import { digestOf } from '../../instrument/result-cache.ts';
import { type OpenFile, openFile, piecesOf, statusOf } from './file-access.ts';
import { readableFilesBelow } from './files-below.ts';

/**
 * Of the bytes of an open file. What has been written to it since then is like nothing else: some of it may have been
 * read before.
 */
export function openFileDigest(file: OpenFile): string {
  return orUnreadable(() => {
    const digest = digestOf(piecesOf(file));
    return file.isChanged() ? `changed ${randomUUID()}` : digest;
  });
}

/** Of the names and bytes of the files below a directory. `opened`: those that are open already, by name. */
export function directoryDigest(
  path: string,
  opened: (name: string) => OpenFile | undefined = () => undefined,
): string {
  return orUnreadable(() =>
    digestOf(
      readableFilesBelow(path).flatMap((name) => {
        const file = opened(name);
        return [name, file === undefined ? fileDigest(join(path, name)) : openFileDigest(file)];
      }),
    ),
  );
}

/** Of a file or a directory. */
export function contentDigest(path: string): string {
  return orUnreadable(() =>
    statusOf(path)?.isDirectory() === true ? directoryDigest(path) : fileDigest(path),
  );
}

function fileDigest(path: string): string {
  return orUnreadable(() => {
    const file = openFile(path);
    try {
      return openFileDigest(file);
    } finally {
      file.close();
    }
  });
}

/**
 * What cannot be read is no error here: a run that needs it fails by itself, and on any other it has no
 * influence.
 */
function orUnreadable(digest: () => string): string {
  return ifReadable(digest) ?? 'unreadable';
}
