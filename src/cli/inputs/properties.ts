import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { AutomatonLimits } from '../../automata/limits.ts';
import { type Diagnostic, inputUnreadable, propertyNotUtf8, RrvError, usage } from '../../diagnostics.ts';
import { type LoadedProperties, loadProperties } from '../../property/language/load.ts';
import type { Property } from '../../property/model.ts';
import { isSelectable, selectProperties } from '../../property/select.ts';
import { orInputError, statusOf } from '../files/file-access.ts';
import { filesBelow } from '../files/files-below.ts';

/**
 * Reads a `.mop` file. `isType` looks types up that are imported on demand. Throws RrvError when it cannot be
 * read or says something wrong.
 */
export function propertiesOfFile(
  path: string,
  isType: (binaryName: string) => boolean,
  automatonLimits: AutomatonLimits,
): LoadedProperties {
  return loadProperties(path, textOfFile(path), { lookup: isType, automatonLimits });
}

/** The text of a `.mop` file. Throws RrvError when it cannot be read, is a directory, or is not in UTF-8. */
export function textOfFile(path: string): string {
  if (statusOf(path)?.isDirectory() === true)
    throw new RrvError(inputUnreadable('it is a directory, and a .mop file is wanted', { file: path }));
  const bytes = orInputError(path, () => readFileSync(path));
  if (!isUtf8(bytes))
    throw new RrvError(propertyNotUtf8({ file: path, ...firstNoUtf8(bytes) }, likelyEncoding(bytes)));
  return bytes.toString('utf8');
}

/** `>` of Windows PowerShell writes UTF-16 with a byte order mark. */
function likelyEncoding(bytes: Buffer): 'UTF-16' | 'ISO-8859-1' {
  const mark = bytes.toString('latin1', 0, 2);
  return mark === '\xff\xfe' || mark === '\xfe\xff' ? 'UTF-16' : 'ISO-8859-1';
}

/** No character of UTF-8 has the byte of a line feed in it, so each line is right or wrong by itself. */
function firstNoUtf8(bytes: Buffer): { readonly line: number; readonly column: number } {
  let start = 0;
  for (let line = 1; ; line++) {
    const end = bytes.indexOf('\n', start);
    const content = bytes.subarray(start, end < 0 ? bytes.length : end);
    if (end < 0 || !isUtf8(content))
      return { line, column: Math.max(0, content.toString('utf8').indexOf('\uFFFD')) + 1 };
    start = end + 1;
  }
}

/**
 * The `.mop` files in a directory and below it, in the order of their names; the path itself where it is none.
 * Throws RrvError where the directory has none, or cannot be read.
 */
export function propertyFilesAt(path: string): readonly string[] {
  if (statusOf(path)?.isDirectory() !== true) return [path];
  const names = filesBelow(path).filter((name) => name.endsWith('.mop'));
  if (names.length === 0)
    throw new RrvError(inputUnreadable('there is no .mop file in this directory', { file: path }));
  return names.map((name) => join(path, name));
}

/**
 * What `--prop` asks for: names, groups, severities, `.mop` files and directories of them, separated by
 * commas; each once, and the files among them. A name of the library is no directory.
 *
 * @throws RrvError when two that differ have one name: reports could not tell them apart; when a name is
 * empty: `--prop A,$B` without a `$B`
 */
export function requestedProperties(
  values: readonly string[],
  warn: (diagnostic: Diagnostic) => void,
  isType: (binaryName: string) => boolean,
  automatonLimits: AutomatonLimits,
): { readonly properties: readonly Property[]; readonly files: readonly string[] } {
  const elements = values.flatMap((value) => value.split(',')).map((part) => part.trim());
  if (elements.includes('')) throw new RrvError(usage(`--prop ${values.join(' --prop ')}: a name is empty`));
  const named = elements.flatMap((element) => (isSelectable(element) ? [element] : propertyFilesAt(element)));
  const found = new Map<string, { readonly property: Property; readonly from: string }>();
  const files: string[] = [];
  const add = (property: Property, from: string): void => {
    const other = found.get(property.name);
    if (other !== undefined && !isDeepStrictEqual(other.property, property)) {
      const places = [...new Set([other.from, from])].join(' and ');
      throw new RrvError(
        usage(`two properties are named ${property.name} (in ${places}): give one another name`),
      );
    }
    found.set(property.name, { property, from });
  };
  for (const selection of selectProperties(named)) {
    if (selection.kind === 'property') {
      add(selection.property, 'the library');
      continue;
    }
    files.push(selection.path);
    const { properties, warnings } = propertiesOfFile(selection.path, isType, automatonLimits);
    warnings.forEach(warn);
    for (const property of properties) add(property, selection.path);
  }
  return { properties: [...found.values()].map(({ property }) => property), files };
}
