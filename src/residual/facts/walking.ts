import type { Call } from './call-pattern.ts';
import { askedOfThread } from './current-thread.ts';
import type { CallBack } from './library-facts.ts';

/** A method, by what a call says of it. */
export interface Selector {
  readonly name: string;
  readonly descriptor: string;
}

/** The methods by which an iterator moves over what it was made for. */
export const iteratorWalking: readonly Selector[] = [
  { name: 'hasNext', descriptor: '()Z' },
  { name: 'next', descriptor: '()Ljava/lang/Object;' },
];

/** Those of a ListIterator besides. */
export const listIteratorWalking: readonly Selector[] = [
  { name: 'hasPrevious', descriptor: '()Z' },
  { name: 'previous', descriptor: '()Ljava/lang/Object;' },
  { name: 'nextIndex', descriptor: '()I' },
  { name: 'previousIndex', descriptor: '()I' },
];

/** These, and those of enumerations. */
export const walkingSelectors: readonly Selector[] = [
  ...iteratorWalking,
  ...listIteratorWalking,
  { name: 'hasMoreElements', descriptor: '()Z' },
  { name: 'nextElement', descriptor: '()Ljava/lang/Object;' },
];

/** Their names. */
export const walkingMethods: ReadonlySet<string> = new Set(walkingSelectors.map(({ name }) => name));

/**
 * What the class library's iterator of a collection calls back when it is walked, besides iterators of the
 * application that it wraps: elements of a list that the application implements (on AbstractList), and
 * entries of a map that it implements (on AbstractMap). Compared with the byte code of the JDK by
 * walking.slow.test.ts.
 */
export const walkingCallBacks: readonly CallBack[] = [
  { type: 'java/util/List', method: 'size' },
  { type: 'java/util/List', method: 'get' },
  { type: 'java/util/Map$Entry', method: 'getKey' },
  { type: 'java/util/Map$Entry', method: 'getValue' },
  ...askedOfThread,
];

/**
 * Calls by which a program gets collections whose iterators do more: those of the submaps of a concurrent
 * skip list compare keys, those of reversed sorted maps and sets (JDK 21) ask the map.
 */
export function makesBusyIterators(call: Call): boolean {
  return call.owner.startsWith('java/util/concurrent/ConcurrentSkipList') || makesReversedView(call);
}

/**
 * Calls for a reversed view (JDK 21): that of a deque hands out what the deque's other kind of iterator is.
 */
export function makesReversedView({ name, descriptor }: Call): boolean {
  return /^reversed\(\)L(?!java\/util\/Comparator;)/.test(`${name}${descriptor}`);
}
