import type { Instruction, Label, Opcode } from '../../classfile/instruction.ts';

/** A place in an Assembly that jumps may name before it is known. */
export interface AssemblyLabel {
  position: number | undefined;
}

/** Builds a list of instructions with forward jumps. */
export interface Assembly {
  emit(...instructions: readonly Instruction[]): void;
  jump(opcode: Opcode, target: AssemblyLabel): void;
  tableswitch(opcode: Opcode, targets: readonly AssemblyLabel[], defaultTarget: AssemblyLabel): void;
  /** The next instruction emitted is at this label. */
  place(label: AssemblyLabel): void;
  /** Resolves all labels. Throws when one was never placed. */
  finish(): Instruction[];
}

/** A label that stands nowhere yet. */
export function newLabel(): AssemblyLabel {
  return { position: undefined };
}

/** No instruction yet. */
export function assembly(): Assembly {
  const parts: (() => Instruction)[] = [];
  return {
    emit(...instructions) {
      for (const instruction of instructions) parts.push(() => instruction);
    },
    jump(opcode, target) {
      parts.push(() => ({ form: 'jump', opcode, target: resolve(target) }));
    },
    tableswitch(opcode, targets, defaultTarget) {
      parts.push(() => ({
        form: 'tableswitch',
        opcode,
        low: 0,
        defaultTarget: resolve(defaultTarget),
        targets: targets.map(resolve),
      }));
    },
    place(label) {
      label.position = parts.length;
    },
    finish: () => parts.map((part) => part()),
  };
}

function resolve(label: AssemblyLabel): Label {
  if (label.position === undefined) throw new Error('a label was never placed');
  return label.position as Label;
}
