import type { Point } from '../../../events/point.ts';
import { addTo } from '../../../group-by.ts';
import type { ObjectId } from '../../points-to/heap/abstract-object.ts';
import type { FreshPoints } from '../program/fresh-points.ts';
import type { PointObjects } from '../program/point-objects.ts';
import type { ProgramEvents, ProgramEventsInput } from '../program/program-events.ts';
import { selectedEvents } from '../program/program-events.ts';
import type { MethodCode } from '../values/method-code.ts';
import { lifetimes } from './lifetimes.ts';
import type { ClosedWorld, ObjectConstraint } from './method-step.ts';

/** What the method step asks about objects that a method did not create, when points-to knows them. */
export function closedWorld(
  input: ProgramEventsInput,
  objects: PointObjects,
  fresh: FreshPoints,
  anchor: number | undefined,
): (method: MethodCode) => ClosedWorld {
  const joined = joinedObjects(input.points, objects);
  const known = new Map<string, ProgramEvents>();
  const { select, reachable } = selectedEvents(input);
  const ages = Int32Array.from(input.points, (point) => fresh.parameters(point));
  const binding = bindingPoints(input.points, objects);
  const eventsOn = (constraint: ObjectConstraint, existing: number): ProgramEvents => {
    const key = `${existing}|`.concat(
      constraint.map((one) => (one === undefined ? '*' : [...one].sort().join())).join('|'),
    );
    let events = known.get(key);
    if (events === undefined) {
      const allowed = constraint.flatMap((of, parameter) =>
        of === undefined ? [] : [binding(parameter, of)],
      );
      events = select(
        (position) =>
          (ages[position]! & existing) === 0 && allowed.every((positions) => positions[position] === 1),
      );
      known.set(key, events);
    }
    return events;
  };
  const { graph } = input.whole;
  const isOutside =
    anchor === undefined
      ? () => false
      : lifetimes({ ...input, anchor, objects, joined, fresh, graph, reachable });
  return (method) => ({
    isOutsideLifetimes: isOutside,
    isReentered: graph
      .find(method.className, method.name, method.descriptor)
      .some((one) => reachable.isReentered(one)),
    of: (point, parameter) => objects.of(point, parameter) ?? [],
    joined,
    ageMatters: fresh.all,
    outside: (constraint) => eventsOn(constraint, 0),
    onExisting: eventsOn,
  });
}

/** By position, 1 for points that do not bind the parameter, or may bind one of these objects to it. */
function bindingPoints(
  points: readonly Point[],
  objects: PointObjects,
): (parameter: number, of: ReadonlySet<ObjectId>) => Uint8Array {
  interface Binding {
    readonly without: Uint8Array;
    readonly byObject: ReadonlyMap<ObjectId, readonly number[]>;
  }
  const known: Binding[] = [];
  const find = (parameter: number): Binding => {
    const without = new Uint8Array(points.length);
    const byObject = new Map<ObjectId, number[]>();
    points.forEach((point, position) => {
      const bound = objects.of(point, parameter);
      if (bound === undefined) without[position] = 1;
      for (const object of bound ?? []) addTo(byObject, object, position);
    });
    return { without, byObject };
  };
  return (parameter, of) => {
    known[parameter] ??= find(parameter);
    const { without, byObject } = known[parameter];
    const found = without.slice();
    for (const object of of) for (const position of byObject.get(object) ?? []) found[position] = 1;
    return found;
  };
}

/** Per pair of parameters, what points bind together: computed when first asked for. */
function joinedObjects(points: readonly Point[], objects: PointObjects): ClosedWorld['joined'] {
  const known = new Map<string, ReadonlyMap<ObjectId, ReadonlySet<ObjectId>>>();
  const joinsOf = (parameter: number, other: number): ReadonlyMap<ObjectId, ReadonlySet<ObjectId>> => {
    const key = `${parameter} ${other}`;
    let joins = known.get(key);
    if (joins === undefined) {
      joins = joinsBetween(points, objects, parameter, other);
      known.set(key, joins);
    }
    return joins;
  };
  return (parameter, other, of) => {
    const joins = joinsOf(parameter, other);
    return new Set([...of].flatMap((object) => [...(joins.get(object) ?? [])]));
  };
}

/** By object of `other`, the objects of `parameter`. */
function joinsBetween(
  points: readonly Point[],
  objects: PointObjects,
  parameter: number,
  other: number,
): ReadonlyMap<ObjectId, ReadonlySet<ObjectId>> {
  const joins = new Map<ObjectId, Set<ObjectId>>();
  for (const point of points)
    for (const object of objects.of(point, parameter) ?? [])
      for (const otherObject of objects.of(point, other) ?? []) {
        if (!objects.together(point, parameter, object, other, otherObject)) continue;
        const list = joins.get(otherObject);
        if (list === undefined) joins.set(otherObject, new Set([object]));
        else list.add(object);
      }
  return joins;
}
