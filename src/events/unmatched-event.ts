import { parseMethodDescriptor, returnTypeOf, toInternalName } from '../classfile/descriptors.ts';
import type { ClassHierarchy } from '../hierarchy/class-hierarchy.ts';
import { isDisjoint } from '../hierarchy/disjoint-types.ts';
import { editDistance } from '../property/did-you-mean.ts';
import type { MethodPattern, Operand, Pointcut, TypePattern } from '../property/pointcut.ts';
import { isPrimitive } from '../property/primitive-type.ts';
import { isWild } from '../property/wildcard.ts';
import { matchesField } from './field-pattern.ts';
import type { CallJoinPoint, FieldJoinPoint } from './join-point.ts';
import { type DeclaringTypes, declaringTypes, knownCalls, knownFields } from './known-members.ts';
import type { KnownTypes } from './known-types.ts';
import { matchPointcut } from './match-pointcut.ts';
import { matchesCall } from './method-pattern.ts';
import { descriptorOfSourceType, matchesMemberName } from './type-pattern.ts';
import {
  checkTypes,
  noSuchMember,
  noSuchMethod,
  otherField,
  otherSignature,
  reasonOf,
  type Unmatched,
  whyNoTarget,
} from './unmatched-reasons.ts';

/** More alternatives than any published file has; beyond, an event is not judged. */
const maxAlternatives = 64;

/**
 * Why no member that the hierarchy knows, used on any class it knows, matches the pointcut; undefined: one
 * does, or it cannot be said. Each alternative of `||` must be unmatched. Of calls the whole pointcut is
 * judged, apart from what it asks of the caller; of bodies and accesses only whether there is such a member.
 * Not judged: wildcards in the declaring type, and types that are not known. Linear in the members of the
 * types, times the alternatives.
 */
export function whyUnmatched(
  pointcut: Pointcut,
  types: KnownTypes,
  hierarchy: ClassHierarchy,
): Unmatched | undefined {
  let first: Unmatched | undefined;
  for (const parts of alternatives(pointcut) ?? []) {
    const why = unmatchedPart(parts, types, hierarchy);
    if (why === undefined) return undefined;
    first ??= why;
  }
  return first;
}

/** The pointcut as alternatives of parts that hold together; undefined: too many. */
function alternatives(pointcut: Pointcut): readonly (readonly Pointcut[])[] | undefined {
  if (pointcut.kind === 'or') {
    const found = pointcut.operands.map(alternatives);
    const all = found.includes(undefined) ? undefined : found.flatMap((each) => each ?? []);
    return all === undefined || all.length > maxAlternatives ? undefined : all;
  }
  if (pointcut.kind !== 'and') return [[pointcut]];
  let all: readonly (readonly Pointcut[])[] = [[]];
  for (const operand of pointcut.operands) {
    const next = alternatives(operand);
    if (next === undefined || all.length * next.length > maxAlternatives) return undefined;
    all = all.flatMap((parts) => next.map((more) => [...parts, ...more]));
  }
  return all;
}

