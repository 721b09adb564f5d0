/**
 * The instructions of JVMS chapter 6 as a discriminated union by operand form. Constant-pool indices and
 * branch offsets are resolved: a reader of this type never sees either.
 */

/** JVMS 6.5: an opcode byte, 0 to 201. Short forms (`iload_0`, `ldc_w`, `goto_w`) are normalised, see `Instruction`. */
export type Opcode = number;

/** An instruction of a method by position: 0 for the first; `instructions.length` stands for the end. */
export type InstructionIndex = number & { readonly __brand: 'InstructionIndex' };

/** The position in front of an instruction: what jumps, ranges and line numbers refer to. */
export type Label = InstructionIndex;

/** A constant that `ldc` can load (JVMS 4.4, table 4.4-C). */
export type LoadableConstant =
  | { readonly kind: 'Integer'; readonly value: number }
  | { readonly kind: 'Float'; readonly bits: number }
  | { readonly kind: 'Long'; readonly value: bigint }
  | { readonly kind: 'Double'; readonly bits: bigint }
  /** Decoded from modified UTF-8; lone surrogates are kept. */
  | { readonly kind: 'String'; readonly value: string }
  | { readonly kind: 'Class'; readonly name: string }
  | { readonly kind: 'MethodType'; readonly descriptor: string }
  | { readonly kind: 'MethodHandle'; readonly handle: MethodHandle }
  | {
      readonly kind: 'Dynamic';
      readonly name: string;
      readonly descriptor: string;
      readonly bootstrap: BootstrapMethod;
    };

/** JVMS 4.4.8; `referenceKind`: one of `ReferenceKind`. */
export interface MethodHandle {
  readonly referenceKind: number;
  readonly owner: string;
  readonly name: string;
  readonly descriptor: string;
  readonly isInterface: boolean;
}

/** JVMS 4.7.23. */
export interface BootstrapMethod {
  readonly handle: MethodHandle;
  readonly arguments: readonly LoadableConstant[];
}

/**
 * One instruction. `opcode` is the base opcode of the family: `iload` for `iload_0` and `wide iload`, `ldc`
 * for `ldc_w`, `goto` for `goto_w`, `jsr` for `jsr_w`; `ldc2_w` stays. The writer chooses the encoding;
 * untouched instructions keep theirs.
 */
export type Instruction =
  /** No operand: constants, array access, arithmetic, stack, returns, athrow, monitors, arraylength. */
  | { readonly form: 'none'; readonly opcode: Opcode }
  /** bipush, sipush (the value), newarray (the atype of table 6.5.newarray-A). */
  | { readonly form: 'immediate'; readonly opcode: Opcode; readonly value: number }
  /** xload, xstore, ret. */
  | { readonly form: 'local'; readonly opcode: Opcode; readonly index: number }
  | { readonly form: 'iinc'; readonly opcode: Opcode; readonly index: number; readonly constant: number }
  /** ldc, ldc2_w. */
  | { readonly form: 'constant'; readonly opcode: Opcode; readonly constant: LoadableConstant }
  /** getstatic, putstatic, getfield, putfield. */
  | {
      readonly form: 'field';
      readonly opcode: Opcode;
      readonly owner: string;
      readonly name: string;
      readonly descriptor: string;
    }
  /** invokevirtual, invokespecial, invokestatic, invokeinterface. `owner` may be an array descriptor. */
  | {
      readonly form: 'invoke';
      readonly opcode: Opcode;
      readonly owner: string;
      readonly name: string;
      readonly descriptor: string;
      readonly isInterface: boolean;
    }
  | {
      readonly form: 'invokedynamic';
      readonly opcode: Opcode;
      readonly name: string;
      readonly descriptor: string;
      readonly bootstrap: BootstrapMethod;
    }
  /** new, anewarray, checkcast, instanceof. */
  | { readonly form: 'type'; readonly opcode: Opcode; readonly type: string }
  | {
      readonly form: 'multianewarray';
      readonly opcode: Opcode;
      readonly type: string;
      readonly dimensions: number;
    }
  /** ifxx, goto, jsr. */
  | { readonly form: 'jump'; readonly opcode: Opcode; readonly target: Label }
  | {
      readonly form: 'tableswitch';
      readonly opcode: Opcode;
      readonly low: number;
      readonly defaultTarget: Label;
      readonly targets: readonly Label[];
    }
  | {
      readonly form: 'lookupswitch';
      readonly opcode: Opcode;
      readonly defaultTarget: Label;
      readonly cases: readonly { readonly match: number; readonly target: Label }[];
    };

/** A call but for invokedynamic. */
export type Invoke = Extract<Instruction, { form: 'invoke' }>;
