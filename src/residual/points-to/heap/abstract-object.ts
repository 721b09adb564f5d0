import type { Variable } from './flow-sink.ts';

/** An abstract object by number: all objects that one place of the program makes. */
export type ObjectId = number;

/** All objects that are not told apart: made by the class library, or known to code that nobody looks into. */
export const outside: ObjectId = 0;

/** How an object came from the container it belongs to. */
export type Role =
  | 'self'
  | 'iterator'
  | 'keyIterator'
  | 'entryIterator'
  | 'keySet'
  | 'values'
  | 'entrySet'
  | 'entry'
  | 'part'
  | 'copy'
  | 'array';

/**
 * An object of a container class of java.util, something that a container hands out, an array, or a collection, map or
 * iterator of a class of the program.
 */
export interface AbstractObject {
  readonly role: Role;
  /**
   * Internal name or array descriptor: the class of the objects, or a type that the class library declares
   * them to be of.
   */
  readonly type: string;
  /** Whether `type` is the class. */
  readonly isExact: boolean;
  /** The container that it belongs to; itself for `self`. */
  readonly base: ObjectId;
  /**
   * Of the base: the class of java.util whose code inherited methods run. Undefined: there is none of those
   * that are known.
   */
  readonly container: string | undefined;
  /** What it contains: elements, values of a map, what an iterator gives. */
  readonly elements: Variable;
  /** Keys of a map and of its entries; `nothing` for others. */
  readonly keys: Variable;
}
