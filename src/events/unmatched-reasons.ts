import { parseMethodDescriptor } from '../classfile/descriptors.ts';
import type { ClassHierarchy } from '../hierarchy/class-hierarchy.ts';
import { closestNames } from '../property/did-you-mean.ts';
import type { MethodPattern, Pointcut } from '../property/pointcut.ts';
import { pointcutText } from '../property/pointcut-text.ts';
import type { CallJoinPoint, FieldJoinPoint } from './join-point.ts';
import { type DeclaringTypes, knownCalls } from './known-members.ts';
import { matchesMemberName, nameInSource, sourceName } from './type-pattern.ts';

/** Why a pointcut can match nothing: the part of it that is to blame. */
export interface Unmatched {
  readonly part: Pointcut;
  readonly why: string;
  readonly hint: string;
}

/** No method of the name is known. */
export function noSuchMethod(
  part: Pointcut,
  pattern: MethodPattern,
  declaring: DeclaringTypes,
  hierarchy: ClassHierarchy,
): Unmatched {
  const names = new Set<string>();
  for (const { name } of knownCalls({ ...declaring, subtypes: false }, hierarchy)) names.add(name);
  if (pattern.name === '<init>')
    return { part, why: `${typeName(declaring)} has no constructor`, hint: 'Name a class that has one.' };
  return noSuchMember(part, 'method', pattern.name, declaring, names);
}

/** No member of the name is known. `names`: those that there are. */
export function noSuchMember(
  part: Pointcut,
  what: 'method' | 'field',
  name: string,
  declaring: DeclaringTypes,
  names: ReadonlySet<string>,
): Unmatched {
  const type = typeName(declaring);
  const near = closestNames(name, names);
  return {
    part,
    why: declaring.subtypes
      ? `neither ${type} nor a known subtype has a ${what} ${name}`
      : `${type} has no ${what} ${name}`,
    hint:
      near.length > 0
        ? `Did you mean ${near.join(' or ')}?`
        : declaring.subtypes
          ? 'Check the spelling, and name the jars of other subtypes with --class-path.'
          : 'Check the spelling; `+` behind the type stands for its subtypes, too.',
  };
}

/** Methods of the name are known, but none that the pattern fits. */
export function otherSignature(
  part: Pointcut,
  pattern: MethodPattern,
  declaring: DeclaringTypes,
  hierarchy: ClassHierarchy,
): Unmatched {
  const named = [...knownCalls({ ...declaring, subtypes: false }, hierarchy)].filter(({ name }) =>
    matchesMemberName(pattern.name, name),
  );
  const what = pattern.name === '<init>' ? 'constructor' : `method ${pattern.name}`;
  const extras = [
    ...(pattern.modifiers.length > 0 ? ['modifiers'] : []),
    ...(pattern.annotations.length > 0 ? ['annotations'] : []),
    ...(pattern.throws.length > 0 ? ['exceptions'] : []),
  ];
  return {
    part,
    why: `no ${what} of ${typeName(declaring)} has these ${['parameters', ...extras].join(', ')}${pattern.result === undefined ? '' : ' and this result'}`,
    hint: has(
      named,
      `Write \`..\` for any parameters${pattern.result === undefined ? '' : ' and `*` for any result'}`,
    ),
  };
}

/** The signatures that there are, as a hint. */
function has(calls: readonly CallJoinPoint[], otherwise: string): string {
  const signatures = [...new Set(calls.map(signature))];
  if (signatures.length === 0) return `${otherwise}.`;
  const shown =
    signatures.length > 4 ? [...signatures.slice(0, 3), `${signatures.length - 3} more`] : signatures;
  return `There is ${shown.join('; ')}. ${otherwise}.`;
}

function signature({ name, descriptor, invocation, owner }: CallJoinPoint): string {
  const { parameters, returnType } = parseMethodDescriptor(descriptor);
  const list = `(${parameters.map(typeText).join(', ')})`;
  if (invocation === 'constructor') return `${typeText(`L${owner};`)}.new${list}`;
  return `${typeText(returnType)} ${name}${list}`;
}

/** Fields of the name are known, but none that the pattern fits. */
export function otherField(
  part: Extract<Pointcut, { kind: 'get' | 'set' }>,
  named: readonly FieldJoinPoint[],
  declaring: DeclaringTypes,
  hierarchy: ClassHierarchy,
): Unmatched {
  const { name, modifiers } = part.pattern;
  const elsewhere = named.find(({ owner }) => !hierarchy.superTypes(owner).has(declaring.base));
  return elsewhere === undefined
    ? {
        part,
        why: `no field ${name} of ${typeName(declaring)} has this type${modifiers.length > 0 ? ' and these modifiers' : ''}`,
        hint: 'Write `*` for any type.',
      }
    : {
        part,
        why: `${typeName(declaring)} does not declare the field ${name} itself`,
        hint: `Name the type that does: ${nameInSource(elsewhere.owner)}.`,
      };
}

/** Why a join point other than a call has no target, whatever the members are; undefined: it may have one. */
export function whyNoTarget(part: Pointcut): { why: string; hint: string } | undefined {
  switch (part.kind) {
    case 'endProgram':
      return {
        why: 'the end of the program has no target',
        hint: 'It binds nothing: let a field of the property keep what another event binds.',
      };
    case 'staticInitialization':
      return {
        why: 'the initialiser of a class has no target',
        hint: 'It binds nothing: leave the target out.',
      };
    case 'get':
    case 'set':
      if (!part.pattern.modifiers.includes('static')) return undefined;
      return {
        why: 'a static field has no target',
        hint:
          part.kind === 'get'
            ? 'Bind what is read with `after(..) returning(Type name)`.'
            : 'Bind what is stored with args(..).',
      };
    default:
      return undefined;
  }
}

/** Why no call that the pattern fits fits a part beside it. */
export function reasonOf(part: Pointcut, calls: readonly CallJoinPoint[]): { why: string; hint: string } {
  const text = pointcutText(part);
  if (part.kind === 'target' && calls.every(({ invocation }) => invocation !== 'instance'))
    return calls.every(({ invocation }) => invocation === 'constructor')
      ? {
          why: 'a call of a constructor has no target',
          hint: 'Bind the new object with `after(..) returning(Type name)`.',
        }
      : {
          why: 'a static method has no target',
          hint: 'Bind an argument with args(..), or the result with `after(..) returning(Type name)`.',
        };
  if (part.kind === 'target' && part.operand.kind === 'bind')
    return {
      why: `no object on which the method is called is of type ${nameInSource(part.operand.type)}`,
      hint: `Declare ${part.operand.name} with the type that has the method.`,
    };
  if (part.kind === 'returning' && part.operand.kind === 'bind')
    return {
      why: `the method returns no ${nameInSource(part.operand.type)}`,
      hint: 'Declare the result with the type that the method returns.',
    };
  if (part.kind === 'args')
    return {
      why: `no arguments of the method fit ${text}`,
      hint: has(calls, 'Name one for each parameter, or `..`'),
    };
  return { why: `no call fits ${text}`, hint: checkTypes };
}

export const checkTypes = 'Check the types, and name the jars of those that are missing with --class-path.';

function typeName({ base }: DeclaringTypes): string {
  return nameInSource(base);
}

function typeText(descriptor: string): string {
  return nameInSource(sourceName(descriptor));
}
