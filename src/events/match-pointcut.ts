import { parseMethodDescriptor, returnTypeOf } from '../classfile/descriptors.ts';
import type { ClassHierarchy } from '../hierarchy/class-hierarchy.ts';
import { isDisjoint } from '../hierarchy/disjoint-types.ts';
import type { Operand, Pointcut, TypePattern } from '../property/pointcut.ts';
import { pointcutText } from '../property/pointcut-text.ts';
import { isWild } from '../property/wildcard.ts';
import { matchesField } from './field-pattern.ts';
import {
  type BodyJoinPoint,
  type CallJoinPoint,
  classInitialiser,
  type JoinPoint,
  startsThread,
} from './join-point.ts';
import { matchesCall } from './method-pattern.ts';
import { type PointValue, sameSource } from './point.ts';
import { descriptorOfSourceType, matchesClass, matchesType } from './type-pattern.ts';

/** What a pointcut says of one join point: never, always, or when the test holds at run time. */
export type Match =
  | { readonly kind: 'never' }
  | {
      readonly kind: 'match';
      readonly bindings: ReadonlyMap<string, PointValue>;
      /** A name that alternatives which may both match bind to different values: the event is not defined here. */
      readonly ambiguous?: string;
      readonly test: ValueTest;
    };

export type ValueTest =
  | { readonly kind: 'always' }
  | { readonly kind: 'instanceof'; readonly value: PointValue; readonly type: string }
  | { readonly kind: 'threadName'; readonly name: string }
  | { readonly kind: 'threadStart' }
  | { readonly kind: 'controlFlow'; readonly key: string }
  /** A Java condition: it may hold or not. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'and'; readonly operands: readonly ValueTest[] }
  | { readonly kind: 'or'; readonly operands: readonly ValueTest[] }
  | { readonly kind: 'not'; readonly operand: ValueTest };

export interface JoinPointContext {
  readonly hierarchy: ClassHierarchy;
  /** Internal name of the class whose code holds the join point. */
  readonly enclosingClass: string;
  readonly enclosingMethod: {
    readonly name: string;
    readonly descriptor: string;
    readonly isStatic: boolean;
  };
}

const never: Match = { kind: 'never' };
const always: ValueTest = { kind: 'always' };
const noBindings: ReadonlyMap<string, PointValue> = new Map();
const plainMatch: Match = { kind: 'match', bindings: noBindings, test: always };

/**
 * Evaluates a pointcut at a join point (AspectJ Programming Guide, appendix B). What types decide is decided here;
 * what is left is an `instanceof` test on a value. Linear in the size of the pointcut.
 */
export function matchPointcut(pointcut: Pointcut, joinPoint: JoinPoint, context: JoinPointContext): Match {
  const { hierarchy } = context;
  switch (pointcut.kind) {
    case 'call':
      return when(joinPoint.kind === 'call' && matchesCall(pointcut.pattern, joinPoint, hierarchy));
    case 'get':
    case 'set':
      return when(joinPoint.kind === pointcut.kind && matchesField(pointcut.pattern, joinPoint, hierarchy));
    case 'execution':
      return when(
        joinPoint.kind === 'execution' && matchesCall(pointcut.pattern, calledBody(joinPoint), hierarchy),
      );
    case 'staticInitialization':
      return when(
        joinPoint.kind === 'staticInitialization' && matchesClass(pointcut.type, joinPoint.owner, hierarchy),
      );
    case 'startThread':
      return startsThread(joinPoint)
        ? { kind: 'match', bindings: noBindings, test: { kind: 'threadStart' } }
        : never;
    case 'endProgram':
      return when(joinPoint.kind === 'endProgram');
    case 'controlFlow':
      return {
        kind: 'match',
        bindings: noBindings,
        test: { kind: 'controlFlow', key: pointcutText(pointcut) },
      };
    case 'condition':
      return { kind: 'match', bindings: noBindings, test: { kind: 'unknown' } };
    case 'target':
      return joinPoint.invocation === 'instance' ||
        (joinPoint.kind === 'execution' && joinPoint.invocation !== 'static')
        ? matchOperand(
            pointcut.operand,
            { source: { kind: 'receiver' }, descriptor: `L${joinPoint.owner};` },
            hierarchy,
          )
        : never;
    case 'this':
      return context.enclosingMethod.isStatic || joinPoint.kind === 'endProgram'
        ? never
        : matchOperand(
            pointcut.operand,
            { source: { kind: 'this' }, descriptor: `L${context.enclosingClass};` },
            hierarchy,
          );
    case 'args':
      return matchArguments(pointcut.operands, joinPoint, hierarchy);
    case 'returning': {
      const value = returnedValue(joinPoint);
      return value.descriptor === 'V' ? never : matchOperand(pointcut.operand, value, hierarchy);
    }
    case 'throwing':
      return matchOperand(
        pointcut.operand,
        { source: { kind: 'thrown' }, descriptor: 'Ljava/lang/Throwable;' },
        hierarchy,
      );
    case 'thread':
      return matchOperand(
        pointcut.operand,
        { source: { kind: 'thread' }, descriptor: 'Ljava/lang/Thread;' },
        hierarchy,
      );
    case 'threadName':
      return { kind: 'match', bindings: noBindings, test: { kind: 'threadName', name: pointcut.name } };
    case 'within':
      return when(
        enclosingTypes(context.enclosingClass, hierarchy).some((type) =>
          matchesClass(pointcut.type, type, hierarchy),
        ),
      );
    case 'withincode': {
      // A body is not within itself.
      if (joinPoint.kind !== 'call' && joinPoint.kind !== 'get' && joinPoint.kind !== 'set') return never;
      const { name, descriptor, isStatic } = context.enclosingMethod;
      if (name === classInitialiser) return never;
      const invocation = name === '<init>' ? 'constructor' : isStatic ? 'static' : 'instance';
      const enclosing = {
        kind: 'call',
        via: 'instruction',
        invocation,
        owner: context.enclosingClass,
        name,
        descriptor,
        isInterface: false,
      } as const;
      return when(matchesCall(pointcut.pattern, enclosing, hierarchy));
    }
    case 'and':
      return pointcut.operands
        .map((operand) => matchPointcut(operand, joinPoint, context))
        .reduce(both, plainMatch);
    case 'or':
      return pointcut.operands
        .map((operand) => matchPointcut(operand, joinPoint, context))
        .reduce(either, never);
    case 'not':
      return negate(matchPointcut(pointcut.operand, joinPoint, context));
  }
}

