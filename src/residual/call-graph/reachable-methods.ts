import { addTo } from '../../group-by.ts';
import type { ClassHierarchy } from '../analysis.ts';
import type { CallGraphData } from './call-graph.ts';
import type { Request } from './request.ts';
import type { Targets } from './targets.ts';

/** Where a closed world is entered. */
export interface Roots {
  /** Methods, by index, that code which is not analysed may run whatever objects it has. */
  readonly methods: Iterable<number>;
  /** Classes (internal names) that it may make objects of. */
  readonly made: Iterable<string>;
  /** Methods, by index, that it may run on objects of the class, once there are any. */
  calledOn(className: string): readonly number[];
}

/**
 * Methods that may run: rapid type analysis (Bacon, Sweeney, OOPSLA 1996). A call that is dispatched runs a
 * method only when an object is made of its class or of one below it. Undefined: a method may run whose code
 * is native or that asks for code that is not there, so that any method may. O(requests x targets + classes x
 * supertypes).
 */
export function reachableMethods(
  graph: CallGraphData,
  hierarchy: ClassHierarchy,
  roots: Roots,
  options: { readonly forgetDispatch?: boolean } = {},
): ReadonlySet<number> | undefined {
  const reached = new Set<number>();
  const functions = new Set<number>();
  const asked = new Set<Request>();
  const made = new Set<string>();
  /** Types with an object: classes that are made, and what is above them. */
  const populated = new Set<string>();
  const waiting = new Map<string, number[]>();
  const functionsOf = new Map<number, number[]>();
  graph.functionObjects.forEach(({ method }, one) => {
    addTo(functionsOf, method, one);
  });
  let isUnknown = false;

  const make = (className: string): void => {
    if (made.has(className)) return;
    made.add(className);
    for (const method of roots.calledOn(className)) reached.add(method);
    for (const type of hierarchy.superTypes(className)) {
      if (populated.has(type)) continue;
      populated.add(type);
      for (const method of waiting.get(type) ?? []) reached.add(method);
      waiting.delete(type);
    }
  };
  const dispatch = (targets: Targets): void => {
    for (const method of targets.methods) {
      const { owner } = graph.methods[method]!;
      if (populated.has(owner)) reached.add(method);
      else addTo(waiting, owner, method);
    }
  };
  const ask = (request: Request): void => {
    if (asked.has(request)) return;
    asked.add(request);
    if (request.kind === 'anything') isUnknown = true;
    else if (request.kind === 'objectProtocol') return;
    else if (request.kind === 'initialise')
      for (const method of graph.targets(request).methods) reached.add(method);
    else {
      const targets = graph.targets(request);
      if (request.dispatch === 'virtual') {
        if (!options.forgetDispatch) dispatch(targets);
      } else for (const method of targets.methods) reached.add(method);
      if (request.name === '<init>') make(request.owner);
    }
  };

  for (const className of roots.made) make(className);
  for (const method of roots.methods) reached.add(method);
  for (const method of reached) {
    const { requests, isNative } = graph.methods[method]!;
    if (isNative) isUnknown = true;
    for (const request of requests) ask(request);
    for (const one of functionsOf.get(method) ?? []) {
      if (functions.has(one)) continue;
      functions.add(one);
      const { object } = graph.functionObjects[one]!;
      for (const type of object.interfaces) make(type);
      for (const request of object.runs) ask(request);
    }
    if (isUnknown) return undefined;
  }
  return reached;
}
