/** What code does with an object that it is given, or that it creates. */
export interface Use {
  /** It may leave a reference to it somewhere; then the rest does not matter. */
  readonly keeps: boolean;
  /** Symbols (a bit set) of events on it. */
  readonly symbols: number;
  /** The methods whose points produce these, by index in the call graph. */
  readonly by: readonly number[];
}

export const noUse: Use = { keeps: false, symbols: 0, by: [] };
export const keeps: Use = { keeps: true, symbols: 0, by: [] };

/** A method's points produce these events (a bit set, not empty) on it. */
export function eventsBy(method: number, symbols: number): Use {
  return { keeps: false, symbols, by: [method] };
}

/** What is done to an object that both are made of. One that is kept may have any event: then no more is said. */
export function bothUses(left: Use, right: Use): Use {
  if (left.keeps || right === noUse || left === right) return left;
  if (right.keeps || left === noUse) return right;
  return {
    keeps: false,
    symbols: left.symbols | right.symbols,
    by: [...new Set([...left.by, ...right.by])],
  };
}

/** What all of them do to an object. */
export function unionOf<T>(all: readonly T[], useOf: (one: T) => Use): Use {
  let union = noUse;
  for (const one of all) {
    union = bothUses(union, useOf(one));
    if (union.keeps) break;
  }
  return union;
}
