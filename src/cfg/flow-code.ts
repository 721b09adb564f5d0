import type { Instruction, Label } from '../classfile/instruction.ts';

/** What the graph needs of a method's code: `Code` of src/classfile is one. */
export interface FlowCode {
  readonly instructions: readonly Instruction[];
  /** JVMS 4.7.3: `start` inclusive, `end` exclusive; in the order in which the JVM searches. */
  readonly exceptionTable: readonly {
    readonly start: Label;
    readonly end: Label;
    readonly handler: Label;
    /** Absent: catches everything. */
    readonly catchType: string | undefined;
  }[];
}
