import { groupBy } from '../group-by.ts';
import type { EventDefinition } from '../property/model.ts';
import { pointcutText } from '../property/pointcut-text.ts';

/**
 * The order in which declarations at one join point are taken, which is that of JavaMOP's aspects, as published
 * properties count on it: `before` from the last of the file to the first, the others from the first to the
 * last. Those that differ in their conditions alone are one advice there, at the place of the first of them.
 * Linear.
 */
export function inAdviceOrder(events: readonly EventDefinition[]): readonly EventDefinition[] {
  const advices = groupBy(events, ({ advice, pointcut, arguments: given }) =>
    JSON.stringify([advice, pointcutText(pointcut), given]),
  );
  const inFile = [...advices.values()];
  const isBefore = ([first]: readonly EventDefinition[]): boolean => first!.advice === 'before';
  return [
    ...inFile.filter(isBefore).flat().reverse(),
    ...inFile.filter((advice) => !isBefore(advice)).flat(),
  ];
}
