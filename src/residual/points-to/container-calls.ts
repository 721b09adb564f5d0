import type { CallGraph } from '../call-graph/call-graph.ts';
import type { Request } from '../call-graph/scanned-code.ts';
import type { CallBack } from '../facts/library-facts.ts';
import type { PointsTo } from './points-to.ts';

/** Calls that run nothing but the class library's containers, and what these call back. */
export interface ContainerCalls {
  /** By instruction of a method. Undefined: the call may run more. */
  inMethod(method: {
    readonly className: string;
    readonly name: string;
    readonly descriptor: string;
  }): (instruction: number) => readonly CallBack[] | undefined;
  /** The same for all calls of a method of the call graph that make the request. */
  ofRequest(method: number, request: Request): readonly CallBack[] | undefined;
}

/** Answers about requests are computed per method when first asked for. O(calls). */
export function containerCalls(graph: CallGraph, pointsTo: PointsTo): ContainerCalls {
  let last: {
    readonly method: number;
    readonly lists: ReadonlyMap<Request, readonly CallBack[] | undefined>;
  } = {
    method: -1,
    lists: new Map(),
  };
  return {
    inMethod({ className, name, descriptor }) {
      const methods = graph.find(className, name, descriptor);
      return (instruction) => mostOf(methods.map((method) => pointsTo.callBacks(method, instruction)));
    },
    ofRequest(method, request) {
      if (last.method !== method) last = { method, lists: listsOf(method, graph, pointsTo) };
      return last.lists.get(request);
    },
  };
}

function listsOf(
  method: number,
  graph: CallGraph,
  pointsTo: PointsTo,
): ReadonlyMap<Request, readonly CallBack[] | undefined> {
  const lists = new Map<Request, readonly CallBack[] | undefined>();
  for (const instruction of pointsTo.calls(method)) {
    const request = pointsTo.requestOf(method, instruction);
    if (request === undefined) continue;
    const known = graph.intern(request);
    const list = pointsTo.callBacks(method, instruction);
    lists.set(known, lists.has(known) ? mostOf([lists.get(known), list]) : list);
  }
  return lists;
}

/** The longest of lists that are parts of one another; undefined when one is unknown. */
function mostOf(lists: readonly (readonly CallBack[] | undefined)[]): readonly CallBack[] | undefined {
  let most: readonly CallBack[] | undefined = lists[0];
  for (const list of lists) {
    if (list === undefined || most === undefined) return undefined;
    if (list.length > most.length) most = list;
  }
  return most;
}
