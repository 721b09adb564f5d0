import { chmodSync, chownSync, mkdirSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { outputUnwritable } from '../../diagnostics.ts';
import { isSystemError, statusOf } from '../files/file-access.ts';

/** Bits of a directory's mode: files in it are removed by their owners alone; what is made in it is of its group. */
const sticky = 0o1000;
const setGroup = 0o2000;

/**
 * Gives a new file or directory to whom another one belongs, as far as the system lets this process do so: what
 * root has written in the place of a file of a service must not be root's alone.
 */
export function giveTo({ uid, gid }: Stats, path: string): void {
  const own = statSync(path);
  if (own.uid === uid && own.gid === gid) return;
  // Where all may make files, as in /tmp, one that was there may be there to be given ours.
  if ((statSync(dirname(path)).mode & sticky) !== 0) return;
  // Only root gives files away; others may give them to a group that they are in.
  if (!mayChown(path, uid, gid)) mayChown(path, own.uid, gid);
}

function mayChown(path: string, uid: number, gid: number): boolean {
  try {
    chownSync(path, uid, gid);
    return true;
  } catch (error) {
    if (isSystemError(error)) return false;
    throw error;
  }
}

/**
 * Makes the directories above `target`, and lets them, and the file that is to come there, be read by whom the
 * directory lets that they come into. `isMade`: told of each before that.
 */
export function makeReadableAs(target: string, file: string, isMade: (directory: string) => void): void {
  const made: string[] = [];
  let at = dirname(target);
  let status = statusOf(at, outputUnwritable);
  for (; status === undefined; status = statusOf(at, outputUnwritable)) {
    made.push(at);
    at = dirname(at);
  }
  for (const directory of made.reverse()) {
    isMade(directory);
    mkdirSync(directory);
    chmodSync(directory, (status.mode & (setGroup | 0o555)) | 0o200);
    giveTo(status, directory);
  }
  chmodSync(file, (status.mode & 0o444) | 0o200);
  giveTo(status, file);
}
