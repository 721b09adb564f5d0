import {
  type ControlFlowChange,
  type DynamicTest,
  type Point,
  receiverValues,
  valueOfParameter,
} from '../../events/point.ts';
import type { EventDefinition, Property } from '../../property/model.ts';
import type { CalledMethod } from './called-methods.ts';
import type { CollectionQuestion } from './collection-question.ts';

/**
 * How a point tells an event to its entry point. `unlessSilent`: the last argument is an int, 1 when a
 * collection that was asked for made the iterator (Decision.silence). `begins`: the entry point returns the deferred slice, or
 * null when the slice has begun or there is none. `unlessDeferred`: the last argument is what `begins`
 * returned (docs/soundness.md, theorem 5). `once`: the last argument, and what the entry point returns, is an
 * int (`onceStates`). `unlessTrue`, `unlessFalse`: the last value is what the call has returned; where it is that,
 * a pair has the event. `pair`: the first event of the pair comes before this one; there is neither where they change
 * nothing (docs/soundness.md, theorem 11). Those of a pair may be silent as well (`mayBeSilent`).
 */
export type Telling =
  | 'always'
  | 'unlessSilent'
  | 'begins'
  | 'unlessDeferred'
  | 'once'
  | 'unlessTrue'
  | 'unlessFalse'
  | 'pair';

/** What is known of a point that is told once for each iterator (docs/soundness.md, theorem 9). */
export const onceStates = {
  /** No plain collection has made the iterator, or none is made yet: every event is told. */
  always: 0,
  /** A plain collection has made it, and no event of the point has been told since. */
  untold: 1,
  told: 2,
} as const;

/**
 * A static method of the unit class that woven code calls: one for each event declaration and shape of values
 * that occurs, so that nothing is decided at run time that is known now.
 */
export interface EntryPoint {
  readonly property: number;
  readonly event: EventDefinition;
  readonly name: string;
  /**
   * The values (references erased to Object), the site, and what the telling adds: `(Ljava/lang/Object;ZI)V`.
   */
  readonly descriptor: string;
  /** The values alone, erased. */
  readonly valueDescriptors: readonly string[];
  /** Indices of values that must not be null: a null receiver makes the call throw instead. */
  readonly nonNull: readonly number[];
  readonly test: DynamicTest;
  /** The entry point tells no event, but that a control flow is entered or left. */
  readonly controlFlow: ControlFlowChange | undefined;
  readonly telling: Telling;
  /** Of `unlessSilent`, and of a pair whose last argument is what that of `unlessSilent` is. */
  readonly mayBeSilent: boolean;
  /** Of `begins`: about which collections; absent: plain ones. */
  readonly question: CollectionQuestion | undefined;
  /** Of `pair`: the other event. */
  readonly first: EventDefinition | undefined;
  /** Of `begins`: whether the first parameter that the event binds is the receiver of the call. */
  readonly isReceiverFirst: boolean;
  /** Bits of `rrvMatches`, the last argument of the event's Java code (EventDefinition.conditionParts). */
  readonly conditionParts: readonly DynamicTest[] | undefined;
}

/** What else the entry point of a telling has to know. */
export interface TellingDetails {
  /** Of `begins`. */
  readonly question?: CollectionQuestion | undefined;
  /** Of `pair`: the other event. */
  readonly first?: EventDefinition | undefined;
  /** Of the events of a pair: whether they are silent where a collection that was asked for made the iterator. */
  readonly isSilentPair?: boolean | undefined;
}

/** A static method of the unit that calls several entry points of one descriptor in turn, with what it is given. */
export interface JoinedEntryPoints extends CalledMethod {
  readonly entryPoints: readonly EntryPoint[];
}

export interface EntryPoints {
  /** The entry point for a point; the same one for points of the same shape. */
  of(point: Point, telling: Telling, details?: TellingDetails): EntryPoint;
  all(): readonly EntryPoint[];
  /** Calls these in turn, which have one descriptor and return nothing. */
  joined(entryPoints: readonly EntryPoint[]): JoinedEntryPoints;
  allJoined(): readonly JoinedEntryPoints[];
}

/** Entry points of units whose woven properties are these, in their order; none is needed yet. */
export function entryPoints(properties: readonly Property[]): EntryPoints {
  const byKey = new Map<string, EntryPoint>();
  const joinedByNames = new Map<string, JoinedEntryPoints>();
  const propertyIndex = new Map(properties.map((property, index) => [property, index]));
  return {
    of(point, telling, { question, first, isSilentPair = false } = {}) {
      const property = propertyIndex.get(point.property)!;
      const event = point.property.events.indexOf(point.event);
      const valueDescriptors = point.values.map((value) => erase(value.descriptor));
      const nonNull = point.controlFlow === undefined ? receiverValues(point) : [];
      const isReceiverFirst =
        telling === 'begins' && valueOfParameter(point, point.event.binds[0]!)?.source.kind === 'receiver';
      const key = JSON.stringify([
        property,
        event,
        valueDescriptors,
        nonNull,
        point.test,
        point.conditionParts,
        point.controlFlow,
        telling,
        question?.name,
        first === undefined ? -1 : point.property.events.indexOf(first),
        isSilentPair,
      ]);
      let entryPoint = byKey.get(key);
      if (entryPoint === undefined) {
        const { argument, result } = tellings[telling];
        const descriptor = `(${valueDescriptors.join('')}I${isSilentPair ? 'I' : argument})${result}`;
        const name = `p${property}_${javaName(point.controlFlow === undefined ? point.event.name : 'controlFlow')}_${byKey.size}`;
        entryPoint = {
          property,
          event: point.event,
          name,
          descriptor,
          valueDescriptors,
          nonNull,
          test: point.test,
          controlFlow: point.controlFlow,
          telling,
          mayBeSilent: telling === 'unlessSilent' || isSilentPair,
          question,
          first,
          isReceiverFirst,
          conditionParts: point.conditionParts,
        };
        byKey.set(key, entryPoint);
      }
      return entryPoint;
    },
    all: () => [...byKey.values()],
    joined(entryPoints) {
      const names = entryPoints.map(({ name }) => name).join();
      const known = joinedByNames.get(names);
      if (known !== undefined) return known;
      const { descriptor } = entryPoints[0]!;
      const joined = { name: `joined_${joinedByNames.size}`, descriptor, entryPoints };
      joinedByNames.set(names, joined);
      return joined;
    },
    allJoined: () => [...joinedByNames.values()],
  };
}

const tellings: Readonly<Record<Telling, { readonly argument: string; readonly result: string }>> = {
  always: { argument: '', result: 'V' },
  unlessSilent: { argument: 'I', result: 'V' },
  begins: { argument: '', result: 'Ljava/lang/Object;' },
  unlessDeferred: { argument: 'Ljava/lang/Object;', result: 'V' },
  once: { argument: 'I', result: 'I' },
  unlessTrue: { argument: '', result: 'V' },
  unlessFalse: { argument: '', result: 'V' },
  pair: { argument: '', result: 'V' },
};

/** References as Object, so that woven code links to no type that it did not link to before. */
function erase(descriptor: string): string {
  return descriptor.startsWith('L') || descriptor.startsWith('[') ? 'Ljava/lang/Object;' : descriptor;
}

function javaName(name: string): string {
  return name.replace(/[^A-Za-z0-9_]/g, '_');
}
