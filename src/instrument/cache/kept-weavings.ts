import type { Point, PointId } from '../../events/point.ts';
import { isArrayOf, isIndex, isText } from '../../shape.ts';
import type { InstrumentRequest } from '../instrument-types.ts';
import { isLeftOut } from '../left-out.ts';
import { hasBootClasses } from '../packaging/class-root.ts';
import { digestOf, type ResultCache, textOf } from '../result-cache.ts';
import type { ClassToWeave } from '../weave/class-to-weave.ts';
import type { FoundPoints } from '../weave/found-points.ts';
import type { ArchivePlan, Weaving } from '../weave/weave-archive.ts';
import type { Asked } from '../weave/weave-silence.ts';
import { haveSameAnswers, notingTypes, type WeavingTypes, weavingTypes } from '../weave/weaving-types.ts';
import { decisionKey } from './decision-cache.ts';
import { decodeChange, encodeChange, numberedContents } from './stored-change.ts';
import { decodeStored, encodeStored } from './stored-contents.ts';

/** What was woven into the archives of a program, by this run or by an earlier one with the same plan. */
export interface KeptWeavings {
  /**
   * What `weave` makes of the plan, which asks the types that it is given, or has made of it. `askedOf`:
   * what it is told.
   */
  of(plan: ArchivePlan, askedOf: AskedOf, weave: (types: WeavingTypes) => Weaving): Weaving;
  /** Of those that are kept, as plain data. */
  keys(): readonly WeavingKey[];
  /** All contents of these, in order. */
  contents(): readonly Uint8Array[];
}

type AskedOf = ClassToWeave['askedOf'];

/** `answers`: names those to what weaving it asked, which are not part of the key. */
type WeavingKey = readonly [planned: string, key: string, answers: string];

/** Without a cache. */
export function noKeptWeavings({ hierarchy }: InstrumentRequest): KeptWeavings {
  return {
    of: (_plan, _askedOf, weave) => weave(weavingTypes(hierarchy)),
    keys: () => [],
    contents: () => [],
  };
}

/** With one. */
export function keptWeavings(request: InstrumentRequest, cache: ResultCache): KeptWeavings {
  const options = decisionKey(request, cache);
  const types = weavingTypes(request.hierarchy);
  const keys: WeavingKey[] = [];
  const all: Uint8Array[] = [];
  return {
    of(plan, askedOf, weave) {
      const { label } = plan;
      const key = digestOf([options, `${request.audit}`, ...planTexts(plan, askedOf)]);
      const kept = cache.bytes(weavingName(request, label));
      const earlier = decodeWeaving(kept.get(key), plan, types);
      if (earlier !== undefined) {
        keys.push([label, key, earlier.answers]);
        all.push(...earlier.contents);
        return earlier.weaving;
      }
      const noting = notingTypes(types);
      const weaving = weave(noting.types);
      const contents = numberedContents([]);
      const asked = noting.asked();
      keys.push([label, key, answersDigest(asked)]);
      const head = {
        asked,
        change: encodeChange(weaving.change, contents),
        ...encodeFound(weaving.found, plan),
      };
      kept.put(key, encodeStored({ head, contents: contents.further }));
      all.push(...contents.further);
      return weaving;
    },
    keys: () => keys,
    contents: () => all,
  };
}

/** The contents that were woven with these keys; undefined: some are not there any more. */
export function wovenWith(
  keys: unknown,
  request: InstrumentRequest,
  cache: ResultCache,
): readonly Uint8Array[] | undefined {
  if (!isArrayOf(keys, isKey)) return undefined;
  const all: Uint8Array[] = [];
  for (const [label, key, answers] of keys) {
    const stored = decodeStored(cache.bytes(weavingName(request, label)).get(key));
    // A run on other types may have put its own with this key, and no result: another one's came later, or none.
    if (stored === undefined || answersDigest(stored.head.asked) !== answers) return undefined;
    all.push(...stored.contents);
  }
  return all;
}

/**
 * Of each archive, or module in a folder of it, one weaving is kept for each: a build may both analyse and
 * instrument the same program.
 */
function weavingName({ inputs, runtime, audit }: InstrumentRequest, planned: string): string {
  return `woven ${runtime} ${audit} ${inputs.map(({ label }) => label).join(' ')} ${planned}`;
}

/** All that is woven into an archive and where, besides options and types. */
function* planTexts(
  { run, archive, classes, unit, definition, plain, told, questions, holders }: ArchivePlan,
  askedOf: AskedOf,
): Iterable<string> {
  yield JSON.stringify([
    run,
    archive.kind,
    hasBootClasses(archive),
    unit,
    definition,
    plain,
    told.collections,
    questions,
    [...holders],
  ]);
  for (const { entry, digest, mainMethod, hookConstructors, points } of classes) {
    yield JSON.stringify([entry, digest, mainMethod ?? -1, hookConstructors]);
    for (const point of points) yield placedText(point, askedOf(point));
  }
}

function placedText({ property, event, id, ...rest }: Point, asked: Asked): string {
  return JSON.stringify([property.name, property.events.indexOf(event), rest, asked]);
}

interface StoredFound {
  readonly unmonitored: readonly (readonly [point: number, why: string])[];
  readonly leftOut: readonly (readonly [point: number, why: string])[];
}

function encodeFound({ unmonitored, leftOut }: FoundPoints, { sites }: ArchivePlan): StoredFound {
  const ids = new Map([...sites.keys()].map((id, index) => [id, index]));
  const byIndex = <T extends string>(found: ReadonlyMap<PointId, T>): [number, T][] =>
    [...found].map(([id, why]) => [ids.get(id)!, why]);
  return { unmonitored: byIndex(unmonitored), leftOut: byIndex(leftOut) };
}

/** Undefined for what is no weaving of the plan on these types. */
function decodeWeaving(
  bytes: Uint8Array | undefined,
  { sites }: ArchivePlan,
  types: WeavingTypes,
):
  | { readonly weaving: Weaving; readonly contents: readonly Uint8Array[]; readonly answers: string }
  | undefined {
  const stored = decodeStored(bytes);
  if (stored === undefined) return undefined;
  const { contents } = stored;
  const { asked, change, unmonitored, leftOut } = stored.head;
  const decoded = decodeChange(change, contents);
  const isFound = (one: unknown): one is readonly [number, string] =>
    Array.isArray(one) && one.length === 2 && isIndex(one[0]) && one[0] < sites.size && isText(one[1]);
  if (decoded === undefined || !isArrayOf(unmonitored, isFound) || !isArrayOf(leftOut, isFound))
    return undefined;
  const ids = [...sites.keys()];
  const found: FoundPoints = {
    unmonitored: new Map(unmonitored.map(([point, why]) => [ids[point]!, why])),
    leftOut: new Map(),
  };
  for (const [point, why] of leftOut) {
    if (!isLeftOut(why)) return undefined;
    found.leftOut.set(ids[point]!, why);
  }
  if (!haveSameAnswers(asked, types)) return undefined;
  return { weaving: { change: decoded, found }, contents, answers: answersDigest(asked) };
}

function answersDigest(asked: unknown): string {
  return digestOf([textOf([asked])]);
}

function isKey(value: unknown): value is WeavingKey {
  return isArrayOf(value, isText) && value.length === 3;
}
