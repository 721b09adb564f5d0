/** Plain data by number: equal data has one number. */
export interface Interned<T> {
  numberOf(data: T): number;
  readonly all: readonly T[];
}

/**
 * Nothing has a number yet. Each question takes time linear in the data. `keyOf`: a text that is the same for
 * equal data alone.
 */
export function interned<T>(keyOf: (data: T) => string = JSON.stringify): Interned<T> {
  const numbers = new Map<string, number>();
  const all: T[] = [];
  return {
    all,
    numberOf(data) {
      const key = keyOf(data);
      let number = numbers.get(key);
      if (number === undefined) {
        number = all.push(data) - 1;
        numbers.set(key, number);
      }
      return number;
    },
  };
}
