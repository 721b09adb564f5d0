import { toBinaryName } from '../../classfile/descriptors.ts';
import { isPlainSubclass } from '../../residual/facts/plain-subclasses.ts';
import type { InstrumentRequest } from '../instrument-types.ts';
import type { ApplicationClass } from './application.ts';

/**
 * Those that are named to the runtime, which asks for them by an array that one method makes. What is beyond
 * is like any other class.
 */
export const maxNames = 4_000;

/**
 * Plain collections that an archive itself defines (docs/soundness.md, theorem 4), as binary names: the
 * runtime takes them for plain where they are defined by the class loader of the archive's unit. None without
 * an analysis that asks for them. `differing`: names of classes of which several differ. O(classes).
 */
export function plainCollections(
  { analysis, hierarchy }: InstrumentRequest,
  differing: () => ReadonlySet<string>,
): (own: readonly ApplicationClass[]) => readonly string[] {
  if (analysis !== 'sound') return () => [];
  return (own) => {
    const names = new Set(own.map(({ name }) => name));
    const plain = [...names].filter((name) => isPlainSubclass(name, hierarchy, differing()));
    return plain.slice(0, maxNames).map(toBinaryName);
  };
}
