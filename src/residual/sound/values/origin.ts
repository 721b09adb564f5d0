/**
 * Where the value in a slot may come from: `elsewhere` (parameters, fields, arrays, calls), the constant
 * null, or a creation site of the method, which is the index of a `new` or of a call that returns a fresh
 * object.
 */
export const elsewhere = -1;
export const nullConstant = -2;
/** `this`, where it is told apart from what else comes from elsewhere (`originsToReturn`). */
export const thisObject = -3;

/** Origins of the values of one method, ascending. */
export interface ValueOrigins {
  /** The origins of a slot before an instruction; empty when nothing is there. */
  before(instruction: number, slot: number): readonly number[];
  /** The origins of what an instruction puts on the stack (a creation site, an operand's, elsewhere). */
  result(instruction: number): readonly number[];
}