/** A body has the signatures that a call of it has: one for each type that declares the method. */
function calledBody(body: BodyJoinPoint): CallJoinPoint {
  const { invocation, owner, name, descriptor } = body;
  return { kind: 'call', via: 'instruction', invocation, owner, name, descriptor, isInterface: false };
}

/** A class and the classes around it, by their names: AspectJ's `within` holds for nested types, too. */
function enclosingTypes(className: string, hierarchy: ClassHierarchy): string[] {
  const types = [className];
  const start = className.lastIndexOf('/') + 1;
  for (let end = className.lastIndexOf('$'); end > start; end = className.lastIndexOf('$', end - 1)) {
    const outer = className.slice(0, end);
    if (hierarchy.header(outer) !== undefined) types.push(outer);
  }
  return types;
}

function when(holds: boolean): Match {
  return holds ? plainMatch : never;
}

function both(left: Match, right: Match): Match {
  if (left.kind === 'never' || right.kind === 'never') return never;
  return {
    kind: 'match',
    bindings: new Map([...left.bindings, ...right.bindings]),
    ...ambiguity(left.ambiguous ?? right.ambiguous),
    test: conjunction(left.test, right.test),
  };
}

/** The test that holds when both do. */
export function conjunction(left: ValueTest, right: ValueTest): ValueTest {
  if (left.kind === 'always') return right;
  if (right.kind === 'always') return left;
  return { kind: 'and', operands: [left, right] };
}

/**
 * Both sides bind the same names, as AspectJ demands; where both may match, it demands the same values, too,
 * and a name that has others is noted.
 */
function either(left: Match, right: Match): Match {
  if (left.kind === 'never') return right;
  if (right.kind === 'never') return left;
  return {
    kind: 'match',
    bindings: left.bindings,
    ...ambiguity(left.ambiguous ?? right.ambiguous ?? boundDifferently(left.bindings, right.bindings)),
    test: disjunction(left.test, right.test),
  };
}

function disjunction(left: ValueTest, right: ValueTest): ValueTest {
  if (left.kind === 'always' || right.kind === 'always') return always;
  return { kind: 'or', operands: [left, right] };
}

function boundDifferently(
  left: ReadonlyMap<string, PointValue>,
  right: ReadonlyMap<string, PointValue>,
): string | undefined {
  for (const [name, value] of left) {
    const other = right.get(name);
    if (other !== undefined && !sameSource(value.source, other.source)) return name;
  }
  return undefined;
}

function ambiguity(name: string | undefined): { readonly ambiguous?: string } {
  return name === undefined ? {} : { ambiguous: name };
}

function negate(match: Match): Match {
  if (match.kind === 'never') return plainMatch;
  if (match.test.kind === 'always') return never;
  return { kind: 'match', bindings: noBindings, test: { kind: 'not', operand: match.test } };
}

