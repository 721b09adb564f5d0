import { libraryProperty } from '../../src/property/library/index.ts';
import type { Property } from '../../src/property/model.ts';

/** The four properties that the mission names. */
export const safeIterator: Property = libraryProperty('SafeIterator');
export const safeListIterator: Property = libraryProperty('SafeListIterator');
export const safeMapIterator: Property = libraryProperty('SafeMapIterator');
export const safeHasNext: Property = libraryProperty('SafeHasNext');

/** Asks what hasNext() returned. */
export const iteratorHasNext: Property = libraryProperty('Iterator_HasNext');

export const builtinProperties: readonly Property[] = [
  safeIterator,
  safeListIterator,
  safeMapIterator,
  safeHasNext,
];
