import type { ProgramClass } from '../../analysis.ts';

/**
 * Names that several classes of the inputs have which are not the same bytes: versions in a multi-release
 * jar, or one library in the jars of two class loaders. Which of them runs is not known. Reads those classes
 * only.
 */
export function differingClasses(classes: Iterable<ProgramClass>): ReadonlySet<string> {
  const first = new Map<string, ProgramClass>();
  const differing = new Set<string>();
  for (const one of classes) {
    const other = first.get(one.name);
    if (other === undefined) first.set(one.name, one);
    else if (!isSame(one.classFile().bytes, other.classFile().bytes)) differing.add(one.name);
  }
  return differing;
}

function isSame(bytes: Uint8Array, others: Uint8Array): boolean {
  return bytes.length === others.length && bytes.every((byte, at) => byte === others[at]);
}
