/** Whether a name in a pattern stands for several types. */
export function isWild(pattern: string): boolean {
  return pattern.includes('*') || pattern.includes('..');
}

/** A pattern of names. `test`: whether a name is one of them, O(pattern x name). */
export interface Wildcard {
  test(name: string): boolean;
}

const wildcards = new Map<string, Wildcard>();

/** `*` matches any characters but `.`, `..` any packages. */
export function wildcard(pattern: string): Wildcard {
  let found = wildcards.get(pattern);
  if (found === undefined) {
    const parts = partsOf(pattern);
    found = { test: (name) => matches(parts, name) };
    wildcards.set(pattern, found);
  }
  return found;
}

/** `*`, `..`, or one character. */
function partsOf(pattern: string): readonly string[] {
  return pattern.match(/\*|\.\.|[\s\S]/g) ?? [];
}

/**
 * All ways at once, as one regular expression with several `*` tries them one after the other: their number grows with
 * the length of the name to the power of that of the pattern.
 */
function matches(parts: readonly string[], name: string): boolean {
  // Behind which prefixes of `name` the parts so far can end: 1 for each.
  let ends = new Uint8Array(name.length + 1);
  ends[0] = 1;
  for (const part of parts) {
    const next = new Uint8Array(name.length + 1);
    if (part === '*') {
      for (let end = 0; end <= name.length; end++)
        if (ends[end] === 1 || (end > 0 && next[end - 1] === 1 && name[end - 1] !== '.')) next[end] = 1;
    } else if (part === '..') {
      // One dot, or two with anything between them.
      let isOpen = false;
      for (let end = 1; end <= name.length; end++) {
        if (name[end - 1] !== '.') continue;
        if (ends[end - 1] === 1) isOpen = true;
        if (isOpen) next[end] = 1;
      }
    } else
      for (let end = 1; end <= name.length; end++)
        if (ends[end - 1] === 1 && name[end - 1] === part) next[end] = 1;
    ends = next;
  }
  return ends[name.length] === 1;
}
