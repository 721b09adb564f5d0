/**
 * What was looked into for an answer: methods, by index in the call graph, and behind them questions about the program
 * (asked-program.ts). An answer holds as long as all of that stays the same. Answers are found while others are being
 * found, and what the inner one depends on the outer one depends on, too.
 */
export interface LookedInto {
  note(what: number): void;
  /** Runs `find` and says what was noted meanwhile. */
  during<T>(find: () => T): Answer<T>;
  /** Uses a remembered answer for the one that is being found. */
  use<T>(answer: Answer<T>): T;
}

export interface Answer<T> {
  readonly value: T;
  readonly looked: Looked;
}

/**
 * For the answer itself, and for others that it was found with: no cycles, and no deeper than questions ask
 * further ones.
 */
export interface Looked {
  readonly own: readonly number[];
  readonly further: readonly Looked[];
}

const nothing: Looked = { own: [], further: [] };

interface Noted {
  readonly own: Set<number>;
  readonly further: Set<Looked>;
}

/** Nothing has been looked into. */
export function lookedInto(): LookedInto {
  let noted: Noted = { own: new Set(), further: new Set() };

  function looked({ own, further }: Noted): Looked {
    if (own.size > 0) return { own: [...own], further: [...further] };
    const [only, another] = further;
    if (only === undefined) return nothing;
    return another === undefined ? only : { own: [], further: [...further] };
  }

  function add(found: Looked): void {
    if (found !== nothing) noted.further.add(found);
  }

  return {
    note: (what) => {
      noted.own.add(what);
    },
    during: (find) => {
      const outer = noted;
      const inner: Noted = { own: new Set(), further: new Set() };
      noted = inner;
      let found = nothing;
      let value: ReturnType<typeof find>;
      try {
        value = find();
      } finally {
        found = looked(inner);
        noted = outer;
        add(found);
      }
      return { value, looked: found };
    },
    use: ({ value, looked: known }) => {
      add(known);
      return value;
    },
  };
}

/** Whether answers still hold when the points of the methods marked with 1 have changed. Each is looked at once. */
export function holdingAfter(changed: Uint8Array): (answer: Pick<Answer<unknown>, 'looked'>) => boolean {
  const known = new Map<Looked, boolean>();
  const holds = (looked: Looked): boolean => {
    let answer = known.get(looked);
    if (answer === undefined) {
      answer = looked.own.every((what) => changed[what] !== 1) && looked.further.every(holds);
      known.set(looked, answer);
    }
    return answer;
  };
  return ({ looked }) => holds(looked);
}

/** The same function, which finds each answer once: using it again depends on what it was found with. */
export function rememberingAnswers<K, T>(lookedAt: LookedInto, ask: (about: K) => T): (about: K) => T {
  const answers = new Map<K, Answer<T>>();
  return (about) => {
    const known = answers.get(about);
    if (known !== undefined) return lookedAt.use(known);
    const answer = lookedAt.during(() => ask(about));
    answers.set(about, answer);
    return answer.value;
  };
}
