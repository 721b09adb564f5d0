import type { ClassHierarchy, World } from '../../analysis.ts';
import type { CallGraphData } from '../../call-graph/call-graph.ts';
import { callGraph } from '../../call-graph/call-graph.ts';
import { reachableMethods } from '../../call-graph/reachable-methods.ts';
import type { ScannedProgram } from '../../call-graph/scanned-program.ts';
import { type ApplicationObjects, applicationObjects } from '../../points-to/input/application-objects.ts';
import { type TrackedTypes, trackedTypes } from '../../points-to/input/tracked-types.ts';
import { type ClosedWorldEntries, reflectedClasses, worldOf } from '../../points-to/input/world.ts';
import { type Proxies, proxies } from '../../proxies/proxies.ts';
import type { Weakenings } from '../../weakening.ts';

/** The code of a program with that of its proxies, and what of it may run. */
export interface RunningCode {
  readonly proxies: Proxies;
  readonly graph: CallGraphData;
  /** Undefined in an open world. */
  readonly closed: ClosedCode | undefined;
}

export interface ClosedCode {
  readonly world: ClosedWorldEntries;
  readonly types: TrackedTypes;
  readonly application: ApplicationObjects;
  /** Methods that may run, by index. Undefined: any. */
  readonly reachable: ReadonlySet<number> | undefined;
}

/**
 * In a closed world, a method that cannot run makes no proxies: first there are none, then those of the
 * methods that may run without any, and so on, until no further method that makes some may run. So what the
 * program does before it makes its first proxy is among what may run without any, and what it does before
 * each further one among what may run with those before it. One call graph for each step, at most one for
 * each method that makes proxies. `differing`: see `differingClasses`.
 */
export function runningCode(
  scanned: ScannedProgram,
  hierarchy: ClassHierarchy,
  differing: ReadonlySet<string>,
  world: World,
  weakenings: Weakenings,
): RunningCode {
  const isReflected = reflectedClasses(world);
  const methods = weakenings.has('forgetProxies') ? [] : scanned.methods;
  const madeBy = (mayRun: (method: number) => boolean) =>
    proxies(methods, hierarchy, isReflected, mayRun, differing);
  const graphOf = (made: Proxies): CallGraphData =>
    callGraph(scanned.and(made.classes), made.hierarchy, {
      forgetOverriding: weakenings.has('forgetOverriding'),
      forgetLambdas: weakenings.has('forgetLambdas'),
      forgetInheritedText: weakenings.has('forgetInheritedText'),
      forgetKeyExtractors: weakenings.has('forgetKeyExtractors'),
    });
  if (world.kind === 'open') {
    const made = madeBy(() => true);
    return { proxies: made, graph: graphOf(made), closed: undefined };
  }
  let made = madeBy(() => false);
  for (;;) {
    const { makers } = made;
    const graph = graphOf(made);
    const closed = closedCode(graph, made.hierarchy, worldOf(world, graph, made.hierarchy), weakenings);
    const more = madeBy((method) => makers.has(method) || closed.reachable?.has(method) !== false);
    if (more.makers.size === makers.size) return { proxies: made, graph, closed };
    made = more;
  }
}

function closedCode(
  graph: CallGraphData,
  hierarchy: ClassHierarchy,
  world: ClosedWorldEntries,
  weakenings: Weakenings,
): ClosedCode {
  const types = trackedTypes(hierarchy);
  const application = applicationObjects(graph, hierarchy, types, world, weakenings);
  // Any class may be found by name, and initialised.
  const byName = graph.methods.flatMap(({ name, descriptor }, method) =>
    name === '<clinit>' || (name === '<init>' && descriptor === '()V') || world.mayReflect(method)
      ? [method]
      : [],
  );
  const reachable = reachableMethods(
    graph,
    hierarchy,
    {
      methods: [...world.entries, ...byName, ...application.staticCallBacks],
      made: application.madeByOthers,
      calledOn: application.calledFromLibrary,
    },
    { forgetDispatch: weakenings.has('forgetDispatch') },
  );
  return { world, types, application, reachable };
}
