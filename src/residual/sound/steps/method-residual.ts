import type { ValueOrigins } from '../values/origin.ts';
import { impossibleEvents } from '../values/type-tests.ts';
import { valueOrigins } from '../values/value-origins.ts';
import type { MethodResidual, MethodResidualInput } from './method-step.ts';
import { pointsOnNewObjects } from './new-objects.ts';
import { residualByGroups } from './residual-by-groups.ts';
import { residualOrWithoutPast } from './residual-of-sites.ts';

/**
 * The points of one method that may go because of what happens in the method alone: each binds an object
 * that never leaves the run of the method that creates it, and the residual monitor of every slice class
 * makes the same reports (docs/soundness.md, theorem 1).
 */
export function methodResidual(input: MethodResidualInput): MethodResidual {
  const { method, calls } = input;
  const origins = valueOrigins(method, calls);
  const impossible =
    origins === undefined
      ? undefined
      : impossibleEvents(method, input.points, origins, calls, input.isSubtype);
  if (impossible === undefined || impossible.size === 0) return residualOfEvents(input, origins);
  const events = input.points.filter((point) => !impossible.has(point));
  const rest = residualOfEvents({ ...input, points: events }, origins);
  return { ...rest, removed: [...impossible.keys(), ...rest.removed], impossible };
}

function residualOfEvents(input: MethodResidualInput, origins: ValueOrigins | undefined): MethodResidual {
  const onNew = pointsOnNewObjects(input, origins);
  if (onNew.size === 0) return stepResidual(input, origins);
  // The method step is made on the program without them.
  const left = input.points.filter((point) => !onNew.has(point));
  const rest = stepResidual({ ...input, points: left }, origins);
  return { ...rest, removed: [...onNew, ...rest.removed] };
}

function stepResidual(input: MethodResidualInput, origins: ValueOrigins | undefined): MethodResidual {
  const whole = residualOrWithoutPast(input, () => true, origins);
  return whole.sliceClasses === undefined && origins !== undefined
    ? residualByGroups(input, whole, origins)
    : whole;
}
