import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { AutomatonLimits } from '../../automata/limits.ts';
import {
  type Diagnostic,
  inputUnreadable,
  propertyNotInFiles,
  propertyNotUtf8,
  RrvError,
  usage,
} from '../../diagnostics.ts';
import { closestNames } from '../../property/did-you-mean.ts';
import { declaredProperties, type LoadedProperties, loadProperties } from '../../property/language/load.ts';
import type { Property } from '../../property/model.ts';
import { isSelectable, selectProperties } from '../../property/select.ts';
import { orInputError, statusOf } from '../files/file-access.ts';
import { filesBelow } from '../files/files-below.ts';

/**
 * Reads a `.mop` file, or `only` some of its properties. `isType` looks types up that are imported on demand.
 * Throws RrvError when it cannot be read or says something wrong.
 */
export function propertiesOfFile(
  path: string,
  only: ReadonlySet<string> | undefined,
  isType: (binaryName: string) => boolean,
  automatonLimits: AutomatonLimits,
): LoadedProperties {
  const chosen = only === undefined ? {} : { only };
  return loadProperties(path, textOfFile(path), { lookup: isType, automatonLimits, ...chosen });
}

/** The text of a `.mop` file, or a trace. Throws RrvError when it cannot be read, is a directory, or is not in UTF-8. */
export function textOfFile(path: string, wanted: '.mop file' | 'trace' = '.mop file'): string {
  if (statusOf(path)?.isDirectory() === true)
    throw new RrvError(inputUnreadable(`it is a directory, and a ${wanted} is wanted`, { file: path }));
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
function propertyFilesAt(path: string): readonly string[] {
  if (statusOf(path)?.isDirectory() !== true) return [path];
  const names = filesBelow(path).filter((name) => name.endsWith('.mop'));
  if (names.length === 0)
    throw new RrvError(inputUnreadable('there is no .mop file in this directory', { file: path }));
  return names.map((name) => join(path, name));
}

/** A `.mop` file, and the name of the property that is asked for, where that is one alone. */
export interface ChosenFile {
  readonly path: string;
  readonly name?: string;
}

/**
 * The files that an element stands for: a `.mop` file, a directory of them, or `#Name` behind either for the
 * property of that name. A file or directory whose own name has a `#` is meant by it.
 *
 * @throws RrvError RRV_PROPERTY_UNKNOWN when none of the files has a property of the name, or what is wrong
 * with those that cannot be read
 */
export function chosenFiles(element: string): readonly ChosenFile[] {
  const mark = element.lastIndexOf('#');
  const path = element.slice(0, Math.max(mark, 0));
  const hasName = statusOf(element) === undefined && (path.endsWith('.mop') || statusOf(path)?.isDirectory());
  if (hasName !== true) return propertyFilesAt(element).map((file) => ({ path: file }));
  const name = element.slice(mark + 1);
  return filesWith(name, path).map((file) => ({ path: file, name }));
}

/** Those that declare a property. What others say is no matter, as long as there are some. */
function filesWith(name: string, path: string): readonly string[] {
  const found: string[] = [];
  const names = new Set<string>();
  const mistakes: Diagnostic[] = [];
  for (const file of propertyFilesAt(path))
    try {
      const declared = declaredProperties(file, textOfFile(file)).map((property) => property.name);
      if (declared.includes(name)) found.push(file);
      for (const each of declared) names.add(each);
    } catch (error) {
      if (!(error instanceof RrvError)) throw error;
      mistakes.push(error.diagnostic, ...error.further);
    }
  if (found.length > 0) return found;
  const [first, ...further] = mistakes;
  if (first !== undefined) throw new RrvError(first, further);
  throw new RrvError(propertyNotInFiles(name, path, [...names], closestNames(name, names)));
}

/** The text of what is chosen: of a file as it is, of one of its properties with what stands before the first. */
export function textOfChosen({ path, name }: ChosenFile): string {
  const text = textOfFile(path);
  return name === undefined
    ? text
    : declaredProperties(path, text).find((declared) => declared.name === name)!.text;
}

/**
 * What `--prop` asks for: names, groups, severities, `.mop` files and directories of them, `#Name` behind
 * either, separated by commas; each once, and the files among them. A name of the library is no directory.
 *
 * @throws RrvError when two that differ have one name: reports could not tell them apart; when a name is
 * empty: `--prop A,$B` without a `$B`; with what is wrong in each file
 */
export function requestedProperties(
  values: readonly string[],
  warn: (diagnostic: Diagnostic) => void,
  isType: (binaryName: string) => boolean,
  automatonLimits: AutomatonLimits,
): { readonly properties: readonly Property[]; readonly files: readonly string[] } {
  const elements = values.flatMap((value) => value.split(',')).map((part) => part.trim());
  if (elements.includes('')) throw new RrvError(usage(`--prop ${values.join(' --prop ')}: a name is empty`));
  /** What of a file is asked for. */
  const chosen = new Map<string, Set<string> | 'all'>();
  const named = elements.flatMap((element) => {
    if (isSelectable(element)) return [element];
    return chosenFiles(element).map(({ path, name }) => {
      const before = chosen.get(path);
      chosen.set(path, name === undefined || before === 'all' ? 'all' : new Set(before).add(name));
      return path;
    });
  });
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
  const mistakes: Diagnostic[] = [];
  for (const selection of selectProperties(named)) {
    if (selection.kind === 'property') {
      add(selection.property, 'the library');
      continue;
    }
    files.push(selection.path);
    const names = chosen.get(selection.path);
    const only = names === 'all' ? undefined : names;
    try {
      const { properties, warnings } = propertiesOfFile(selection.path, only, isType, automatonLimits);
      warnings.forEach(warn);
      for (const property of properties) add(property, selection.path);
    } catch (error) {
      if (!(error instanceof RrvError)) throw error;
      mistakes.push(error.diagnostic, ...error.further);
    }
  }
  const [first, ...further] = mistakes;
  if (first !== undefined) throw new RrvError(first, further);
  return { properties: [...found.values()].map(({ property }) => property), files };
}
