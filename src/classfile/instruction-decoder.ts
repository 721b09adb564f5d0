import { loadableConstant } from './bootstrap-methods.ts';
import type { ClassBytes } from './class-bytes.ts';
import type { ClassFile } from './class-file.ts';
import { ConstantTag } from './constant-pool.ts';
import type { Instruction, Label, LoadableConstant, Opcode } from './instruction.ts';
import { type InstructionPositions, switchTable } from './instruction-positions.ts';
import { maxOpcode, mnemonicOf, Op, opcodeInfo } from './opcodes.ts';

/**
 * Instructions without an operand, and those with a small local variable or immediate value, are the same
 * frozen object wherever they occur: most instructions of a program are among them.
 */
const withoutOperand: readonly Instruction[] = Array.from({ length: maxOpcode + 1 }, (_, opcode) =>
  Object.freeze({ form: 'none', opcode }),
);

const sharedLocals = 16;
const withLocal: readonly (readonly Instruction[])[] = Array.from({ length: maxOpcode + 1 }, (_, opcode) =>
  opcodeInfo(opcode).layout === 'local'
    ? Array.from({ length: sharedLocals }, (_, index) => Object.freeze({ form: 'local', opcode, index }))
    : [],
);

const withByte: readonly Instruction[] = Array.from({ length: 256 }, (_, byte) =>
  Object.freeze({ form: 'immediate', opcode: Op.bipush, value: (byte << 24) >> 24 }),
);

/** iload_0 and its like, by opcode. */
const withImpliedLocal: readonly (Instruction | undefined)[] = Array.from(
  { length: maxOpcode + 1 },
  (_, opcode) => {
    const { base, impliedLocal } = opcodeInfo(opcode);
    return impliedLocal === undefined ? undefined : withLocal[base]![impliedLocal];
  },
);

/**
 * Decodes the instructions at the given positions. Throws RRV_CLASS_MALFORMED for operands that are not
 * what JVMS 6.5 and 4.9.1 ask for. Linear.
 */
export function decodeInstructions(file: ClassFile, positions: InstructionPositions): readonly Instruction[] {
  const source = file.pool.source;
  const { bytes } = source;
  const { start, count, pcs } = positions;
  const instructions = new Array<Instruction>(count);
  const reader = new OperandReader(file, positions);
  for (let index = 0; index < count; index++) {
    const pc = pcs[index]!;
    const opcode = bytes[start + pc]!;
    instructions[index] = withImpliedLocal[opcode] ?? reader.read(opcode, pc);
  }
  return instructions;
}

class OperandReader {
  private readonly file: ClassFile;
  private readonly source: ClassBytes;
  private readonly positions: InstructionPositions;

  constructor(file: ClassFile, positions: InstructionPositions) {
    this.file = file;
    this.source = file.pool.source;
    this.positions = positions;
  }

  /** The instruction at pc; all its bytes are inside the code (findInstructions has checked that). */
  read(opcode: Opcode, pc: number): Instruction {
    const source = this.source;
    const at = this.positions.start + pc;
    switch (opcodeInfo(opcode).layout) {
      case 'none':
      case 'impliedLocal':
        return withoutOperand[opcode]!;
      case 'byte':
        return withByte[source.bytes[at + 1]!]!;
      case 'short':
        return { form: 'immediate', opcode, value: source.s2(at + 1) };
      case 'atype': {
        const value = source.u1(at + 1);
        if (value < 4 || value > 11) source.fail(`newarray of the unknown type ${value}`, at);
        return { form: 'immediate', opcode, value };
      }
      case 'constant':
        return referringInstruction(this.file, opcode, source.u1(at + 1), at);
      case 'wideConstant':
      case 'field':
      case 'method':
      case 'interfaceMethod':
      case 'dynamic':
      case 'type':
        return referringInstruction(this.file, opcode, source.u2(at + 1), at);
      case 'local':
        return local(opcode, source.u1(at + 1));
      case 'iinc':
        return { form: 'iinc', opcode, index: source.u1(at + 1), constant: source.s1(at + 2) };
      case 'branch':
        return { form: 'jump', opcode, target: this.label(pc, source.s2(at + 1)) };
      case 'wideBranch':
        return { form: 'jump', opcode: opcodeInfo(opcode).base, target: this.label(pc, source.s4(at + 1)) };
      case 'tableswitch':
        return this.tableSwitch(pc);
      case 'lookupswitch':
        return this.lookupSwitch(pc);
      case 'multianewarray': {
        const type = this.file.pool.className(source.u2(at + 1));
        const dimensions = source.u1(at + 3);
        if (dimensions === 0) source.fail('multianewarray of no dimension', at);
        return { form: 'multianewarray', opcode, type, dimensions };
      }
      case 'wide': {
        const widened = source.u1(at + 1);
        const index = source.u2(at + 2);
        if (widened === Op.iinc) return { form: 'iinc', opcode: widened, index, constant: source.s2(at + 4) };
        return local(widened, index);
      }
    }
  }

