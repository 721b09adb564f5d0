import type { EventDefinition, Property } from '../../../src/property/model.ts';

/** A binding as text: `object,object,..` in the order of the parameters, with `-` for unbound. */
type Binding = string;

/** From so many instances on they are found by index; below, looking at all of them is faster. */
const manyInstances = 64;

/**
 * Monitors of all slices, from the definition: an instance exists for a binding when it is the union of
 * compatible seen bindings, from a starting event on; it inherits the state of the largest instance below it.
 * Every instance is kept for ever: nothing here knows of enable sets, coenable sets or dead states. Where there
 * are many, the same instances are found by index: a step costs what the instances cost that the event is compatible with.
 */
export class SliceMonitors {
  readonly #property: Property;
  readonly #states: Map<Binding, number>;
  /**
   * Per event, for the parameters that it binds: what bindings of instances say about them, to those bindings
   * in the order of their creation. Absent while there are few.
   */
  #index: readonly Map<Binding, Binding[]>[] | undefined;
  readonly #indexedFrom: number;

  constructor(
    property: Property,
    states?: ReadonlyMap<Binding, number>,
    indexedFrom: number = manyInstances,
  ) {
    this.#property = property;
    this.#indexedFrom = indexedFrom;
    this.#states = new Map(states ?? []);
  }

  /** The state of each instance. */
  get states(): ReadonlyMap<Binding, number> {
    return this.#states;
  }

  copy(): SliceMonitors {
    return new SliceMonitors(this.#property, this.#states, this.#indexedFrom);
  }

  /** Removes all instances that bind the object. */
  forget(object: string): void {
    for (const binding of [...this.#states.keys()])
      if (partsOf(binding).includes(object)) this.#states.delete(binding);
    this.#index = undefined;
  }

  /** Returns the reports, `binding:category` sorted. */
  step(symbol: number, values: readonly string[]): string {
    const event = this.#property.events[symbol]!;
    const own = this.#property.parameters.map(() => '-');
    event.binds.forEach((parameter, index) => {
      own[parameter] = values[index]!;
    });
    if (this.#states.size >= this.#indexedFrom) this.#index ??= this.#indexed();
    const created = new Map<Binding, number>();
    if (this.#starts(event) && !this.#states.has(own.join()))
      created.set(own.join(), this.#largestBelow(own));
    for (const key of this.#compatibleWith(symbol, own)) {
      const union = compatibleUnion(partsOf(key), own);
      if (union !== undefined && !this.#states.has(union.join()))
        created.set(union.join(), this.#largestBelow(union));
    }
    for (const [key, state] of created) {
      this.#states.set(key, state);
      this.#addToIndex(key);
    }
    const reports: string[] = [];
    const { monitor, handlers } = this.#property;
    for (const key of this.#atLeast(symbol, own)) {
      const binding = partsOf(key);
      if (own.some((value, index) => value !== '-' && value !== binding[index])) continue;
      const state = this.#states.get(key)!;
      const entered = monitor.next[state * monitor.alphabet.length + event.letter]!;
      const hit = handlers.filter((handler) => monitor.categories[entered]!.includes(handler.category));
      for (const handler of hit) reports.push(`${key}:${handler.category}`);
      this.#states.set(key, hit.some((handler) => handler.reset) ? monitor.initial : entered);
    }
    return reports.sort().join(' ');
  }

  /** docs/runtime-protocol.md, "Semantics": creation events, or else events that are seen in the initial state. */
  #starts(event: EventDefinition): boolean {
    const { monitor, events, handlers } = this.#property;
    const seen = ({ letter }: EventDefinition): boolean => {
      const entered = monitor.next[(monitor.initial as number) * monitor.alphabet.length + letter]!;
      return (
        entered !== monitor.initial ||
        handlers.some((handler) => monitor.categories[entered]!.includes(handler.category))
      );
    };
    return events.some((other) => other.creation) ? event.creation : seen(event);
  }

  /** The largest is unique: instances are closed under unions of compatible ones. */
  #largestBelow(binding: readonly string[]): number {
    let best = -1;
    let bestState = this.#property.monitor.initial as number;
    for (let kept = 0; kept < 1 << binding.length; kept++) {
      const below = restricted(binding, kept);
      const state = this.#states.get(below.join());
      const size = below.filter((value) => value !== '-').length;
      if (state !== undefined && size > best) {
        best = size;
        bestState = state;
      }
    }
    return bestState;
  }

  /** Instances among which are all that are compatible with the event's binding. */
  *#compatibleWith(symbol: number, own: readonly string[]): Iterable<Binding> {
    if (this.#index === undefined) {
      yield* this.#states.keys();
      return;
    }
    const parameters = setOf(this.#property.events[symbol]!);
    for (let kept = 0; kept < 1 << own.length; kept++)
      if ((kept & ~parameters) === 0) yield* this.#index[symbol]!.get(restricted(own, kept).join()) ?? [];
  }

  /** Instances among which are all that bind what the event's binding binds. */
  #atLeast(symbol: number, own: readonly string[]): Iterable<Binding> {
    if (this.#index === undefined) return this.#states.keys();
    return this.#index[symbol]!.get(own.join()) ?? [];
  }

  #indexed(): readonly Map<Binding, Binding[]>[] {
    this.#index = this.#property.events.map(() => new Map<Binding, Binding[]>());
    for (const key of this.#states.keys()) this.#addToIndex(key);
    return this.#index;
  }

  #addToIndex(key: Binding): void {
    this.#index?.forEach((index, symbol) => {
      const seen = restricted(partsOf(key), setOf(this.#property.events[symbol]!)).join();
      const list = index.get(seen);
      if (list === undefined) index.set(seen, [key]);
      else list.push(key);
    });
  }
}

/** The parameters that an event binds, as a set of bits. */
function setOf(event: EventDefinition): number {
  return event.binds.reduce((set, parameter) => set | (1 << parameter), 0);
}

/** The binding without the parameters that are not in the set of bits. */
function restricted(binding: readonly string[], kept: number): string[] {
  return binding.map((value, index) => ((kept >>> index) & 1 ? value : '-'));
}

const knownParts = new Map<Binding, readonly string[]>();

/** The values that a binding consists of. */
function partsOf(key: Binding): readonly string[] {
  let parts = knownParts.get(key);
  if (parts === undefined) {
    if (knownParts.size > 100_000) knownParts.clear();
    parts = key.split(',');
    knownParts.set(key, parts);
  }
  return parts;
}

function compatibleUnion(left: readonly string[], right: readonly string[]): string[] | undefined {
  const union: string[] = [];
  for (let index = 0; index < left.length; index++) {
    const a = left[index]!;
    const b = right[index]!;
    if (a !== '-' && b !== '-' && a !== b) return undefined;
    union.push(a === '-' ? b : a);
  }
  return union;
}
