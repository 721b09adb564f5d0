import { AccessFlag } from '../classfile/access-flags.ts';
import { annotationTypes } from '../classfile/attributes/annotations.ts';
import { thrownExceptions } from '../classfile/attributes/thrown-exceptions.ts';
import { parametersOf, parseMethodDescriptor, returnTypeOf } from '../classfile/descriptors.ts';
import type { ClassHierarchy } from '../hierarchy/class-hierarchy.ts';
import type { MethodPattern, TypePattern } from '../property/pointcut.ts';
import type { CallJoinPoint } from './join-point.ts';
import { matchesModifiers } from './modifiers.ts';
import { matchesClass, matchesMemberName, matchesType } from './type-pattern.ts';

/**
 * Whether a call matches `call(pattern)` by AspectJ's rule: the call has one signature for its static receiver
 * type and one for each supertype that has the member, and one of them must match (AspectJ 5 Developer's
 * Notebook, "Join point signatures").
 */
export function matchesCall(pattern: MethodPattern, call: CallJoinPoint, hierarchy: ClassHierarchy): boolean {
  if ((pattern.name === '<init>') !== (call.invocation === 'constructor')) return false;
  if (!matchesMemberName(pattern.name, call.name)) return false;
  const { parameters } = parseMethodDescriptor(call.descriptor);
  if (!matchesParameters(pattern.parameters, parameters, hierarchy)) return false;
  if (pattern.modifiers.length > 0 && !hasModifiers(pattern.modifiers, call, hierarchy)) return false;
  if (pattern.annotations.length + pattern.throws.length > 0 && !matchesDeclaration(pattern, call, hierarchy))
    return false;
  const { declaringType, result } = pattern;
  const isDeclaring = (type: string): boolean =>
    declaringType === undefined || matchesClass(declaringType, type, hierarchy);
  for (const one of results(call, hierarchy, isDeclaring))
    if (result === undefined || matchesType(result, one, hierarchy)) return true;
  return false;
}

/** Annotations and `throws` are those of the method that the call resolves to; `!T` asks that none match T. */
function matchesDeclaration(pattern: MethodPattern, call: CallJoinPoint, hierarchy: ClassHierarchy): boolean {
  const resolved = hierarchy.resolveMethod(call.owner, call.name, call.descriptor);
  if (resolved === undefined) return false;
  // It was there when the call was resolved.
  const method = hierarchy.classFile(resolved.owner)!.methods[resolved.index]!;
  const holds = (wanted: TypePattern, given: readonly string[]): boolean =>
    wanted.kind === 'not'
      ? !holds(wanted.operand, given)
      : given.some((descriptor) => matchesType(wanted, descriptor, hierarchy));
  const annotations = annotationTypes(method.attributes);
  const thrown = thrownExceptions(method).map((name) => `L${name};`);
  return (
    pattern.annotations.every((wanted) => holds(wanted, annotations)) &&
    pattern.throws.every((wanted) => holds(wanted, thrown))
  );
}

/**
 * The result types of the call's signatures in the types asked for; other types are not read. A static method
 * has one signature, that of the class that declares it. Private, static and bridge methods of a supertype
 * are not what a method overrides, and an interface does not have the methods of Object.
 */
function* results(
  call: CallJoinPoint,
  hierarchy: ClassHierarchy,
  isDeclaring: (type: string) => boolean,
): Generator<string> {
  const result = returnTypeOf(call.descriptor);
  if (call.invocation === 'static') {
    const declaring = hierarchy.resolveMethod(call.owner, call.name, call.descriptor)?.owner ?? call.owner;
    if (isDeclaring(declaring)) yield result;
    return;
  }
  if (isDeclaring(call.owner)) yield result;
  if (call.invocation === 'constructor') return;
  const parameters = parametersOf(call.descriptor);
  for (const superType of hierarchy.superTypes(call.owner)) {
    if (superType === call.owner || !isDeclaring(superType)) continue;
    let declared = false;
    for (const method of hierarchy.classFile(superType)?.methods ?? []) {
      if (method.name !== call.name || !method.descriptor.startsWith(parameters)) continue;
      if ((method.accessFlags & AccessFlag.bridge) !== 0) continue;
      declared = true;
      if ((method.accessFlags & (AccessFlag.private | AccessFlag.static)) === 0)
        yield returnTypeOf(method.descriptor);
    }
    if (declared) continue;
    const inherited = hierarchy.resolveMethod(superType, call.name, call.descriptor)?.owner;
    const isOfObject = inherited === objectClass && hierarchy.header(superType)?.isInterface === true;
    if (inherited !== undefined && !isOfObject) yield result;
  }
}

const objectClass = 'java/lang/Object';

/** `(int, .., String)`: each `..` stands for any number of parameters. O(pattern x parameters²). */
function matchesParameters(
  pattern: MethodPattern['parameters'],
  parameters: readonly string[],
  hierarchy: ClassHierarchy,
): boolean {
  // Which prefixes of `parameters` the pattern so far can match.
  let reachable = new Set<number>([0]);
  for (const element of pattern) {
    const next = new Set<number>();
    for (const position of reachable) {
      if (element.kind === 'rest') for (let end = position; end <= parameters.length; end++) next.add(end);
      else if (position < parameters.length && matchesType(element, parameters[position]!, hierarchy))
        next.add(position + 1);
    }
    reachable = next;
  }
  return reachable.has(parameters.length);
}

const modifierFlags: Readonly<Record<string, number>> = {
  public: AccessFlag.public,
  private: AccessFlag.private,
  protected: AccessFlag.protected,
  static: AccessFlag.static,
  final: AccessFlag.final,
  synchronized: AccessFlag.synchronized,
  native: AccessFlag.native,
  abstract: AccessFlag.abstract,
  strictfp: AccessFlag.strict,
};

/** Those of the method that the call resolves to. */
function hasModifiers(modifiers: readonly string[], call: CallJoinPoint, hierarchy: ClassHierarchy): boolean {
  const resolved = hierarchy.resolveMethod(call.owner, call.name, call.descriptor);
  return resolved !== undefined && matchesModifiers(modifiers, resolved.accessFlags, modifierFlags);
}
