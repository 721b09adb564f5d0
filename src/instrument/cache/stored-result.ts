import type { ApplicationArchive, ArchiveChange } from '../../archive/application.ts';
import { isArrayOf } from '../../shape.ts';
import type { InstrumentRequest, InstrumentResult } from '../instrument-types.ts';
import type { KeptWeavings } from './kept-weavings.ts';
import { isDiagnostic, isReport } from './result-shape.ts';
import { decodeChange, encodeChange, numberedContents } from './stored-change.ts';
import { decodeStored, encodeStored } from './stored-contents.ts';

/** A result with more points is not stored: some 100 MB of JSON. A string cannot be much longer. */
export const maxStoredPoints = 250_000;

/**
 * A result as bytes: the contents of entries each once, those of the runtime and what was woven not at all.
 * Archives are in the order of the request. Undefined: it is too large.
 */
export function encodeResult(
  { archives, report, diagnostics }: InstrumentResult,
  request: InstrumentRequest,
  woven: Pick<KeptWeavings, 'keys' | 'contents'>,
): readonly Uint8Array[] | undefined {
  if (report.points.length > maxStoredPoints) return undefined;
  const contents = numberedContents([...runtimeContents(request), ...woven.contents()]);
  const changes = archivesOf(request).map((archive) => [
    archive.label,
    encodeChange(archives.get(archive)!, contents),
  ]);
  const head = { changes, woven: woven.keys(), report, diagnostics };
  return encodeStored({ head, contents: contents.further });
}

/** Undefined for what `encodeResult` does not make of a result of the request. `wovenWith`: what
 * is kept of such keys by now. */
export function decodeResult(
  bytes: Uint8Array | undefined,
  request: InstrumentRequest,
  wovenWith: (keys: unknown) => readonly Uint8Array[] | undefined,
): InstrumentResult | undefined {
  const stored = decodeStored(bytes);
  if (stored === undefined) return undefined;
  const { changes, woven, report, diagnostics } = stored.head;
  if (!isReport(report) || !isArrayOf(diagnostics, isDiagnostic)) return undefined;
  const expected = archivesOf(request);
  if (!Array.isArray(changes) || changes.length !== expected.length) return undefined;
  const wovenContents = wovenWith(woven);
  if (wovenContents === undefined) return undefined;
  const contents = [...runtimeContents(request), ...wovenContents, ...stored.contents];
  const archives = new Map<ApplicationArchive, ArchiveChange>();
  for (const [index, archive] of expected.entries()) {
    const pair: unknown = changes[index];
    if (!Array.isArray(pair) || pair.length !== 2 || pair[0] !== archive.label) return undefined;
    const change = decodeChange(pair[1], contents);
    if (change === undefined) return undefined;
    archives.set(archive, change);
  }
  return { archives, report, diagnostics };
}

function archivesOf({ inputs }: InstrumentRequest): readonly ApplicationArchive[] {
  return inputs.flatMap((input) => input.archives);
}

/** Known to both runs: the key has them. */
function runtimeContents({ runtimeClasses }: InstrumentRequest): readonly Uint8Array[] {
  return [...new Set(runtimeClasses.values())];
}
