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
