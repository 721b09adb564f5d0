import type { CallBack } from '../../facts/library-facts.ts';
import type { EscapeResult } from './escape.ts';
import type { MethodCode } from './method-code.ts';
import type { Use } from './use.ts';

/** What is known of the class of a created object: it decides which code runs when it is called. */
export type ObjectKind =
  /**
   * Of a class of the class library; calling it runs at most these call-backs (undefined: ask facts about
   * each call).
   */
  | LibraryKind
  /** Created by `new` of exactly this class. */
  | ExactKind
  /** One of these: which, depends on what a call ran. */
  | { readonly kind: 'oneOf'; readonly kinds: readonly OneKind[] }
  | { readonly kind: 'unknown' };

export type OneKind = LibraryKind | ExactKind;

export interface LibraryKind {
  readonly kind: 'library';
  readonly callsBack: readonly CallBack[] | undefined;
  /** An iterator that a collection of the class library made. */
  readonly isCollectionIterator: boolean;
  /** Walking it (`hasNext`, `next` and their like) calls nothing back. */
  readonly isPlain: boolean;
}

export interface ExactKind {
  readonly kind: 'exact';
  readonly className: string;
}

/**
 * What a call returns: nothing known, an object created during the call and known to nobody else, or one of
 * its operands.
 */
export type CallResult =
  | { readonly kind: 'unknown' }
  | {
      readonly kind: 'fresh';
      readonly object: ObjectKind;
      readonly mayBeNull: boolean;
      /** What the call may have done with it besides: events. */
      readonly past: Use;
    }
  | { readonly kind: 'operand'; readonly operand: 'receiver' | number };

/** What is known about the instructions of the program that run other code. Instructions are given by index. */
export interface CallKnowledge {
  result(method: MethodCode, instruction: number): CallResult;
  /**
   * Whether the call may leave a reference to this operand, an object of the given kind, anywhere but in its
   * result (where `result` says so), or run code that produces events on it: undefined when it may leave one, otherwise
   * the symbols (a bit set) of these events.
   */
  useOf(
    method: MethodCode,
    instruction: number,
    operand: 'receiver' | number,
    object: ObjectKind,
  ): number | undefined;
  /** The same, as one answer. */
  mayKeepOrUse(
    method: MethodCode,
    instruction: number,
    operand: 'receiver' | number,
    object: ObjectKind,
  ): boolean;
  /**
   * How the object that a creation site of a method makes leaves the run of the method, or comes to have events in
   * called methods; undefined: it is confined to the run, and only its own points bind it.
   */
  escapeOf(method: MethodCode, site: number): EscapeResult;
  /** The same, but events in called methods other than this one do not count. */
  keptBy(method: MethodCode, site: number): EscapeResult;
}
