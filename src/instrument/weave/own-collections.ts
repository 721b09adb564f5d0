import { toBinaryName } from '../../classfile/descriptors.ts';
import { remembering } from '../../remembering.ts';
import type { Decision, OwnCollection, OwnCollections } from '../../residual/analysis.ts';
import { fieldKey } from '../../residual/shared-field.ts';
import type { ApplicationClass } from '../program/application.ts';
import { maxNames } from '../program/plain-collections.ts';
import type { CollectionQuestion } from '../unit/collection-question.ts';
import { hashOf } from '../unit/unit-name.ts';
import type { Asked } from './weave-silence.ts';

/** What an archive tells the runtime of its own collections (docs/soundness.md, theorem 4). */
export interface ToldCollections {
  /** Those that a question is about, by its name. */
  readonly collections: readonly ToldCollection[];
  /** The fields whose iterators are shared, as keys (`fieldKey`), by the class that has them. */
  readonly notes: ReadonlyMap<string, ReadonlySet<string>>;
}

export interface ToldCollection extends OwnCollection {
  readonly question: string;
}

export interface AskedCollections {
  /** For a point of which this was decided. */
  askedOf(decision: Pick<Decision, 'silence' | 'inert'> | undefined): Asked;
  /** What an archive with these classes tells. */
  toldBy(classes: readonly ApplicationClass[]): ToldCollections;
}

/** For all points of a run. O(points + questions x their collections). */
export function askedCollections(decisions: Iterable<Decision>): AskedCollections {
  const asked = new Map<string, OwnCollections>();
  const question = remembering((own: OwnCollections): CollectionQuestion => {
    const name = hashOf([JSON.stringify(own)]);
    asked.set(name, own);
    return { name, hasShared: own.some(({ shared }) => shared.length > 0) };
  });
  for (const { silence, inert } of decisions)
    for (const own of [silence?.own, inert]) if (own !== undefined) question(own);
  return {
    askedOf: ({ silence, inert } = {}) => ({
      silence: silence && { maker: silence.maker, question: silence.own && question(silence.own) },
      deferral: inert && question(inert),
    }),
    toldBy(classes) {
      const names = new Set(classes.map(({ name }) => name));
      // What is shared is told where the collection is: so one class loader, and one runtime, knows of both.
      const isTold = ({ className, shared }: OwnCollection): boolean =>
        names.has(className) && shared.every(({ owner }) => names.has(owner));
      const told = [...asked].flatMap(([name, own]) =>
        own.filter(isTold).map((one): ToldCollection => ({ question: name, ...one })),
      );
      const collections = told.slice(0, maxNames);
      return { collections, notes: fieldsOf(collections) };
    },
  };
}

/** What a unit tells the runtime: Unit.ownCollections. */
export function toldLines(collections: readonly ToldCollection[]): readonly string[] {
  return collections.map(({ question, className }) => `${question}\t${toBinaryName(className)}`);
}

function fieldsOf(collections: readonly ToldCollection[]): ReadonlyMap<string, ReadonlySet<string>> {
  const fields = new Map<string, Set<string>>();
  for (const field of collections.flatMap(({ shared }) => shared))
    fields.set(field.owner, (fields.get(field.owner) ?? new Set()).add(fieldKey(field)));
  return fields;
}
