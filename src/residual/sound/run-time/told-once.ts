import type { InstructionIndex } from '../../../classfile/instruction.ts';
import type { Point } from '../../../events/point.ts';
import { remembering } from '../../../remembering.ts';
import { noWeakening } from '../../weakening.ts';
import type { SliceAutomaton } from '../monitor/slice-automaton.ts';
import { followObject } from '../values/follow-object.ts';
import type { MethodCode } from '../values/method-code.ts';
import { instructionAt } from '../values/method-code.ts';
import { isIn, type MethodPoint, methodPoints, parameterOrigins } from '../values/method-points.ts';
import type { ValueOrigins } from '../values/origin.ts';
import { originsByCall } from '../values/origins-by-call.ts';
import { isProducedInPlace, makesIterator } from './iterator-calls.ts';
import { oneObjectAutomaton } from './one-object-automaton.ts';
import { noResults, staysInSight } from './walked-iterator.ts';

/**
 * A point whose events on one iterator change nothing after the first: it need not be told again before the
 * iterator is made anew.
 */
export interface ToldOnce {
  readonly point: Point;
  /** The call that makes the iterator. */
  readonly maker: InstructionIndex;
}

/**
 * The points of one property in one method that need be told once for each iterator (docs/soundness.md,
 * theorem 9), and may have events more often. `points`: its points in the method that are woven. Needs to
 * know nothing of other code, like `deferredSlices`. O(points on iterators that are made here x instructions
 * x distinct slot sets).
 */
export function pointsToldOnce(method: MethodCode, points: readonly Point[]): readonly ToldOnce[] {
  const property = points[0]?.property;
  const automaton = property === undefined ? undefined : oneObjectAutomaton(property);
  const origins = automaton === undefined ? undefined : originsByCall(method);
  if (automaton === undefined || origins === undefined) return [];
  const placed = methodPoints(method, points);
  const symbolsOn = remembering((maker: number) =>
    symbolsOfPoints(placed.filter((one) => originsOf(origins, one).includes(maker))),
  );
  return placed.flatMap((one): ToldOnce[] => {
    const [maker, ...more] = originsOf(origins, one);
    if (maker === undefined || maker < 0 || more.length > 0) return [];
    if (!isProducedInPlace(one.point) || !makesIterator(instructionAt(method, maker))) return [];
    const { all, shared } = symbolsOn(maker);
    const others = (all & ~(1 << one.symbol)) | shared;
    if (!isOnceEnough(automaton, others, one.symbol)) return [];
    if (!staysInSight(method, maker, [one]) || !comesAgain(method, maker, one)) return [];
    return [{ point: one.point, maker: maker as InstructionIndex }];
  });
}

/** As bit sets: the symbols of all points, and those that several of them have. */
function symbolsOfPoints(points: readonly MethodPoint[]): { readonly all: number; readonly shared: number } {
  let [all, shared] = [0, 0];
  for (const { symbol } of points) {
    shared |= all & (1 << symbol);
    all |= 1 << symbol;
  }
  return { all, shared };
}

function originsOf(origins: ValueOrigins, point: MethodPoint): readonly number[] {
  return parameterOrigins(origins, point, 0) ?? [];
}

/**
 * Whether the events of a point, after its first one in any word over its symbol and those of the other
 * points (a bit set, which may have the point's own symbol), neither leave the state nor report anything that
 * the first one has not reported. O(states² x symbols).
 */
export function isOnceEnough(automaton: SliceAutomaton, others: number, symbol: number): boolean {
  const { symbolCount, initial, next, output } = automaton;
  const reachable = (from: number, over: number): ReadonlySet<number> => {
    const found = new Set([from]);
    for (const state of found)
      for (let other = 0; other < symbolCount; other++)
        if ((over & (1 << other)) !== 0) found.add(next[state * symbolCount + other]!);
    return found;
  };
  for (const before of reachable(initial, others)) {
    const first = before * symbolCount + symbol;
    for (const state of reachable(next[first]!, others | (1 << symbol))) {
      const again = state * symbolCount + symbol;
      if (next[again] !== state || (output[again] !== 0 && output[again] !== output[first])) return false;
    }
  }
  return true;
}

/**
 * Whether the point may bind what the maker returned a second time; true also when there are too many steps
 * to tell.
 */
function comesAgain(method: MethodCode, maker: number, { instruction, values }: MethodPoint): boolean {
  const [place] = values;
  if (place === undefined || place.kind === 'unknown') return false;
  const unseen = { calls: noResults, weakenings: noWeakening };
  const following = followObject(
    method,
    { site: maker },
    unseen,
    false,
    ({ node, slots, slotsAfter }, wasBound) => {
      if (node !== instruction || !isIn(place, slots, slotsAfter)) return wasBound;
      return wasBound ? undefined : true;
    },
  );
  return following !== 'complete';
}
