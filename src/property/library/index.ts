import { propertyUnknown, RrvError } from '../../diagnostics.ts';
import { closestNames } from '../did-you-mean.ts';
import { loadProperties } from '../language/load.ts';
import type { Property } from '../model.ts';
import { collectionProperties } from './collections.ts';
import { ioProperties } from './io.ts';
import { iteratorProperties } from './iterators.ts';
import { languageProperties } from './language.ts';
import { networkProperties } from './network.ts';
import { threadProperties } from './threads.ts';

/** The property library by name: the text of each `.mop` file, in the order of the groups. */
export const libraryTexts: ReadonlyMap<string, string> = new Map(
  [
    iteratorProperties,
    collectionProperties,
    ioProperties,
    networkProperties,
    threadProperties,
    languageProperties,
  ].flatMap((group) => Object.entries(group)),
);

const loaded = new Map<string, Property>();

/** A property of the library. Loaded on first use, then shared. @throws RrvError(propertyUnknown) */
export function libraryProperty(name: string): Property {
  const known = loaded.get(name);
  if (known !== undefined) return known;
  const property = loadProperties(`${name}.mop`, libraryText(name)).properties[0]!;
  loaded.set(name, property);
  return property;
}

/** The `.mop` file of a property of the library. @throws RrvError(propertyUnknown) */
export function libraryText(name: string): string {
  const text = libraryTexts.get(name);
  if (text === undefined) throw new RrvError(propertyUnknown(name, closestNames(name, libraryTexts.keys())));
  // The line break after the opening quote is not part of the file.
  return text.slice(1);
}

/** All properties of the library. */
export function libraryProperties(): readonly Property[] {
  return [...libraryTexts.keys()].map(libraryProperty);
}
