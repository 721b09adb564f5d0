import { toInternalName } from '../../classfile/descriptors.ts';
import { type Diagnostic, filterUnused } from '../../diagnostics.ts';
import type { ClassFilter } from '../../instrument/instrument-types.ts';
import { globTable } from '../../residual/glob-table.ts';
import { nearPatterns } from '../../residual/near-pattern.ts';

/**
 * Which classes may be instrumented: those that match an `--include` (all, if there is none) and no
 * `--exclude`. A pattern is a glob over the dotted name (`org.apache.**`, `*.Test*`, `a.{b,c}.*`): `*` stays
 * within one part of the name, `**` does not. Slashes do for dots. A pattern without dots means the simple
 * name's class in any package. Each value may hold several, separated by commas.
 */
export function classFilter(include: readonly string[], exclude: readonly string[]): ClassFilter {
  const wanted = include.flatMap(patternsOf);
  const included = tableOf(wanted.length === 0 ? ['**'] : wanted);
  const excluded = tableOf(exclude.flatMap(patternsOf));
  const mayInstrument = (className: string): boolean => {
    const path = toInternalName(className);
    return included(path).length > 0 && excluded(path).length === 0;
  };
  return Object.assign(mayInstrument, { patterns: [include, exclude] });
}

/**
 * Says which patterns match none of the classes (internal names), which are those of `what`. Linear in these,
 * but for unusual globs.
 */
export function unusedFilters(
  { include, exclude }: { readonly include: readonly string[]; readonly exclude: readonly string[] },
  classNames: Iterable<string>,
  what = 'the inputs',
): Diagnostic[] {
  const patterns = [
    ...include.flatMap(patternsOf).map((pattern) => ({ option: '--include', pattern })),
    ...exclude.flatMap(patternsOf).map((pattern) => ({ option: '--exclude', pattern })),
  ];
  const table = tableOf(patterns.map(({ pattern }) => pattern));
  const unused = new Set(patterns);
  if (unused.size === 0) return [];
  const members = new Map<string, []>();
  for (const name of classNames) {
    members.set(name, []);
    for (const index of table(name)) unused.delete(patterns[index]!);
  }
  // A method cannot be named, whatever its class is called.
  const near = (pattern: string) => (pattern.includes('#') ? [] : nearPatterns(pattern, members));
  return [...unused].map(({ option, pattern }) => filterUnused(option, pattern, what, near(pattern)));
}

/** Commas within braces are part of a glob. */
function patternsOf(value: string): readonly string[] {
  const patterns = value.match(/(?:\{[^}]*\}|[^,])+/g) ?? [];
  return patterns.map((pattern) => pattern.trim()).filter((pattern) => pattern !== '');
}

/** By the internal name of a class: which patterns match it. */
function tableOf(patterns: readonly string[]): (path: string) => readonly number[] {
  return globTable(
    patterns.map((pattern) => {
      const path = toInternalName(pattern);
      return path.includes('/') || path === '**' ? path : `**/${path}`;
    }),
  );
}
