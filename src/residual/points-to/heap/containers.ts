import type { ApplicationObjects } from '../input/application-objects.ts';
import {
  type ContainerKind,
  type Handed,
  isContainerClass,
  isMapClass,
} from '../input/container-operations.ts';
import type { AbstractObject, ObjectId, Role } from './abstract-object.ts';
import { outside } from './abstract-object.ts';
import { nothing, type Variable } from './flow-sink.ts';
import type { InclusionGraph } from './inclusion-graph.ts';

/** The abstract objects: made by the program, or handed out by what it made. */
export interface Containers {
  /** Of a `new` instruction: adds the object to the variable. */
  create(type: string, to: Variable): void;
  /** What a method of the object hands out: `outside` when anybody may have it. */
  give(from: ObjectId, what: Handed | 'array'): ObjectId;
  /** Views that a map hands out again and again, as far as the program has asked for them. */
  viewsOf(object: ObjectId): readonly ObjectId[];
  /** What the method is called on. */
  kindOf(object: ObjectId, method: string): ContainerKind;
}

const declaredTypes: Record<Exclude<Role, 'self' | 'copy' | 'part'>, string> = {
  iterator: 'java/util/Iterator',
  keyIterator: 'java/util/Iterator',
  entryIterator: 'java/util/Iterator',
  keySet: 'java/util/Set',
  values: 'java/util/Collection',
  entrySet: 'java/util/Set',
  entry: 'java/util/Map$Entry',
  array: '[Ljava/lang/Object;',
};

/** The type of a part of a map that is a map; of any other part it is that of collections. */
const partOfMap = 'java/util/Map';

/** Fills `objects`, which is empty, from `outside` on. */
export function containers(
  objects: AbstractObject[],
  { variable, put }: InclusionGraph,
  application: ApplicationObjects,
  isOutside: (object: ObjectId) => boolean,
): Containers {
  objects.push({
    role: 'self',
    type: 'java/lang/Object',
    isExact: false,
    base: outside,
    container: undefined,
    elements: nothing,
    keys: nothing,
  });
  const newObject = (object: Omit<AbstractObject, 'base'>, base?: ObjectId): ObjectId =>
    objects.push({ base: base ?? objects.length, ...object }) - 1;
  /** What containers have handed out, by `keyOf`. */
  const handed = new Map<string, ObjectId>();
  const isMap = (object: ObjectId): boolean => isWholeMap(objects[object]!);
  /** The same for what views of one container hand out with different content. */
  const keyOf = (from: ObjectId, role: Role): string => {
    const { role: given, container } = objects[from]!;
    const isPartOfView = given === 'part' && container !== undefined && isMapClass(container) && !isMap(from);
    if (isPartOfView && (role === 'iterator' || role === 'array')) return `part ${from} ${role}`;
    const hasOwn = role === 'part' || role === 'copy' || role === 'array';
    return handedKey(objects[from]!, hasOwn ? `${given} ${role}` : role);
  };
  /** What is in an object of the role that comes from a container. */
  const contentOf = (from: AbstractObject, role: Role): Pick<AbstractObject, 'elements' | 'keys'> => {
    const whole = objects[from.base]!;
    switch (role) {
      case 'keySet':
      case 'keyIterator':
        return { elements: whole.keys, keys: nothing };
      case 'values':
      case 'iterator':
        return { elements: from.elements, keys: nothing };
      case 'entrySet':
      case 'entryIterator': {
        const elements = variable();
        put(elements, give(from.base, 'entry'));
        return { elements, keys: nothing };
      }
      case 'entry':
        return whole;
      default:
        return from;
    }
  };
  /** What a method of the container gives. */
  const give = (from: ObjectId, what: Handed | 'array'): ObjectId => {
    if (isOutside(from)) return outside;
    const object = objects[from]!;
    // Of a map there are parts with its values and parts with its keys, and what cannot be modified already
    // is not wrapped again.
    if (what === 'part' && object.role === 'part') return from;
    const role = roleOf(object, what);
    const key = keyOf(from, role);
    let result = handed.get(key);
    if (result === undefined) {
      const { elements, keys } = contentOf(object, role);
      const { container, base } = object;
      const isExact = role === 'copy' || role === 'array';
      const type = role === 'copy' ? objects[base]!.type : declaredType(object, role);
      result = newObject({ role, type, isExact, container, elements, keys }, base);
      handed.set(key, result);
    }
    return result;
  };
  /** With the arrays that an array of arrays holds: one object for all of one type, as its rows may be used as such. */
  const createArray = (type: string): ObjectId => {
    const elements = variable();
    if (type.startsWith('[[')) put(elements, createArray(type.slice(1)));
    return newObject({ role: 'self', type, isExact: true, container: undefined, elements, keys: nothing });
  };
  const createObject = (type: string): ObjectId => {
    const container = isContainerClass(type) ? type : application.extendedContainer(type);
    if (container === undefined && !application.isFollowed(type)) return outside;
    const hasKeys = container !== undefined && isMapClass(container);
    return newObject({
      role: 'self',
      type,
      isExact: true,
      container,
      elements: container === undefined ? nothing : variable(),
      keys: hasKeys ? variable() : nothing,
    });
  };
  const kindOf = (object: ObjectId, name: string): ContainerKind => {
    const { role } = objects[object]!;
    // The constructor of a superclass never is called so: the class of the object is exact.
    if (name === '<init>') return 'constructor';
    if (role === 'entry') return 'entry';
    if (/[iI]terator$/.test(role)) return 'iterator';
    return isMap(object) ? 'map' : 'collection';
  };

  return {
    create: (type, to) => put(to, type.startsWith('[') ? createArray(type) : createObject(type)),
    give,
    viewsOf(object) {
      const { role } = objects[object]!;
      if (role !== 'self' && role !== 'part' && role !== 'copy') return [];
      return (['keySet', 'values', 'entrySet'] as const)
        .map((view) => handed.get(handedKey(objects[object]!, view)))
        .filter((view) => view !== undefined);
    },
    kindOf,
  };
}

function handedKey({ base }: AbstractObject, role: string): string {
  return `${base} ${role}`;
}

/**
 * Whether it is a map, or a part of one that is a map: a part of a view, such as the unmodifiable set of its
 * keys, is a collection.
 */
function isWholeMap({ role, type, container }: AbstractObject): boolean {
  const isWhole = role === 'self' || role === 'copy' || (role === 'part' && type === partOfMap);
  return isWhole && container !== undefined && isMapClass(container);
}

/** What the object hands out: iterators over different things are told apart. */
function roleOf({ role }: AbstractObject, what: Handed | 'array'): Exclude<Role, 'self'> {
  if (what !== 'iterator') return what;
  if (role === 'keySet') return 'keyIterator';
  return role === 'entrySet' ? 'entryIterator' : 'iterator';
}

/** What the class library declares an object of the role to be that comes from another one. */
function declaredType(from: AbstractObject, role: Exclude<Role, 'self' | 'copy'>): string {
  if (role !== 'part') return declaredTypes[role];
  return isWholeMap(from) ? partOfMap : 'java/util/Collection';
}
