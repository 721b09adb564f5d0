import { AccessFlag } from '../classfile/access-flags.ts';
import { type Diagnostic, propertyEventUnmatched } from '../diagnostics.ts';
import type { ClassHierarchy } from '../hierarchy/class-hierarchy.ts';
import type { EventDefinition, Property } from '../property/model.ts';
import type { MethodPattern, Pointcut } from '../property/pointcut.ts';
import type { CallJoinPoint } from './join-point.ts';
import { matchPointcut } from './match-pointcut.ts';
import { matchesMemberName } from './type-pattern.ts';

/**
 * Warnings for events that can match nothing: no method that the hierarchy knows, called on any class it
 * knows, matches the pointcut. Published files have such events: a method with parameters it does not have,
 * a misspelt name. Patterns with wildcards in the declaring type, and pointcuts that look at the caller, are
 * not judged. Reads the subtypes that a `+` stands for: linear in their methods.
 */
export function checkProperty(property: Property, hierarchy: ClassHierarchy): Diagnostic[] {
  return property.events.flatMap((event) => {
    const why = matchesNothing(event, hierarchy);
    return why === undefined ? [] : [propertyEventUnmatched(property.name, event.name, why)];
  });
}

function matchesNothing(event: EventDefinition, hierarchy: ClassHierarchy): string | undefined {
  const patterns = callPatterns(event.pointcut);
  if (patterns === undefined || patterns.length === 0) return undefined;
  let named = false;
  for (const pattern of patterns) {
    const calls = callsOf(pattern, hierarchy);
    if (calls === undefined) return undefined;
    for (const call of calls) {
      named = true;
      if (matchPointcut(event.pointcut, call, anyCaller(hierarchy)).kind === 'match') return undefined;
    }
  }
  return named
    ? 'no method of that name has these parameters, this result and these arguments'
    : 'the types have no method of that name';
}

function anyCaller(hierarchy: ClassHierarchy) {
  const enclosingMethod = { name: 'm', descriptor: '()V', isStatic: false };
  return { hierarchy, enclosingClass: 'java/lang/Object', enclosingMethod };
}

/** The call patterns of a pointcut outside negations; undefined when it cannot be judged by calls alone. */
function callPatterns(pointcut: Pointcut): readonly MethodPattern[] | undefined {
  switch (pointcut.kind) {
    case 'call':
      return [pointcut.pattern];
    case 'and':
    case 'or': {
      const parts = pointcut.operands.map(callPatterns);
      return parts.includes(undefined) ? undefined : parts.flatMap((part) => part ?? []);
    }
    case 'target':
    case 'args':
    case 'returning':
    case 'throwing':
    case 'thread':
    case 'threadName':
    case 'controlFlow':
    case 'condition':
    case 'not':
      return [];
    default:
      return undefined;
  }
}

/** Every call that the pattern's declaring type and name allow; undefined when they are too many to say. */
function callsOf(pattern: MethodPattern, hierarchy: ClassHierarchy): Iterable<CallJoinPoint> | undefined {
  const { declaringType } = pattern;
  if (declaringType?.kind !== 'name' || /[*]|\.\./.test(declaringType.name)) return undefined;
  const base = declaringType.name.replaceAll('.', '/');
  if (hierarchy.header(base) === undefined) return [];
  return calls(base, declaringType.subtypes, pattern.name, hierarchy);
}

function* calls(
  base: string,
  subtypes: boolean,
  name: string,
  hierarchy: ClassHierarchy,
): Generator<CallJoinPoint> {
  // Inherited methods are called on the base, those of a subtype on it.
  for (const superType of hierarchy.superTypes(base)) yield* callsIn(superType, base, name, hierarchy);
  if (!subtypes) return;
  const seen = new Set([base]);
  const queue = [base];
  for (let type = queue.pop(); type !== undefined; type = queue.pop())
    for (const subtype of hierarchy.directSubtypes(type)) {
      if (seen.has(subtype)) continue;
      seen.add(subtype);
      queue.push(subtype);
      yield* callsIn(subtype, subtype, name, hierarchy);
    }
}

function* callsIn(
  declaring: string,
  owner: string,
  pattern: string,
  hierarchy: ClassHierarchy,
): Generator<CallJoinPoint> {
  const file = hierarchy.classFile(declaring);
  for (const { name, descriptor, accessFlags } of file?.methods ?? []) {
    if (!matchesMemberName(pattern, name) || (name === '<init>' && declaring !== owner)) continue;
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
