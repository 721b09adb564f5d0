import type { ApplicationArchive, ArchiveChange } from '../archive/application.ts';
import { isUnsafeName } from '../archive/entry-name.ts';
import { plainBytes, viewOf } from '../archive/random-access.ts';
import { isArrayOf, isIndex, isText } from '../shape.ts';
import type { InstrumentRequest, InstrumentResult } from './instrument-types.ts';
import { isDiagnostic, isReport } from './result-shape.ts';

/** Of the number in front that says how long the head is. */
const sizeOfLength = 4;

/** A result with more points is not stored: some 100 MB of JSON. A string cannot be much longer. */
export const maxStoredPoints = 250_000;

/**
 * Entry names with the numbers of their contents: first those of the runtime's classes, then those that are
 * stored.
 */
type StoredEntries = readonly (readonly [string, number])[];

/**
 * A result as bytes: a head in JSON, then the contents of the entries, each content once and those of the
 * runtime not at all. Archives are in the order of the request. The contents are those of the result, not
 * copies. Undefined: it is too large.
 */
export function encodeResult(
  { archives, report, diagnostics }: InstrumentResult,
  request: InstrumentRequest,
): readonly Uint8Array[] | undefined {
  if (report.points.length > maxStoredPoints) return undefined;
  const numbers = new Map(runtimeContents(request).map((bytes, index) => [bytes, index]));
  const stored: Uint8Array[] = [];
  const numberOf = (bytes: Uint8Array): number => {
    const known = numbers.get(bytes);
    if (known !== undefined) return known;
    stored.push(bytes);
    numbers.set(bytes, numbers.size);
    return numbers.size - 1;
  };
  const entriesOf = (entries: ReadonlyMap<string, Uint8Array>): StoredEntries =>
    [...entries].map(([name, bytes]) => [name, numberOf(bytes)]);
  const changes = archivesOf(request).map((archive) => {
    const { changed, added, removed } = archives.get(archive)!;
    return [archive.label, entriesOf(changed), entriesOf(added), [...removed]];
  });
  const lengths = stored.map(({ length }) => length);
  const head = new TextEncoder().encode(JSON.stringify({ changes, lengths, report, diagnostics }));
  const length = new Uint8Array(sizeOfLength);
  viewOf(length).setUint32(0, head.length);
  return [length, head, ...stored];
}

/**
 * Undefined for what `encodeResult` does not make of a result of the request. The contents are views of
 * `content`.
 */
export function decodeResult(
  content: Uint8Array | undefined,
  request: InstrumentRequest,
): InstrumentResult | undefined {
  if (content === undefined || content.length < sizeOfLength) return undefined;
  const end = sizeOfLength + viewOf(content).getUint32(0);
  const head = parsed(content.subarray(sizeOfLength, end));
  if (typeof head !== 'object' || head === null) return undefined;
  const { changes, lengths, report, diagnostics } = head as Readonly<Record<string, unknown>>;
  if (!isReport(report) || !isArrayOf(diagnostics, isDiagnostic) || !isArrayOf(lengths, isIndex))
    return undefined;
  const contents = runtimeContents(request);
  let at = end;
  for (const length of lengths) {
    contents.push(plainBytes(content.subarray(at, at + length)));
    at += length;
  }
  if (at !== content.length) return undefined;
  const expected = archivesOf(request);
  if (!Array.isArray(changes) || changes.length !== expected.length) return undefined;
  const archives = new Map<ApplicationArchive, ArchiveChange>();
  for (const [index, archive] of expected.entries()) {
    const change = decodeChange(changes[index], archive, contents);
    if (change === undefined) return undefined;
    archives.set(archive, change);
  }
  return { archives, report, diagnostics };
}

function archivesOf({ inputs }: InstrumentRequest): readonly ApplicationArchive[] {
  return inputs.flatMap((input) => input.archives);
}

/** Known to both runs: the key has them. */
function runtimeContents({ runtimeClasses }: InstrumentRequest): Uint8Array[] {
  return [...new Set(runtimeClasses.values())];
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

function decodeChange(
  value: unknown,
  { label }: ApplicationArchive,
  contents: readonly Uint8Array[],
): ArchiveChange | undefined {
  if (!Array.isArray(value) || value.length !== 4 || value[0] !== label) return undefined;
  const [, changed, added, removed] = value as readonly unknown[];
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
