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
    found = wildcardOf(partsOf(pattern));
    wildcards.set(pattern, found);
  }
  return found;
}

/** `*`, `..`, or one character. */
function partsOf(pattern: string): readonly string[] {
  return pattern.match(/\*|\.\.|[\s\S]/g) ?? [];
}

/** Most names differ from a pattern in front of its wildcards or behind them, where they are compared as texts. */
function wildcardOf(parts: readonly string[]): Wildcard {
  const first = parts.findIndex(isWild);
  const front = parts.slice(0, first === -1 ? parts.length : first).join('');
  if (first === -1) return { test: (name) => name === front };
  const last = parts.findLastIndex(isWild);
  const back = parts.slice(last + 1).join('');
  const between = parts.slice(first, last + 1);
  const isStar = between.length === 1 && between[0] === '*';
  return {
    test(name) {
      if (name.length < front.length + back.length) return false;
      if (!name.startsWith(front) || !name.endsWith(back)) return false;
      const rest = name.slice(front.length, name.length - back.length);
      return isStar ? !rest.includes('.') : matches(between, rest);
    },
  };
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
