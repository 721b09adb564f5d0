import { returnTypeOf } from '../classfile/descriptors.ts';
import type { ClassHierarchy } from '../hierarchy/class-hierarchy.ts';
import { unnamedReflection } from '../hierarchy/reflective-use.ts';
import type { Pointcut } from '../property/pointcut.ts';
import { pointcutText } from '../property/pointcut-text.ts';
import { matchesField } from './field-pattern.ts';
import {
  type BodyJoinPoint,
  type CallJoinPoint,
  classInitialiser,
  type JoinPoint,
  startsThread,
} from './join-point.ts';
import { both, either, type Match, negate, never, plainMatch, tested, when } from './match.ts';
import { matchArguments, matchOperand } from './match-value.ts';
import { matchesCall } from './method-pattern.ts';
import type { PointValue } from './point.ts';
import { matchesClass } from './type-pattern.ts';

/** The method whose code holds a join point. */
export interface Caller {
  /** Internal name of its class. */
  readonly className: string;
  readonly name: string;
  readonly descriptor: string;
  readonly isStatic: boolean;
}

/**
 * Evaluates a pointcut at a join point (AspectJ Programming Guide, appendix B). What types decide is decided here;
 * what is left is an `instanceof` test on a value. Without a caller, what asks for it may hold or not: `never` is then
 * the answer for all callers. Linear in the size of the pointcut.
 */
export function matchPointcut(
  pointcut: Pointcut,
  joinPoint: JoinPoint,
  hierarchy: ClassHierarchy,
  caller: Caller | undefined,
): Match {
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
      return startsThread(joinPoint) ? tested({ kind: 'threadStart' }) : never;
    case 'reflects':
      return when(joinPoint.kind === 'call' && unnamedReflection(joinPoint, hierarchy) === pointcut.use);
    case 'endProgram':
      return when(joinPoint.kind === 'endProgram');
    case 'controlFlow':
      return tested({ kind: 'controlFlow', key: pointcutText(pointcut) });
    case 'condition':
      return undecided;
    case 'target':
      return hasTarget(joinPoint) ? matchOperand(pointcut.operand, receiverOf(joinPoint), hierarchy) : never;
    case 'this':
      if (joinPoint.kind === 'endProgram') return never;
      if (caller === undefined) return undecided;
      return caller.isStatic
        ? never
        : matchOperand(pointcut.operand, objectOf('this', caller.className), hierarchy);
    case 'args':
      return matchArguments(pointcut.operands, joinPoint, hierarchy);
    case 'returning': {
      const value = returnedValue(joinPoint);
      return value.descriptor === 'V' ? never : matchOperand(pointcut.operand, value, hierarchy);
    }
    case 'throwing':
      return matchOperand(pointcut.operand, objectOf('thrown', 'java/lang/Throwable'), hierarchy);
    case 'thread':
      return matchOperand(pointcut.operand, objectOf('thread', 'java/lang/Thread'), hierarchy);
    case 'threadName':
      return tested({ kind: 'threadName', name: pointcut.name });
    case 'within':
      if (caller === undefined) return undecided;
      return when(
        enclosingTypes(caller.className, hierarchy).some((type) =>
          matchesClass(pointcut.type, type, hierarchy),
        ),
      );
    case 'withincode': {
      if (caller === undefined) return undecided;
      const method = methodAround(joinPoint, caller);
      return when(method !== undefined && matchesCall(pointcut.pattern, method, hierarchy));
    }
    case 'and':
      return pointcut.operands
        .map((operand) => matchPointcut(operand, joinPoint, hierarchy, caller))
        .reduce(both, plainMatch);
    case 'or':
      return pointcut.operands
        .map((operand) => matchPointcut(operand, joinPoint, hierarchy, caller))
        .reduce(either, never);
    case 'not':
      return negate(matchPointcut(pointcut.operand, joinPoint, hierarchy, caller));
  }
}

/** Matches or not: nobody knows yet. */
const undecided = tested({ kind: 'unknown' });

/** Whether there is an object that the join point calls, or whose method it runs. */
function hasTarget({ kind, invocation }: JoinPoint): boolean {
  return invocation === 'instance' || (kind === 'execution' && invocation !== 'static');
}

/** An object of the class (internal name) or of one below it. */
function objectOf(kind: 'receiver' | 'this' | 'thrown' | 'thread', className: string): PointValue {
  return { source: { kind }, descriptor: `L${className};` };
}

/** The object that the join point is on, with the method that it calls there. */
function receiverOf({ kind, owner, name, descriptor }: JoinPoint): PointValue {
  const receiver = objectOf('receiver', owner);
  if (kind !== 'call') return receiver;
  const { source } = receiver;
  return { source, descriptor: receiver.descriptor, calls: { isStatic: false, owner, name, descriptor } };
}

/** The method whose code has the join point, as a call of it. A body is not within itself. */
function methodAround(
  joinPoint: JoinPoint,
  { className: owner, name, descriptor, isStatic }: Caller,
): CallJoinPoint | undefined {
  if (joinPoint.kind !== 'call' && joinPoint.kind !== 'get' && joinPoint.kind !== 'set') return undefined;
  if (name === classInitialiser) return undefined;
  const invocation = name === '<init>' ? 'constructor' : isStatic ? 'static' : 'instance';
  return { kind: 'call', via: 'instruction', invocation, owner, name, descriptor, isInterface: false };
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
