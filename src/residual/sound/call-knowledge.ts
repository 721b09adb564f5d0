import type { MethodCode } from './method-code.ts';

/** What a call does with its result: nothing known, an object created during the call and known to nobody else, or one of its operands. */
export type CallResult = 'unknown' | 'fresh' | { readonly operand: 'receiver' | number };

/** What is known about the instructions of the program that run other code. Instructions are given by index. */
export interface CallKnowledge {
  result(method: MethodCode, instruction: number): CallResult;
  /**
   * Whether the call may leave a reference to this operand anywhere but in its result (where `result` says so),
   * or run code that produces events on it.
   */
  mayKeepOrUse(method: MethodCode, instruction: number, operand: 'receiver' | number): boolean;
}
