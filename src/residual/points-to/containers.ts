import type { AbstractObject, ObjectId, Role } from './abstract-object.ts';
import { outside } from './abstract-object.ts';
import type { ApplicationObjects } from './application-objects.ts';
import { type ContainerKind, type Handed, isContainerClass, isMapClass } from './container-operations.ts';
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
  const handed = new Map<string, ObjectId>();
  const handedKey = (object: ObjectId, role: Role): string => `${objects[object]!.base} ${role}`;
  const isMap = (object: ObjectId): boolean => {
    const { role, type, container } = objects[object]!;
    // A part of a map's view, such as the unmodifiable set of its keys, is a collection.
    const isWhole = role === 'self' || role === 'copy' || (role === 'part' && type === partOfMap);
    return isWhole && container !== undefined && isMapClass(container);
  };
  /** The same for what views of one container hand out with different content. */
  const keyOf = (from: ObjectId, role: Role): string => {
    const { role: given, container } = objects[from]!;
    const isPartOfView = given === 'part' && container !== undefined && isMapClass(container) && !isMap(from);
    if (isPartOfView && (role === 'iterator' || role === 'array')) return `part ${from} ${role}`;
    const hasOwn = role === 'part' || role === 'copy' || role === 'array';
    return handedKey(from, hasOwn ? (`${given} ${role}` as Role) : role);
  };
  /** What a method of the container gives. */
  const give = (from: ObjectId, what: Handed | 'array'): ObjectId => {
    if (isOutside(from)) return outside;
    const object = objects[from]!;
    // Of a map there are parts with its values and parts with its keys, and what cannot be modified already is not wrapped again.
    if (what === 'part' && object.role === 'part') return from;
    const role: Role =
      what !== 'iterator'
        ? what
        : object.role === 'keySet'
          ? 'keyIterator'
          : object.role === 'entrySet'
            ? 'entryIterator'
            : 'iterator';
    const key = keyOf(from, role);
    let result = handed.get(key);
    if (result !== undefined) return result;
    const { base } = object;
    const { type } = objects[base]!;
    let { elements, keys } = object;
    if (role === 'keySet' || role === 'keyIterator') [elements, keys] = [objects[base]!.keys, nothing];
    else if (role === 'values' || role === 'iterator') keys = nothing;
    else if (role === 'entrySet' || role === 'entryIterator') {
      [elements, keys] = [variable(), nothing];
      put(elements, give(base, 'entry'));
    } else if (role === 'entry') ({ elements, keys } = objects[base]!);
    result = newObject(
      {
        role,
        type:
          role === 'copy'
            ? type
            : role === 'part'
              ? isMap(from)
                ? partOfMap
                : 'java/util/Collection'
              : declaredTypes[role as 'array'],
        isExact: role === 'copy' || role === 'array',
        container: object.container,
        elements,
        keys,
      },
      base,
    );
    handed.set(key, result);
    return result;
  };
  /** With the arrays that an array of arrays holds: one object for all of one type, as its rows may be used as such. */
  const createArray = (type: string): ObjectId => {
    const elements = variable();
    if (type.startsWith('[[')) put(elements, createArray(type.slice(1)));
    return newObject({ role: 'self', type, isExact: true, container: undefined, elements, keys: nothing });
  };
  const create = (type: string, to: Variable): void => {
    if (type.startsWith('[')) {
      put(to, createArray(type));
      return;
    }
    const container = isContainerClass(type) ? type : application.extendedContainer(type);
    if (container === undefined && !application.isFollowed(type)) {
      put(to, outside);
      return;
    }
    const isMap = container !== undefined && isMapClass(container);
    put(
      to,
      newObject({
        role: 'self',
        type,
        isExact: true,
        container,
        elements: container === undefined ? nothing : variable(),
        keys: isMap ? variable() : nothing,
      }),
    );
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
    create,
    give,
    viewsOf(object) {
      const { role } = objects[object]!;
      if (role !== 'self' && role !== 'part' && role !== 'copy') return [];
      return (['keySet', 'values', 'entrySet'] as const)
        .map((view) => handed.get(handedKey(object, view)))
        .filter((view) => view !== undefined);
    },
    kindOf,
  };
}
