import type { ClassHierarchy } from './class-hierarchy.ts';
import { directSuperTypes } from './super-types.ts';

/**
 * The class that a field instruction names and its supertypes, as far as they are there, in the order in which the JVM
 * looks for the field (JVMS 5.4.3.2): what a class implements comes before what it extends, each with all above it. A
 * private field is found like any other. O(supertypes).
 */
export function fieldLookup(owner: string, { header }: Pick<ClassHierarchy, 'header'>): ReadonlySet<string> {
  const looked = new Set<string>();
  const next = [owner];
  for (let name = next.pop(); name !== undefined; name = next.pop()) {
    const found = looked.has(name) ? undefined : header(name);
    if (found === undefined) continue;
    looked.add(name);
    // The superclass is the first of them, and the last one to be looked at.
    const [superclass, ...interfaces] = directSuperTypes(found);
    if (superclass !== undefined) next.push(superclass);
    next.push(...interfaces.reverse());
  }
  return looked;
}
