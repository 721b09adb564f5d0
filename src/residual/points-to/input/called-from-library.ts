import { AccessFlag } from '../../../classfile/access-flags.ts';
import { selector } from '../../../classfile/descriptors.ts';
import { addTo } from '../../../group-by.ts';
import type { ClassHierarchy } from '../../analysis.ts';
import type { CallGraphData } from '../../call-graph/call-graph.ts';
import { declaredMethods } from '../../call-graph/library-overrides.ts';
import { isCalledByName } from './called-by-name.ts';
import { calledInterfaces, isCalledByTranslation } from './called-interfaces.ts';

/**
 * Methods of the program, by index into the call graph, that the class library can call by name: those that
 * override or implement one that it declares, in the class or in a subclass (which may implement an interface
 * with a method that it inherits), those of interfaces for management and remote calls, and those that it
 * looks for by name. O(classes x methods of their supertypes).
 */
export function calledFromLibrary(graph: CallGraphData, hierarchy: ClassHierarchy): ReadonlySet<number> {
  const bySelector = new Map<string, Map<string, number[]>>();
  const found = new Set<number>();
  graph.methods.forEach((one, method) => {
    const { owner, name, descriptor, isStatic, isPrivate } = one;
    if (isCalledByName(one, hierarchy)) found.add(method);
    if (isStatic || isPrivate || name === '<init>') return;
    let own = bySelector.get(owner);
    if (own === undefined) {
      own = new Map();
      bySelector.set(owner, own);
    }
    const key = selector(name, descriptor);
    addTo(own, key, method);
  });
  const { isCalled, translates } = calledInterfaces(graph, hierarchy);
  let isTranslated = false;
  const declared = new Map<string, readonly string[]>();
  const selectorsOf = (type: string): readonly string[] => {
    let selectors = declared.get(type);
    if (selectors === undefined) {
      selectors = declaredMethods(type, hierarchy)
        // Object's clone is protected: nobody can call it on objects of any class.
        .filter(
          ({ accessFlags, name }) =>
            (accessFlags & hidden) === 0 &&
            name !== '<init>' &&
            (type !== 'java/lang/Object' || name !== 'clone'),
        )
        .map(({ name, descriptor }) => selector(name, descriptor));
      declared.set(type, selectors);
    }
    return selectors;
  };
  for (const owner of classesOf(graph)) {
    const types = hierarchy.superTypes(owner);
    const program = [...types].filter((type) => !graph.isLibrary(type)).map((type) => bySelector.get(type));
    // A class that is missing among the supertypes may be anything: all methods may be called.
    const isOpen = !hierarchy.knowsAllSuperTypes(owner);
    if (isOpen)
      for (const own of program)
        for (const methods of own?.values() ?? []) for (const one of methods) found.add(one);
    const callable = new Set<string>();
    for (const type of types)
      if (graph.mayBeLibrary(type)) callable.add(type);
      else if (isCalled(type)) {
        isTranslated ||= translates(type);
        for (const above of hierarchy.superTypes(type)) callable.add(above);
      }
    for (const type of callable)
      for (const key of selectorsOf(type))
        for (const own of program) for (const method of own?.get(key) ?? []) found.add(method);
  }
  if (isTranslated)
    graph.methods.forEach((one, method) => {
      if (isCalledByTranslation(one, hierarchy)) found.add(method);
    });
  return found;
}

const hidden = AccessFlag.private | AccessFlag.static;

function classesOf(graph: CallGraphData): ReadonlySet<string> {
  return new Set(graph.methods.map(({ owner }) => owner));
}
