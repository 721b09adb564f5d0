/** Embeddings, overrides and isolates of the bidirectional algorithm (UAX 9), which let a line be read in another order. */
const reordering = '\\u202A-\\u202E\\u2066-\\u2069';

const steering = new RegExp(`[${reordering}]|(?![\\n\\t])\\p{Cc}`, 'gu');

/**
 * A text that a terminal shows and does not obey: names in byte code and archives may hold anything. Line feeds and
 * tabs stay.
 */
export function visibleText(text: string): string {
  return text.replaceAll(steering, '?');
}

/** The same as one line. */
export function oneLine(text: string): string {
  return visibleText(text.replaceAll(/[\n\r\t]/g, ' '));
}
