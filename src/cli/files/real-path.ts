import { readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { inputUnreadable } from '../../diagnostics.ts';
import { linkStatusOf, orProblem, type Problem, statusOf } from './file-access.ts';

/** How many links to what is not there yet are followed: as many as Linux follows. */
const followedLinks = 40;

/**
 * The path without symbolic links, also of a file that is not there yet, and of one that a link leads to.
 * Throws RrvError (`problem`) where the system does not let us look.
 */
export function realPath(path: string, problem: Problem = inputUnreadable): string {
  return withoutLinks(path, path, problem, followedLinks);
}

/** `asked`: what errors name. */
function withoutLinks(path: string, asked: string, problem: Problem, links: number): string {
  const absolute = resolve(path);
  if (statusOf(absolute, problem) !== undefined)
    return orProblem(asked, problem, () => realpathSync(absolute));
  const parent = dirname(absolute);
  if (parent === absolute) return absolute;
  const place = join(withoutLinks(parent, asked, problem, links), basename(absolute));
  if (linkStatusOf(place, problem)?.isSymbolicLink() !== true) return place;
  return orProblem(asked, problem, () => {
    // `a` that leads to `none/../a` is no loop to the system, as there is no `none`.
    if (links === 0) throw new Error('too many symbolic links');
    return withoutLinks(resolve(dirname(place), readlinkSync(place)), asked, problem, links - 1);
  });
}

/** Whether `path` is `folder` or below it. */
export function isWithin(path: string, folder: string): boolean {
  const from = relative(folder, path);
  return from === '' || (from !== '..' && !from.startsWith(`..${sep}`) && !isAbsolute(from));
}
