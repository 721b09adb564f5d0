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

/** It grows with the first checks. */
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
  const size = model.locationCount * automaton.stateCount ** 2;
  if (size > maxProduct) return undefined;
  nextGeneration(memory, size);
  return firstDifferences(model, automaton, removed, memory, weakenings).map((difference) =>
    counterexample(model, automaton, memory, difference),
  );
}

/** Forgets the check before, and has room for `size` product states. */
function nextGeneration(memory: CheckMemory, size: number): void {
  if (memory.stamp.length < size) {
    memory.stamp = new Int32Array(size * 2);
    memory.parent = new Int32Array(size * 2);
    memory.via = new Int32Array(size * 2);
    memory.queue = new Int32Array(size * 2);
    memory.generation = 0;
  }
  memory.generation++;
}

/** A step at which the monitors do not report the same. */
interface Difference {
  /** The product state before it. */
  readonly at: number;
  readonly step: CounterexampleStep;
  /** Transitions that the two monitors take; -1: none. */
  readonly full: number;
  readonly residual: number;
}

/** The search of `findCounterexamples`. It leaves in `memory` how each product state was reached. */
function firstDifferences(
  model: MethodModel,
  automaton: SliceAutomaton,
  removed: ArrayLike<number>,
  memory: CheckMemory,
  weakenings: Weakenings,
): readonly Difference[] {
  const seesInvented = !weakenings.has('forgetInventedReports');
  const seesLost = !weakenings.has('forgetLostReports');
  const mayIsMust = weakenings.has('mayIsMust');
  const { stateCount, symbolCount, next, output, afterMissed } = automaton;
  const pairs = stateCount * stateCount;
  const { stamp, parent, via, queue, generation } = memory;
  let tail = 0;
  // `via` names the step that led to a product state: 0 silent, 1 + passage * 2 + removed, or below 0 an
  // external symbol.
  const visit = (state: number, from: number, step: number): void => {
    if (stamp[state] === generation) return;
    stamp[state] = generation;
    parent[state] = from;
    via[state] = step;
    queue[tail++] = state;
  };
  const differ = (full: number, residual: number): boolean =>
    output[full] !== output[residual] && (output[full] !== 0 ? seesLost : seesInvented);
  /** By the removed point at which the full monitor reports. */
  const forced = new Map<number, Difference>();
  let mismatch: Difference | undefined;
  /** Events of other code while control is at the location. */
  const stepOutside = (at: number, location: number, full: number, residual: number): void => {
    const external = model.externals[model.locationExternals[location]!]!;
    for (let index = 0; index < external.seen.length; index++) {
      const symbol = external.seen[index]!;
      const a = full * symbolCount + symbol;
      const b = residual * symbolCount + symbol;
      if (differ(a, b) && mismatch === undefined) {
        const step = { kind: 'external', symbol, location, removed: false } as const;
        mismatch = { at, step, full: a, residual: b };
      }
      visit((location * stateCount + next[a]!) * stateCount + next[b]!, at, -1 - symbol * 2);
    }
    for (let index = 0; index < external.removed.length; index++) {
      const symbol = external.removed[index]!;
      const a = full * symbolCount + symbol;
      if (seesLost && output[a] !== 0 && mismatch === undefined) {
        const step = { kind: 'external', symbol, location, removed: true } as const;
        mismatch = { at, step, full: a, residual: -1 };
      }
      visit((location * stateCount + next[a]!) * stateCount + (afterMissed ?? residual), at, -2 - symbol * 2);
    }
  };
  /** Passing a point on the way to the product states of a location, from `target` on. */
  const stepPast = (id: number, target: number, at: number, full: number, residual: number): void => {
    const { point, symbol, must } = model.passages[id]!;
    if (!must && !mayIsMust) visit(target + (at % pairs), at, 0);
    const a = full * symbolCount + symbol;
    if (removed[point]) {
      if (seesLost && output[a] !== 0 && !forced.has(point)) {
        const step = { kind: 'point', point, symbol, removed: true } as const;
        forced.set(point, { at, step, full: a, residual: -1 });
      }
      visit(target + next[a]! * stateCount + (afterMissed ?? residual), at, 2 + id * 2);
      return;
    }
    const b = residual * symbolCount + symbol;
    if (differ(a, b) && mismatch === undefined) {
      const step = { kind: 'point', point, symbol, removed: false } as const;
      mismatch = { at, step, full: a, residual: b };
    }
    visit(target + next[a]! * stateCount + next[b]!, at, 1 + id * 2);
  };
  visit((model.entry * stateCount + automaton.initial) * stateCount + automaton.initial, -1, 0);
  for (let head = 0; head < tail; head++) {
    const at = queue[head]!;
    const location = Math.floor(at / pairs);
    const full = Math.floor(at / stateCount) % stateCount;
    const residual = at % stateCount;
    stepOutside(at, location, full, residual);
    for (let edge = model.edgeStart[location]!; edge < model.edgeStart[location + 1]!; edge++) {
      const target = model.edgeTarget[edge]! * pairs;
      const id = model.edgePassage[edge]!;
      if (id < 0) visit(target + (at % pairs), at, 0);
      else stepPast(id, target, at, full, residual);
    }
  }
  if (forced.size > 0) return [...forced.values()];
  return mismatch === undefined ? [] : [mismatch];
}

/** The run that leads to a difference, and the point to blame: see `via` in `firstDifferences`. */
function counterexample(
  model: MethodModel,
  { stateCount, symbolCount, next, output, afterMissed }: SliceAutomaton,
  { parent, via }: CheckMemory,
  { at: last, step: lastStep, full: fullStep, residual: residualStep }: Difference,
): Counterexample {
  const pairs = stateCount * stateCount;
  const steps: CounterexampleStep[] = [lastStep];
  const isForced = lastStep.kind === 'point' && lastStep.removed;
  // To blame: the last removed point before the states parted for good; before it they were equal.
  let restore = isForced ? lastStep.point : undefined;
  let parted = !isForced;
  for (let at = last; parent[at]! >= 0; at = parent[at]!) {
    const before = parent[at]!;
    const full = Math.floor(before / stateCount) % stateCount;
    const residual = before % stateCount;
    const step = via[at]!;
    if (step === 0) continue;
    if (step > 0) {
      const { point, symbol } = model.passages[(step - 1) >> 1]!;
      const isRemoved = (step - 1) % 2 === 1;
      const movesFull = next[full * symbolCount + symbol] !== full;
      const movesResidual = next[residual * symbolCount + symbol] !== residual || afterMissed !== undefined;
      if (isRemoved && parted && (movesFull || movesResidual)) restore = point;
      if (!isRemoved || movesFull) steps.push({ kind: 'point', point, symbol, removed: isRemoved });
    } else {
      const code = -1 - step;
      const location = Math.floor(before / pairs);
      steps.push({ kind: 'external', symbol: code >> 1, location, removed: code % 2 === 1 });
    }
    if (full === residual) parted = false;
  }
  const fullReports = output[fullStep] !== 0;
  const residualReports = residualStep >= 0 && output[residualStep] !== 0;
  return {
    restore,
    steps: steps.reverse(),
    reports: fullReports ? (residualReports ? 'both, differently' : 'full') : 'residual',
  };
}
