import { readFileSync } from 'node:fs';
import type { Diagnostic } from '../diagnostics.ts';
import { type LoadedProperties, loadProperties } from '../property/language/load.ts';
import type { Property } from '../property/model.ts';
import { selectProperties } from '../property/select.ts';
import { orInputError } from './file-access.ts';

/** Reads a `.mop` file. `isType` looks types up that are imported on demand. Throws RrvError when it cannot be read or says something wrong. */
export function propertiesOfFile(path: string, isType?: (binaryName: string) => boolean): LoadedProperties {
  const text = orInputError(path, () => readFileSync(path, 'utf8'));
  return loadProperties(path, text, isType === undefined ? {} : { lookup: isType });
}

/** What `--prop` asks for: names, groups, severities and `.mop` files, separated by commas; each once. */
export function requestedProperties(
  values: readonly string[],
  warn: (diagnostic: Diagnostic) => void,
  isType: (binaryName: string) => boolean,
): Property[] {
  const elements = values.flatMap((value) => value.split(',')).map((part) => part.trim());
  const found = new Map<string, Property>();
  for (const selection of selectProperties(elements.filter((element) => element !== ''))) {
    if (selection.kind === 'property') {
      found.set(selection.property.name, selection.property);
      continue;
    }
    const { properties, warnings } = propertiesOfFile(selection.path, isType);
    warnings.forEach(warn);
    for (const property of properties) found.set(property.name, property);
  }
  return [...found.values()];
}
