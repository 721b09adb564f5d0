import type { ClassFile } from '../../../classfile/class-file.ts';
import type { ClassHierarchy } from '../../analysis.ts';
import type { CallGraphData } from '../../call-graph/call-graph.ts';
import type { LibraryFacts } from '../../facts/library-facts.ts';
import type { Weakenings } from '../../weakening.ts';
import type { ApplicationObjects } from './application-objects.ts';
import type { TrackedTypes } from './tracked-types.ts';
import type { ClosedWorldEntries } from './world.ts';

/** What points-to is computed from. */
export interface PointsToInput {
  /** In the order in which the call graph was made from them. */
  classes(): Iterable<ClassFile>;
  readonly graph: CallGraphData;
  readonly hierarchy: ClassHierarchy;
  readonly facts: LibraryFacts;
  readonly world: ClosedWorldEntries;
  readonly types: TrackedTypes;
  readonly application: ApplicationObjects;
  /** Methods that may run, by index; the code of others is not looked at. */
  isReachable(method: number): boolean;
  readonly weakenings: Weakenings;
  /** Pairs of a variable and an object in it that may be kept. */
  readonly maxPairs: number;
}