function unmatchedPart(
  parts: readonly Pointcut[],
  types: KnownTypes,
  hierarchy: ClassHierarchy,
): Unmatched | undefined {
  for (const part of parts) {
    let found: Unmatched | undefined;
    if (part.kind === 'call') found = unmatchedCall(part, parts, hierarchy);
    else if (part.kind === 'execution' || part.kind === 'withincode')
      found = unmatchedBody(part, part.pattern, types, hierarchy);
    else if (part.kind === 'get' || part.kind === 'set') found = unmatchedField(part, types, hierarchy);
    else found = unmatchedClass(part);
    found ??= unmatchedTarget(part, parts);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A part about a class that names a primitive type or an array: these have no code, and no code is theirs. */
function unmatchedClass(part: Pointcut): Unmatched | undefined {
  const type =
    part.kind === 'within' || part.kind === 'staticInitialization'
      ? nameOf(part.type)
      : part.kind !== 'this' || part.operand.kind === 'any'
        ? undefined
        : part.operand.kind === 'bind'
          ? part.operand.type
          : nameOf(part.operand.type);
  if (type === undefined || !(isPrimitive(type) || type.endsWith('[]'))) return undefined;
  return { part, why: `${type} is no class that has code`, hint: 'Name a class.' };
}

/** Undefined for all but one name without wildcards. */
function nameOf(type: TypePattern): string | undefined {
  return type.kind === 'name' && !isWild(type.name) ? type.name + '[]'.repeat(type.dimensions) : undefined;
}

function unmatchedTarget(part: Pointcut, parts: readonly Pointcut[]): Unmatched | undefined {
  const target = parts.find(({ kind }) => kind === 'target');
  const why = whyNoTarget(part);
  return target && why && { part: target, ...why };
}

function unmatchedCall(
  part: Extract<Pointcut, { kind: 'call' }>,
  parts: readonly Pointcut[],
  hierarchy: ClassHierarchy,
): Unmatched | undefined {
  const { pattern } = part;
  const declaring = declaringTypes(pattern.declaringType, hierarchy);
  if (declaring === undefined) return undefined;
  const matches = (other: Pointcut, call: CallJoinPoint): boolean =>
    matchPointcut(other, call, hierarchy, undefined).kind === 'match' && !contradicts(other, call, hierarchy);
  let isNamed = false;
  const fitting: CallJoinPoint[] = [];
  for (const call of knownCalls(declaring, hierarchy)) {
    if (!matchesMemberName(pattern.name, call.name)) continue;
    isNamed = true;
    if (!matchesCall(pattern, call, hierarchy)) continue;
    if (parts.every((other) => matches(other, call))) return undefined;
    fitting.push(call);
  }
  if (!isNamed) return noSuchMethod(part, pattern, declaring, hierarchy);
  if (fitting.length === 0) return otherSignature(part, pattern, declaring, hierarchy);
  const unfit = parts.find((other) => !fitting.some((call) => matches(other, call)));
  return unfit === undefined
    ? { part, why: 'no call fits all of its parts', hint: checkTypes }
    : { part: unfit, ...reasonOf(unfit, fitting) };
}

/**
 * Whether the part asks a value of the call for a type that no object has beside the value's own. The matcher
 * knows less: it believes no static type that is an interface, as the verifier does not check it, but then
 * the call fails.
 */
function contradicts(part: Pointcut, call: CallJoinPoint, hierarchy: ClassHierarchy): boolean {
  const differs = (operand: Operand | { kind: 'rest' }, descriptor: string | undefined): boolean => {
    const wanted = typeAskedFor(operand);
    if (wanted === undefined || descriptor?.startsWith('L') !== true) return false;
    return isDisjoint(wanted, descriptor.slice(1, -1), hierarchy);
  };
  switch (part.kind) {
    case 'target':
      return differs(part.operand, `L${call.owner};`);
    case 'returning':
      return call.invocation !== 'constructor' && differs(part.operand, returnTypeOf(call.descriptor));
    case 'args': {
      const { parameters } = parseMethodDescriptor(call.descriptor);
      const rest = part.operands.findIndex(({ kind }) => kind === 'rest');
      const counted = rest < 0 ? part.operands : part.operands.slice(0, rest);
      return counted.some((operand, index) => differs(operand, parameters[index]));
    }
    default:
      return false;
  }
}

/** The class, as an internal name, that an operand asks for. */
function typeAskedFor(operand: Operand | { readonly kind: 'rest' }): string | undefined {
  if (operand.kind === 'bind') {
    const descriptor = descriptorOfSourceType(operand.type);
    return descriptor.startsWith('L') ? descriptor.slice(1, -1) : undefined;
  }
  if (operand.kind !== 'type' || operand.type.kind !== 'name') return undefined;
  const { name, dimensions } = operand.type;
  return dimensions > 0 || isWild(name) ? undefined : toInternalName(name);
}

function unmatchedBody(
  part: Pointcut,
  pattern: MethodPattern,
  types: KnownTypes,
  hierarchy: ClassHierarchy,
): Unmatched | undefined {
  const declaring = declaringTypes(pattern.declaringType, hierarchy);
  if (declaring === undefined) return undefined;
  let isNamed = false;
  for (const call of knownCalls(declaring, hierarchy)) {
    if (!matchesMemberName(pattern.name, call.name)) continue;
    isNamed = true;
    if (matchesCall(pattern, call, hierarchy)) return undefined;
  }
  const isCertain = types.isClosed || !declaring.subtypes;
  if (isNamed) return isCertain ? otherSignature(part, pattern, declaring, hierarchy) : undefined;
  return isCertain || isNearly(pattern.name, ownMethods(declaring, hierarchy))
    ? noSuchMethod(part, pattern, declaring, hierarchy)
    : undefined;
}

/** Methods that the type declares or inherits, those of Object left out. */
function* ownMethods({ base }: DeclaringTypes, hierarchy: ClassHierarchy): Generator<string> {
  for (const type of hierarchy.superTypes(base))
    if (type !== 'java/lang/Object' || type === base)
      for (const { name } of hierarchy.classFile(type)?.methods ?? []) yield name;
}

/**
 * A class of the program that is not known may well have a member that its supertypes have not; one whose name is
 * theirs but for one letter is a mistake.
 */
function isNearly(name: string, names: Iterable<string>): boolean {
  for (const other of names) if (name.length > 3 && editDistance(name, other) === 1) return true;
  return false;
}

function unmatchedField(
  part: Extract<Pointcut, { kind: 'get' | 'set' }>,
  types: KnownTypes,
  hierarchy: ClassHierarchy,
): Unmatched | undefined {
  const { pattern } = part;
  const declaring = declaringTypes(pattern.declaringType, hierarchy);
  if (declaring === undefined) return undefined;
  const named: FieldJoinPoint[] = [];
  const names = new Set<string>();
  for (const field of knownFields(declaring, part.kind, hierarchy)) {
    names.add(field.name);
    if (!matchesMemberName(pattern.name, field.name)) continue;
    if (matchesField(pattern, field, hierarchy)) return undefined;
    named.push(field);
  }
  const isCertain = types.isClosed || !declaring.subtypes;
  if (named.length === 0)
    return isCertain || isNearly(pattern.name, names)
      ? noSuchMember(part, 'field', pattern.name, declaring, names)
      : undefined;
  if (!isCertain) return undefined;
  return otherField(part, named, declaring, hierarchy);
}
