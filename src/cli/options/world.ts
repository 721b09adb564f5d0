import { RrvError, usage } from '../../diagnostics.ts';
import type { NotedReflection } from '../../property/model.ts';
import type { World } from '../../residual/analysis.ts';

/**
 * What `--entry` and `--reflection` say. Both are lists; each item may hold several, separated by commas. `noted`: what runs
 * have noted that reflection reaches; with it there is no other by default, else any.
 */
export function worldOf(
  {
    entry,
    reflection,
  }: {
    readonly entry: readonly string[];
    readonly reflection: readonly string[];
  },
  noted: readonly NotedReflection[] | undefined,
): World {
  const entries = items(entry);
  const reflected = items(reflection);
  if (entries.includes('all') || entries.length === 0) {
    if (entries.length > 1) throw new RrvError(usage('--entry all stands alone'));
    const given = noted !== undefined ? '--reflection-of' : reflected.length > 0 ? '--reflection' : undefined;
    if (given !== undefined)
      throw new RrvError(usage(`${given} is for a closed world: give --entry main, or globs`));
    return { kind: 'open' };
  }
  if (reflected.includes('none') && reflected.length > 1)
    throw new RrvError(usage('--reflection none stands alone'));
  if (noted === undefined && reflected.length === 0) reflected.push('**');
  return {
    kind: 'closed',
    entries,
    reflection: reflected[0] === 'none' ? [] : reflected,
    ...(noted === undefined ? {} : { noted }),
  };
}

function items(lists: readonly string[]): string[] {
  return lists
    .flatMap((list) => list.split(','))
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
