/** The value that the function returns, which is called once, when it is first asked for. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** The same function, which asks once for each argument. Answers that are undefined are not remembered. */
export function remembering<K, T>(ask: (about: K) => T): (about: K) => T {
  const answers = new Map<K, T>();
  return (about) => {
    let answer = answers.get(about);
    if (answer === undefined) {
      answer = ask(about);
      answers.set(about, answer);
    }
    return answer;
  };
}
