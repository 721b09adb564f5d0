import type { Point } from '../../events/point.ts';
import { valueOfParameter } from '../../events/point.ts';
import type { CallGraphData } from '../call-graph/call-graph.ts';
import { type ObjectId, outside } from '../points-to/abstract-object.ts';
import type { PointsTo } from '../points-to/points-to.ts';

/** The abstract objects that points may bind: in a closed world, a point binds no others. */
export interface PointObjects {
  /** Those that the point may bind to a parameter of its property; undefined when its event does not bind it. */
  of(point: Point, parameter: number): readonly ObjectId[] | undefined;
  /**
   * Whether the point may bind the two objects at once. What a container hands out belongs to it: an iterator that is not
   * outside comes from the container that it belongs to.
   */
  together(point: Point, parameter: number, object: ObjectId, other: number, otherObject: ObjectId): boolean;
}

const anything: readonly ObjectId[] = [outside];

/** Answers are remembered per point. */
export function pointObjects(graph: CallGraphData, pointsTo: PointsTo): PointObjects {
  const answers = new Map<Point, (readonly ObjectId[] | undefined)[]>();
  const find = (point: Point, parameter: number): readonly ObjectId[] | undefined => {
    if (!point.event.binds.includes(parameter)) return undefined;
    const value = valueOfParameter(point, parameter);
    // Everything else, method references included, binds what escaped to code that is not analysed.
    if (value === undefined || point.kind !== 'call') return anything;
    const { kind } = value.source;
    if (kind !== 'receiver' && kind !== 'argument' && kind !== 'result') return anything;
    // What is in no set is known to anybody.
    const found = new Set<ObjectId>(pointsTo.followsAll(value.descriptor) ? [] : anything);
    for (const method of graph.find(point.className, point.method, point.descriptor)) {
      const operand = value.source.kind === 'argument' ? value.source.index : (kind as 'receiver' | 'result');
      const objects = pointsTo.at(method, point.instruction, operand);
      for (const object of objects ?? anything) found.add(object);
    }
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
      const sources = `${sourceOf(point, parameter)} ${sourceOf(point, other)}`;
      if (sources === 'receiver result') return isHandedOut(object, otherObject);
      return sources !== 'result receiver' || isHandedOut(otherObject, object);
    },
  };
}
