import { defaultAnalysisLimits } from '../../limits.ts';
import type { Weakenings } from '../../weakening.ts';
import { noWeakening } from '../../weakening.ts';
import type { SliceAutomaton } from '../monitor/slice-automaton.ts';
import type { MethodModel } from './method-model.ts';

/**
 * The criterion of docs/soundness.md: the residual monitor of a slice class makes the same reports as the
 * full one. One reachability check over (location, state s of the full monitor, state r of the residual one).
 */

/** One step of a counterexample, in order of execution. */
export type CounterexampleStep =
  | { readonly kind: 'point'; readonly point: number; readonly symbol: number; readonly removed: boolean }
  | {
      readonly kind: 'external';
      readonly symbol: number;
      readonly location: number;
      readonly removed: boolean;
    };

/** A run on which the two monitors would differ, and the point to restore because of it. */
export interface Counterexample {
  /** The removed point that is to blame; undefined when every difference comes from points outside the method. */
  readonly restore: number | undefined;
  /** The last step is the report that one monitor makes and the other does not. */
  readonly steps: readonly CounterexampleStep[];
  /** Which monitor reports at the last step. */
  readonly reports: 'full' | 'residual' | 'both, differently';
}

/** Reusable memory, so that checking many small methods allocates little. */
export interface CheckMemory {
  stamp: Int32Array;
  parent: Int32Array;
  via: Int32Array;
  queue: Int32Array;
  generation: number;
}

export function checkMemory(): CheckMemory {
  const empty = new Int32Array(0);
  return { stamp: empty, parent: empty, via: empty, queue: empty, generation: 0 };
}

export interface CheckOptions {
  /** Product states beyond which the method is not analysed. Default `defaultAnalysisLimits.productStates`. */
  readonly maxProduct?: number;
  /** Mutation tests only. */
  readonly weakenings?: Weakenings;
}

/**
 * Explores the product breadth first and returns the counterexamples of this round, shortest first: every
 * removed point at which the full monitor reports (each must be restored whatever else is), or else the first
 * report that only one monitor makes, or makes differently. Empty: `removed` is verdict-equivalent on this
 * model. Undefined: the product is larger than `maxProduct`.
 *
 * `removed` is indexed by point. Time and space O(edges x |S|²), no recursion.
 */