function matchArguments(
  operands: readonly (Operand | { readonly kind: 'rest' })[],
  joinPoint: JoinPoint,
  hierarchy: ClassHierarchy,
): Match {
  const { parameters } = parseMethodDescriptor(joinPoint.descriptor);
  // AspectJ allows one `..` in args(): what stands behind it is counted from the end.
  const rest = operands.findIndex((operand) => operand.kind === 'rest');
  const fixed = rest < 0 ? operands.length : operands.length - 1;
  if (rest < 0 ? fixed !== parameters.length : fixed > parameters.length) return never;
  let match: Match = plainMatch;
  operands.forEach((operand, position) => {
    if (operand.kind === 'rest') return;
    const index = rest >= 0 && position > rest ? parameters.length - (operands.length - position) : position;
    const value: PointValue = { source: { kind: 'argument', index }, descriptor: parameters[index]! };
    match = both(match, matchOperand(operand, value, hierarchy));
  });
  return match;
}

/** What is there after the join point; of a constructor call the new object. */
function returnedValue(joinPoint: JoinPoint): PointValue {
  const { kind, invocation, owner, name, descriptor } = joinPoint;
  const source = { kind: 'result' } as const;
  if (kind === 'call' && invocation === 'constructor')
    return { source, descriptor: `L${owner};`, isNew: true };
  const returned: PointValue = { source, descriptor: returnTypeOf(descriptor) };
  return kind === 'call'
    ? { ...returned, returnedBy: { isStatic: invocation === 'static', owner, name, descriptor } }
    : returned;
}

function matchOperand(operand: Operand, value: PointValue, hierarchy: ClassHierarchy): Match {
  switch (operand.kind) {
    case 'any':
      return plainMatch;
    case 'bind': {
      const match = hasType(value, descriptorOfSourceType(operand.type), hierarchy);
      return match.kind === 'never' ? never : { ...match, bindings: new Map([[operand.name, value]]) };
    }
    case 'type':
      return matchOperandType(operand.type, value, hierarchy);
  }
}

/**
 * `target(T)`, `target(T || U)`: AspectJ allows one type without wildcards here; a wildcard is decided on the
 * static type.
 */
function matchOperandType(pattern: TypePattern, value: PointValue, hierarchy: ClassHierarchy): Match {
  const partly = (operand: TypePattern): Match => matchOperandType(operand, value, hierarchy);
  switch (pattern.kind) {
    case 'and':
      return pattern.operands.map(partly).reduce(both, plainMatch);
    case 'or':
      return pattern.operands.map(partly).reduce(either, never);
    case 'not':
      return negate(partly(pattern.operand));
    case 'name':
      return isWild(pattern.name)
        ? when(matchesType(pattern, value.descriptor, hierarchy))
        : hasType(value, '['.repeat(pattern.dimensions) + descriptorOfSourceType(pattern.name), hierarchy);
  }
}

/** Whether a value is of a type, given as a field descriptor. */
export function hasType(value: PointValue, wanted: string, hierarchy: ClassHierarchy): Match {
  const actual = value.descriptor;
  if (actual === wanted || wanted === 'Ljava/lang/Object;') return plainMatch;
  const isReference = actual.startsWith('L') || actual.startsWith('[');
  const wantsReference = wanted.startsWith('L') || wanted.startsWith('[');
  if (!isReference) return when(wantsReference && boxes[actual]?.includes(wanted) === true);
  if (!wantsReference) return never;
  const type = wanted.startsWith('[') ? wanted : wanted.slice(1, -1);
  const from = actual.startsWith('[') ? actual : actual.slice(1, -1);
  if (hierarchy.isSubtype(from, type) === true) return plainMatch;
  if (isDisjoint(from, type, hierarchy)) return never;
  return { kind: 'match', bindings: noBindings, test: { kind: 'instanceof', value, type } };
}

/** What a primitive may be bound to by boxing (JLS 5.1.7), besides Object. */
const boxes: Readonly<Record<string, readonly string[]>> = {
  Z: ['Ljava/lang/Boolean;'],
  C: ['Ljava/lang/Character;'],
  B: ['Ljava/lang/Byte;', 'Ljava/lang/Number;'],
  S: ['Ljava/lang/Short;', 'Ljava/lang/Number;'],
  I: ['Ljava/lang/Integer;', 'Ljava/lang/Number;'],
  J: ['Ljava/lang/Long;', 'Ljava/lang/Number;'],
  F: ['Ljava/lang/Float;', 'Ljava/lang/Number;'],
  D: ['Ljava/lang/Double;', 'Ljava/lang/Number;'],
};
