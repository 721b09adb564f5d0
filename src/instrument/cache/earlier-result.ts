import type { InstrumentRequest, InstrumentResult } from '../instrument-types.ts';
import { digestOf, type ResultCache, textOf } from '../result-cache.ts';
import { type KeptWeavings, keptWeavings, noKeptWeavings, wovenWith } from './kept-weavings.ts';
import { decodeResult, encodeResult } from './stored-result.ts';

/**
 * What `make` makes of the request, or what it made of the same request in an earlier run: then no entry of the inputs is
 * read. A request that cannot be told from others is made anew. Throws what `make` throws; nothing is kept then.
 */
export function orEarlier(
  request: InstrumentRequest,
  make: (request: InstrumentRequest, weavings: KeptWeavings) => InstrumentResult,
): InstrumentResult {
  const { cache } = request;
  if (cache === undefined) return make(request, noKeptWeavings(request));
  const key = resultKey(request, cache);
  if (key === undefined) return make(request, keptWeavings(request, cache));
  const kept = cache.bytes(resultName(request));
  const earlier = decodeResult(kept.get(key), request, (keys) => wovenWith(keys, request, cache));
  if (earlier !== undefined) return earlier;
  const weavings = keptWeavings(request, cache);
  const result = make(request, weavings);
  // Of an input that changed meanwhile, some may have been read before and some after.
  const pieces = resultKey(request, cache) === key ? encodeResult(result, request, weavings) : undefined;
  if (pieces !== undefined) kept.put(key, pieces);
  return result;
}

/** One result is kept for each: a build may both analyse and instrument the same program. */
function resultName({ inputs, runtime, audit }: InstrumentRequest): string {
  return `result ${runtime} ${audit} ${inputs.map(({ label }) => label).join(' ')}`;
}

/**
 * Everything that a result depends on. An option that is new here is part of the key, and a new function is an error until
 * somebody says what stands for it. Undefined: what an input holds or what the filter lets through has no name.
 */
function resultKey(request: InstrumentRequest, { environment }: ResultCache): string | undefined {
  const { inputs, mayInstrument, runtimeClasses, compileJava, ...others } = request;
  // Types are those of the inputs and of the environment, whose JDK and class path are also the compiler's.
  const { hierarchy, onProgress, cache, ...options } = others;
  const { patterns } = mayInstrument;
  if (patterns === undefined) return undefined;
  const parts = [environment, textOf([options, patterns, compileJava !== undefined])];
  for (const { label, archives, digest } of inputs) {
    if (digest === undefined) return undefined;
    parts.push(textOf([label, digest(), archives.map((archive) => [archive.label, archive.kind])]));
  }
  return digestOf([...parts, digestOf([...runtimeClasses].flat())]);
}
