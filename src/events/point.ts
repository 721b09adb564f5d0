import type { InstructionIndex } from '../classfile/instruction.ts';
import { argumentOf } from '../property/argument-of.ts';
import type { EventDefinition, Property } from '../property/model.ts';

/** A point by position in the list of all points of a run: an index from 0. */
export type PointId = number & { readonly __brand: 'PointId' };

/** Where the code woven at a point finds a value that the event needs. */
export type ValueSource =
  /** The object a method is called on, whose field is accessed, or whose method's body runs. */
  | { readonly kind: 'receiver' }
  /**
   * An argument of the call or body by position, from 0, the receiver not counted; the value that a field is
   * set to.
   */
  | { readonly kind: 'argument'; readonly index: number }
  /** What the call returned; the new object of a constructor call; the value read from a field. */
  | { readonly kind: 'result' }
  /** `this` of the method that holds the point. */
  | { readonly kind: 'this' }
  | { readonly kind: 'thread' }
  | { readonly kind: 'thrown' };

/** Whether both find the same value, at one join point. */
export function sameSource(left: ValueSource, right: ValueSource): boolean {
  return (
    left.kind === right.kind &&
    (left.kind !== 'argument' || right.kind !== 'argument' || left.index === right.index)
  );
}

/**
 * A value that is there at a join point, and may be handed to the unit's entry point: where it comes from,
 * and its static type as a field descriptor.
 */
export interface PointValue {
  readonly source: ValueSource;
  readonly descriptor: string;
  /** The result of a constructor call: its class is that of the descriptor. */
  readonly isNew?: true;
  /** The method that returned it. */
  readonly returnedBy?: CalledMethod;
  /** The method that the join point calls on it. */
  readonly calls?: CalledMethod;
}

export interface CalledMethod {
  readonly isStatic: boolean;
  /** Internal name, as the call names it. */
  readonly owner: string;
  readonly name: string;
  readonly descriptor: string;
}

/**
 * What matching could not decide: a condition on the values, to be tested when the event happens.
 * `value` is an index into `Point.values`, `type` an internal class name or an array descriptor.
 */
export type DynamicTest =
  | { readonly kind: 'always' }
  | { readonly kind: 'instanceof'; readonly value: number; readonly type: string }
  | { readonly kind: 'threadName'; readonly name: string }
  /** The thread has entered this control flow and not left it. */
  | { readonly kind: 'controlFlow'; readonly key: string }
  /** The code that runs is the first of its thread. */
  | { readonly kind: 'threadStart' }
  | { readonly kind: 'and'; readonly operands: readonly DynamicTest[] }
  | { readonly kind: 'or'; readonly operands: readonly DynamicTest[] }
  | { readonly kind: 'not'; readonly operand: DynamicTest };

/** `key` is the text of the pointcut with resolved names: the same text is the same control flow in every archive. */
export interface ControlFlowChange {
  readonly key: string;
  readonly enters: boolean;
}

/**
 * A point (AspectJ and CLARA say shadow): one byte-code instruction, or one method body, that produces an event of a
 * property. A receiver that is null produces no event: the call throws NullPointerException instead.
 */
export interface Point {
  readonly id: PointId;
  readonly property: Property;
  readonly event: EventDefinition;
  /** The archive, for people: `app.jar@WEB-INF/lib/x.jar`. */
  readonly input: string;
  /** Entry name inside the archive; differs from the class name in multi-release jars. */
  readonly entry: string;
  /** Internal name. */
  readonly className: string;
  readonly sourceFile: string | undefined;
  readonly method: string;
  readonly descriptor: string;
  /** Index into ClassFile.methods; -1 for the initialiser of a class that has none. */
  readonly methodIndex: number;
  /** Of a body, and of the end of the program (which is listed at `main`): the first one. */
  readonly instruction: InstructionIndex;
  /** Byte offset of the instruction in the original code. */
  readonly pc: number;
  readonly line: number | undefined;
  readonly kind: 'call' | 'methodReference' | 'fieldAccess' | 'body' | 'endProgram';
  readonly position: 'before' | 'after' | 'afterReturning' | 'afterThrowing';
  /** One per `event.arguments`, then those that only `test` needs. */
  readonly values: readonly PointValue[];
  readonly test: DynamicTest;
  /** A name that the alternatives of the pointcut bind to different values here: no code can be woven. */
  readonly ambiguousBinding?: string;
  /** The point is no event: the thread enters or leaves a control flow that an event asks for. */
  readonly controlFlow?: ControlFlowChange;
  /** Whether each of `event.conditionParts` holds; `test` then leaves out what depends on conditions. */
  readonly conditionParts?: readonly DynamicTest[];
}

/**
 * Indices into `Point.values` of receivers: where one of them is null there is no event, as the call throws
 * instead. None after a call that returned, whose receiver cannot be null.
 */
export function receiverValues({ position, values }: Point): readonly number[] {
  if (position === 'afterReturning') return [];
  return values.flatMap(({ source }, index) => (source.kind === 'receiver' ? [index] : []));
}

/** The value bound to a parameter of the property at this point, or undefined when the event does not bind it. */
export function valueOfParameter(point: Point, parameter: number): PointValue | undefined {
  if (!point.event.binds.includes(parameter)) return undefined;
  const index = argumentOf(point.property, point.event, parameter);
  return index < 0 ? undefined : point.values[index];
}
