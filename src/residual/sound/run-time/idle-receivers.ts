import { type Point, valueOfParameter } from '../../../events/point.ts';
import type { Property } from '../../../property/model.ts';
import type { ClassHierarchy } from '../../analysis.ts';
import { neverPlain } from '../../facts/result-classes.ts';
import { canReport, symbolMask } from '../monitor/automaton-questions.ts';
import type { SliceAutomaton } from '../monitor/slice-automaton.ts';
import { returnedClass } from '../program/bound-types.ts';

export interface IdleReceiversInput {
  readonly property: Property;
  /** Of any slice. */
  readonly automaton: SliceAutomaton;
  /** All that are left in the program. */
  readonly points: readonly Point[];
  readonly hierarchy: Pick<ClassHierarchy, 'header'>;
}

/**
 * The parameters of which no slice reports that has a plain collection there (rrv.runtime.PlainCollections), or another one whose
 * exact class is one of the program, as for properties of synchronized collections
 * (docs/soundness.md, theorem 4). O(points x parameters^2).
 */
export function idleReceivers(input: IdleReceiversInput): readonly number[] {
  const parameters = input.property.parameters.map((_, parameter) => parameter);
  return parameters.filter((parameter) => isIdle(input, parameter, parameters));
}

function isIdle(
  { property, automaton, points, hierarchy }: IdleReceiversInput,
  plain: number,
  parameters: readonly number[],
): boolean {
  const isOneOf = (point: Point, parameter: number, classes: readonly string[]): boolean => {
    const value = valueOfParameter(point, parameter);
    const returned = value === undefined ? undefined : returnedClass(value, hierarchy);
    return returned !== undefined && classes.includes(returned);
  };
  const symbolsOf = (some: readonly Point[]): number =>
    symbolMask([...new Set(some.map(({ event }) => property.events.indexOf(event)))]);
  const possible = points.filter((point) => !isOneOf(point, plain, neverPlain.collections));
  if (!canReport(automaton, symbolsOf(possible))) return true;
  // What made a plain collection is no such map.
  return parameters.some((map) => {
    const notAskedFor = symbolsOf(possible.filter((point) => !isAskedFor(point, plain, map)));
    const notOfMaps = symbolsOf(possible.filter((point) => !isOneOf(point, map, neverPlain.maps)));
    return !canReport(automaton, notAskedFor) && !canReport(automaton, notOfMaps);
  });
}

/** Whether the event binds a call's receiver, and what a call without arguments on it has returned. */
function isAskedFor(point: Point, result: number, receiver: number): boolean {
  if (point.kind !== 'call') return false;
  const [returned, asked] = [valueOfParameter(point, result), valueOfParameter(point, receiver)];
  return (
    returned?.source.kind === 'result' &&
    returned.returnedBy?.isStatic === false &&
    returned.returnedBy.descriptor.startsWith('()') &&
    asked?.source.kind === 'receiver'
  );
}
