import type { ArchiveChange } from '../../archive/application.ts';
import { isUnsafeName } from '../../archive/entry-name.ts';
import { isArrayOf, isIndex, isText } from '../../shape.ts';

/** Entry names with the numbers of their contents. */
type StoredEntries = readonly (readonly [name: string, content: number])[];

/** An archive's change as plain data. */
export type StoredChange = readonly [
  changed: StoredEntries,
  added: StoredEntries,
  removed: readonly string[],
];

/** Contents by number: each once. */
export interface NumberedContents {
  numberOf(content: Uint8Array): number;
  /** Those that were none of the first ones. */
  readonly further: readonly Uint8Array[];
}

/** `first`: what has the first numbers. */
export function numberedContents(first: Iterable<Uint8Array>): NumberedContents {
  const numbers = new Map([...first].map((content, index) => [content, index]));
  const further: Uint8Array[] = [];
  return {
    further,
    numberOf(content) {
      const known = numbers.get(content);
      if (known !== undefined) return known;
      further.push(content);
      numbers.set(content, numbers.size);
      return numbers.size - 1;
    },
  };
}

export function encodeChange(
  { changed, added, removed }: ArchiveChange,
  { numberOf }: NumberedContents,
): StoredChange {
  const entriesOf = (entries: ReadonlyMap<string, Uint8Array>): StoredEntries =>
    [...entries].map(([name, content]) => [name, numberOf(content)]);
  return [entriesOf(changed), entriesOf(added), [...removed]];
}

/** Undefined for what `encodeChange` does not make. `contents`: by number. */
export function decodeChange(value: unknown, contents: readonly Uint8Array[]): ArchiveChange | undefined {
  if (!Array.isArray(value) || value.length !== 3) return undefined;
  const [changed, added, removed] = value as readonly unknown[];
  const isEntry = (entry: unknown): entry is StoredEntries[number] =>
    Array.isArray(entry) &&
    entry.length === 2 &&
    isName(entry[0]) &&
    isIndex(entry[1]) &&
    entry[1] < contents.length;
  if (!isArrayOf(changed, isEntry) || !isArrayOf(added, isEntry) || !isArrayOf(removed, isName))
    return undefined;
  const entriesOf = (entries: StoredEntries) =>
    new Map(entries.map(([name, number]) => [name, contents[number]!]));
  return { changed: entriesOf(changed), added: entriesOf(added), removed: new Set(removed) };
}

/** A name that does not lead out of the output, even where that is a directory. */
function isName(value: unknown): value is string {
  return isText(value) && !isUnsafeName(value);
}
