import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { type Diagnostic, RrvError, usage } from '../diagnostics.ts';
import { type LoadedProperties, loadProperties } from '../property/language/load.ts';
import type { Property } from '../property/model.ts';
import { selectProperties } from '../property/select.ts';
import { orInputError } from './file-access.ts';

/** Reads a `.mop` file. `isType` looks types up that are imported on demand. Throws RrvError when it cannot be read or says something wrong. */
export function propertiesOfFile(path: string, isType?: (binaryName: string) => boolean): LoadedProperties {
  const text = orInputError(path, () => readFileSync(path, 'utf8'));
  return loadProperties(path, text, isType === undefined ? {} : { lookup: isType });
}

/**
 * What `--prop` asks for: names, groups, severities and `.mop` files, separated by commas; each once.
 *
 * @throws RrvError when two that differ have one name: reports could not tell them apart
 */
export function requestedProperties(
  values: readonly string[],
  warn: (diagnostic: Diagnostic) => void,
  isType: (binaryName: string) => boolean,
): Property[] {
  const found = new Map<string, Property>();
  const add = (property: Property): void => {
    const other = found.get(property.name);
    if (other !== undefined && !isDeepStrictEqual(other, property))
      throw new RrvError(usage(`two properties are named ${property.name}: give one another name`));
    found.set(property.name, property);
  };
  for (const selection of selectProperties(elementsOf(values))) {
    if (selection.kind === 'property') {
      add(selection.property);
      continue;
    }
    const { properties, warnings } = propertiesOfFile(selection.path, isType);
    warnings.forEach(warn);
    properties.forEach(add);
  }
  return [...found.values()];
}

/** The `.mop` files among what `--prop` asks for. */
export function propertyFiles(values: readonly string[]): string[] {
  return selectProperties(elementsOf(values)).flatMap((selection) =>
    selection.kind === 'file' ? [selection.path] : [],
  );
}

function elementsOf(values: readonly string[]): string[] {
  return values
    .flatMap((value) => value.split(','))
    .map((part) => part.trim())
    .filter((element) => element !== '');
}
