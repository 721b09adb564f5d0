import { AccessFlag } from '../classfile/access-flags.ts';
import type { ClassFile, MethodInfo } from '../classfile/class-file.ts';
import { type Code, readCode } from '../classfile/code.ts';
import type { InstructionIndex } from '../classfile/instruction.ts';
import type { ClassHierarchy } from '../hierarchy/class-hierarchy.ts';
import type { EventDefinition, Property } from '../property/model.ts';
import type { Pointcut } from '../property/pointcut.ts';
import { type CallJoinPoint, callJoinPoint } from './join-point.ts';
import { type AvailableValue, type Match, matchPointcut, type ValueTest } from './match-pointcut.ts';
import type { DynamicTest, Point, PointId, PointValue } from './point.ts';
import { matchesMemberName } from './type-pattern.ts';

/** Finds the points of one class after the other; ids count up from 0 over all calls. */
export type PointFinder = (file: ClassFile, input: string, entry: string) => Point[];

/**
 * Returns a function that finds the points of the given properties in a class: one decoding of each method,
 * each call compared only with the events whose name patterns its name matches, and the answer for a callee
 * remembered. Points come in the order of methods, instructions, properties and events.
 */
export function pointFinder(properties: readonly Property[], hierarchy: ClassHierarchy): PointFinder {
  const candidates = candidateEvents(properties);
  const remembered = new Map<string, readonly (readonly [Candidate, Match])[]>();
  let nextId = 0;

  function matchesOf(
    call: CallJoinPoint,
    file: ClassFile,
    method: MethodInfo,
  ): readonly (readonly [Candidate, Match])[] {
    const named = candidates.named(call.name);
    if (named.length === 0) return [];
    const enclosingMethod = {
      name: method.name,
      descriptor: method.descriptor,
      isStatic: (method.accessFlags & AccessFlag.static) !== 0,
    };
    const context = { hierarchy, enclosingClass: file.name, enclosingMethod };
    const evaluate = (candidate: Candidate) =>
      [candidate, matchPointcut(candidate.event.pointcut, call, context)] as const;
    if (named.some((candidate) => candidate.dependsOnContext)) return named.map(evaluate);
    const key = `${call.invocation} ${call.owner}.${call.name}${call.descriptor}`;
    let matches = remembered.get(key);
    if (matches === undefined) {
      matches = named.map(evaluate).filter(([, match]) => match.kind === 'match');
      remembered.set(key, matches);
    }
    return matches;
  }

  function pointsOfMethod(
    file: ClassFile,
    method: MethodInfo,
    code: Code,
    input: string,
    entry: string,
    into: Point[],
  ): void {
    code.instructions.forEach((instruction, position) => {
      if (instruction.form !== 'invoke' && instruction.form !== 'invokedynamic') return;
      const call = callJoinPoint(instruction, file.name);
      if (call === undefined) return;
      for (const [{ property, event }, match] of matchesOf(call, file, method)) {
        if (match.kind === 'never') continue;
        const { values, test } = placeValues(event, match);
        const index = position as InstructionIndex;
        into.push({
          id: nextId++ as PointId,
          property,
          event,
          input,
          entry,
          className: file.name,
          sourceFile: file.sourceFile,
          method: method.name,
          descriptor: method.descriptor,
          methodIndex: method.index,
          instruction: index,
          pc: code.pcOf(index),
          line: code.lineOf(index),
          kind: call.via === 'methodReference' ? 'methodReference' : 'call',
          position: positions[event.advice],
          values,
          test,
        });
      }
    });
  }

  return (file, input, entry) => {
    const points: Point[] = [];
    for (const method of file.methods) {
      // A bridge (JLS 15.12.4.5) only passes a call on that is an event where it was made; AspectJ skips it, too.
      if ((method.accessFlags & AccessFlag.bridge) !== 0) continue;
      const code = readCode(file, method);
      if (code !== undefined) pointsOfMethod(file, method, code, input, entry, points);
    }
    return points;
  };
}

const positions: Readonly<Record<EventDefinition['advice'], Point['position']>> = {
  before: 'before',
  after: 'after',
  'after returning': 'afterReturning',
  'after throwing': 'afterThrowing',
};

interface Candidate {
  readonly property: Property;
  readonly event: EventDefinition;
  /** The pointcut looks at the calling method, not only at the call. */
  readonly dependsOnContext: boolean;
}

function candidateEvents(properties: readonly Property[]) {
  const all = properties.flatMap((property) =>
    property.events.map((event) => ({
      candidate: { property, event, dependsOnContext: dependsOnContext(event.pointcut) },
      names: calledNames(event.pointcut),
    })),
  );
  const byName = new Map<string, readonly Candidate[]>();
  return {
    named(name: string): readonly Candidate[] {
      let found = byName.get(name);
      if (found === undefined) {
        found = all
          .filter(
            ({ names }) => names === undefined || names.some((pattern) => matchesMemberName(pattern, name)),
          )
          .map(({ candidate }) => candidate);
        byName.set(name, found);
      }
      return found;
    },
  };
}

/** Name patterns of which a matching call has one; undefined when the pointcut does not say. */
function calledNames(pointcut: Pointcut): readonly string[] | undefined {
  switch (pointcut.kind) {
    case 'call':
      return [pointcut.pattern.name];
    case 'and':
      return pointcut.operands.map(calledNames).find((names) => names !== undefined);
    case 'or': {
      const names = pointcut.operands.map(calledNames);
      return names.includes(undefined) ? undefined : names.flatMap((some) => some ?? []);
    }
    case 'execution':
    case 'get':
    case 'set':
    case 'endProgram':
    case 'startThread':
      return [];
    default:
      return undefined;
  }
}

function dependsOnContext(pointcut: Pointcut): boolean {
  switch (pointcut.kind) {
    case 'this':
    case 'within':
    case 'withincode':
      return true;
    case 'and':
    case 'or':
      return pointcut.operands.some(dependsOnContext);
    case 'not':
      return dependsOnContext(pointcut.operand);
    default:
      return false;
  }
}

/** Numbers the values of a match: those that the advice declares in its order, then those only tested. */
function placeValues(
  event: EventDefinition,
  match: Extract<Match, { kind: 'match' }>,
): { values: readonly PointValue[]; test: DynamicTest } {
  const values: PointValue[] = event.arguments.map((argument) => {
    const value = match.bindings.get(argument.name);
    if (value === undefined)
      throw new Error(`event ${event.name}: the pointcut does not bind ${argument.name}`);
    return value;
  });
  const indexOf = (value: AvailableValue): number => {
    const found = values.findIndex((other) => sameSource(other, value));
    return found >= 0 ? found : values.push(value) - 1;
  };
  const place = (test: ValueTest): DynamicTest => {
    switch (test.kind) {
      case 'instanceof':
        return { kind: 'instanceof', value: indexOf(test.value), type: test.type };
      case 'and':
      case 'or':
        return { kind: test.kind, operands: test.operands.map(place) };
      case 'not':
        return { kind: 'not', operand: place(test.operand) };
      default:
        return test;
    }
  };
  const test = place(match.test);
  return { values, test };
}

function sameSource(left: PointValue, right: PointValue): boolean {
  const a = left.source;
  const b = right.source;
  return a.kind === b.kind && (a.kind !== 'argument' || b.kind !== 'argument' || a.index === b.index);
}
