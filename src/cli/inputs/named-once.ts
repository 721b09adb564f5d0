import { basename, dirname, join, resolve } from 'node:path';
import { inputTwice, RrvError } from '../../diagnostics.ts';
import { realPath } from '../files/real-path.ts';

/**
 * Throws RRV_INPUT_TWICE where two paths lead to one place, or one into a directory that is another. A link is a place of
 * its own, as its output has one (a folder of libraries may have the jar `a.jar -> a-1.0.jar` under both names).
 * O(paths x depth).
 */
export function checkNamedOnce(paths: readonly string[]): void {
  const places = new Map<string, string>();
  const real = new Map(paths.map((path) => [realPath(path), path]));
  for (const path of paths) {
    const absolute = resolve(path);
    const folder = realPath(dirname(absolute));
    const place = join(folder, basename(absolute));
    const same = places.get(place);
    if (same !== undefined) throw new RrvError(inputTwice(same, 'same', { file: path }));
    places.set(place, path);
  }
  for (const [place, path] of places)
    for (let at = dirname(place); at !== dirname(at); at = dirname(at)) {
      const around = real.get(at);
      if (around !== undefined) throw new RrvError(inputTwice(around, 'part', { file: path }));
    }
}
