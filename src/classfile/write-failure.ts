import { maxCodeLength } from './instruction-positions.ts';

/**
 * Why a class cannot be written: a limit of the class file format (JVMS 4.11), or something that this
 * release does not do. `method` is the index in the class's methods; added methods follow the original ones.
 */
export type ClassWriteFailure =
  | {
      readonly kind: 'methodTooLarge';
      readonly method: number;
      readonly name: string;
      readonly descriptor: string;
      /** code_length. */
      readonly given: number;
      readonly limit: number;
    }
  | {
      readonly kind: 'frameTooLarge';
      readonly method: number;
      readonly name: string;
      readonly descriptor: string;
      readonly what: 'max_stack' | 'max_locals';
      readonly given: number;
      readonly limit: number;
    }
  /** constant_pool_count. */
  | { readonly kind: 'poolTooLarge'; readonly given: number; readonly limit: number }
  | {
      readonly kind: 'tooMany';
      readonly what: 'interfaces' | 'fields' | 'methods' | 'attributes' | 'bootstrap methods';
      readonly given: number;
      readonly limit: number;
    }
  | {
      readonly kind: 'unsupported';
      readonly method: number;
      readonly name: string;
      readonly descriptor: string;
      readonly what: string;
    };

/** Names a method in a failure. */
export interface MethodKey {
  readonly method: number;
  readonly name: string;
  readonly descriptor: string;
}

/** max_stack and max_locals are u2 (JVMS 4.7.3). */
const maxFrameWords = 0xffff;

/** Whether a method may have such a frame. */
export function frameTooLarge(
  key: MethodKey,
  maxStack: number,
  maxLocals: number,
): ClassWriteFailure | undefined {
  const limit = maxFrameWords;
  if (maxStack > limit) return { kind: 'frameTooLarge', ...key, what: 'max_stack', given: maxStack, limit };
  return maxLocals > limit
    ? { kind: 'frameTooLarge', ...key, what: 'max_locals', given: maxLocals, limit }
    : undefined;
}

/** Whether a method may have code of this length (JVMS 4.7.3). */
export function codeTooLong(key: MethodKey, length: number): ClassWriteFailure | undefined {
  return length > maxCodeLength
    ? { kind: 'methodTooLarge', ...key, given: length, limit: maxCodeLength }
    : undefined;
}

/** For people: completes "class a/B cannot be written: ...". */
export function describeWriteFailure(failure: ClassWriteFailure): string {
  switch (failure.kind) {
    case 'methodTooLarge':
      return `method ${failure.name}${failure.descriptor} would have ${failure.given} bytes of code (limit ${failure.limit})`;
    case 'frameTooLarge':
      return `method ${failure.name}${failure.descriptor} would need a ${failure.what} of ${failure.given} (limit ${failure.limit})`;
    case 'poolTooLarge':
      return `its constant pool would have ${failure.given} entries (limit ${failure.limit})`;
    case 'tooMany':
      return `it would have ${failure.given} ${failure.what} (limit ${failure.limit})`;
    case 'unsupported':
      return `method ${failure.name}${failure.descriptor}: ${failure.what}`;
  }
}
