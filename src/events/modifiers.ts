/**
 * Whether a member has all the modifiers of a pattern, and none of those with `!`. `flags`: the access flags
 * that modifiers are, of which some are other modifiers for a field than for a method (JVMS 4.5, 4.6); a word
 * that is none of them no member has.
 */
export function matchesModifiers(
  modifiers: readonly string[],
  accessFlags: number,
  flags: Readonly<Record<string, number>>,
): boolean {
  return modifiers.every((modifier) => {
    const isExcluded = modifier.startsWith('!');
    const flag = flags[isExcluded ? modifier.slice(1) : modifier] ?? 0;
    return ((accessFlags & flag) !== 0) !== isExcluded;
  });
}
