import { AccessFlag } from '../../../classfile/access-flags.ts';
import { typeAndBelow } from '../../../hierarchy/type-and-below.ts';
import { remembering } from '../../../remembering.ts';
import type { ClassHierarchy, ProgramClass } from '../../analysis.ts';
import type { CallGraph } from '../../call-graph/call-graph.ts';
import type { CallSummaries } from '../calls/call-summaries.ts';
import type { NewOrShared } from '../calls/new-or-shared.ts';

/** A class of the inputs whose `iterator()` is known, on objects of exactly this class. */
export interface OwnIterable {
  readonly className: string;
  /** What the method with this descriptor returns, which may have a result type of its own; undefined: not known. */
  iterator(descriptor: string): NewOrShared | undefined;
}

export const iteratorDescriptor = '()Ljava/util/Iterator;';

/** Those with objects, an `iterator()` in the program, and one version. O(classes + what they return). */
export function ownIterables(
  classes: Iterable<ProgramClass>,
  differing: ReadonlySet<string>,
  hierarchy: ClassHierarchy,
  graph: CallGraph,
  calls: CallSummaries,
): readonly OwnIterable[] {
  const inputs = new Set<string>();
  for (const { name } of classes) if (!differing.has(name)) inputs.add(name);
  const found: OwnIterable[] = [];
  for (const className of typeAndBelow('java/lang/Iterable', hierarchy.programSubtypes)) {
    const header = inputs.has(className) ? hierarchy.header(className) : undefined;
    if (header === undefined || (header.accessFlags & AccessFlag.abstract) !== 0) continue;
    const iterator = remembering((descriptor: string): NewOrShared | undefined => {
      const selected = hierarchy.resolveMethod(className, 'iterator', descriptor);
      if (selected === undefined || graph.isLibrary(selected.owner)) return undefined;
      const call = {
        kind: 'call',
        dispatch: 'virtual',
        owner: className,
        name: 'iterator',
        descriptor,
      } as const;
      return calls.newOrShared(graph.onClass(graph.intern(call), className), className);
    });
    if (iterator(iteratorDescriptor) !== undefined) found.push({ className, iterator });
  }
  return found.sort((left, right) => (left.className < right.className ? -1 : 1));
}
