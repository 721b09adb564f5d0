import { AccessFlag } from '../../src/classfile/access-flags.ts';
import { buildClass } from '../../src/classfile/class-builder.ts';
import { none } from '../../src/classfile/emit.ts';
import type { Instruction, Label } from '../../src/classfile/instruction.ts';
import { Op } from '../../src/classfile/opcodes.ts';

const jump = (opcode: number, target: number): Instruction => ({
  form: 'jump',
  opcode,
  target: target as Label,
});
const local = (opcode: number, index: number): Instruction => ({ form: 'local', opcode, index });
const print: Instruction[] = [
  {
    form: 'field',
    opcode: Op.getstatic,
    owner: 'java/lang/System',
    name: 'out',
    descriptor: 'Ljava/io/PrintStream;',
  },
  none(Op.swap),
  {
    form: 'invoke',
    opcode: Op.invokevirtual,
    owner: 'java/io/PrintStream',
    name: 'println',
    descriptor: '(I)V',
    isInterface: false,
  },
];

/**
 * A class of version 49 that runs, with what javac does not emit: nop, swap, jsr, ret, wide ret; with more
 * than 32 KB of padding also goto_w and jsr_w.
 */
export function generatedClass(nops: number): Uint8Array {
  const padding = Array.from({ length: nops }, () => none(Op.nop));
  const end = 9 + padding.length;
  // a subroutine is called near and far; it prints and returns
  const main: Instruction[] = [
    none(Op.iconst_1),
    jump(Op.jsr, 4),
    none(Op.iconst_2),
    jump(Op.goto, end),
    local(Op.astore, 1), // 4: the subroutine, with the return address in variable 1
    ...print,
    local(Op.ret, 1), // 8
    ...padding,
    jump(Op.jsr, 4), // end
    none(Op.iconst_3),
    jump(Op.jsr, end + 4),
    none(Op.return),
    local(Op.astore, 300), // end + 4
    ...print,
    local(Op.ret, 300),
  ];
  return buildClass({
    accessFlags: AccessFlag.public | AccessFlag.super,
    name: 'all/Generated',
    superName: 'java/lang/Object',
    interfaces: [],
    fields: [],
    methods: [
      {
        accessFlags: AccessFlag.public | AccessFlag.static,
        name: 'main',
        descriptor: '([Ljava/lang/String;)V',
        instructions: main,
        maxStack: 2,
      },
    ],
  });
}
