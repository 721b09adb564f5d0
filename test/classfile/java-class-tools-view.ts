import {
  type ClassInfo,
  type CodeAttributeInfo,
  type ConstantPoolInfo,
  InstructionParser,
  type JavaClassFile,
  JavaClassFileReader,
  type Utf8Info,
} from 'java-class-tools';
import type { ClassFile } from '../../src/classfile/class-file.ts';
import { type Code, readCode } from '../../src/classfile/code.ts';
import type { Instruction, InstructionIndex, LoadableConstant } from '../../src/classfile/instruction.ts';
import { encodeModifiedUtf8 } from '../../src/classfile/modified-utf8.ts';
import { Op, opcodeInfo } from '../../src/classfile/opcodes.ts';

/**
 * What two readers say about one class, in the same words: name, superclass, interfaces, and per method
 * every instruction with its operands. Strings are the bytes of the file, one character each.
 */

const reader = new JavaClassFileReader();
const raw = (text: string): string => Buffer.from(encodeModifiedUtf8(text)).toString('latin1');

export function ourView(file: ClassFile): string[] {
  const lines = [raw(file.name), raw(file.superName ?? ''), ...file.interfaces.map(raw)];
  for (const field of file.fields) lines.push(raw(`${field.accessFlags} ${field.name} ${field.descriptor}`));
  for (const method of file.methods) {
    lines.push(raw(`${method.accessFlags} ${method.name} ${method.descriptor}`));
    const code = readCode(file, method);
    if (code === undefined) continue;
    lines.push(`${code.maxStack} ${code.maxLocals} ${code.byteLength}`);
    for (const [index, instruction] of code.instructions.entries()) {
      const at = index as InstructionIndex;
      lines.push(`${code.pcOf(at)} ${instruction.opcode} ${operands(instruction, code)}`);
    }
    for (const { start, end, handler, catchType } of code.exceptionTable)
      lines.push(`${code.pcOf(start)} ${code.pcOf(end)} ${code.pcOf(handler)} ${raw(catchType ?? '')}`);
  }
  return lines;
}

function operands(instruction: Instruction, code: Code): string {
  switch (instruction.form) {
    case 'none':
      return '';
    case 'immediate':
      return String(instruction.value);
    case 'local':
      return String(instruction.index);
    case 'iinc':
      return `${instruction.index} ${instruction.constant}`;
    case 'constant':
      return constant(instruction.constant);
    case 'field':
    case 'invoke':
      return raw(`${instruction.owner}.${instruction.name}:${instruction.descriptor}`);
    case 'invokedynamic':
      return raw(`${instruction.name}:${instruction.descriptor}`);
    case 'type':
      return raw(instruction.type);
    case 'multianewarray':
      return raw(`${instruction.type} ${instruction.dimensions}`);
    case 'jump':
      return String(code.pcOf(instruction.target));
    case 'tableswitch': {
      const { low, targets, defaultTarget } = instruction;
      return [low, ...[defaultTarget, ...targets].map((target) => code.pcOf(target))].join();
    }
    case 'lookupswitch': {
      const { cases, defaultTarget } = instruction;
      const pairs = cases.map(({ match, target }) => `${match}:${code.pcOf(target)}`);
      return [code.pcOf(defaultTarget), ...pairs].join();
    }
  }
}

function constant(value: LoadableConstant): string {
  switch (value.kind) {
    case 'Integer':
      return `3 ${value.value}`;
    case 'Float':
      return `4 ${value.bits}`;
    case 'Long':
      return `5 ${BigInt.asUintN(64, value.value)}`;
    case 'Double':
      return `6 ${BigInt.asUintN(64, value.bits)}`;
    case 'Class':
      return raw(`7 ${value.name}`);
    case 'String':
      return raw(`8 ${value.value}`);
    case 'MethodHandle':
      return '15';
    case 'MethodType':
      return raw(`16 ${value.descriptor}`);
    case 'Dynamic':
      return '17';
  }
}

/** The fields of all kinds of java-class-tools's constants. */
type AnyConstant = ConstantPoolInfo & {
  readonly name_index: number;
  readonly string_index: number;
  readonly descriptor_index: number;
  readonly class_index: number;
  readonly name_and_type_index: number;
  readonly bytes: number & number[];
  readonly high_bytes: number;
  readonly low_bytes: number;
};

