import type { ResolvedMethod } from '../../hierarchy/class-hierarchy.ts';
import type { ClassHierarchy } from '../analysis.ts';
import type { CallBack } from '../facts/library-facts.ts';
import { askedByClass, asksNothing, valueMethods } from './implied-call-backs.ts';
import type { ProgramIndex } from './program-index.ts';
import type { TypeRelations } from './type-relations.ts';
import type { UsedLibrary } from './used-library.ts';

/**
 * What text, comparison and hash of objects of the program ask for that leave it to the class library:
 * collections and maps for their own iterators, elements and entries, exceptions for their message.
 * `classes`: of the objects; without them, any.
 */
export function inheritedValueMethods(
  { methods, byOwner }: ProgramIndex,
  hierarchy: ClassHierarchy,
  { mayBeLibrary, overridesLibrary }: TypeRelations,
  { superCalls }: UsedLibrary,
): (callBack: CallBack, classes?: readonly string[]) => readonly number[] {
  /**
   * What `super.toString()` and its kin run in a class of the program or above it, where that is of the class
   * library.
   */
  const calledWithSuper = (owner: string, method: string, descriptor: string): ResolvedMethod | undefined => {
    for (const type of hierarchy.superTypes(owner))
      for (const request of superCalls.get(type) ?? []) {
        if (request.name !== method || request.descriptor !== descriptor) continue;
        const called = hierarchy.resolveMethod(request.owner, method, descriptor);
        if (called !== undefined && mayBeLibrary(called.owner)) return called;
      }
    return undefined;
  };
  const askedByInherited = (method: string, classes: Iterable<string>): readonly number[] => {
    const [type, descriptor] = valueMethods.get(method)!;
    const found = new Set<number>();
    for (const owner of classes) {
      if (hierarchy.isSubtype(owner, type) === false) continue;
      let inherited = hierarchy.resolveMethod(owner, method, descriptor);
      if (inherited !== undefined && !mayBeLibrary(inherited.owner)) {
        inherited = calledWithSuper(owner, method, descriptor);
        if (inherited === undefined) continue;
      }
      const asked = inherited && askedByClass.get(inherited.owner);
      // Object.toString() shows the hash, and other classes may call it with super.
      const showsHash =
        method === 'toString' && (asked === undefined || inherited?.owner === 'java/lang/Object');
      // Most classes: nearly all inherit from Object.
      if (asked === asksNothing && !showsHash) continue;
      for (const declaring of hierarchy.superTypes(owner))
        for (const index of byOwner.get(declaring) ?? []) {
          const { name, descriptor: of, isPrivate } = methods[index]!;
          if (showsHash && name === 'hashCode' && of === '()I') found.add(index);
          if (isPrivate || asked?.test(name) === false) continue;
          if (overridesLibrary(owner, name, of, 'java/lang/Object')) found.add(index);
        }
    }
    return [...found];
  };
  return ({ type, method }, classes) =>
    [...valueMethods].flatMap(([name, [declaring]]) =>
      type === declaring && (method === name || (method === undefined && type !== 'java/lang/Object'))
        ? askedByInherited(name, classes ?? byOwner.keys())
        : [],
    );
}
