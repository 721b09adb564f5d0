import { wordsOf } from '../../classfile/descriptors.ts';

/** Hands out local variables for the operands of one call. Takes the operand's field descriptor. */
export type NewLocal = (descriptor: string) => number;

/** Where one method's inserted code keeps operands of calls, in local variables above all others. */
export interface SpilledLocals {
  /** For the next call, none of whose operands share a variable. */
  forCall(): NewLocal;
  /** The first local variable behind those handed out so far. */
  readonly next: () => number;
}

/**
 * Every call uses the same variables. Right where stack map frames say what is in the method's own variables:
 * they mention no other.
 */
export function sharedLocals(first: number): SpilledLocals {
  let highest = first;
  return {
    forCall() {
      let next = first;
      return (descriptor) => {
        const local = next;
        next += wordsOf(descriptor);
        highest = Math.max(highest, next);
        return local;
      };
    },
    next: () => highest,
  };
}

/**
 * A variable holds operands of one type, whatever the call. The verifier that infers types (JVMS 4.10.2,
 * class versions up to 50) merges what all variables hold where paths meet, and loads classes to find what
 * two have in common: classes that the program may do without.
 */
export function localsByType(first: number): SpilledLocals {
  let next = first;
  const byType = new Map<string, number[]>();
  return {
    forCall() {
      const used = new Map<string, number>();
      return (descriptor) => {
        const ofType = byType.get(descriptor) ?? [];
        byType.set(descriptor, ofType);
        const position = used.get(descriptor) ?? 0;
        used.set(descriptor, position + 1);
        if (ofType[position] === undefined) {
          ofType.push(next);
          next += wordsOf(descriptor);
        }
        return ofType[position]!;
      };
    },
    next: () => next,
  };
}
