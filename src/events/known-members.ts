import { AccessFlag } from '../classfile/access-flags.ts';
import { toInternalName } from '../classfile/descriptors.ts';
import type { ClassHierarchy } from '../hierarchy/class-hierarchy.ts';
import { typeAndBelow } from '../hierarchy/type-and-below.ts';
import type { TypePattern } from '../property/pointcut.ts';
import { isWild } from '../property/wildcard.ts';
import type { CallJoinPoint, FieldJoinPoint } from './join-point.ts';

/** The types that a pattern of a declaring type stands for: one, or with `subtypes` those below it, too. */
export interface DeclaringTypes {
  /** Internal name. */
  readonly base: string;
  readonly subtypes: boolean;
}

/** Of a pattern that names one type that the hierarchy has; undefined: they are too many to say, or not known. */
export function declaringTypes(
  pattern: TypePattern | undefined,
  hierarchy: ClassHierarchy,
): DeclaringTypes | undefined {
  if (pattern?.kind !== 'name' || isWild(pattern.name)) return undefined;
  const base = toInternalName(pattern.name);
  return hierarchy.header(base) === undefined ? undefined : { base, subtypes: pattern.subtypes };
}

/** A call of each method and constructor that the types have: inherited ones on the base, those of a subtype on it. */
export function* knownCalls(types: DeclaringTypes, hierarchy: ClassHierarchy): Generator<CallJoinPoint> {
  for (const superType of hierarchy.superTypes(types.base)) yield* callsIn(superType, types.base, hierarchy);
  for (const subtype of subtypesOf(types, hierarchy)) yield* callsIn(subtype, subtype, hierarchy);
}

function* callsIn(declaring: string, owner: string, hierarchy: ClassHierarchy): Generator<CallJoinPoint> {
  const file = hierarchy.classFile(declaring);
  for (const { name, descriptor, accessFlags } of file?.methods ?? []) {
    if (name === '<clinit>' || (name === '<init>' && declaring !== owner)) continue;
    const isStatic = (accessFlags & AccessFlag.static) !== 0;
    yield {
      kind: 'call',
      via: 'instruction',
      invocation: name === '<init>' ? 'constructor' : isStatic ? 'static' : 'instance',
      owner,
      name,
      descriptor,
      isInterface: (file!.accessFlags & AccessFlag.interface) !== 0,
    };
  }
}

/** An access to each field that the types declare or inherit, under the name of the type that declares it. */
export function* knownFields(
  types: DeclaringTypes,
  kind: FieldJoinPoint['kind'],
  hierarchy: ClassHierarchy,
): Generator<FieldJoinPoint> {
  for (const type of [...hierarchy.superTypes(types.base), ...subtypesOf(types, hierarchy)])
    for (const { name, descriptor, accessFlags } of hierarchy.classFile(type)?.fields ?? [])
      yield {
        kind,
        invocation: (accessFlags & AccessFlag.static) !== 0 ? 'static' : 'instance',
        owner: type,
        name,
        descriptor: kind === 'get' ? `()${descriptor}` : `(${descriptor})V`,
      };
}

/** All types below the base, without it. Linear in their number; the first call reads every class once. */
function subtypesOf({ base, subtypes }: DeclaringTypes, hierarchy: ClassHierarchy): Iterable<string> {
  if (!subtypes) return [];
  const below = typeAndBelow(base, hierarchy.directSubtypes);
  below.next();
  return below;
}
