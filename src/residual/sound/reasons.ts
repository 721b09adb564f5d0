import type { Point } from '../../events/point.ts';
import type { BuiltModel } from './method-models.ts';
import type { KeptBecause } from './method-residual.ts';
import type { Counterexample } from './verdict-equivalence.ts';

/** Events of a path that a reason prints. */
const maxSteps = 12;

/** Why a point stays, in one sentence for people. */
export function reasonFor(point: Point, because: KeptBecause | undefined): string {
  if (point.kind === 'methodReference')
    return 'kept: the event happens wherever the method reference is called';
  if (because === undefined) return 'kept: it was not analysed';
  switch (because.kind) {
    case 'limit':
      return `kept: ${because.what}`;
    case 'notConfined': {
      const name = point.property.parameters[because.parameter]!.name;
      const { escape: leak } = because;
      if (leak === 'tooLarge') return `kept: there are too many paths to follow ${name} through the method`;
      if (leak === undefined) return `kept: ${name} may come from outside the method`;
      return `kept: ${name} leaves the method through ${leak.how} (instruction ${leak.instruction})`;
    }
    case 'restored':
      return because.restoration.kind === 'tooLarge'
        ? 'kept: the method is too large for the check'
        : `kept: without it ${difference(because.restoration.counterexample)} after ${path(point, because.model, because.restoration.counterexample)}`;
  }
}

function difference(counterexample: Counterexample): string {
  switch (counterexample.reports) {
    case 'full':
      return 'a report would be lost';
    case 'residual':
      return 'a report would be invented';
    default:
      return 'a report would change';
  }
}

/** The counterexample as events: own points by line, events of code outside as such. */
function path(point: Point, model: BuiltModel, counterexample: Counterexample): string {
  const { events } = point.property;
  const steps = counterexample.steps.map((step) => {
    const event = events[step.symbol]!.name;
    if (step.kind === 'point') return event;
    const instruction = model.instructionOf[step.location]!;
    if (instruction === -1) return `${event} before the method`;
    if (instruction === -2) return `${event} after the method`;
    return `${event} in code run by instruction ${instruction}`;
  });
  const shown = steps.length > maxSteps ? ['…', ...steps.slice(-maxSteps)] : steps;
  return shown.join(', ');
}