export function theirView(bytes: Uint8Array): string[] {
  const file: JavaClassFile = reader.read(bytes);
  const at = (index: number): AnyConstant => file.constant_pool[index] as AnyConstant;
  const utf8 = (index: number): string =>
    Buffer.from((file.constant_pool[index] as Utf8Info).bytes).toString('latin1');
  const className = (index: number): string =>
    index === 0 ? '' : utf8((file.constant_pool[index] as ClassInfo).name_index);
  const nameAndType = (index: number): string =>
    `${utf8(at(index).name_index)}:${utf8(at(index).descriptor_index)}`;
  const loadable = (index: number): string => {
    const entry = at(index);
    const tag: number = entry.tag;
    switch (tag) {
      case 3:
        return `3 ${entry.bytes | 0}`;
      case 4:
        return `4 ${entry.bytes | 0}`;
      case 5:
      case 6:
        return `${tag} ${(BigInt(entry.high_bytes >>> 0) << 32n) | BigInt(entry.low_bytes >>> 0)}`;
      case 7:
        return `7 ${className(index)}`;
      case 8:
        return `8 ${utf8(entry.string_index)}`;
      case 16:
        return `16 ${utf8(entry.descriptor_index)}`;
      default:
        return String(tag);
    }
  };

  const lines = [className(file.this_class), className(file.super_class), ...file.interfaces.map(className)];
  for (const field of file.fields)
    lines.push(`${field.access_flags} ${utf8(field.name_index)} ${utf8(field.descriptor_index)}`);
  for (const method of file.methods) {
    lines.push(`${method.access_flags} ${utf8(method.name_index)} ${utf8(method.descriptor_index)}`);
    const code = method.attributes.find((attribute) => utf8(attribute.attribute_name_index) === 'Code') as
      | CodeAttributeInfo
      | undefined;
    if (code === undefined) continue;
    lines.push(`${code.max_stack} ${code.max_locals} ${code.code_length}`);
    for (const parsed of InstructionParser.fromBytecode(code.code)) {
      const { opcode, operands: bytesOf } = parsed;
      // missing from its type declarations
      const pc = (parsed as typeof parsed & { readonly bytecodeOffset: number }).bytecodeOffset;
      const s = (from: number, length: number): number => Buffer.from(bytesOf).readIntBE(from, length);
      const u = (from: number, length: number): number => Buffer.from(bytesOf).readUIntBE(from, length);
      const { layout, base, impliedLocal } = opcodeInfo(opcode);
      const line = (text: string | number, shown = base) => lines.push(`${pc} ${shown} ${text}`);
      switch (layout) {
        case 'none':
          line('');
          break;
        case 'impliedLocal':
          line(impliedLocal!);
          break;
        case 'byte':
          line(s(0, 1));
          break;
        case 'short':
          line(s(0, 2));
          break;
        case 'atype':
        case 'local':
          line(u(0, 1));
          break;
        case 'constant':
          line(loadable(u(0, 1)));
          break;
        case 'wideConstant':
          line(loadable(u(0, 2)));
          break;
        case 'iinc':
          line(`${u(0, 1)} ${s(1, 1)}`);
          break;
        case 'branch':
          line(pc + s(0, 2));
          break;
        case 'wideBranch':
          line(pc + s(0, 4));
          break;
        case 'field':
        case 'method':
        case 'interfaceMethod':
          line(`${className(at(u(0, 2)).class_index)}.${nameAndType(at(u(0, 2)).name_and_type_index)}`);
          break;
        case 'dynamic':
          line(nameAndType(at(u(0, 2)).name_and_type_index));
          break;
        case 'type':
          line(className(u(0, 2)));
          break;
        case 'multianewarray':
          line(`${className(u(0, 2))} ${u(2, 1)}`);
          break;
        case 'wide':
          line(u(0, 1) === Op.iinc ? `${u(1, 2)} ${s(3, 2)}` : u(1, 2), u(0, 1));
          break;
        case 'tableswitch': {
          const targets = [pc + s(0, 4)];
          for (let k = 12; k < bytesOf.length; k += 4) targets.push(pc + s(k, 4));
          line([s(4, 4), ...targets].join());
          break;
        }
        case 'lookupswitch': {
          const pairs: string[] = [];
          for (let k = 8; k < bytesOf.length; k += 8) pairs.push(`${s(k, 4)}:${pc + s(k + 4, 4)}`);
          line([pc + s(0, 4), ...pairs].join());
          break;
        }
      }
    }
    for (const { start_pc, end_pc, handler_pc, catch_type } of code.exception_table)
      lines.push(`${start_pc} ${end_pc} ${handler_pc} ${className(catch_type)}`);
  }
  return lines;
}
