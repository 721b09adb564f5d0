import type { ClassHierarchy } from '../../analysis.ts';
import { type AbstractObject, type ObjectId, outside } from './abstract-object.ts';

/** Types by number, and which objects may be of each: every object is asked about once for each type. */
export interface TypeFilters {
  /** The number of a type; '' and Object let every object pass. */
  of(type: string): number;
  /** Whether an object may be of the type with the number; `outside` may be of any. */
  mayPass(filter: number, object: ObjectId): boolean;
}

/** `objects` may grow. */
export function typeFilters(objects: readonly AbstractObject[], hierarchy: ClassHierarchy): TypeFilters {
  const types: string[] = ['', 'java/lang/Object'];
  const numbers = new Map<string, number>(types.map((type) => [type, 0]));
  /** By filter and object: 1 and -1 for yes and no, 0 where nobody has asked. */
  const answers: (Int8Array | undefined)[] = [];
  return {
    of(type) {
      let filter = numbers.get(type);
      if (filter === undefined) {
        filter = types.push(type) - 1;
        numbers.set(type, filter);
      }
      return filter;
    },
    mayPass(filter, object) {
      if (filter === 0 || object === outside) return true;
      let row = answers[filter];
      if (row === undefined || row.length <= object) {
        const longer = new Int8Array(objects.length * 2 + 16);
        if (row !== undefined) longer.set(row);
        row = longer;
        answers[filter] = row;
      }
      if (row[object] === 0) row[object] = mayBe(objects[object]!, types[filter]!, hierarchy) ? 1 : -1;
      return row[object] === 1;
    },
  };
}

/** Whether an object may be of a static type. */
export function mayBe(
  { type: declared, isExact }: AbstractObject,
  type: string,
  hierarchy: ClassHierarchy,
): boolean {
  if (hierarchy.isSubtype(declared, type) !== false) return true;
  if (isExact || type.startsWith('[')) return false;
  // Of a class that the class library hides, which may implement more than what it is declared as.
  return hierarchy.header(type) === undefined || hierarchy.mayBeOfJdk(type);
}
