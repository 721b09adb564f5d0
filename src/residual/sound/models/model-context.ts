import type { Weakenings } from '../../weakening.ts';
import type { CallKnowledge } from '../values/call-knowledge.ts';
import type { MethodCode } from '../values/method-code.ts';
import type { MethodPoint } from '../values/method-points.ts';
import type { ValueOrigins } from '../values/origin.ts';
import type { OutsideObjects, SliceClass } from './slice-class.ts';

/** What a model is made from. */
export interface ModelContext {
  readonly method: MethodCode;
  readonly points: readonly MethodPoint[];
  readonly origins: ValueOrigins;
  readonly calls: CallKnowledge;
  /** Creation sites whose objects never leave the method. */
  readonly confined: ReadonlySet<number>;
  /** Per symbol, the parameters it binds as a bit set. */
  readonly binds: readonly number[];
  /** Whether events that bind none of the parameters (a bit set) may report, whatever happened before. */
  mayReportWithout(parameters: number): boolean;
  /** Whether events that bind none of the parameters (a bit set) change nothing on a slice that has had no other. */
  isIdleWithout(parameters: number): boolean;
  /** The instructions from which control may come to the creation site: 1 each, the site included. */
  reaching(site: number): Uint8Array;
  /** What code outside may do to the slices of a class. */
  outsideOf(sliceClass: SliceClass): OutsideEvents;
  /** Parameters (a bit set) of which it matters whether an object existed before other code runs. */
  readonly ageMatters: number;
  /**
   * Symbols of points that may be removed although they bind objects from elsewhere alone (lifetimes.ts), in
   * other runs, too.
   */
  readonly outsideLifetimes: readonly number[];
  /** Whether a point may bind one of the objects outside that the class allows for the parameter. */
  mayBind(point: MethodPoint, parameter: number, objects: OutsideObjects): boolean;
  /** `shared`: any other thread may produce events at any moment. */
  readonly threads: 'confined' | 'shared';
  /** Locations that the model of a slice class may have. */
  readonly maxLocations: number;
  readonly weakenings: Weakenings;
}

/** Events that no point of the method under analysis produces, on objects that it did not create. */
export interface OutsideEvents {
  /** Symbols of kept points anywhere in the program: what code may produce when it may do anything. */
  readonly programSymbols: readonly number[];
  /**
   * Symbols that code run by the instruction may produce, when the objects of these parameters (a bit set) have been in
   * the world since before the instruction.
   */
  externalSymbols(instruction: number, existing: number): readonly number[];
}
