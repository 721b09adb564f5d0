import type { Instruction } from '../../../classfile/instruction.ts';

/** A set of objects that a value may be; the number of a variable of the points-to graph. */
export type Variable = number;

/** The variable of null and of values that are not followed: it holds nothing. */
export const nothing: Variable = 0;

type FieldInstruction = Extract<Instruction, { form: 'field' }>;
export type CallInstruction = Extract<Instruction, { form: 'invoke' | 'invokedynamic' }>;

/** What one method does with the values that are followed. */
export interface FlowSink {
  variable(): Variable;
  /** What of `from` can be of the type (internal name or array descriptor; absent: any) is in `to`. */
  copy(from: Variable, to: Variable, type?: string): void;
  create(type: string, to: Variable): void;
  readField(field: FieldInstruction, to: Variable): void;
  writeField(field: FieldInstruction, from: Variable): void;
  readArray(array: Variable, to: Variable): void;
  writeArray(array: Variable, from: Variable): void;
  /** Whether a call matters that has no operand or result which is followed. */
  isLookedAt(call: CallInstruction): boolean;
  /** Operands: the receiver first when there is one. */
  call(instruction: number, of: CallInstruction, operands: readonly Variable[], to: Variable): void;
  /** `type`: internal name or array descriptor. Asked for where java.lang.Class is followed. */
  classConstant?(type: string, to: Variable): void;
  /** A method handle or a dynamic constant is loaded. Asked for where it matters what code runs. */
  loads?(constant: Extract<Instruction, { form: 'constant' }>): void;
  /** A dynamic constant (JVMS 5.4.3.6), what is thrown: made by code that nobody looks into. */
  unknown(to: Variable): void;
  returned(from: Variable): void;
}
