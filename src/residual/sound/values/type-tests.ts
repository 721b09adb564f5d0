import { type DynamicTest, type Point, type PointValue, receiverValues } from '../../../events/point.ts';
import type { ClassHierarchy } from '../../analysis.ts';
import type { CallKnowledge } from './call-knowledge.ts';
import type { MethodCode } from './method-code.ts';
import { originsAt, placeOf } from './method-points.ts';
import { kindsIn, objectKindAt } from './object-kind.ts';
import { nullConstant, type ValueOrigins } from './origin.ts';

/** A test of a point that fails on all objects that a value may be. */
export interface FailedTest {
  readonly value: PointValue;
  /** Internal name or array descriptor. */
  readonly type: string;
}

/**
 * The type test for which the point is no event; undefined: it may be one. `isType`: whether a value of the
 * point, by index, is of a type; undefined: it may be or not. O(size of the test).
 */
export function failedTest(
  { test, values }: Pick<Point, 'test' | 'values'>,
  isType: (value: number, type: string) => boolean | undefined,
): FailedTest | undefined {
  const holds = (one: DynamicTest): boolean | undefined => {
    switch (one.kind) {
      case 'always':
        return true;
      case 'instanceof':
        return isType(one.value, one.type);
      case 'and':
        return allOf(one.operands.map(holds));
      case 'or':
        return negated(allOf(one.operands.map((operand) => negated(holds(operand)))));
      case 'not':
        return negated(holds(one.operand));
      default:
        return undefined;
    }
  };
  if (holds(test) !== false) return undefined;
  for (const { value, type } of typeTestsIn(test))
    if (isType(value, type) !== undefined) return { value: values[value]!, type };
  return undefined;
}

function allOf(answers: readonly (boolean | undefined)[]): boolean | undefined {
  if (answers.includes(false)) return false;
  return answers.includes(undefined) ? undefined : true;
}

function negated(answer: boolean | undefined): boolean | undefined {
  return answer === undefined ? undefined : !answer;
}

type TypeTest = Extract<DynamicTest, { kind: 'instanceof' }>;

function typeTestsIn(test: DynamicTest): readonly TypeTest[] {
  switch (test.kind) {
    case 'instanceof':
      return [test];
    case 'and':
    case 'or':
      return test.operands.flatMap(typeTestsIn);
    case 'not':
      return typeTestsIn(test.operand);
    default:
      return [];
  }
}

/** A point that is no event, and why. */
export interface ImpossibleEvent extends FailedTest {
  /** Internal name of the class of an object that the value may be. */
  readonly className: string;
}

/**
 * The points of a method that are no events on any run, as their type tests fail on the objects that the
 * method makes or gets from calls which have made them (docs/soundness.md, theorem 10). O(points x origins of
 * their values).
 */
export function impossibleEvents(
  method: MethodCode,
  points: readonly Point[],
  origins: ValueOrigins,
  calls: CallKnowledge,
  isSubtype: ClassHierarchy['isSubtype'],
): ReadonlyMap<Point, ImpossibleEvent> {
  const found = new Map<Point, ImpossibleEvent>();
  for (const point of points) {
    if (point.test.kind === 'always' || method.depths[point.instruction]! < 0) continue;
    const classesOf = (value: number): readonly string[] | undefined =>
      exactClasses(method, point, value, origins, calls);
    const failed = failedTest(point, (value, type) => {
      const classes = classesOf(value);
      if (classes === undefined) return undefined;
      const answers = classes.map((name) => isSubtype(name, type));
      return answers.every((answer) => answer === answers[0]) ? answers[0] : undefined;
    });
    if (failed !== undefined)
      found.set(point, { ...failed, className: classesOf(point.values.indexOf(failed.value))![0]! });
  }
  return found;
}

/**
 * The classes of the objects that a value of the point may be; undefined: not all are known, or it may be
 * null. At least one.
 */
function exactClasses(
  method: MethodCode,
  point: Point,
  value: number,
  origins: ValueOrigins,
  calls: CallKnowledge,
): readonly string[] | undefined {
  const { instruction } = point;
  const from = originsAt(origins, instruction, placeOf(method, instruction, point.values[value]!));
  // A receiver that is null is no event.
  const sites = receiverValues(point).includes(value) ? from.filter((one) => one !== nullConstant) : from;
  const classes = new Set<string>();
  for (const site of sites) {
    if (site < 0) return undefined;
    const kind = objectKindAt(method, site, calls);
    for (const one of kindsIn(kind)) {
      if (one.kind !== 'exact') return undefined;
      classes.add(one.className);
    }
  }
  return classes.size === 0 ? undefined : [...classes];
}
