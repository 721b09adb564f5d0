import type { ClassHierarchy } from '../../hierarchy/class-hierarchy.ts';

/**
 * Plain collections (rrv.runtime.PlainCollections) that a program can extend. What makes their iterators, and
 * what these do when they are walked, calls no method of the collection that a subclass can override but
 * `overridable`; plain-collections.slow.test.ts compares that with the byte code of the JDK.
 */
export const extendedPlainCollections: ReadonlySet<string> = new Set(
  [
    ...['ArrayList', 'LinkedList', 'Vector', 'Stack', 'ArrayDeque', 'PriorityQueue'],
    ...['HashSet', 'LinkedHashSet', 'TreeSet'],
    ...[
      'concurrent/CopyOnWriteArrayList',
      'concurrent/CopyOnWriteArraySet',
      'concurrent/ConcurrentLinkedQueue',
    ],
  ].map((name) => `java/util/${name}`),
);

/**
 * Names of methods: a subclass that declares one of them, whatever its descriptor, is no plain collection.
 */
export const overridable: ReadonlySet<string> = new Set(['iterator', 'listIterator', 'size']);

/**
 * Whether a class of the program (internal name) is a plain collection because it extends one and leaves its
 * iterators alone. What a class with a name of `differing` is, is not known. O(superclasses), and it reads
 * their methods.
 */
export function isPlainSubclass(
  name: string,
  hierarchy: ClassHierarchy,
  differing: ReadonlySet<string>,
): boolean {
  const classes = superClasses(name, hierarchy);
  const base = classes.findIndex((one) => extendedPlainCollections.has(one));
  return (
    base >= 1 && classes.slice(0, base).every((one) => !differing.has(one) && leavesIterators(one, hierarchy))
  );
}

function leavesIterators(name: string, hierarchy: ClassHierarchy): boolean {
  if (hierarchy.header(name)?.origin === 'jdk') return false;
  return hierarchy.classFile(name)?.methods.every((method) => !overridable.has(method.name)) === true;
}

/** The class, its superclass and so on, as far as they are there. */
function superClasses(name: string, hierarchy: ClassHierarchy): readonly string[] {
  const found = new Set<string>();
  let at: string | undefined = name;
  while (at !== undefined && !found.has(at)) {
    found.add(at);
    at = hierarchy.header(at)?.superName;
  }
  return [...found];
}
