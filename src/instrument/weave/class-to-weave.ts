import type { ClassFile } from '../../classfile/class-file.ts';
import type { Point } from '../../events/point.ts';
import type { EntryPoints } from '../unit/entry-point.ts';
import type { Asked } from './weave-silence.ts';
import type { WeavingTypes } from './weaving-types.ts';

export interface ClassToWeave {
  readonly file: ClassFile;
  /** The kept points of the class, in the order of methods and instructions. */
  readonly points: readonly Point[];
  /**
   * Indices of methods that start the unit before they do anything else: of `main`, so that every run has a
   * report, and of constructors of hooks, in whose calls it could not be loaded. (So do methods with events
   * that may come at the end of the stack.)
   */
  readonly startsIn: readonly number[];
  /** Fields whose iterators are shared (ToldCollections.notes). */
  readonly notes: ReadonlySet<string>;
  /** Whether its objects hold their slices (`sliceHolders`). */
  readonly holdsSlices: boolean;
  readonly types: WeavingTypes;
  /** Internal name of the unit class. */
  readonly unit: string;
  readonly entryPointOf: EntryPoints['of'];
  readonly joined: EntryPoints['joined'];
  /** What is asked at run time for the point. */
  readonly askedOf: (point: Point) => Asked;
  /**
   * Whether monitors need not get every event: slices may wait for one on their owner, points may be told once, and
   * pairs may cancel out (docs/soundness.md, theorems 5, 9 and 11).
   */
  readonly isResidual: boolean;
  readonly siteOf: (point: Point) => number;
}
