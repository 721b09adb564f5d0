import { Op } from '../../../classfile/opcodes.ts';
import { interned } from '../../interned.ts';
import type { Weakenings } from '../../weakening.ts';
import type { CallKnowledge, ObjectKind, OneKind } from './call-knowledge.ts';
import type { MethodCode } from './method-code.ts';
import { instructionAt } from './method-code.ts';

/** What is known of the objects that a creation site makes. */
export function objectKindAt(method: MethodCode, site: number, calls: CallKnowledge): ObjectKind {
  const instruction = instructionAt(method, site);
  if (instruction.form === 'type' && instruction.opcode === Op.new)
    return { kind: 'exact', className: instruction.type };
  const result = calls.result(method, site);
  return result.kind === 'fresh' ? result.object : { kind: 'unknown' };
}

/** Kinds told apart; beyond them nothing is known. */
const maxKinds = 16;

/** The kind of an object that is of one of the kinds, all different, at least one. */
export function kindOfAny(kinds: readonly OneKind[], weakenings: Weakenings): ObjectKind {
  if (kinds.length === 1 || weakenings.has('forgetOtherKinds')) return kinds[0]!;
  return kinds.length > maxKinds ? { kind: 'unknown' } : { kind: 'oneOf', kinds };
}

type Several = Extract<ObjectKind, { kind: 'oneOf' }>;

/** Each kind that an object of the kind may be of. */
export function kindsIn<One extends Exclude<ObjectKind, Several>>(
  object: One | Several,
): readonly (One | OneKind)[] {
  return object.kind === 'oneOf' ? object.kinds : [object];
}

/** Equal for equal kinds. */
export function kindKey(object: ObjectKind): string {
  switch (object.kind) {
    case 'oneOf':
      return object.kinds.map(kindKey).sort().join(' or ');
    case 'exact':
      return `exact ${object.className}`;
    case 'library':
      return `library ${object.isCollectionIterator} ${object.isPlain} ${object.callsBack?.map(({ type, method }) => `${type}#${method ?? ''}`).join() ?? '?'}`;
    default:
      return 'unknown';
  }
}

/**
 * Such keys, short also where an object may be of hundreds of kinds and the same one is asked about again and
 * again: their text is made once for each object.
 */
export function shortKindKeys(): (object: ObjectKind) => string {
  const { numberOf } = interned(kindKey);
  const known = new WeakMap<ObjectKind, string>();
  return (object) => {
    if (object.kind !== 'oneOf') return kindKey(object);
    let key = known.get(object);
    if (key === undefined) {
      key = `any ${numberOf(object)}`;
      known.set(object, key);
    }
    return key;
  };
}
