import type { CallKnowledge } from './call-knowledge.ts';
import type { MethodCode } from './method-code.ts';
import { type EscapeResult, firstEscape } from './object-flow.ts';
import { objectKindAt } from './object-kind.ts';
import type { Weakenings } from './weakening.ts';

/** How the objects of creation sites of a method leave its run; undefined: they are confined. Each site is followed once. */
export function siteEscapes(
  method: MethodCode,
  calls: CallKnowledge,
  weakenings: Weakenings,
): (site: number) => EscapeResult {
  const known = new Map<number, EscapeResult>();
  return (site) => {
    if (!known.has(site))
      known.set(site, firstEscape(method, { site }, objectKindAt(method, site, calls), calls, weakenings));
    return known.get(site);
  };
}
