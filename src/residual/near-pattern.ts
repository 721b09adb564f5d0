import { toBinaryName, toInternalName } from '../classfile/descriptors.ts';
import { addTo } from '../group-by.ts';
import { closestNames } from '../property/did-you-mean.ts';
import { globTable } from './glob-table.ts';

/** The classes that a pattern may name, by internal name, and the names of their methods. */
export type NamedMembers = ReadonlyMap<string, readonly string[]>;

/**
 * What a pattern that names nothing (`a.b.C`, `a.**`, `a.b.C#get*`) may have been meant to be: patterns that
 * do name something, nearest first, at most three. For error messages: linear in the names, times the length
 * of the pattern.
 */
export function nearPatterns(pattern: string, members: NamedMembers): readonly string[] {
  const [written = '', method] = pattern.split('#');
  const classes = toInternalName(written);
  const found = globTable([classes]);
  const named = [...members.keys()].filter((name) => found(name).length > 0);
  if (method !== undefined && named.length > 0)
    return closestNames(method, new Set(named.flatMap((name) => members.get(name)!)))
      .filter(isInSource)
      .map((name) => `${written}#${name}`);
  const near = classes.includes('*') ? nearGlobs(classes, members) : nearClasses(classes, members);
  if (near.length > 0) return near.map((one) => withMethod(toBinaryName(one), method));
  const end = classes.lastIndexOf('/');
  const [owner, name] = [classes.slice(0, Math.max(end, 0)), classes.slice(end + 1)];
  return members.get(owner)?.includes(name) === true ? [`${toBinaryName(owner)}#${name}`] : [];
}

/** Of that name in another package; else nearly so in its own, or, without one, in any; else the nearest of all. */
function nearClasses(path: string, members: NamedMembers): readonly string[] {
  const names = [...members.keys()];
  const simpleName = simple(path);
  const moved = names.filter((name) => simple(name) === simpleName);
  if (moved.length > 0) return moved.slice(0, 3);
  const scope = packageOf(path);
  const beside = scope === '' ? names : names.filter((name) => packageOf(name) === scope);
  const near = closestNames(simpleName, new Set(beside.map(simple)));
  if (near.length > 0)
    return near.flatMap((one) => beside.filter((name) => simple(name) === one)).slice(0, 3);
  // A method behind a dot is nearly the name of its class.
  if (members.has(scope)) return [];
  return closestNames(path, names).slice(0, 1);
}

/** With another package in front, or, where that is right, with another name behind. */
function nearGlobs(glob: string, members: NamedMembers): readonly string[] {
  const segments = glob.split('/');
  const literal = segments.findIndex((segment) => segment.includes('*'));
  const head = segments.slice(0, literal).join('/');
  const packages = packagesOf(members);
  const last = segments.at(-1)!;
  // Who writes a part of a name does not mean all classes.
  if (literal === 0 && last.includes('*') && last !== '*') return [];
  const candidates =
    head !== '' && !packages.has(head)
      ? closestNames(head, packages.keys()).map((near) => [near, ...segments.slice(literal)].join('/'))
      : last.includes('*')
        ? [[...segments.slice(0, literal), '**'].join('/')]
        : closestNames(last, new Set([...members.keys()].map(simple))).map((near) =>
            [...segments.slice(0, -1), near].join('/'),
          );
  const matches = globTable(candidates);
  const used = new Set([...members.keys()].flatMap((name) => matches(name)));
  return candidates.filter((_, index) => used.has(index));
}

/** Packages with classes, and those above them. */
function packagesOf(members: NamedMembers): ReadonlySet<string> {
  const packages = new Set<string>();
  for (const name of members.keys())
    for (let above = packageOf(name); above !== '' && !packages.has(above); above = packageOf(above))
      packages.add(above);
  return packages;
}

function packageOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0));
}

function simple(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function isInSource(method: string): boolean {
  return !method.startsWith('<') && !method.startsWith('lambda$');
}

function withMethod(classes: string, method: string | undefined): string {
  return method === undefined ? classes : `${classes}#${method}`;
}

/** The members that methods, with their owners by internal name, make up. */
export function membersNamed(
  methods: Iterable<{ readonly owner: string; readonly name: string }>,
): NamedMembers {
  const members = new Map<string, string[]>();
  for (const { owner, name } of methods) addTo(members, owner, name);
  return members;
}
