import { referenceOperands } from '../../../classfile/stack-effect.ts';
import { symbolsOf } from '../program/program-events.ts';
import { instructionAt, operandSlotAt } from '../values/method-code.ts';
import { objectKindAt } from '../values/object-kind.ts';
import type { ModelContext } from './model-context.ts';
import type { SliceClass } from './slice-class.ts';
import { notCreated, type Tracking } from './trackings.ts';

/**
 * A followed object, by its position, and symbols (a bit set) of events on it that the call which made it may
 * have produced.
 */
export interface MadeObject {
  readonly object: number;
  readonly symbols: number;
}

/**
 * Symbols (a bit set) of events that a call may produce on followed objects: on those that it is given, and
 * on one that it makes. An event on two of them is one on each.
 */
export function followedEvents(
  { method, calls, weakenings, binds }: ModelContext,
  sliceClass: SliceClass,
): (node: number, tracking: Tracking, made?: MadeObject) => number {
  const kinds = sliceClass.sites.map((site) => objectKindAt(method, site, calls));
  /**
   * The symbols (a bit set) that happen on each followed object that they bind, from those that happen on
   * each object.
   */
  const onAllBound = (onObject: readonly number[]): number => {
    const onAny = onObject.reduce((symbols, one) => symbols | one, 0);
    const isOnAll = (symbol: number): boolean =>
      sliceClass.parameters.every(
        (parameter, index) =>
          parameter.kind !== 'followed' ||
          (binds[symbol]! & (1 << index)) === 0 ||
          (onObject[parameter.object]! & (1 << symbol)) !== 0,
      );
    return symbolsOf(onAny).reduce((mask, symbol) => (isOnAll(symbol) ? mask | (1 << symbol) : mask), 0);
  };
  return (node, tracking, made) => {
    const instruction = instructionAt(method, node);
    if (instruction.form !== 'invoke') return 0;
    const onObject = new Array<number>(tracking.length).fill(0);
    if (!weakenings.has('forgetEventsOfCallees'))
      for (const operand of referenceOperands(instruction)) {
        const slot = operandSlotAt(method, node, operand);
        tracking.forEach((slots, object) => {
          if (slot === undefined || slots === notCreated || !slots.slots.includes(slot)) return;
          onObject[object]! |= calls.useOf(method, node, operand, kinds[object]!) ?? 0;
        });
      }
    if (made !== undefined) onObject[made.object]! |= made.symbols;
    return onAllBound(onObject);
  };
}
