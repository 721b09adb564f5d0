import type { ClassFile, MethodInfo } from '../../../classfile/class-file.ts';
import { caughtTypes, codeReferences } from '../../../classfile/code-references.ts';
import { ConstantTag } from '../../../classfile/constant-pool.ts';
import { returnTypeOf } from '../../../classfile/descriptors.ts';
import type { Instruction } from '../../../classfile/instruction.ts';
import { referringInstruction } from '../../../classfile/instruction-decoder.ts';
import { Op } from '../../../classfile/opcodes.ts';
import { reflectionOf } from '../../../hierarchy/reflective-use.ts';
import type { ClassHierarchy } from '../../analysis.ts';
import type { TrackedTypes } from './tracked-types.ts';

/**
 * Whether code of a class may have a value that is followed besides what the method is given, or do what is looked at
 * whatever it is given (reflection, function objects). Most code has neither, and need not be decoded.
 * O(instructions), with an object for each different operand of the class only.
 */
export function followedValues(
  file: ClassFile,
  types: TrackedTypes,
  hierarchy: ClassHierarchy,
): (method: MethodInfo) => boolean {
  const known = new Map<number, boolean>();
  return (method) => {
    const references = codeReferences(file, method);
    if (references === undefined) return false;
    if (references.makesArraysOfArrays) return true;
    for (const type of caughtTypes(file, method))
      if (types.isTrackedClass(type ?? 'java/lang/Throwable')) return true;
    for (let at = 0; at < references.count; at++) {
      const opcode = references.opcodes[at]!;
      const constant = references.constants[at]!;
      // Most constants that are loaded are strings and numbers.
      if (opcode <= Op.ldc2_w && !isMade.has(file.pool.tag(constant))) continue;
      const key = opcode * 0x10000 + constant;
      let answer = known.get(key);
      if (answer === undefined) {
        const instruction = referringInstruction(file, opcode, constant, file.pool.offsetOf(constant));
        answer = bringsOne(instruction, types, hierarchy);
        known.set(key, answer);
      }
      if (answer) return true;
    }
    return false;
  };
}

/** Constants that run code, or are there to run it. */
const isMade: ReadonlySet<number> = new Set([ConstantTag.Dynamic, ConstantTag.MethodHandle]);

function bringsOne(instruction: Instruction, types: TrackedTypes, hierarchy: ClassHierarchy): boolean {
  switch (instruction.form) {
    case 'constant':
      return instruction.constant.kind === 'Dynamic' || instruction.constant.kind === 'MethodHandle';
    case 'field':
      return (
        (instruction.opcode === Op.getfield || instruction.opcode === Op.getstatic) &&
        types.isTracked(instruction.descriptor)
      );
    case 'invoke':
      return (
        types.isTracked(returnTypeOf(instruction.descriptor)) ||
        reflectionOf(instruction, hierarchy) !== undefined
      );
    case 'invokedynamic':
      return true;
    case 'type':
    case 'multianewarray':
      return instruction.opcode !== Op.checkcast && instruction.opcode !== Op.instanceof;
    default:
      return false;
  }
}
