import { AccessFlag } from '../../../classfile/access-flags.ts';
import { groupBy } from '../../../group-by.ts';
import { remembering } from '../../../remembering.ts';
import type { ClassHierarchy } from '../../analysis.ts';
import type { CallGraphData } from '../../call-graph/call-graph.ts';
import type { CallRequest } from '../../call-graph/request.ts';
import type { Weakenings } from '../../weakening.ts';
import { calledFromLibrary } from './called-from-library.ts';
import { isContainerClass } from './container-operations.ts';
import { otherMakers } from './other-makers.ts';
import type { TrackedTypes } from './tracked-types.ts';
import type { ClosedWorldEntries } from './world.ts';

/** The program's own collections, maps and iterators. */
export interface ApplicationObjects {
  /** Whether the objects of a `new` instruction are told apart from others of the class. */
  isFollowed(className: string): boolean;
  /**
   * The container class of java.util that the class extends: what it inherits is that class's code.
   * Undefined: none.
   */
  extendedContainer(className: string): string | undefined;
  /** Methods, by index into the call graph, that the class library can call on objects of the class. */
  calledFromLibrary(className: string): readonly number[];
  /** Classes of the program that code which is not analysed may make objects of, collections or not. */
  readonly madeByOthers: ReadonlySet<string>;
  /** Classes and interfaces of which there may be objects that are not followed. */
  readonly madeElsewhere: readonly string[];
  /** Methods without an object, by index, that the class library may run. */
  readonly staticCallBacks: readonly number[];
  /** What the call runs on an object of exactly this class. */
  targetsOn(className: string, request: CallRequest): Selected;
}

export interface Selected {
  readonly methods: readonly number[];
  /** Code of the class library may run. */
  readonly library: boolean;
  readonly anything: boolean;
}

/** Answers are computed when first asked for. O(classes x methods of their supertypes). */
export function applicationObjects(
  graph: CallGraphData,
  hierarchy: ClassHierarchy,
  types: TrackedTypes,
  world: ClosedWorldEntries,
  weakenings: Weakenings,
): ApplicationObjects {
  const called = weakenings.has('forgetCallBackFlows')
    ? new Set<number>()
    : calledFromLibrary(graph, hierarchy);
  const byOwner = groupBy([...called], (method) => graph.methods[method]!.owner);
  const ofClass = remembering((className: string): readonly number[] =>
    [...hierarchy.superTypes(className)].flatMap((type) => byOwner.get(type) ?? []),
  );
  const isFollowed = (className: string): boolean =>
    hierarchy.header(className) !== undefined &&
    !hierarchy.mayBeOfJdk(className) &&
    types.isRelevantClass(className) &&
    // A vector's elements are a field that subclasses read.
    hierarchy.isSubtype(className, 'java/util/Vector') === false &&
    // Constants of enums are found by name, thrown objects come from anywhere, finalizers are called on
    // whatever there is. A class that is missing among the supertypes may be anything.
    hierarchy.isSubtype(className, 'java/lang/Enum') === false &&
    hierarchy.isSubtype(className, 'java/lang/Throwable') === false &&
    ofClass(className).every((method) => graph.methods[method]!.name !== 'finalize');
  const containers = new Map<string, string | undefined>();
  const extendedContainer = (className: string): string | undefined => {
    if (containers.has(className)) return containers.get(className);
    let above: string | undefined = className;
    while (above !== undefined && hierarchy.header(above)?.origin !== 'jdk')
      above = hierarchy.header(above)?.superName;
    const isContainer =
      above !== undefined && (isContainerClass(above) || above === 'java/util/AbstractList');
    const found = isContainer && isFollowed(className) ? above : undefined;
    containers.set(className, found);
    return found;
  };

  const { madeByOthers, madeElsewhere } = otherMakers(graph, hierarchy, world, called, isFollowed);
  const forgetsOthers = weakenings.has('forgetOutsideObjects');

  const select = (className: string, request: CallRequest): Selected => {
    const { owner, name, descriptor, dispatch } = request;
    if (dispatch !== 'virtual') return graph.targets(request);
    const declared = hierarchy.resolveMethod(owner, name, descriptor)?.accessFlags ?? AccessFlag.public;
    // A private method is what is called (JVMS 5.4.6), whatever subclasses have.
    if ((declared & AccessFlag.private) !== 0) return graph.targets(graph.onClass(request, owner));
    if ((declared & (AccessFlag.public | AccessFlag.protected)) !== 0)
      return graph.targets(graph.onClass(request, className));
    // What overrides a method without modifier depends on packages: any that the object has.
    const { methods, library, anything } = graph.targets(request);
    const types = hierarchy.superTypes(className);
    return { methods: methods.filter((one) => types.has(graph.methods[one]!.owner)), library, anything };
  };
  const selectedFor = remembering((request: CallRequest) =>
    remembering((className: string) => select(className, request)),
  );
  return {
    isFollowed,
    extendedContainer,
    calledFromLibrary: ofClass,
    madeByOthers: forgetsOthers ? new Set() : madeByOthers,
    madeElsewhere: forgetsOthers ? [] : [...madeElsewhere],
    staticCallBacks: [...called].filter((method) => graph.methods[method]!.isStatic),
    targetsOn: (className, request) => selectedFor(graph.intern(request))(className),
  };
}
