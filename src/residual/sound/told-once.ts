import type { InstructionIndex } from '../../classfile/instruction.ts';
import type { Point } from '../../events/point.ts';
import type { Property } from '../../property/model.ts';
import { remembering } from '../remembering.ts';
import { followObject } from './follow-object.ts';
import { isProducedInPlace, makesIterator } from './iterator-calls.ts';
import type { MethodCode } from './method-code.ts';
import { instructionAt } from './method-code.ts';
import { isIn, type MethodPoint, methodPoints, parameterOrigins } from './method-points.ts';
import { type SliceAutomaton, sliceAutomaton, symbolMask } from './slice-automaton.ts';
import { originsByCall, type ValueOrigins } from './value-origins.ts';
import { isOnlyWalked, noResults } from './walked-iterator.ts';
import { noWeakening } from './weakening.ts';

/** A point whose events on one iterator change nothing after the first: it need not be told again before the iterator is made anew. */
export interface ToldOnce {
  readonly point: Point;
  /** The call that makes the iterator. */
  readonly maker: InstructionIndex;
}

/**
 * The points of one property in one method that need be told once for each iterator (docs/soundness.md, theorem 9), and
 * may have events more often. `points`: its points in the method that are woven. Needs to know nothing of other code, like
 * `deferredSlices`. O(points on iterators that are made here x instructions x distinct slot sets).
 */
export function pointsToldOnce(method: MethodCode, points: readonly Point[]): readonly ToldOnce[] {
  const property = points[0]?.property;
  const automaton = property === undefined ? undefined : automatonOf(property);
  const origins = automaton === undefined ? undefined : originsByCall(method);
  if (automaton === undefined || origins === undefined) return [];
  const placed = methodPoints(method, points);
  const symbolsOn = remembering((maker: number) =>
    symbolMask(placed.filter((one) => originsOf(origins, one).includes(maker)).map(({ symbol }) => symbol)),
  );
  return placed.flatMap((one): ToldOnce[] => {
    const [maker, ...others] = originsOf(origins, one);
    if (maker === undefined || maker < 0 || others.length > 0) return [];
    if (!isProducedInPlace(one.point) || !makesIterator(instructionAt(method, maker))) return [];
    if (!isOnceEnough(automaton, symbolsOn(maker), one.symbol) || !comesAgain(method, maker, one)) return [];
    return [{ point: one.point, maker: maker as InstructionIndex }];
  });
}

/** Whether a slice of the property is one object, of which all its events are. */
export function isOfOneObject({ parameters, events, javaCode }: Property): boolean {
  return javaCode === undefined && parameters.length === 1 && events.every(({ binds }) => binds.length === 1);
}

const automata = new WeakMap<Property, { readonly automaton: SliceAutomaton | undefined }>();

/** Undefined for a property of another kind. Made once for all methods. */
function automatonOf(property: Property): SliceAutomaton | undefined {
  let known = automata.get(property);
  if (known === undefined) {
    known = { automaton: isOfOneObject(property) ? sliceAutomaton(property) : undefined };
    automata.set(property, known);
  }
  return known.automaton;
}

function originsOf(origins: ValueOrigins, point: MethodPoint): readonly number[] {
  return parameterOrigins(origins, point, 0) ?? [];
}

/**
 * Whether the symbol, after its first occurrence in any word over `symbols` (a bit set), neither leaves the state nor
 * reports anything that it has not reported then. O(states² x symbols).
 */
export function isOnceEnough(automaton: SliceAutomaton, symbols: number, symbol: number): boolean {
  const { symbolCount, initial, next, output } = automaton;
  const reachable = (from: number, over: number): ReadonlySet<number> => {
    const found = new Set([from]);
    for (const state of found)
      for (let other = 0; other < symbolCount; other++)
        if ((over & (1 << other)) !== 0) found.add(next[state * symbolCount + other]!);
    return found;
  };
  for (const before of reachable(initial, symbols & ~(1 << symbol))) {
    const first = before * symbolCount + symbol;
    for (const state of reachable(next[first]!, symbols)) {
      const again = state * symbolCount + symbol;
      if (next[again] !== state || (output[again] !== 0 && output[again] !== output[first])) return false;
    }
  }
  return true;
}

/**
 * Whether the point may bind what the maker returned a second time, and never after the maker has run again or has failed to:
 * what is kept of the point would be about another iterator. False, too, when the iterator leaves the method, and for too many steps.
 */
function comesAgain(method: MethodCode, maker: number, point: MethodPoint): boolean {
  const place = point.values[0];
  if (place === undefined || place.kind === 'unknown') return false;
  let isAgain = false;
  const isComplete = followObject(
    method,
    maker,
    { calls: noResults, weakenings: noWeakening },
    asMade,
    (step, known) => {
      if (!isOnlyWalked(method, step)) return undefined;
      const now = known | (step.node === maker ? isOlder : 0);
      if (step.node !== point.instruction || !isIn(place, step.slots, step.slotsAfter)) return now;
      if ((now & isOlder) !== 0) return undefined;
      isAgain ||= (now & isTold) !== 0;
      return now | isTold;
    },
  );
  return isComplete && isAgain;
}

/** What is known of an iterator on its way, as a bit set. */
const asMade = 0;
const isTold = 1;
const isOlder = 2;
