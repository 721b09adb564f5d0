/** The format with its parts put together. */
export function wholeText<Content extends readonly unknown[]>(
  format: (...content: Content) => Iterable<string>,
): (...content: Content) => string {
  return (...content) => [...format(...content)].join('');
}
