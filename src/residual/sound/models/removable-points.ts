import { addTo } from '../../../group-by.ts';
import type { SliceAutomaton } from '../monitor/slice-automaton.ts';
import type { MethodModel } from './method-model.ts';
import type { CheckMemory, CheckOptions, Counterexample } from './verdict-equivalence.ts';
import { findCounterexamples } from './verdict-equivalence.ts';

/** Why a point of a method had to be restored. */
export type Restoration =
  | { readonly kind: 'counterexample'; readonly model: number; readonly counterexample: Counterexample }
  | { readonly kind: 'tooLarge'; readonly model: number };

export interface RemovableResult {
  /** Indexed by point: 1 when the point may go. */
  readonly removed: Uint8Array;
  /** The candidates that may not, with the reason. */
  readonly restored: ReadonlyMap<number, Restoration>;
  /** Models that differ although nothing of the method is removed: points removed elsewhere are to blame. */
  readonly unresolved: ReadonlySet<number>;
}

/**
 * The greatest set this search finds of candidate points that is verdict-equivalent on every model: start
 * from all candidates; while a model has a counterexample, restore the point to blame. Restoring a point
 * may break another model that passes it, so those are checked again, until nothing changes.
 *
 * `models` holds one model per slice class of the method, over the same point indices. Every round restores
 * a point, so there are at most (candidates + 1) x models checks.
 */
export function removablePoints(
  models: readonly MethodModel[],
  automaton: SliceAutomaton,
  candidates: Uint8Array,
  memory: CheckMemory,
  options: CheckOptions = {},
): RemovableResult {
  const removed = Uint8Array.from(candidates);
  const restored = new Map<number, Restoration>();
  const unresolved = new Set<number>();
  const pointsOf = models.map((model) => [...new Set(model.passages.map((passage) => passage.point))]);
  const modelsOf = new Map<number, number[]>();
  pointsOf.forEach((points, model) => {
    for (const point of points) addTo(modelsOf, point, model);
  });
  const dirty = new Uint8Array(models.length).fill(1);
  const work = models.map((_, index) => models.length - 1 - index);
  const restore = (point: number, why: Restoration): void => {
    if (!removed[point]) return;
    removed[point] = 0;
    restored.set(point, why);
    for (const model of modelsOf.get(point) ?? [])
      if (!dirty[model]) {
        dirty[model] = 1;
        work.push(model);
      }
  };
  while (work.length > 0) {
    const index = work[work.length - 1]!;
    const model = models[index]!;
    const found = findCounterexamples(model, automaton, removed, memory, options);
    if (found === undefined) {
      for (const point of pointsOf[index]!) restore(point, { kind: 'tooLarge', model: index });
    } else {
      const before = restored.size;
      for (const counterexample of found) {
        if (counterexample.restore !== undefined)
          restore(counterexample.restore, { kind: 'counterexample', model: index, counterexample });
        else
          for (const point of candidatePoints(candidates))
            restore(point, { kind: 'counterexample', model: index, counterexample });
      }
      if (restored.size > before) continue;
      if (found.length > 0) unresolved.add(index);
    }
    dirty[index] = 0;
    work.splice(work.lastIndexOf(index), 1);
  }
  return { removed, restored, unresolved };
}

function* candidatePoints(candidates: Uint8Array): Iterable<number> {
  for (let point = 0; point < candidates.length; point++) if (candidates[point]) yield point;
}
