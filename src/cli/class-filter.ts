import picomatch from 'picomatch';
import type { ClassFilter } from '../instrument/instrument-types.ts';

/**
 * Which classes may be instrumented: those that match an `--include` (all, if there is none) and no
 * `--exclude`. A pattern is a glob over the dotted name (`org.apache.**`, `*.Test*`, `a.{b,c}.*`): `*` stays
 * within one part of the name, `**` does not. Slashes do for dots. A pattern without dots means the simple
 * name's class in any package.
 */
export function classFilter(include: readonly string[], exclude: readonly string[]): ClassFilter {
  const included = include.map(matcher);
  const excluded = exclude.map(matcher);
  const mayInstrument = (className: string): boolean => {
    const path = className.replaceAll('.', '/');
    return (
      (included.length === 0 || included.some((matches) => matches(path))) &&
      !excluded.some((matches) => matches(path))
    );
  };
  return Object.assign(mayInstrument, { patterns: [include, exclude] });
}

function matcher(pattern: string): (path: string) => boolean {
  const path = pattern.replaceAll('.', '/');
  // `$` and `()` are ordinary in class names; `!` negates in picomatch only at the start.
  return picomatch(path.includes('/') || path === '**' ? path : `**/${path}`, {
    dot: true,
    nonegate: true,
    noextglob: true,
  });
}
