/** Plain data by number: equal data has one number. */
export interface Interned<T> {
  numberOf(data: T): number;
  readonly all: readonly T[];
}

/** Nothing has a number yet. Each question takes time linear in the data. */
export function interned<T>(): Interned<T> {
  const numbers = new Map<string, number>();
  const all: T[] = [];
  return {
    all,
    numberOf(data) {
      const key = JSON.stringify(data);
      let number = numbers.get(key);
      if (number === undefined) {
        number = all.push(data) - 1;
        numbers.set(key, number);
      }
      return number;
    },
  };
}
