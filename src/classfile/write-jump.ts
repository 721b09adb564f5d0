import type { ByteWriter } from './byte-writer.ts';
import { inverseBranch, Op } from './opcodes.ts';

/** Length of the inverse jump and the goto_w that stand for a conditional jump that does not reach. */
export const widenedConditionalLength = 8;

/** Writes a jump with the given offset from its own pc (JVMS 6.5). */
export function writeJump(code: ByteWriter, opcode: number, offset: number, wide: boolean): void {
  if (!wide) {
    code.u1(opcode);
    code.u2(offset);
  } else if (opcode === Op.goto || opcode === Op.jsr) {
    code.u1(opcode === Op.goto ? Op.goto_w : Op.jsr_w);
    code.u4(offset);
  } else {
    code.u1(inverseBranch(opcode));
    code.u2(widenedConditionalLength);
    code.u1(Op.goto_w);
    code.u4(offset - 3);
  }
}
