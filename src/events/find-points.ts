import { AccessFlag } from '../classfile/access-flags.ts';
import type { ClassFile, MethodInfo } from '../classfile/class-file.ts';
import { type Code, readCode } from '../classfile/code.ts';
import type { InstructionIndex } from '../classfile/instruction.ts';
import { Op } from '../classfile/opcodes.ts';
import type { ClassHierarchy } from '../hierarchy/class-hierarchy.ts';
import type { EventDefinition, Property } from '../property/model.ts';
import type { Pointcut } from '../property/pointcut.ts';
import { callJoinPoint, fieldJoinPoint, type JoinPoint } from './join-point.ts';
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
    call: JoinPoint,
    file: ClassFile,
    method: MethodInfo,
  ): readonly (readonly [Candidate, Match])[] {
    const named = candidates.named(call.kind, call.name);
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
    const key = `${call.kind} ${call.invocation} ${call.owner}.${call.name}${call.descriptor}`;
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
    const constructed = candidates.accessFields ? constructorCall(file, method, code) : -1;
    code.instructions.forEach((instruction, position) => {
      let call: JoinPoint | undefined;
      if (instruction.form === 'invoke' || instruction.form === 'invokedynamic')
        call = callJoinPoint(instruction, file.name);
      // Before the call of the other constructor, the object whose field is set is not initialized.
      else if (instruction.form === 'field' && candidates.accessFields && position > constructed)
        call = fieldJoinPoint(instruction);
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
          kind:
            call.kind !== 'call'
              ? 'fieldAccess'
              : call.via === 'methodReference'
                ? 'methodReference'
                : 'call',
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
      calls: memberNames(event.pointcut, ['call']),
      fields: memberNames(event.pointcut, ['get', 'set']),
    })),
  );
  const byName = new Map<string, readonly Candidate[]>();
  return {
    /** Whether any event is an access to a field: then the field instructions are looked at. */
    accessFields: all.some(({ fields }) => fields !== undefined && fields.length > 0),
    named(kind: JoinPoint['kind'], name: string): readonly Candidate[] {
      const key = `${kind === 'call'} ${name}`;
      let found = byName.get(key);
      if (found === undefined) {
        found = all
          .filter(({ calls, fields }) => {
            // A pointcut that names no field is about calls.
            const names = kind === 'call' ? calls : (fields ?? []);
            return names === undefined || names.some((pattern) => matchesMemberName(pattern, name));
          })
          .map(({ candidate }) => candidate);
        byName.set(key, found);
      }
      return found;
    },
  };
}

/** Index of the instruction that calls the other constructor, in a constructor; else -1. */
function constructorCall(file: ClassFile, method: MethodInfo, code: Code): number {
  if (method.name !== '<init>') return -1;
  // Objects of the same classes that are made before it, for its arguments.
  let others = 0;
  for (const [position, instruction] of code.instructions.entries()) {
    if (instruction.form === 'type' && instruction.opcode === Op.new) {
      if (instruction.type === file.name || instruction.type === file.superName) others++;
    } else if (
      instruction.form === 'invoke' &&
      instruction.opcode === Op.invokespecial &&
      instruction.name === '<init>' &&
      (instruction.owner === file.name || instruction.owner === file.superName) &&
      others-- === 0
    )
      return position;
  }
  return code.instructions.length;
}

type MemberPointcut = 'call' | 'get' | 'set';

/** Name patterns of which a matching join point of these kinds has one; undefined when the pointcut does not say. */
function memberNames(pointcut: Pointcut, kinds: readonly MemberPointcut[]): readonly string[] | undefined {
  switch (pointcut.kind) {
    case 'call':
    case 'get':
    case 'set':
      return kinds.includes(pointcut.kind) ? [pointcut.pattern.name] : [];
    case 'and':
      return pointcut.operands
        .map((operand) => memberNames(operand, kinds))
        .find((names) => names !== undefined);
    case 'or': {
      const names = pointcut.operands.map((operand) => memberNames(operand, kinds));
      return names.includes(undefined) ? undefined : names.flatMap((some) => some ?? []);
    }
    case 'execution':
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
