import { fieldLookup } from '../../../hierarchy/field-lookup.ts';
import type { ClassHierarchy } from '../../analysis.ts';

/** The class that declares a field, of what an instruction names. */
export type FieldResolution = (owner: string, name: string, descriptor: string) => string;

/**
 * The class that declares what a field instruction names (JVMS 5.4.3.2); the named class where none does. Answers are
 * computed when first asked for. O(supertypes).
 */
export function fieldResolution(hierarchy: ClassHierarchy): FieldResolution {
  const answers = new Map<string, string>();
  const declared = new Map<string, ReadonlySet<string>>();
  const fieldsOf = (className: string): ReadonlySet<string> => {
    let found = declared.get(className);
    if (found === undefined) {
      found = new Set(
        hierarchy.classFile(className)?.fields.map(({ name, descriptor }) => `${name} ${descriptor}`) ?? [],
      );
      declared.set(className, found);
    }
    return found;
  };
  return (owner, name, descriptor) => {
    const key = `${owner}.${name} ${descriptor}`;
    let answer = answers.get(key);
    if (answer === undefined) {
      answer = owner;
      if (!fieldsOf(owner).has(`${name} ${descriptor}`))
        for (const type of fieldLookup(owner, hierarchy))
          if (fieldsOf(type).has(`${name} ${descriptor}`)) {
            answer = type;
            break;
          }
      answers.set(key, answer);
    }
    return answer;
  };
}
