import { RrvError, usage } from '../../diagnostics.ts';
import type { World } from '../../residual/analysis.ts';

/** What `--entry` and `--reflection` say. Both are lists; each item may hold several, separated by commas. */
export function worldOf({
  entry,
  reflection,
}: {
  readonly entry: readonly string[];
  readonly reflection: readonly string[];
}): World {
  const entries = items(entry);
  const reflected = items(reflection);
  if (entries.includes('all') || entries.length === 0) {
    if (entries.length > 1) throw new RrvError(usage('--entry all stands alone'));
    if (reflected.join() !== '**')
      throw new RrvError(usage('--reflection is for a closed world: give --entry main, or globs'));
    return { kind: 'open' };
  }
  if (reflected.includes('none') && reflected.length > 1)
    throw new RrvError(usage('--reflection none stands alone'));
  return { kind: 'closed', entries, reflection: reflected[0] === 'none' ? [] : reflected };
}

function items(lists: readonly string[]): readonly string[] {
  return lists
    .flatMap((list) => list.split(','))
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