export function findCounterexamples(
  model: MethodModel,
  automaton: SliceAutomaton,
  removed: ArrayLike<number>,
  memory: CheckMemory,
  options: CheckOptions = {},
): readonly Counterexample[] | undefined {
  const { maxProduct = defaultAnalysisLimits.productStates, weakenings = noWeakening } = options;
  const seesInvented = !weakenings.has('forgetInventedReports');
  const seesLost = !weakenings.has('forgetLostReports');
  const mayIsMust = weakenings.has('mayIsMust');
  const { stateCount, symbolCount, next, output } = automaton;
  const pairs = stateCount * stateCount;
  const size = model.locationCount * pairs;
  if (size > maxProduct) return undefined;
  if (memory.stamp.length < size) {
    memory.stamp = new Int32Array(size * 2);
    memory.parent = new Int32Array(size * 2);
    memory.via = new Int32Array(size * 2);
    memory.queue = new Int32Array(size * 2);
    memory.generation = 0;
  }
  const { stamp, parent, via, queue } = memory;
  const generation = ++memory.generation;
  let tail = 0;
  // `via` names the step that led to a product state: 0 silent, 1 + passage * 2 + removed, or below 0 an external symbol.
  const visit = (state: number, from: number, step: number): void => {
    if (stamp[state] === generation) return;
    stamp[state] = generation;
    parent[state] = from;
    via[state] = step;
    queue[tail++] = state;
  };
  const differ = (full: number, residual: number): boolean =>
    output[full] !== output[residual] && (output[full] !== 0 ? seesLost : seesInvented);
  const forced = new Map<number, Counterexample>();
  let mismatch: Counterexample | undefined;
  const start = (model.entry * stateCount + automaton.initial) * stateCount + automaton.initial;
  visit(start, -1, 0);
  for (let head = 0; head < tail; head++) {
    const here = queue[head]!;
    const location = Math.floor(here / pairs);
    const full = Math.floor(here / stateCount) % stateCount;
    const residual = here % stateCount;
    const external = model.externals[model.locationExternals[location]!]!;
    for (let index = 0; index < external.seen.length; index++) {
      const symbol = external.seen[index]!;
      const a = full * symbolCount + symbol;
      const b = residual * symbolCount + symbol;
      if (differ(a, b) && mismatch === undefined)
        mismatch = counterexample(here, { kind: 'external', symbol, location, removed: false }, a, b);
      visit((location * stateCount + next[a]!) * stateCount + next[b]!, here, -1 - symbol * 2);
    }
    for (let index = 0; index < external.removed.length; index++) {
      const symbol = external.removed[index]!;
      const a = full * symbolCount + symbol;
      if (seesLost && output[a] !== 0 && mismatch === undefined)
        mismatch = counterexample(here, { kind: 'external', symbol, location, removed: true }, a, -1);
      visit((location * stateCount + next[a]!) * stateCount + residual, here, -2 - symbol * 2);
    }
    for (let edge = model.edgeStart[location]!; edge < model.edgeStart[location + 1]!; edge++) {
      const target = model.edgeTarget[edge]! * pairs;
      const id = model.edgePassage[edge]!;
      if (id < 0) {
        visit(target + (here % pairs), here, 0);
        continue;
      }
      const { point, symbol, must } = model.passages[id]!;
      if (!must && !mayIsMust) visit(target + (here % pairs), here, 0);
      const a = full * symbolCount + symbol;
      if (removed[point]) {
        if (seesLost && output[a] !== 0 && !forced.has(point)) {
          const found = counterexample(here, { kind: 'point', point, symbol, removed: true }, a, -1);
          forced.set(point, { ...found, restore: point });
        }
        visit(target + next[a]! * stateCount + residual, here, 2 + id * 2);
      } else {
        const b = residual * symbolCount + symbol;
        if (differ(a, b) && mismatch === undefined)
          mismatch = counterexample(here, { kind: 'point', point, symbol, removed: false }, a, b);
        visit(target + next[a]! * stateCount + next[b]!, here, 1 + id * 2);
      }
    }
  }
  if (forced.size > 0) return [...forced.values()];
  return mismatch === undefined ? [] : [mismatch];

  function counterexample(
    from: number,
    last: CounterexampleStep,
    fullStep: number,
    residualStep: number,
  ): Counterexample {
    const steps: CounterexampleStep[] = [last];
    // To blame: the last removed point before the states parted for good; before it they were equal.
    let restore: number | undefined;
    let parted = true;
    for (let at = from; parent[at]! >= 0; at = parent[at]!) {
      const before = parent[at]!;
      const step = via[at]!;
      if (step === 0) continue;
      const location = Math.floor(before / pairs);
      if (step > 0) {
        const { point, symbol } = model.passages[(step - 1) >> 1]!;
        const isRemoved = (step - 1) % 2 === 1;
        const changes = next[(Math.floor(before / stateCount) % stateCount) * symbolCount + symbol];
        const moves = changes !== Math.floor(before / stateCount) % stateCount;
        const moves2 = next[(before % stateCount) * symbolCount + symbol] !== before % stateCount;
        if (isRemoved && parted && (moves || moves2)) restore = point;
        if (!isRemoved || moves) steps.push({ kind: 'point', point, symbol, removed: isRemoved });
      } else {
        const code = -1 - step;
        steps.push({ kind: 'external', symbol: code >> 1, location, removed: code % 2 === 1 });
      }
      if (Math.floor(before / stateCount) % stateCount === before % stateCount) parted = false;
    }
    const fullReports = output[fullStep] !== 0;
    const residualReports = residualStep >= 0 && output[residualStep] !== 0;
    return {
      restore,
      steps: steps.reverse(),
      reports: fullReports ? (residualReports ? 'both, differently' : 'full') : 'residual',
    };
  }
}
