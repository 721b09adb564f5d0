import { selector } from '../../classfile/descriptors.ts';
import { addTo } from '../../group-by.ts';
import type { FunctionObject } from './instruction-requests.ts';
import type { ScannedMethod } from './scanned-code.ts';

/** A place of the program that makes a function object. */
export interface MadeFunction {
  /** Index into `methods` of the method that makes it. */
  readonly method: number;
  readonly instruction: number;
  readonly object: FunctionObject;
}

/** Methods (by index) and function objects (by number) of the program, by what calls name. */
export interface ProgramIndex {
  readonly methods: readonly ScannedMethod[];
  readonly functionObjects: readonly MadeFunction[];
  /** Instance methods by selector, then by class. */
  readonly bySelector: ReadonlyMap<string, ReadonlyMap<string, readonly number[]>>;
  readonly byName: ReadonlyMap<string, readonly number[]>;
  readonly byOwner: ReadonlyMap<string, readonly number[]>;
  /** All methods of a class, those of classes with one name together. */
  readonly ofClass: ReadonlyMap<string, readonly number[]>;
  /**
   * Function objects by the interfaces that they implement, all of them and those that implement a method of
   * one name.
   */
  readonly functionsByType: ReadonlyMap<string, readonly number[]>;
  readonly functionsByName: ReadonlyMap<string, ReadonlyMap<string, readonly number[]>>;
  readonly classInitialisers: ReadonlyMap<string, readonly number[]>;
  /** Methods of a class, by name and descriptor (of duplicates: all). */
  find(owner: string, name: string, descriptor: string): readonly number[];
}

/** O(methods + function objects). */
export function programIndex(methods: readonly ScannedMethod[]): ProgramIndex {
  const functionObjects: MadeFunction[] = [];
  const bySelector = new Map<string, Map<string, number[]>>();
  const byName = new Map<string, number[]>();
  const byOwner = new Map<string, number[]>();
  const ofClass = new Map<string, number[]>();
  const functionsByType = new Map<string, number[]>();
  const functionsByName = new Map<string, Map<string, number[]>>();
  const classInitialisers = new Map<string, number[]>();
  methods.forEach((method, index) => {
    addTo(ofClass, method.owner, index);
    if (method.name === '<clinit>') addTo(classInitialisers, method.owner, index);
    else if (!method.isStatic && method.name !== '<init>') {
      addTo(within(bySelector, selector(method.name, method.descriptor)), method.owner, index);
      addTo(byName, method.name, index);
      addTo(byOwner, method.owner, index);
    }
    for (const { instruction, object } of method.functions) {
      const number = functionObjects.push({ method: index, instruction, object }) - 1;
      for (const type of new Set(object.interfaces)) {
        addTo(functionsByType, type, number);
        addTo(within(functionsByName, object.methodName), type, number);
      }
    }
  });
  return {
    methods,
    functionObjects,
    bySelector,
    byName,
    byOwner,
    ofClass,
    functionsByType,
    functionsByName,
    classInitialisers,
    find: (owner, name, descriptor) =>
      (ofClass.get(owner) ?? []).filter(
        (index) => methods[index]!.name === name && methods[index]!.descriptor === descriptor,
      ),
  };
}

function within<V>(map: Map<string, Map<string, V>>, key: string): Map<string, V> {
  let inner = map.get(key);
  if (inner === undefined) {
    inner = new Map();
    map.set(key, inner);
  }
  return inner;
}
