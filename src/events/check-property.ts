import { type Diagnostic, type Place, propertyEventUnmatched, propertyTypeMissing } from '../diagnostics.ts';
import type { ClassHierarchy } from '../hierarchy/class-hierarchy.ts';
import type { Property } from '../property/model.ts';
import type { Pointcut } from '../property/pointcut.ts';
import { checkImports, typesNamed } from './check-types.ts';
import { knownTypes } from './known-types.ts';
import { whyUnmatched } from './unmatched-event.ts';

/** What is to be checked, as it was loaded. `at` gives a diagnostic about a part of a pointcut its place. */
export interface PropertiesToCheck {
  readonly properties: readonly Property[];
  readonly imports: Parameters<typeof checkImports>[0];
  at(part: Pointcut, create: (where: Place) => Diagnostic): Diagnostic;
}

/**
 * Warnings for types and packages that are not there, and for events that can match nothing: no member that
 * the hierarchy knows, used on any class it knows, matches the pointcut. Published files have such events: a
 * method with parameters it does not have, a misspelt name. What a class that is not known may have is not
 * judged: see knownTypes and whyUnmatched. Reads the subtypes that a `+` stands for: linear in their members.
 */
export function checkProperties(
  { properties, imports, at }: PropertiesToCheck,
  hierarchy: ClassHierarchy,
): Diagnostic[] {
  const types = knownTypes(hierarchy);
  const warnings = checkImports(imports, types);
  // What an import got wrong is wrong wherever it is used: once is enough.
  const said = new Set(imports.map(({ name }) => name));
  for (const property of properties)
    for (const { name: event, pointcut } of property.events) {
      let isComplete = true;
      for (const { part, name } of typesNamed(pointcut)) {
        const missing = types.missingType(name);
        if (missing === undefined) continue;
        isComplete = false;
        if (said.has(name)) continue;
        said.add(name);
        warnings.push(at(part, (where) => propertyTypeMissing(missing, where)));
      }
      const unmatched = isComplete ? whyUnmatched(pointcut, types, hierarchy) : undefined;
      if (unmatched !== undefined)
        warnings.push(
          at(unmatched.part, (where) =>
            propertyEventUnmatched(property.name, event, unmatched.why, unmatched.hint, where),
          ),
        );
    }
  return warnings;
}