  private tableSwitch(pc: number): Instruction {
    const table = this.positions.start + switchTable(pc);
    const low = this.source.s4(table + 4);
    const high = this.source.s4(table + 8);
    const targets: Label[] = [];
    for (let k = 0; k <= high - low; k++) targets.push(this.label(pc, this.source.s4(table + 12 + 4 * k)));
    const defaultTarget = this.label(pc, this.source.s4(table));
    return { form: 'tableswitch', opcode: Op.tableswitch, low, defaultTarget, targets };
  }

  private lookupSwitch(pc: number): Instruction {
    const table = this.positions.start + switchTable(pc);
    const pairs = this.source.s4(table + 4);
    const cases: { match: number; target: Label }[] = [];
    for (let k = 0; k < pairs; k++) {
      const at = table + 8 + 8 * k;
      cases.push({ match: this.source.s4(at), target: this.label(pc, this.source.s4(at + 4)) });
    }
    const defaultTarget = this.label(pc, this.source.s4(table));
    return { form: 'lookupswitch', opcode: Op.lookupswitch, defaultTarget, cases };
  }

  /** The instruction `offset` bytes from pc. */
  private label(pc: number, offset: number): Label {
    const plusOne = this.positions.indexPlusOne[pc + offset];
    if (plusOne === undefined || plusOne === 0)
      this.source.fail(`a jump to ${pc + offset}, where no instruction starts`, this.positions.start + pc);
    return (plusOne - 1) as Label;
  }
}

/**
 * The instruction with an opcode whose one operand is an entry of the constant pool (`codeReferences` finds these).
 * `at` is the offset that errors name. Throws RRV_CLASS_MALFORMED when the entry is not what the opcode asks for.
 */
export function referringInstruction(
  file: ClassFile,
  opcode: Opcode,
  index: number,
  at: number,
): Instruction {
  const { pool } = file;
  switch (opcodeInfo(opcode).layout) {
    case 'constant':
    case 'wideConstant': {
      const base = opcode === Op.ldc2_w ? opcode : Op.ldc;
      const constant = loadableConstant(pool, file.bootstrapMethods, index);
      if (isTwoWords(constant) !== (base === Op.ldc2_w))
        pool.source.fail(`${mnemonicOf(base)} of a ${constant.kind} constant`, at);
      return { form: 'constant', opcode: base, constant };
    }
    case 'field': {
      const { owner, name, descriptor } = pool.field(index);
      return { form: 'field', opcode, owner, name, descriptor };
    }
    case 'method':
    case 'interfaceMethod': {
      const { tag, owner, name, descriptor } = pool.method(index);
      const isInterface = tag === ConstantTag.InterfaceMethodref;
      // JVMS 4.9.1: since version 52, invokespecial and invokestatic may name an interface method
      if (opcode === Op.invokevirtual ? isInterface : opcode === Op.invokeinterface && !isInterface)
        pool.source.fail(`${mnemonicOf(opcode)} of ${isInterface ? 'an interface' : 'a class'} method`, at);
      return { form: 'invoke', opcode, owner, name, descriptor, isInterface };
    }
    case 'dynamic': {
      const { bootstrap, name, descriptor } = pool.dynamic(index, ConstantTag.InvokeDynamic);
      return {
        form: 'invokedynamic',
        opcode,
        name,
        descriptor,
        bootstrap: file.bootstrapMethods.get(bootstrap),
      };
    }
    case 'type':
      return { form: 'type', opcode, type: pool.className(index) };
    default:
      throw new RangeError(`${mnemonicOf(opcode)} names no entry of the constant pool`);
  }
}

function local(opcode: Opcode, index: number): Instruction {
  return withLocal[opcode]![index] ?? { form: 'local', opcode, index };
}

/** Long and double constants, and dynamic ones of these types, are for ldc2_w (6.5.ldc2_w). */
export function isTwoWords(constant: LoadableConstant): boolean {
  switch (constant.kind) {
    case 'Long':
    case 'Double':
      return true;
    case 'Dynamic':
      return constant.descriptor === 'J' || constant.descriptor === 'D';
    default:
      return false;
  }
}
