import { toBinaryName } from '../../../classfile/descriptors.ts';
import type { InstructionIndex } from '../../../classfile/instruction.ts';
import type { Point } from '../../../events/point.ts';
import type { Request } from '../../call-graph/request.ts';
import type { Counterexample } from '../models/verdict-equivalence.ts';
import type { MethodCode } from '../values/method-code.ts';
import { instructionAt } from '../values/method-code.ts';
import type { ImpossibleEvent } from '../values/type-tests.ts';
import type { KeptBecause } from './method-step.ts';

/** Events of a path that a reason prints, and calls of the way to an event outside. */
const maxSteps = 12;

/**
 * A sentence for people in parts, as plain data. Ways through other methods depend on all of the program, and
 * are found when it is written.
 */
export type Reason = readonly (string | WayToEvent)[];

/** How what an instruction runs comes to produce an event. */
export interface WayToEvent {
  readonly requests: readonly Request[];
  readonly symbol: number;
}

/** `witness`: how a request comes to produce a symbol, caller first; empty: it does not. */
export function writtenReason(
  reason: Reason,
  witness: (request: Request, symbol: number) => readonly string[],
): string {
  const way = ({ requests, symbol }: WayToEvent): string => {
    const steps = requests.map((request) => witness(request, symbol)).find((found) => found.length > 0);
    return steps === undefined || steps.length < 2 ? '' : ` (${steps.slice(1).join(' > ')})`;
  };
  return reason.map((part) => (typeof part === 'string' ? part : way(part))).join('');
}

/** Why points stay. */
export function reasonsFor(kept: ReadonlyMap<Point, KeptBecause>): ReadonlyMap<Point, Reason> {
  return new Map([...kept].map(([point, because]) => [point, reasonFor(point, because)]));
}

/** Why points go that are no events. */
export function reasonsOfImpossible(
  impossible: ReadonlyMap<Point, ImpossibleEvent> = new Map(),
): ReadonlyMap<Point, Reason> {
  const sentences = [...impossible].map(([point, { className, type }]): [Point, Reason] => {
    const [tested, wanted] = [className, type].map(toBinaryName);
    return [point, [`removed: never an event: the object is a new ${tested}, and is tested for ${wanted}`]];
  });
  return new Map(sentences);
}

/** For a restored point, the run that it would change. */
export function reasonFor(point: Point, because: KeptBecause | undefined): Reason {
  if (point.kind === 'methodReference')
    return ['kept: the event happens wherever the method reference is called'];
  if (because === undefined)
    return [
      point.event.binds.length === 0
        ? 'kept: the event binds no object, so that it is one of every slice'
        : 'kept: it was not analysed',
    ];
  return because.kind === 'restored' ? restored(point, because) : [sentence(point, because)];
}

function sentence(point: Point, because: Exclude<KeptBecause, Restored>): string {
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
  }
}

function restored(point: Point, because: Restored): Reason {
  const { restoration } = because;
  if (restoration.kind === 'tooLarge') return ['kept: the method is too large for the check'];
  const { counterexample } = restoration;
  const steps = path(point, because, counterexample);
  return [
    `kept: without it ${difference(counterexample)} on this path: `,
    ...steps.flatMap((step, index) => (index === 0 ? step : [', ', ...step])),
  ];
}

type Restored = Extract<KeptBecause, { kind: 'restored' }>;

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
function path(point: Point, because: Restored, { steps }: Counterexample): readonly Reason[] {
  const { events } = point.property;
  const shown = steps.slice(-maxSteps).map((step): Reason => {
    const event = events[step.symbol]!.name;
    if (step.kind === 'point') return [`${event} ${line(because.points[step.point]!.point.line)}`];
    const instruction = because.model.instructionOf[step.location]!;
    if (instruction === -1) return [`${event} before the method`];
    if (instruction === -2) return [`${event} after the method`];
    const requests = because.requestsAt(instruction);
    return [`${event} in ${where(because.method, instruction)}`, { requests, symbol: step.symbol }];
  });
  return steps.length > maxSteps ? [['…'], ...shown] : shown;
}

/** An instruction for people. */
export function where(method: MethodCode, index: number): string {
  const instruction = instructionAt(method, index);
  const at = line(method.code.lineOf(index as InstructionIndex));
  switch (instruction.form) {
    case 'invoke':
      return `${toBinaryName(instruction.owner)}.${instruction.name} ${at}`;
    case 'field':
      return `field ${toBinaryName(instruction.owner)}.${instruction.name} ${at}`;
    case 'type':
      return `new ${toBinaryName(instruction.type)} ${at}`;
    default:
      return at;
  }
}

function line(number: number | undefined): string {
  return number === undefined ? 'at an unknown line' : `at line ${number}`;
}
