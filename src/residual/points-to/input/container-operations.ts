import { parametersOf, selector } from '../../../classfile/descriptors.ts';

/**
 * What the methods of java.util's containers do with what is in them. A method that is not named here may do anything
 * with the container.
 */

/** Containers whose methods look at elements only to compare them in methods that say so. */
const sequences = new Set(
  ['ArrayList', 'LinkedList', 'Vector', 'Stack', 'ArrayDeque', 'IdentityHashMap'].map(
    (name) => `java/util/${name}`,
  ),
);
const comparing = new Set(
  [
    'PriorityQueue',
    'HashMap',
    'LinkedHashMap',
    'TreeMap',
    'Hashtable',
    'WeakHashMap',
    'HashSet',
    'LinkedHashSet',
    'TreeSet',
  ].map((name) => `java/util/${name}`),
);
const maps = new Set(
  ['IdentityHashMap', 'HashMap', 'LinkedHashMap', 'TreeMap', 'Hashtable', 'WeakHashMap'].map(
    (name) => `java/util/${name}`,
  ),
);

/** Whether objects of exactly this class (internal name) are followed. */
export const isContainerClass = (className: string): boolean =>
  sequences.has(className) || comparing.has(className);
export const isMapClass = (className: string): boolean => maps.has(className);
/** Whether adding and looking up shows elements or keys to equals, hashCode or an order. */
export const compares = (className: string): boolean => comparing.has(className);
/** Whether parts of it find their ends by comparing, whatever they are asked. */
export const isSortedClass = (className: string): boolean =>
  className === 'java/util/TreeMap' || className === 'java/util/TreeSet';

export interface ContainerOperation {
  /** Positions of arguments that become elements (of a map: values), or keys. */
  readonly putsElement?: number;
  readonly putsKey?: number;
  /** Position of a collection, map or iterator whose content is added. */
  readonly putsContentOf?: number;
  /** What of the content may be the result. */
  readonly gets?: 'elements' | 'keys';
  /** The result is an object of this role that belongs to the container. */
  readonly hands?: Handed;
  /** Shows elements (of a map: keys) and arguments to equals, hashCode or an order, if the class compares at all. */
  readonly looksUp?: boolean;
  /** Shows all of the content, and arguments, to equals, hashCode or toString, whatever the class. */
  readonly comparesAll?: boolean;
  /** Position of a collection that code of the class library goes through and asks. */
  readonly walks?: number;
  /** Position of a comparator, which the container asks from then on, and hands out. */
  readonly keepsOrder?: number;
  /** The content goes into an array: the argument at this position, or a new one. */
  readonly toArray?: true;
}

export type ContainerKind = 'constructor' | 'collection' | 'map' | 'iterator' | 'entry';

export type Handed =
  | 'iterator'
  | 'keyIterator'
  | 'keySet'
  | 'values'
  | 'entrySet'
  | 'entry'
  | 'part'
  | 'copy';

const table = (
  rows: readonly (readonly [string, ContainerOperation])[],
): ReadonlyMap<string, ContainerOperation> =>
  new Map(rows.flatMap(([names, operation]) => names.split(' ').map((name) => [name, operation] as const)));

const ofEvery =
  'size()I isEmpty()Z clear()V getClass()Ljava/lang/Class; notify()V notifyAll()V wait()V wait(J)V ensureCapacity(I)V trimToSize()V';

/** By name and parameters (of methods whose result matters not). */
const collectionOperations = table([
  ['iterator() listIterator() listIterator(I) descendingIterator() elements()', { hands: 'iterator' }],
  ['subList(II)', { hands: 'part' }],
  [
    'headSet(Ljava/lang/Object;) tailSet(Ljava/lang/Object;) subSet(Ljava/lang/Object;Ljava/lang/Object;) descendingSet() headSet(Ljava/lang/Object;Z) tailSet(Ljava/lang/Object;Z)',
    { hands: 'part', looksUp: true },
  ],
  ['clone()', { hands: 'copy', looksUp: true }],
  [
    'add(Ljava/lang/Object;) addElement(Ljava/lang/Object;) addFirst(Ljava/lang/Object;) addLast(Ljava/lang/Object;) offer(Ljava/lang/Object;) offerFirst(Ljava/lang/Object;) offerLast(Ljava/lang/Object;) push(Ljava/lang/Object;) insertElementAt(Ljava/lang/Object;I) setElementAt(Ljava/lang/Object;I)',
    { putsElement: 0, looksUp: true, gets: 'elements' },
  ],
  ['add(ILjava/lang/Object;) set(ILjava/lang/Object;)', { putsElement: 1, gets: 'elements' }],
  ['addAll(Ljava/util/Collection;)', { putsContentOf: 0, looksUp: true }],
  ['addAll(ILjava/util/Collection;)', { putsContentOf: 1 }],
  [
    'get(I) getFirst() getLast() first() last() firstElement() lastElement() elementAt(I) peek() peekFirst() peekLast() element() remove(I) pop()',
    { gets: 'elements' },
  ],
  ['poll() pollFirst() pollLast() remove() removeFirst() removeLast()', { gets: 'elements', looksUp: true }],
  ['removeElementAt(I) removeAllElements() setSize(I) capacity() empty()', {}],
  [
    'contains(Ljava/lang/Object;) remove(Ljava/lang/Object;) indexOf(Ljava/lang/Object;) lastIndexOf(Ljava/lang/Object;) indexOf(Ljava/lang/Object;I) lastIndexOf(Ljava/lang/Object;I) removeElement(Ljava/lang/Object;) search(Ljava/lang/Object;) removeFirstOccurrence(Ljava/lang/Object;) removeLastOccurrence(Ljava/lang/Object;)',
    { comparesAll: true },
  ],
  [
    'removeAll(Ljava/util/Collection;) retainAll(Ljava/util/Collection;) containsAll(Ljava/util/Collection;)',
    { comparesAll: true, walks: 0 },
  ],
  ['toArray() toArray([Ljava/lang/Object;) copyInto([Ljava/lang/Object;)', { toArray: true }],
]);

