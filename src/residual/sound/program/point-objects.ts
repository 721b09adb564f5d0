import type { Point, PointValue } from '../../../events/point.ts';
import { valueOfParameter } from '../../../events/point.ts';
import { remembering } from '../../../remembering.ts';
import type { ClassHierarchy } from '../../analysis.ts';
import type { CallGraphData } from '../../call-graph/call-graph.ts';
import { type ObjectId, outside } from '../../points-to/heap/abstract-object.ts';
import type { PointsTo } from '../../points-to/points-to-result.ts';
import { failedTest } from '../values/type-tests.ts';

/** The abstract objects that points may bind: in a closed world, a point binds no others. */
export interface PointObjects {
  /** Those that the point may bind to a parameter of its property; undefined when its event does not bind it. */
  of(point: Point, parameter: number): readonly ObjectId[] | undefined;
  /**
   * Whether the point may bind the two objects at once. What a container hands out belongs to it: an iterator
   * that is not outside comes from the container that it belongs to, where the call is one for an iterator.
   */
  together(point: Point, parameter: number, object: ObjectId, other: number, otherObject: ObjectId): boolean;
}

const anything: readonly ObjectId[] = [outside];

/** Answers are remembered per point. */
export function pointObjects(
  graph: CallGraphData,
  pointsTo: PointsTo,
  isSubtype: ClassHierarchy['isSubtype'],
): PointObjects {
  const answers = new Map<Point, (readonly ObjectId[] | undefined)[]>();
  /** Whether the point is an event when the value is the object. */
  const mayBind = (point: Point, value: PointValue, object: ObjectId): boolean => {
    if (object === outside || point.test.kind === 'always') return true;
    const { type: className, isExact } = pointsTo.objects[object]!;
    if (!isExact) return true;
    const tested = point.values.indexOf(value);
    return (
      failedTest(point, (index, type) => (index === tested ? isSubtype(className, type) : undefined)) ===
      undefined
    );
  };
  const find = (point: Point, parameter: number): readonly ObjectId[] | undefined => {
    if (!point.event.binds.includes(parameter)) return undefined;
    const value = valueOfParameter(point, parameter);
    if (value === undefined) return anything;
    const { source } = value;
    const isFollowed =
      (point.kind === 'call' || point.kind === 'methodReference') &&
      (source.kind === 'receiver' ||
        source.kind === 'argument' ||
        source.kind === 'result' ||
        source.kind === 'this');
    // Everything else binds what escaped to code that is not analysed.
    if (!isFollowed) return anything;
    const objectsAt = (method: number): readonly ObjectId[] | undefined => {
      if (source.kind === 'this') return pointsTo.thisOf(method);
      const operand = source.kind === 'argument' ? source.index : source.kind;
      return point.kind === 'call'
        ? pointsTo.at(method, point.instruction, operand)
        : pointsTo.atFunction(method, point.instruction, operand);
    };
    // What is in no set is known to anybody. A method reference may be called by code that is not analysed.
    const isSure = point.kind === 'call' && pointsTo.followsAll(value.descriptor);
    const found = new Set<ObjectId>(isSure ? [] : anything);
    for (const method of graph.find(point.className, point.method, point.descriptor))
      for (const object of objectsAt(method) ?? anything)
        if (mayBind(point, value, object)) found.add(object);
    return [...found].sort((left, right) => left - right);
  };
  const sourceOf = (point: Point, parameter: number): string | undefined =>
    valueOfParameter(point, parameter)?.source.kind;
  const isHandedOut = (container: ObjectId, object: ObjectId): boolean => {
    // What a container hands out may escape without it, and the other way round.
    if (object === outside) return true;
    if (container !== outside && pointsTo.handsOutAnything(container)) return true;
    const { base } = pointsTo.objects[object]!;
    return container === outside ? pointsTo.hasOutside(base) : pointsTo.objects[container]!.base === base;
  };
  const handsOut = remembering(
    (point: Point): boolean =>
      point.kind === 'call' &&
      graph
        .find(point.className, point.method, point.descriptor)
        .every((method) => pointsTo.handsOut(method, point.instruction)),
  );
  return {
    of(point, parameter) {
      let known = answers.get(point);
      if (known === undefined) {
        known = point.property.parameters.map((_, one) => find(point, one));
        answers.set(point, known);
      }
      return known[parameter];
    },
    together(point, parameter, object, other, otherObject) {
      // What other calls return, an element or what a field holds, may belong to any container.
      if (!handsOut(point)) return true;
      const sources = `${sourceOf(point, parameter)} ${sourceOf(point, other)}`;
      if (sources === 'receiver result') return isHandedOut(object, otherObject);
      return sources !== 'result receiver' || isHandedOut(otherObject, object);
    },
  };
}
