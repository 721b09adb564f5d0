import { AccessFlag } from '../../classfile/access-flags.ts';
import { invoke, none, pushInt, pushText } from '../../classfile/emit.ts';
import type { Instruction } from '../../classfile/instruction.ts';
import type { NewMethod } from '../../classfile/method-body.ts';
import { Op } from '../../classfile/opcodes.ts';
import { assembly, newLabel } from './assembly.ts';

/**
 * A string constant holds at most 65,535 bytes of modified UTF-8 (JVMS 4.4.7), and a char takes at most
 * three.
 */
const maxConstantChars = Math.floor(65_535 / 3);

/**
 * The table of sites: `site(I)` asks one of the methods `site0(I)`, `site1(I)`, ..., each of which has some
 * blocks of lines.
 */
export function siteMethods(unit: string, lines: readonly string[]): readonly NewMethod[] {
  const blocks = siteBlocks(lines);
  const parts: (readonly SiteBlock[])[] = [];
  for (let first = 0; first < blocks.length; first += blocksPerMethod)
    parts.push(blocks.slice(first, first + blocksPerMethod));
  const descriptor = '(I)Ljava/lang/String;';
  const ask = assembly();
  parts.forEach((part, number) => {
    const next = newLabel();
    ask.emit(siteIndex, pushInt(part.at(-1)!.end));
    ask.jump(Op.if_icmpge, next);
    ask.emit(siteIndex, invoke(Op.invokestatic, unit, `site${number}`, descriptor), none(Op.areturn));
    ask.place(next);
  });
  ask.emit(none(Op.aconst_null), none(Op.areturn));
  return [
    { accessFlags: AccessFlag.protected, name: 'site', descriptor, instructions: ask.finish() },
    ...parts.map((part, number) => ({
      accessFlags: AccessFlag.private | AccessFlag.static,
      name: `site${number}`,
      descriptor,
      instructions: sitePartCode(part),
    })),
  ];
}

/** `if (index < end0) return block0.split("\n")[index - start0]; ...` */
function sitePartCode(blocks: readonly SiteBlock[]): Instruction[] {
  const code = assembly();
  const index: Instruction = { form: 'local', opcode: Op.iload, index: 0 };
  for (const { start, end, text: block } of blocks) {
    const next = newLabel();
    code.emit(index, pushInt(end));
    code.jump(Op.if_icmpge, next);
    code.emit(
      pushText(block),
      pushText('\n'),
      invoke(Op.invokevirtual, 'java/lang/String', 'split', '(Ljava/lang/String;)[Ljava/lang/String;'),
      index,
      pushInt(start),
      none(Op.isub),
      none(Op.aaload),
      none(Op.areturn),
    );
    code.place(next);
  }
  code.emit(none(Op.aconst_null), none(Op.areturn));
  return code.finish();
}

interface SiteBlock {
  /** Index of the first line, and of the first behind the block. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Looking up a line splits a block: more lines would make that slow, and code of one place is rarely asked
 * for twice.
 */
const maxBlockLines = 128;

/** A method has at most 65,535 bytes of code (JVMS 4.7.3), a block takes some 30. */
const blocksPerMethod = 32;

const siteIndex: Instruction = { form: 'local', opcode: Op.iload, index: 1 };

/** Lines joined to blocks, each as many as fit one constant; a line that does not fit is cut. */
function siteBlocks(lines: readonly string[]): readonly SiteBlock[] {
  const blocks: SiteBlock[] = [];
  let start = 0;
  let length = 0;
  const cut = lines.map((line) => line.slice(0, maxConstantChars));
  const close = (end: number): void => {
    if (end > start) blocks.push({ start, end, text: cut.slice(start, end).join('\n') });
    start = end;
    length = 0;
  };
  cut.forEach((line, index) => {
    if (index - start === maxBlockLines || length + line.length + 1 > maxConstantChars) close(index);
    length += line.length + 1;
  });
  close(cut.length);
  return blocks;
}
