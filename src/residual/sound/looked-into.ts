/**
 * Which methods were looked into for an answer: it holds as long as their points stay the same. Answers are found while
 * others are being found, and what the inner one depends on the outer one depends on, too.
 */
export interface LookedInto {
  note(method: number): void;
  /** Runs `find` and says what was noted meanwhile. */
  during<T>(find: () => T): Answer<T>;
  /** Uses a remembered answer for the one that is being found. */
  use<T>(answer: Answer<T>): T;
}

export interface Answer<T> {
  readonly value: T;
  /** Methods by index in the call graph. */
  readonly looked: readonly number[];
}

const nothing: readonly number[] = [];

export function lookedInto(): LookedInto {
  let noted = new Set<number>();
  return {
    note: (method) => {
      noted.add(method);
    },
    during: (find) => {
      const outer = noted;
      noted = new Set();
      try {
        const value = find();
        return { value, looked: noted.size === 0 ? nothing : [...noted] };
      } finally {
        for (const method of noted) outer.add(method);
        noted = outer;
      }
    },
    use: ({ value, looked }) => {
      for (const method of looked) noted.add(method);
      return value;
    },
  };
}

/** Whether the answer still holds when the points of the methods marked with 1 have changed. */
export function stillHolds({ looked }: Pick<Answer<unknown>, 'looked'>, changed: Uint8Array): boolean {
  for (const method of looked) if (changed[method]) return false;
  return true;
}
