/**
 * A type and all that are below it, each once, as far as they are asked for. `directlyBelow`: the subtypes of
 * one, named directly.
 */
export function* typeAndBelow(
  name: string,
  directlyBelow: (name: string) => Iterable<string>,
): Generator<string> {
  // A set grows while it is walked.
  const seen = new Set([name]);
  for (const one of seen) {
    yield one;
    for (const sub of directlyBelow(one)) seen.add(sub);
  }
}
