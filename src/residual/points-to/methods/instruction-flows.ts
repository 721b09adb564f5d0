import { parseMethodDescriptor, wordsOf } from '../../../classfile/descriptors.ts';
import type { Instruction } from '../../../classfile/instruction.ts';
import { Op } from '../../../classfile/opcodes.ts';
import { takesReceiver } from '../../../classfile/stack-effect.ts';
import { type FlowSink, nothing, type Variable } from '../heap/flow-sink.ts';
import type { TrackedTypes } from '../input/tracked-types.ts';

/**
 * What an instruction does with the values that are followed: tells `report` how to say so, and returns the
 * variable of the reference that it pushes. `base`: the slot of its first operand. `resultOf`: the variable
 * for what the instruction, by index, makes or gets.
 */
export function instructionFlows(
  types: TrackedTypes,
  sink: FlowSink,
  resultOf: (index: number) => Variable,
  report: (index: number, say: () => void) => void,
): (index: number, instruction: Instruction, slots: Int32Array, base: number) => Variable {
  return (index, instruction, slots, base) => {
    const operand = (word: number): Variable => slots[base + word]!;
    switch (instruction.form) {
      case 'none': {
        const value = operand(instruction.opcode === Op.aastore ? 2 : 0);
        if (instruction.opcode === Op.aaload && value !== nothing) {
          const result = resultOf(index);
          report(index, () => sink.readArray(value, result));
          return result;
        }
        if (instruction.opcode === Op.aastore && value !== nothing) {
          const array = operand(0);
          report(index, () => sink.writeArray(array, value));
        }
        if (instruction.opcode === Op.areturn) report(index, () => sink.returned(value));
        return nothing;
      }
      case 'constant': {
        const { constant } = instruction;
        if (constant.kind === 'MethodHandle') report(index, () => sink.loads?.(instruction));
        const isClass = constant.kind === 'Class' && sink.classConstant !== undefined;
        if (!isClass && constant.kind !== 'Dynamic' && constant.kind !== 'MethodType') return nothing;
        const result = resultOf(index);
        report(index, () => {
          if (constant.kind === 'Class') sink.classConstant?.(constant.name, result);
          else {
            sink.loads?.(instruction);
            sink.unknown(result);
          }
        });
        return result;
      }
      case 'field': {
        if (!types.isTracked(instruction.descriptor)) return nothing;
        if (instruction.opcode === Op.getfield || instruction.opcode === Op.getstatic) {
          const result = resultOf(index);
          report(index, () => sink.readField(instruction, result));
          return result;
        }
        const value = operand(instruction.opcode === Op.putfield ? 1 : 0);
        if (value !== nothing) report(index, () => sink.writeField(instruction, value));
        return nothing;
      }
      case 'invoke':
      case 'invokedynamic': {
        const { words, returnType } = callWords(instruction.descriptor);
        const receiver = takesReceiver(instruction) ? 1 : 0;
        let isFollowed = receiver === 1 && operand(0) !== nothing;
        for (let position = 0; !isFollowed && position < words.length; position++)
          isFollowed = operand(receiver + words[position]!) !== nothing;
        const hasResult = types.isTracked(returnType);
        // Nothing comes in or out.
        if (!isFollowed && !hasResult && !sink.isLookedAt(instruction)) return nothing;
        const operands: Variable[] = receiver === 1 ? [operand(0)] : [];
        for (let position = 0; position < words.length; position++)
          operands.push(operand(receiver + words[position]!));
        const result = hasResult ? resultOf(index) : nothing;
        report(index, () => sink.call(index, instruction, operands, result));
        return result;
      }
      case 'type':
      case 'multianewarray': {
        const { type } = instruction;
        if (instruction.opcode === Op.checkcast) {
          const value = operand(0);
          if (value === nothing || !types.isTrackedClass(type)) return nothing;
          const result = resultOf(index);
          report(index, () => sink.copy(value, result, type));
          return result;
        }
        if (instruction.opcode === Op.instanceof) return nothing;
        const created =
          instruction.opcode !== Op.anewarray ? type : type.startsWith('[') ? `[${type}` : `[L${type};`;
        if (created.startsWith('[') ? !types.isTrackedClass(created) : !types.isRelevantClass(created))
          return nothing;
        const result = resultOf(index);
        report(index, () => sink.create(created, result));
        return result;
      }
      default:
        return nothing;
    }
  };
}

interface CallWords {
  /** Per parameter, the words before it. */
  readonly words: readonly number[];
  readonly returnType: string;
}

/** A program has few different ones. */
const wordsByDescriptor = new Map<string, CallWords>();

function callWords(descriptor: string): CallWords {
  let known = wordsByDescriptor.get(descriptor);
  if (known === undefined) {
    const { parameters, returnType } = parseMethodDescriptor(descriptor);
    const words: number[] = [];
    let before = 0;
    for (const type of parameters) {
      words.push(before);
      before += wordsOf(type);
    }
    known = { words, returnType };
    wordsByDescriptor.set(descriptor, known);
  }
  return known;
}
