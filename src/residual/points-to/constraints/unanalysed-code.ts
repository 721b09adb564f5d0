import { addTo } from '../../../group-by.ts';
import type { AbstractHeap } from '../heap/abstract-heap.ts';
import type { ObjectId } from '../heap/abstract-object.ts';
import { outside } from '../heap/abstract-object.ts';
import { nothing, type Variable } from '../heap/flow-sink.ts';
import type { PointsToInput } from '../input/points-to-input.ts';
import type { MethodVariables } from './method-variables.ts';
import type { SharedVariables } from './shared-variables.ts';

/**
 * Code that is not analysed: it may do everything with what it gets hold of, and call what it can see of the
 * program.
 */
export interface UnanalysedCode {
  /** It gets hold of what is in the variable. */
  leak(from: Variable): void;
  /** It may take out of the object, and put into it, but does not keep it. */
  expose(object: ObjectId): void;
  exposeAll(from: Variable): void;
  /** It calls the method. */
  open(method: number): void;
  /** It calls what it can on an object of the class. */
  openOn(object: ObjectId, className: string): void;
  /**
   * Acts when an object of the type (a class or interface of the program) is outside; at once where such are
   * not followed.
   */
  whenOutside(type: string, act: () => void): void;
  /** It may be given objects of the class, if only for one call. */
  show(className: string): void;
  isShown(type: string): boolean;
}

/**
 * An object that it gets hold of becomes part of the outside, with all that it contains and the views that it
 * hands out.
 */
export function unanalysedCode(
  { hierarchy, types, application }: PointsToInput,
  heap: AbstractHeap,
  { known }: SharedVariables,
  { parametersOf, resultOf }: MethodVariables,
): UnanalysedCode {
  const { put, copy, each, viewsOf, classOf, isOutside, objects } = heap;
  const leak = (from: Variable): void => copy(from, known);
  each(known, (object) => {
    if (isOutside(object)) return;
    heap.escape(object);
    expose(object);
    for (const view of viewsOf(object)) put(known, view);
  });
  const expose = (object: ObjectId): void => {
    const { base, elements, keys } = objects[object]!;
    for (const content of [elements, keys]) {
      leak(content);
      put(content, outside);
    }
    // Iterators and views call what the class of their collection overrides.
    const className = classOf(base);
    if (className !== undefined) openOn(base, className);
  };
  const exposed = new Set<Variable>();
  const exposeAll = (from: Variable): void => {
    if (exposed.has(from)) return;
    exposed.add(from);
    each(from, (object) => {
      if (object !== outside) expose(object);
    });
  };
  const open = (method: number): void => {
    for (const parameter of parametersOf(method)) put(parameter, outside);
    leak(resultOf(method));
  };
  /**
   * Classes and interfaces of the program that are followed and have an object outside, and what waits for
   * the others to.
   */
  const outsideTypes = new Set<string>();
  const waiting = new Map<string, (() => void)[]>();
  const whenOutside = (type: string, act: () => void): void => {
    if (!types.isRelevantClass(type) || outsideTypes.has(type)) act();
    else addTo(waiting, type, act);
  };
  /**
   * Classes and interfaces of the program with objects that code which is not analysed may be given, if only
   * for one call.
   */
  const shownTypes = new Set<string>();
  const show = (className: string): void => {
    if (!shownTypes.has(className)) for (const type of hierarchy.superTypes(className)) shownTypes.add(type);
  };
  const openOn = (object: ObjectId, className: string): void => {
    show(className);
    if (isOutside(object))
      for (const type of hierarchy.superTypes(className)) {
        if (outsideTypes.has(type)) continue;
        outsideTypes.add(type);
        for (const act of waiting.get(type) ?? []) act();
        waiting.delete(type);
      }
    for (const method of application.calledFromLibrary(className)) {
      const [receiver, ...rest] = parametersOf(method);
      put(receiver ?? nothing, object);
      for (const parameter of rest) put(parameter, outside);
      leak(resultOf(method));
    }
  };
  return {
    leak,
    expose,
    exposeAll,
    open,
    openOn,
    whenOutside,
    show,
    isShown: (type) => shownTypes.has(type),
  };
}
