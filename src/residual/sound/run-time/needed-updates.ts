import { argumentOf } from '../../../property/argument-of.ts';
import { type EventDefinition, hasFurtherState, type Property } from '../../../property/model.ts';
import type { Pointcut } from '../../../property/pointcut.ts';
import { isUpdate } from '../../facts/unmodifiable-collections.ts';
import { canReportBy } from '../monitor/automaton-questions.ts';
import { monitorOf } from '../monitor/reporting-monitor.ts';

/**
 * The parameters whose object has to be updated before a slice of it can report, as an update of a collection that
 * has returned is an event which each report needs (docs/soundness.md, theorem 12): slices in which there is an
 * unmodifiable collection or map report nothing. None for a property with further state.
 * O(parameters x (pointcuts + that of `monitorOf`)).
 */
export function parametersThatNeedUpdates(property: Property): readonly number[] {
  if (hasFurtherState(property)) return [];
  return property.parameters.flatMap((_, parameter) => {
    const areUpdates = property.events.map((event) => isUpdateOf(property, event, parameter));
    const needsOne =
      areUpdates.includes(true) && !canReportBy(monitorOf(property), (symbol) => !areUpdates[symbol]!);
    return needsOne ? [parameter] : [];
  });
}

/** Whether the event is always that a method which updates the object of the parameter has returned. */
export function isUpdateOf(property: Property, event: EventDefinition, parameter: number): boolean {
  if (event.advice !== 'after returning' || !event.binds.includes(parameter)) return false;
  const { name } = event.arguments[argumentOf(property, event, parameter)]!;
  return everyMatch(event.pointcut, isCallOfUpdate) && everyMatch(event.pointcut, bindsTargetTo(name));
}

function isCallOfUpdate(pointcut: Pointcut): boolean {
  return pointcut.kind === 'call' && isUpdate(pointcut.pattern.name);
}

function bindsTargetTo(name: string): (pointcut: Pointcut) => boolean {
  return (pointcut) =>
    pointcut.kind === 'target' && pointcut.operand.kind === 'bind' && pointcut.operand.name === name;
}

/** Whether all that the pointcut matches is matched by some part of which that holds. */
function everyMatch(pointcut: Pointcut, holds: (part: Pointcut) => boolean): boolean {
  switch (pointcut.kind) {
    case 'and':
      return pointcut.operands.some((operand) => everyMatch(operand, holds));
    case 'or':
      return pointcut.operands.every((operand) => everyMatch(operand, holds));
    default:
      return holds(pointcut);
  }
}
