import type { ClassHierarchy } from '../../analysis.ts';
import type { CallGraphData } from '../../call-graph/call-graph.ts';
import type { ClosedWorldEntries } from './world.ts';

/** Of what there may be objects that no `new` of the program's makes. */
interface OtherMakers {
  /** Classes of the program that code which is not analysed may make objects of, collections or not. */
  readonly madeByOthers: ReadonlySet<string>;
  /** These, and the classes and interfaces of objects that points-to does not tell apart. */
  readonly madeElsewhere: ReadonlySet<string>;
}

/**
 * By name, with a constructor without parameters; by reflection, as far as it may reach; by deserialization;
 * by the class library, which calls the methods `called`; and objects on which the program is entered.
 * `isFollowed`: whether objects of the class are told apart. O(methods + classes x supertypes).
 */
export function otherMakers(
  graph: CallGraphData,
  hierarchy: ClassHierarchy,
  world: ClosedWorldEntries,
  called: ReadonlySet<number>,
  isFollowed: (className: string) => boolean,
): OtherMakers {
  const entryTypes = new Set(
    world.entries
      .map((method) => graph.methods[method]!)
      .filter(({ isStatic }) => !isStatic)
      .map(({ owner }) => owner),
  );
  const owners = new Set(graph.methods.map((method) => method.owner));
  const madeByOthers = new Set<string>();
  graph.methods.forEach(({ owner, name, descriptor }, method) => {
    // What was thrown is made again, by the class library, where it was made before.
    const isMade = (): boolean =>
      called.has(method) && hierarchy.isSubtype(owner, 'java/lang/Throwable') === false;
    if (name === '<init>' && (descriptor === '()V' || world.mayReflect(method) || isMade()))
      madeByOthers.add(owner);
  });
  for (const owner of owners)
    if (
      (world.mayBeSerialized(owner) && hierarchy.isSubtype(owner, 'java/io/Serializable') !== false) ||
      [...hierarchy.superTypes(owner)].some((type) => entryTypes.has(type))
    )
      madeByOthers.add(owner);
  const madeElsewhere = new Set(madeByOthers);
  for (const { object } of graph.functionObjects)
    for (const type of object.interfaces) madeElsewhere.add(type);
  for (const owner of owners) if (!isFollowed(owner)) madeElsewhere.add(owner);
  return { madeByOthers, madeElsewhere };
}
