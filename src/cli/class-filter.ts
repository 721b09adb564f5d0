import picomatch from 'picomatch';
import { type Diagnostic, filterUnused } from '../diagnostics.ts';
import type { ClassFilter } from '../instrument/instrument-types.ts';

/**
 * Which classes may be instrumented: those that match an `--include` (all, if there is none) and no
 * `--exclude`. A pattern is a glob over the dotted name (`org.apache.**`, `*.Test*`, `a.{b,c}.*`): `*` stays
 * within one part of the name, `**` does not. Slashes do for dots. A pattern without dots means the simple
 * name's class in any package. Each value may hold several, separated by commas.
 */
export function classFilter(include: readonly string[], exclude: readonly string[]): ClassFilter {
  const included = include.flatMap(patternsOf).map(matcher);
  const excluded = exclude.flatMap(patternsOf).map(matcher);
  const mayInstrument = (className: string): boolean => {
    const path = className.replaceAll('.', '/');
    return (
      (included.length === 0 || included.some((matches) => matches(path))) &&
      !excluded.some((matches) => matches(path))
    );
  };
  return Object.assign(mayInstrument, { patterns: [include, exclude] });
}

/** Says which patterns match none of the classes (internal names). O(patterns x classes). */
export function unusedFilters(
  { include, exclude }: { readonly include: readonly string[]; readonly exclude: readonly string[] },
  classNames: Iterable<string>,
): Diagnostic[] {
  const patterns = [
    ...include.flatMap(patternsOf).map((pattern) => ({ option: '--include', pattern })),
    ...exclude.flatMap(patternsOf).map((pattern) => ({ option: '--exclude', pattern })),
  ];
  const unused = new Set(patterns.map((one) => ({ ...one, matches: matcher(one.pattern) })));
  if (unused.size > 0)
    for (const name of classNames) for (const one of unused) if (one.matches(name)) unused.delete(one);
  return [...unused].map(({ option, pattern }) => filterUnused(option, pattern));
}

/** Commas within braces are part of a glob. */
function patternsOf(value: string): readonly string[] {
  const patterns = value.match(/(?:\{[^}]*\}|[^,])+/g) ?? [];
  return patterns.map((pattern) => pattern.trim()).filter((pattern) => pattern !== '');
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