const mapOperations = table([
  ['keySet()', { hands: 'keySet' }],
  ['values()', { hands: 'values' }],
  ['entrySet()', { hands: 'entrySet' }],
  ['elements()', { hands: 'iterator' }],
  ['keys()', { hands: 'keyIterator' }],
  ['firstEntry() lastEntry()', { hands: 'entry' }],
  ['clone()', { hands: 'copy', looksUp: true }],
  [
    'headMap(Ljava/lang/Object;) tailMap(Ljava/lang/Object;) subMap(Ljava/lang/Object;Ljava/lang/Object;)',
    { hands: 'part', looksUp: true },
  ],
  ['get(Ljava/lang/Object;) remove(Ljava/lang/Object;)', { gets: 'elements', looksUp: true }],
  [
    'put(Ljava/lang/Object;Ljava/lang/Object;)',
    { putsKey: 0, putsElement: 1, gets: 'elements', looksUp: true },
  ],
  ['putAll(Ljava/util/Map;)', { putsContentOf: 0, looksUp: true }],
  ['containsKey(Ljava/lang/Object;)', { looksUp: true }],
  ['containsValue(Ljava/lang/Object;) contains(Ljava/lang/Object;)', { comparesAll: true }],
  ['firstKey() lastKey()', { gets: 'keys' }],
]);

const iteratorOperations = table([
  ['hasNext() hasPrevious() hasMoreElements() nextIndex() previousIndex()', {}],
  // A hash table looks for the key once more, a queue moves another element to where there is room.
  ['remove()', { looksUp: true }],
  ['next() previous() nextElement()', { gets: 'elements' }],
  ['set(Ljava/lang/Object;) add(Ljava/lang/Object;)', { putsElement: 0 }],
]);

const entryOperations = table([
  ['getKey()', { gets: 'keys' }],
  ['getValue()', { gets: 'elements' }],
  ['setValue(Ljava/lang/Object;)', { putsElement: 0, gets: 'elements' }],
]);

const constructors = table([
  ['() (I) (IF) (II) (IFZ)', {}],
  ['(Ljava/util/Collection;)', { putsContentOf: 0, looksUp: true }],
  ['(Ljava/util/Map;)', { putsContentOf: 0, looksUp: true }],
  ['(Ljava/util/Comparator;)', { keepsOrder: 0 }],
]);

const everywhere = new Set(ofEvery.split(' '));

/** By kind, name and descriptor: a program calls few different methods on many objects. */
const known = new Map<ContainerKind, Map<string, Map<string, ContainerOperation | undefined>>>();

/** Undefined: nothing is known about the method. */
export function containerOperation(
  kind: ContainerKind,
  name: string,
  descriptor: string,
): ContainerOperation | undefined {
  const byName = getOrAdd(known, kind);
  const byDescriptor = getOrAdd(byName, name);
  let operation = byDescriptor.get(descriptor);
  if (operation === undefined && !byDescriptor.has(descriptor)) {
    operation = findOperation(kind, name, descriptor);
    byDescriptor.set(descriptor, operation);
  }
  return operation;
}

function getOrAdd<K, L, V>(map: Map<K, Map<L, V>>, key: K): Map<L, V> {
  let value = map.get(key);
  if (value === undefined) {
    value = new Map();
    map.set(key, value);
  }
  return value;
}

function findOperation(
  kind: ContainerKind,
  name: string,
  descriptor: string,
): ContainerOperation | undefined {
  if (everywhere.has(`${name}${descriptor}`)) return {};
  if (/^(?:hashCode\(\)I|toString\(\)Ljava\/lang\/String;)$/.test(`${name}${descriptor}`))
    return { comparesAll: true };
  // An argument of another class than those looked at is asked for what it contains.
  if (`${name}${descriptor}` === 'equals(Ljava/lang/Object;)Z') return { comparesAll: true, walks: 0 };
  if (kind === 'constructor') return constructors.get(parametersOf(descriptor));
  const key = selector(name, descriptor);
  switch (kind) {
    case 'collection':
      return collectionOperations.get(key);
    case 'map':
      return mapOperations.get(key);
    case 'iterator':
      return iteratorOperations.get(key);
    case 'entry':
      return entryOperations.get(key);
  }
}
