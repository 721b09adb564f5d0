import type { Point } from '../../../events/point.ts';
import type { Property } from '../../../property/model.ts';
import type { ClassHierarchy } from '../../analysis.ts';
import type { Request } from '../../call-graph/request.ts';
import type { AnalysisLimits } from '../../limits.ts';
import type { ObjectId } from '../../points-to/heap/abstract-object.ts';
import type { Weakenings } from '../../weakening.ts';
import type { BuiltModel } from '../models/method-models.ts';
import type { Restoration } from '../models/removable-points.ts';
import type { CheckMemory } from '../models/verdict-equivalence.ts';
import type { SliceAutomaton } from '../monitor/slice-automaton.ts';
import type { InstructionRuns } from '../program/instruction-runs.ts';
import type { CallKnowledge } from '../values/call-knowledge.ts';
import type { EscapeResult } from '../values/escape.ts';
import type { MethodCode } from '../values/method-code.ts';
import type { MethodPoint } from '../values/method-points.ts';
import type { ValueOrigins } from '../values/origin.ts';
import type { ImpossibleEvent } from '../values/type-tests.ts';

/** What one method is analysed with. */
export interface MethodResidualInput {
  readonly method: MethodCode;
  readonly property: Property;
  readonly automaton: SliceAutomaton;
  /** Of the automaton, per parameter (`idleOnNew`). */
  readonly idleWhenNew: readonly number[];
  /** Symbols (a bit set) of events with Java code that refuses nothing but what the automaton says it does. */
  readonly decided: number;
  /** The points of the property that are still there, in code order. */
  readonly points: readonly Point[];
  readonly calls: CallKnowledge;
  readonly isSubtype: ClassHierarchy['isSubtype'];
  /** What code outside may do to the slices of the method. */
  readonly outside: OutsideOfMethod;
  runsAt(instruction: number, origins: ValueOrigins): InstructionRuns;
  readonly closedWorld?: ClosedWorld;
  /** What an instruction asks for, for reasons. */
  requestsAt(instruction: number): readonly Request[];
  readonly threads: 'confined' | 'shared';
  readonly memory: CheckMemory;
  readonly weakenings: Weakenings;
  readonly limits: AnalysisLimits;
}

/** Per parameter of the property: the abstract objects that it may be; undefined: any. */
export type ObjectConstraint = readonly (ReadonlySet<ObjectId> | undefined)[];

export interface OutsideOfMethod {
  readonly programSymbols: readonly number[];
  /** Of running that. */
  symbolsOf(runs: InstructionRuns): readonly number[];
}

/** What is known of objects from elsewhere when all code that may have them is. */
export interface ClosedWorld {
  /** What code outside may do to slices whose objects from elsewhere are among those given. */
  outside(objects: ObjectConstraint): OutsideOfMethod;
  /**
   * The same, when the objects of the parameters `existing` (a bit set) have been in the world since before:
   * points that bind a new object of their own run do not bind them.
   */
  onExisting(objects: ObjectConstraint, existing: number): OutsideOfMethod;
  /** Parameters (a bit set) that some point binds to a new object of its own run. */
  readonly ageMatters: number;
  /**
   * Whether the point matters only to slices with an object of the anchor that is confined to runs of this
   * method; see lifetimes.ts.
   */
  isOutsideLifetimes(point: Point): boolean;
  /** Whether a run of the method may begin while another is going on. */
  readonly isReentered: boolean;
  /** The objects that a point may bind to a parameter of its event. */
  of(point: Point, parameter: number): readonly ObjectId[];
  /** Objects of one parameter that any point of the program may bind together with one of these of the other. */
  joined(parameter: number, other: number, objects: ReadonlySet<ObjectId>): ReadonlySet<ObjectId>;
}

/** Why a point of the method stays. */
export type KeptBecause =
  | {
      readonly kind: 'notConfined';
      readonly parameter: number;
      readonly escape: EscapeResult;
      readonly method: MethodCode;
    }
  | {
      readonly kind: 'restored';
      readonly restoration: Restoration;
      readonly model: BuiltModel;
      readonly points: readonly MethodPoint[];
      readonly method: MethodCode;
      /** What an instruction asks for. */
      readonly requestsAt: (instruction: number) => readonly Request[];
    }
  | { readonly kind: 'limit'; readonly what: string };

export interface MethodResidual {
  /** Points that this method alone proves harmless. */
  readonly removed: readonly Point[];
  readonly kept: ReadonlyMap<Point, KeptBecause>;
  /** Those of `removed` that are no events. */
  readonly impossible?: ReadonlyMap<Point, ImpossibleEvent>;
  /** What models call a point is its position here. */
  readonly points: readonly MethodPoint[];
  /** The closed world was asked, whose answers depend on points everywhere. */
  readonly askedClosedWorld: boolean;
}
