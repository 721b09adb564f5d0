import picomatch from 'picomatch';
import { toInternalName } from '../../../classfile/descriptors.ts';
import type { ClaimedReflection } from '../../../property/model.ts';
import type { ClosedWorld } from '../../analysis.ts';
import { globOptions } from '../../glob-table.ts';

/**
 * What a claim says that reflection may reach, for who has no globs: as regular expressions over internal names, in
 * which Java means what JavaScript does.
 */
export function claimedReflection({ reflection, noted = [] }: ClosedWorld): readonly ClaimedReflection[] {
  const patterns = reflection.map((pattern): ClaimedReflection => {
    const [classes = '', members] = pattern.split('#');
    return {
      kind: 'pattern',
      ...(classes === '**' ? {} : { classes: regularExpression(toInternalName(classes)) }),
      ...(members === undefined ? {} : { members: regularExpression(members) }),
    };
  });
  return [...patterns, ...noted];
}

/** Whether reflection may reach anything. */
export function claimsAnything({ reflection, noted = [] }: ClosedWorld): boolean {
  return reflection.includes('**') || noted.some(({ kind }) => kind === 'anything');
}

/** Of a glob; an empty one matches nothing. */
function regularExpression(glob: string): string {
  return glob === '' ? '(?!)' : picomatch.makeRe(glob, globOptions).source;
}
