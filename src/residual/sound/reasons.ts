import type { InstructionIndex } from '../../classfile/instruction.ts';
import type { Point } from '../../events/point.ts';
import type { MethodCode } from './method-code.ts';
import { instructionAt } from './method-code.ts';
import type { KeptBecause } from './method-residual.ts';
import type { Counterexample } from './verdict-equivalence.ts';

/** Events of a path that a reason prints, and calls of the way to an event outside. */
const maxSteps = 12;

/** Why a point stays, in one sentence for people: for a restored point, the run that it would change. */
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
      return `kept: ${name} leaves the method through ${leak.how}: ${where(because.method, leak.instruction)}`;
    }
    case 'restored':
      return because.restoration.kind === 'tooLarge'
        ? 'kept: the method is too large for the check'
        : `kept: without it ${difference(because.restoration.counterexample)} on this path: ${path(point, because, because.restoration.counterexample)}`;
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

/** The counterexample as events: those of the method with their lines, those of other code with how they come about. */
function path(
  point: Point,
  because: Extract<KeptBecause, { kind: 'restored' }>,
  counterexample: Counterexample,
): string {
  const { events } = point.property;
  const steps = counterexample.steps.map((step) => {
    const event = events[step.symbol]!.name;
    if (step.kind === 'point') return `${event} ${line(because.points[step.point]!.point.line)}`;
    const instruction = because.model.instructionOf[step.location]!;
    if (instruction === -1) return `${event} before the method`;
    if (instruction === -2) return `${event} after the method`;
    const way = because.witness(instruction, step.symbol);
    return `${event} in ${where(because.method, instruction)}${way.length > 1 ? ` (${way.slice(1).join(' > ')})` : ''}`;
  });
  const shown = steps.length > maxSteps ? ['…', ...steps.slice(-maxSteps)] : steps;
  return shown.join(', ');
}

/** An instruction for people. */
export function where(method: MethodCode, index: number): string {
  const instruction = instructionAt(method, index);
  const at = line(method.code.lineOf(index as InstructionIndex));
  switch (instruction.form) {
    case 'invoke':
      return `${instruction.owner.replaceAll('/', '.')}.${instruction.name} ${at}`;
    case 'field':
      return `field ${instruction.owner.replaceAll('/', '.')}.${instruction.name} ${at}`;
    case 'type':
      return `new ${instruction.type.replaceAll('/', '.')} ${at}`;
    default:
      return at;
  }
}

function line(number: number | undefined): string {
  return number === undefined ? 'at an unknown line' : `at line ${number}`;
}
