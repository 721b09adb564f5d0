import { propertyUnknown, RrvError } from '../diagnostics.ts';
import { builtinProperties } from '../property/builtin.ts';
import type { Property } from '../property/model.ts';
import { didYouMean } from './did-you-mean.ts';

/** All properties that can be named. */
export function namedProperties(): readonly Property[] {
  return builtinProperties;
}

/** The property of that name. Throws RrvError, with the nearest name, when there is none. */
export function propertyNamed(name: string): Property {
  const all = namedProperties();
  const found = all.find((property) => property.name === name);
  if (found !== undefined) return found;
  const names = all.map((property) => property.name);
  throw new RrvError(propertyUnknown(name, didYouMean(name, names), names));
}

/** What `--prop` asks for: names, separated by commas, in the order given, each once. */
export function requestedProperties(values: readonly string[]): Property[] {
  const found = new Map<string, Property>();
  for (const name of values.flatMap((value) => value.split(',')).map((part) => part.trim())) {
    if (name === '') continue;
    const property = propertyNamed(name);
    found.set(property.name, property);
  }
  return [...found.values()];
}
