/**
 * Collections and maps of java.util. No class of the class library extends one and implements an interface of
 * `collectionInterfaces` that the one itself does not. Checked against the class libraries that there are by
 * collection-families.test.ts.
 */
export const collectionFamilies: ReadonlySet<string> = new Set(
  ['ArrayDeque', 'HashMap', 'HashSet', 'Hashtable', 'LinkedList', 'TreeSet', 'Vector'].map(
    (name) => `java/util/${name}`,
  ),
);

export const collectionInterfaces: readonly string[] = [
  ...['Deque', 'Enumeration', 'Iterator', 'List', 'Map', 'NavigableMap', 'NavigableSet', 'Queue', 'Set'],
].map((name) => `java/util/${name}`);
