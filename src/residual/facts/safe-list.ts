import { classOfDescriptor, parseMethodDescriptor, returnTypeOf } from '../../classfile/descriptors.ts';
import type { Instruction } from '../../classfile/instruction.ts';
import { Op } from '../../classfile/opcodes.ts';
import type { Place } from '../../diagnostics.ts';
import { isReference } from '../java-type.ts';
import { type CallPattern, methodMatches } from './call-pattern.ts';
import type { TypeLookup } from './library-facts.ts';

/**
 * An entry of the paper's SafeList (section 5.1), "defined over the compile type information such as method
 * names, package and type names, and opcodes": instructions that let no reference escape.
 */
export type SafeEntry = { readonly because: string; readonly where: Place } & (
  | { readonly kind: 'calls'; readonly pattern: CallPattern }
  /** Every call of a method of the class or of a subtype. Internal name. */
  | { readonly kind: 'class'; readonly name: string }
  /** Every call whose owner is in the package: internal name, no `/` at the end. */
  | { readonly kind: 'package'; readonly name: string; readonly subpackages: boolean }
  /** References of the static type (internal name or array descriptor) or a subtype may escape. */
  | { readonly kind: 'type'; readonly name: string }
  /** All instructions with this opcode. */
  | { readonly kind: 'opcode'; readonly mnemonic: string; readonly opcode: number }
);

/** The method that holds the instruction, for what `areturn` returns. */
export interface EnclosingMethod {
  readonly descriptor: string;
}

/** A SafeList, ready to be asked. */
export interface SafeList {
  /** Whether the instruction is on the list. O(entries * supertypes). */
  has(instruction: Instruction, method: EnclosingMethod): boolean;
  /** Entries that have matched no instruction so far, in file order. */
  unused(): readonly SafeEntry[];
}

/** The list made of entries, and of what `always` says, which no entry stands for (the default list). */
export function safeList(
  entries: readonly SafeEntry[],
  types: TypeLookup,
  always: (instruction: Instruction) => boolean = () => false,
): SafeList {
  const used = new Set<SafeEntry>();
  return {
    has(instruction, method) {
      let safe = always(instruction);
      for (const entry of entries) {
        if (!entryMatches(entry, instruction, method, types)) continue;
        used.add(entry);
        safe = true;
      }
      return safe;
    },
    unused: () => entries.filter((entry) => !used.has(entry)),
  };
}

function entryMatches(
  entry: SafeEntry,
  instruction: Instruction,
  method: EnclosingMethod,
  types: TypeLookup,
): boolean {
  if (entry.kind === 'opcode') return instruction.opcode === entry.opcode;
  if (entry.kind === 'type') {
    const escaping = escapingTypes(instruction, method).map((type) => classOfDescriptor(type)!);
    return escaping.length > 0 && escaping.every((type) => types.isSubtype(type, entry.name) === true);
  }
  if (instruction.form !== 'invoke') return false;
  switch (entry.kind) {
    case 'calls': {
      const { pattern } = entry;
      if (!methodMatches(pattern, instruction.name, instruction.descriptor)) return false;
      return instruction.name === '<init>'
        ? pattern.owner === instruction.owner
        : types.superTypes(instruction.owner).has(pattern.owner);
    }
    case 'class':
      return types.superTypes(instruction.owner).has(entry.name);
    case 'package': {
      const name = instruction.owner.slice(0, Math.max(0, instruction.owner.lastIndexOf('/')));
      return name === entry.name || (entry.subpackages && name.startsWith(`${entry.name}/`));
    }
  }
}

/**
 * Field descriptors of the references that the instruction hands to somebody else: the value of a field
 * assignment, the arguments of a call (its receiver is called, not handed on), the returned object.
 */
export function escapingTypes(instruction: Instruction, method: EnclosingMethod): readonly string[] {
  switch (instruction.form) {
    case 'field':
      return instruction.opcode === Op.putfield || instruction.opcode === Op.putstatic
        ? [instruction.descriptor].filter(isReference)
        : [];
    case 'invoke':
    case 'invokedynamic':
      return parseMethodDescriptor(instruction.descriptor).parameters.filter(isReference);
    case 'none':
      return instruction.opcode === Op.areturn ? [returnTypeOf(method.descriptor)] : [];
    default:
      return [];
  }
}
