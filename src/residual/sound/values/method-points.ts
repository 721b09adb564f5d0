import { operandSlot } from '../../../cfg/slot-moves.ts';
import { stackEffect } from '../../../classfile/stack-effect.ts';
import type { Point, PointValue } from '../../../events/point.ts';
import { receiverValues, valueOfParameter } from '../../../events/point.ts';
import { argumentOf } from '../../../property/argument-of.ts';
import type { MethodCode } from './method-code.ts';
import { instructionAt } from './method-code.ts';
import { elsewhere, nullConstant, type ValueOrigins } from './origin.ts';
import type { SlotSet } from './slot-sets.ts';

/**
 * A point of the method under analysis. Values are looked up in the frame before the instruction, but for the
 * result, which is looked up after it.
 */
export interface MethodPoint {
  /** Position among the points of the method: what models call a point. */
  readonly index: number;
  readonly point: Point;
  /** Index into Property.events. */
  readonly symbol: number;
  readonly instruction: number;
  /** Per parameter of the property: where its value is; undefined when the event does not bind it. */
  readonly values: readonly (PointPlace | undefined)[];
  /**
   * The event happens whenever control passes with these objects: no condition, no type test, no receiver
   * that may be null.
   */
  readonly certain: boolean;
  /** The event happens, with these objects, whenever the call returns this, and never otherwise. */
  readonly onResult: boolean | undefined;
}

export type PointPlace =
  | { readonly kind: 'slotBefore'; readonly slot: number; readonly isReceiver: boolean }
  | { readonly kind: 'slotAfter'; readonly slot: number }
  /** A value that is no object of a creation site: the thread, an exception. */
  | { readonly kind: 'unknown' };

/**
 * Places the values of the points of one property in one method. Points at unreachable code are left out.
 * `decided`: symbols (a bit set) of events whose Java code refuses nothing but what the automaton says it
 * does.
 */
export function methodPoints(
  method: MethodCode,
  points: readonly Point[],
  decided = 0,
): readonly MethodPoint[] {
  return points
    .filter((point) => method.depths[point.instruction]! >= 0)
    .map((point, index) => {
      const { property, event } = point;
      const symbol = property.events.indexOf(event);
      const isAccepted = event.javaEvent === undefined || (decided & (1 << symbol)) !== 0;
      const isUntested = point.kind === 'call' && point.test.kind === 'always' && isAccepted;
      return {
        index,
        point,
        symbol,
        instruction: point.instruction,
        values: property.parameters.map((_, parameter) => {
          const value = valueOfParameter(point, parameter);
          return value === undefined
            ? event.binds.includes(parameter)
              ? { kind: 'unknown' as const }
              : undefined
            : placeOf(method, point.instruction, value);
        }),
        certain: isUntested && event.simpleCondition === undefined && !asksForReceiver(point),
        onResult: isUntested ? resultOf(point) : undefined,
      };
    });
}

/** Whether the event declares a receiver that it binds to no parameter: where that is null there is no event. */
function asksForReceiver(point: Point): boolean {
  const { property, event } = point;
  return receiverValues(point).some(
    (index) => !property.parameters.some((_, parameter) => argumentOf(property, event, parameter) === index),
  );
}

/** What a call has to return if all that the event asks is that; undefined when it asks something else or nothing. */
function resultOf({ event, values }: Point): boolean | undefined {
  const condition = event.simpleCondition;
  if (condition === undefined) return undefined;
  const asked = values[event.arguments.findIndex(({ name }) => name === condition.argument)];
  return asked?.source.kind === 'result' && asked.descriptor === 'Z' ? condition.equals : undefined;
}

/** Whether the value of a point is what is in one of the slots, before or after its instruction. */
export function isIn(
  place: Exclude<PointPlace, { kind: 'unknown' }>,
  before: SlotSet,
  after: SlotSet,
): boolean {
  return (place.kind === 'slotBefore' ? before : after).slots.includes(place.slot);
}

/** Where a value of a point is. */
export function placeOf(method: MethodCode, index: number, value: PointValue): PointPlace {
  const instruction = instructionAt(method, index);
  const { maxLocals } = method.code;
  const depth = method.depths[index]!;
  switch (value.source.kind) {
    case 'receiver':
    case 'argument': {
      const operand = value.source.kind === 'receiver' ? 'receiver' : value.source.index;
      const slot = operandSlot(instruction, operand, maxLocals, depth);
      return slot === undefined
        ? { kind: 'unknown' }
        : { kind: 'slotBefore', slot, isReceiver: operand === 'receiver' };
    }
    case 'result': {
      // The result of a constructor call is the object that it was called on.
      if (instruction.form === 'invoke' && instruction.name === '<init>') {
        const slot = operandSlot(instruction, 'receiver', maxLocals, depth);
        return slot === undefined ? { kind: 'unknown' } : { kind: 'slotBefore', slot, isReceiver: true };
      }
      const { pops, pushes } = stackEffect(instruction);
      return pushes === 1 ? { kind: 'slotAfter', slot: maxLocals + depth - pops } : { kind: 'unknown' };
    }
    default:
      return { kind: 'unknown' };
  }
}

/** The origins of the value that a point binds to a parameter; undefined when it binds none. */
export function parameterOrigins(
  origins: ValueOrigins,
  point: MethodPoint,
  parameter: number,
): readonly number[] | undefined {
  const place = point.values[parameter];
  if (place === undefined) return undefined;
  const from = originsAt(origins, point.instruction, place);
  return place.kind === 'slotBefore' && place.isReceiver
    ? from.filter((origin) => origin !== nullConstant)
    : from;
}

/** The origins of what is at a place of an instruction. */
export function originsAt(origins: ValueOrigins, instruction: number, place: PointPlace): readonly number[] {
  if (place.kind === 'unknown') return [elsewhere];
  return place.kind === 'slotAfter' ? origins.result(instruction) : origins.before(instruction, place.slot);
}
