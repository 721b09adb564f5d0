import { AccessFlag } from '../classfile/access-flags.ts';
import type { FieldInfo } from '../classfile/class-file.ts';
import { parseMethodDescriptor } from '../classfile/descriptors.ts';
import type { ClassHierarchy } from '../hierarchy/class-hierarchy.ts';
import { fieldLookup } from '../hierarchy/field-lookup.ts';
import type { FieldPattern } from '../property/pointcut.ts';
import type { FieldJoinPoint } from './join-point.ts';
import { matchesModifiers } from './modifiers.ts';
import { matchesClass, matchesMemberName, matchesType } from './type-pattern.ts';

/**
 * Whether an access matches `get(pattern)` or `set(pattern)`: the class that declares the field matches the
 * declaring type, or the one that the instruction names, where that is not known.
 */
export function matchesField(
  pattern: FieldPattern,
  access: FieldJoinPoint,
  hierarchy: ClassHierarchy,
): boolean {
  if (!matchesMemberName(pattern.name, access.name)) return false;
  const { parameters, returnType } = parseMethodDescriptor(access.descriptor);
  const type = access.kind === 'get' ? returnType : parameters[0]!;
  if (!matchesType(pattern.type, type, hierarchy)) return false;
  const resolved = resolveField(access.owner, access.name, type, hierarchy);
  // What a compiler has made (`$VALUES`, `$assertionsDisabled`) is no field to AspectJ.
  if (resolved !== undefined && (resolved.field.accessFlags & AccessFlag.synthetic) !== 0) return false;
  if (
    pattern.modifiers.length > 0 &&
    !(resolved && matchesModifiers(pattern.modifiers, resolved.field.accessFlags, flags))
  )
    return false;
  const { declaringType } = pattern;
  return (
    declaringType === undefined || matchesClass(declaringType, resolved?.owner ?? access.owner, hierarchy)
  );
}

/** JVMS 5.4.3.2. */
function resolveField(
  owner: string,
  name: string,
  descriptor: string,
  hierarchy: ClassHierarchy,
): { readonly owner: string; readonly field: FieldInfo } | undefined {
  for (const type of fieldLookup(owner, hierarchy))
    for (const field of hierarchy.classFile(type)?.fields ?? [])
      if (field.name === name && field.descriptor === descriptor) return { owner: type, field };
  return undefined;
}

const flags: Readonly<Record<string, number>> = {
  public: AccessFlag.public,
  private: AccessFlag.private,
  protected: AccessFlag.protected,
  static: AccessFlag.static,
  final: AccessFlag.final,
  volatile: AccessFlag.volatile,
  transient: AccessFlag.transient,
};
