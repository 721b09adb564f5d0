import { type ArchiveLimits, defaultArchiveLimits } from '../../archive/limits.ts';
import { type AutomatonLimits, defaultAutomatonLimits } from '../../automata/limits.ts';
import { limitMalformed, RrvError } from '../../diagnostics.ts';
import { closestNames } from '../../property/did-you-mean.ts';
import { type AnalysisLimits, defaultAnalysisLimits } from '../../residual/limits.ts';
import { defaultTraceLimits, type TraceLimits } from '../../trace/limits.ts';

/** The limits that `--limit` may change, by group. */
export interface Limits {
  readonly analysis: AnalysisLimits;
  readonly archive: ArchiveLimits;
  readonly automaton: AutomatonLimits;
  readonly trace: TraceLimits;
}

const defaults: Limits = {
  analysis: defaultAnalysisLimits,
  archive: defaultArchiveLimits,
  automaton: defaultAutomatonLimits,
  trace: defaultTraceLimits,
};

/** The option of all commands that read archives or properties. */
export const limitOption = {
  type: 'string',
  array: true,
  default: [] as string[],
  describe: 'GROUP.NAME=NUMBER: another limit than the default (docs/command-line.md, "Limits"); repeatable',
} as const;

/**
 * `group.name=number`, separated by commas; of one that is given twice, the last counts. Throws
 * RRV_LIMIT_MALFORMED.
 */
export function limitsOf(values: readonly string[]): Limits {
  const numbers = new Map<string, number>(
    Object.entries(defaults).flatMap(([group, limits]) =>
      Object.entries<number>(limits).map(([name, number]): [string, number] => [`${group}.${name}`, number]),
    ),
  );
  for (const assignment of values.flatMap((value) => value.split(','))) {
    const [, name, digits] = /^([^=]*)=(.*)$/.exec(assignment.trim()) ?? [];
    if (name === undefined || digits === undefined)
      throw new RrvError(limitMalformed(assignment, 'it is not NAME=NUMBER'));
    if (!numbers.has(name)) {
      const [near] = closestNames(name, [...numbers.keys()]);
      throw new RrvError(limitMalformed(assignment, 'there is no such limit', near));
    }
    const number = Number(digits);
    if (!/^\d+$/.test(digits) || number < 1 || !Number.isSafeInteger(number))
      throw new RrvError(
        limitMalformed(assignment, `the number is no integer from 1 to ${Number.MAX_SAFE_INTEGER}`),
      );
    numbers.set(name, number);
  }
  const ofGroup = <Group extends object>(group: string, limits: Group): Group =>
    Object.fromEntries(Object.keys(limits).map((name) => [name, numbers.get(`${group}.${name}`)])) as Group;
  return {
    analysis: ofGroup('analysis', defaults.analysis),
    archive: ofGroup('archive', defaults.archive),
    automaton: ofGroup('automaton', defaults.automaton),
    trace: ofGroup('trace', defaults.trace),
  };
}
