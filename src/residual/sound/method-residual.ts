import type { Point } from '../../events/point.ts';
import type { Property } from '../../property/model.ts';
import type { CallKnowledge } from './call-knowledge.ts';
import type { MethodCode } from './method-code.ts';
import type { BuiltModel, ModelContext } from './method-models.ts';
import { buildModel } from './method-models.ts';
import type { MethodPoint } from './method-points.ts';
import { methodPoints } from './method-points.ts';
import type { EscapeResult } from './object-flow.ts';
import { firstEscape } from './object-flow.ts';
import { objectKindAt } from './object-kind.ts';
import type { Restoration } from './removable-points.ts';
import { removablePoints } from './removable-points.ts';
import type { SliceAutomaton } from './slice-automaton.ts';
import type { SliceClass } from './slice-class.ts';
import { sliceClasses } from './slice-class.ts';
import { elsewhere, nullConstant, type ValueOrigins, valueOrigins } from './value-origins.ts';
import type { CheckMemory } from './verdict-equivalence.ts';
import type { Weakenings } from './weakening.ts';

/** What one method is analysed with. */
export interface MethodResidualInput {
  readonly method: MethodCode;
  readonly property: Property;
  readonly automaton: SliceAutomaton;
  /** The points of the property that are still there, in code order. */
  readonly points: readonly Point[];
  readonly calls: CallKnowledge;
  readonly programSymbols: readonly number[];
  externalSymbols(instruction: number, origins: ValueOrigins): readonly number[];
  /** How an instruction comes to produce an event on an object from elsewhere, for reasons. */
  witness(instruction: number, symbol: number): readonly string[];
  readonly threads: 'confined' | 'shared';
  readonly memory: CheckMemory;
  readonly weakenings: Weakenings;
  readonly limits: MethodLimits;
}

export interface MethodLimits {
  /** Slice classes per method and property. Default 256. */
  readonly maxSliceClasses: number;
}

export const defaultMethodLimits: MethodLimits = { maxSliceClasses: 256 };

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
      /** How an instruction comes to produce an event, caller first. */
      readonly witness: (instruction: number, symbol: number) => readonly string[];
    }
  | { readonly kind: 'limit'; readonly what: string };

export interface MethodResidual {
  /** Points that this method alone proves harmless. */
  readonly removed: readonly Point[];
  readonly kept: ReadonlyMap<Point, KeptBecause>;
  /** Per symbol and point index of a model, for explaining counterexamples. */
  readonly points: readonly MethodPoint[];
}

/**
 * The points of one method that may go because of what happens in the method alone: each binds an object
 * that never leaves the run of the method that creates it, and the residual monitor of every slice class
 * makes the same reports (docs/soundness.md, theorem 1).
 */
export function methodResidual(input: MethodResidualInput): MethodResidual {
  const { method, property, calls, weakenings, limits } = input;
  const points = methodPoints(method, input.points);
  const kept = new Map<Point, KeptBecause>();
  const keepAll = (what: string): MethodResidual => {
    for (const { point } of points) kept.set(point, { kind: 'limit', what });
    return { removed: [], kept, points };
  };
  const origins = valueOrigins(method, calls);
  if (origins === undefined) return keepAll('the method is too large for the value analysis');

  const escapes = new Map<number, EscapeResult>();
  const isConfined = (site: number): boolean => {
    if (!escapes.has(site))
      escapes.set(site, firstEscape(method, { site }, objectKindAt(method, site, calls), calls, weakenings));
    return escapes.get(site) === undefined;
  };
  const sitesOf = property.parameters.map(() => new Set<number>());
  const candidates = new Uint8Array(points.length);
  for (const point of points) {
    let because: KeptBecause | undefined;
    property.parameters.forEach((_, parameter) => {
      const from = parameterOrigins(origins, point, parameter);
      if (from === undefined) return;
      const sites = from.filter((origin) => origin >= 0);
      for (const site of sites) if (isConfined(site)) sitesOf[parameter]!.add(site);
      if (from.length > 0 && from.every((origin) => origin >= 0 && isConfined(origin)))
        candidates[point.index] = 1;
      else {
        const leak = sites.map((site) => escapes.get(site)).find((one) => one !== undefined);
        if (because === undefined || leak !== undefined)
          because = { kind: 'notConfined', parameter, escape: leak, method };
      }
    });
    if (weakenings.has('everyPointIsCandidate')) candidates[point.index] = 1;
    if (!candidates[point.index] && because !== undefined) kept.set(point.point, because);
  }
  if (!candidates.includes(1)) return { removed: [], kept, points };
  const confined = new Set([...escapes].filter(([, leak]) => leak === undefined).map(([site]) => site));
  const classes = sliceClasses(
    property,
    sitesOf.map((sites) => [...sites]),
    limits.maxSliceClasses,
  );
  if (classes === undefined) return keepAll('the method has too many slice classes');
  const externals: (readonly number[] | undefined)[] = [];
  const context: ModelContext = {
    method,
    points,
    origins,
    calls,
    confined,
    binds: input.automaton.binds,
    programSymbols: input.programSymbols,
    externalSymbols: (instruction) => {
      externals[instruction] ??= input.externalSymbols(instruction, origins);
      return externals[instruction];
    },
    threads: input.threads,
    weakenings,
  };
  const models: BuiltModel[] = [];
  for (const sliceClass of classes as readonly SliceClass[]) {
    const built = buildModel(context, sliceClass);
    if (built === undefined) return keepAll('the method has too many paths');
    models.push(built);
  }
  const result = removablePoints(
    models.map((built) => built.model),
    input.automaton,
    candidates,
    input.memory,
    { weakenings },
  );
  for (const [index, restoration] of result.restored)
    kept.set(points[index]!.point, {
      kind: 'restored',
      restoration,
      model: models[restoration.model]!,
      points,
      method,
      witness: input.witness,
    });
  return {
    removed: points.filter(({ index }) => result.removed[index]).map(({ point }) => point),
    kept,
    points,
  };
}

/** The origins of the value that a point binds to a parameter; undefined when it binds none. */
function parameterOrigins(
  origins: ValueOrigins,
  point: MethodPoint,
  parameter: number,
): readonly number[] | undefined {
  const place = point.values[parameter];
  if (place === undefined) return undefined;
  if (place.kind === 'unknown') return [elsewhere];
  if (place.kind === 'slotAfter') return origins.result(point.instruction);
  const from = origins.before(point.instruction, place.slot);
  return place.isReceiver ? from.filter((origin) => origin !== nullConstant) : from;
}
