import type { FlowCode } from '../../src/cfg/flow-code.ts';
import type { Instruction, InstructionIndex } from '../../src/classfile/instruction.ts';

const plain: Readonly<Record<string, number>> = {
  nop: 0,
  aconst_null: 1,
  iconst_0: 3,
  iconst_1: 4,
  iaload: 46,
  pop: 87,
  idiv: 108,
  ireturn: 172,
  areturn: 176,
  return: 177,
  athrow: 191,
  monitorenter: 194,
  monitorexit: 195,
};
const local: Readonly<Record<string, number>> = { iload: 21, aload: 25, istore: 54, astore: 58, ret: 169 };
const jump: Readonly<Record<string, number>> = { ifeq: 153, ifne: 154, goto: 167, jsr: 168 };

function at(index: number): InstructionIndex {
  return index as InstructionIndex;
}

/**
 * Code from lines such as `loop: iload 1`, `ifeq end`, `invokestatic m`, `tableswitch a b default`, and
 * handlers such as `catch start end handler java/io/IOException` (no type: everything). Labels are names; the
 * end of the code is `.end`.
 */
export function assemble(source: string): FlowCode {
  const lines = source
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const labels = new Map<string, number>();
  const bodies: string[] = [];
  const handlers: string[] = [];
  for (const line of lines) {
    if (line.startsWith('catch ')) {
      handlers.push(line);
      continue;
    }
    const [, label, body] = /^(?:(\w+):\s*)?(.*)$/.exec(line)!;
    if (label !== undefined) labels.set(label, bodies.length);
    bodies.push(body!);
  }
  labels.set('.end', bodies.length);
  const find = (name: string): InstructionIndex => {
    const index = labels.get(name);
    if (index === undefined) throw new Error(`no label ${name}`);
    return at(index);
  };
  return {
    instructions: bodies.map((body) => instruction(body, find)),
    exceptionTable: handlers.map((line) => {
      const [, start, end, handler, type] = line.split(/\s+/);
      return { start: find(start!), end: find(end!), handler: find(handler!), catchType: type };
    }),
  };
}

function instruction(body: string, find: (name: string) => InstructionIndex): Instruction {
  const [name, ...operands] = body.split(/\s+/);
  if (name! in plain) return { form: 'none', opcode: plain[name!]! };
  if (name! in local) return { form: 'local', opcode: local[name!]!, index: Number(operands[0]) };
  if (name! in jump) return { form: 'jump', opcode: jump[name!]!, target: find(operands[0]!) };
  if (name === 'invokestatic')
    return {
      form: 'invoke',
      opcode: 184,
      owner: 'a/B',
      name: operands[0]!,
      descriptor: '()V',
      isInterface: false,
    };
  if (name === 'ldc')
    return { form: 'constant', opcode: 18, constant: { kind: 'String', value: operands[0]! } };
  if (name === 'tableswitch')
    return {
      form: 'tableswitch',
      opcode: 170,
      low: 0,
      targets: operands.slice(0, -1).map(find),
      defaultTarget: find(operands[operands.length - 1]!),
    };
  if (name === 'lookupswitch')
    return {
      form: 'lookupswitch',
      opcode: 171,
      cases: operands.slice(0, -1).map((target, match) => ({ match, target: find(target) })),
      defaultTarget: find(operands[operands.length - 1]!),
    };
  throw new Error(`no instruction ${body}`);
}
