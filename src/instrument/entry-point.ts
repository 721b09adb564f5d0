import type { ControlFlowChange, DynamicTest, Point } from '../events/point.ts';
import type { EventDefinition, Property } from '../property/model.ts';

/**
 * A static method of the unit class that woven code calls: one for each event declaration and shape of values
 * that occurs, so that nothing is decided at run time that is known now.
 */
export interface EntryPoint {
  readonly property: number;
  readonly event: EventDefinition;
  readonly name: string;
  /** The values (references erased to Object), the site, and whether the event is silent where it may be: `(Ljava/lang/Object;ZI)V`. */
  readonly descriptor: string;
  /** The values alone, erased. */
  readonly valueDescriptors: readonly string[];
  /** Indices of values that must not be null: a null receiver makes the call throw instead. */
  readonly nonNull: readonly number[];
  readonly test: DynamicTest;
  /** The entry point tells no event, but that a control flow is entered or left. */
  readonly controlFlow: ControlFlowChange | undefined;
  /** The last argument says whether the event is silent: 1 when a plain collection made the iterator (Decision.silence). */
  readonly mayBeSilent: boolean;
  /** Bits of `rrvMatches`, the last argument of the event's Java code (EventDefinition.conditionParts). */
  readonly conditionParts: readonly DynamicTest[] | undefined;
}

export interface EntryPoints {
  /** The entry point for a point; the same one for points of the same shape. */
  of(point: Point, mayBeSilent: boolean): EntryPoint;
  all(): readonly EntryPoint[];
}

export function entryPoints(properties: readonly Property[]): EntryPoints {
  const byKey = new Map<string, EntryPoint>();
  const propertyIndex = new Map(properties.map((property, index) => [property, index]));
  return {
    of(point, mayBeSilent) {
      const property = propertyIndex.get(point.property)!;
      const event = point.property.events.indexOf(point.event);
      const valueDescriptors = point.values.map((value) => erase(value.descriptor));
      const nonNull =
        point.position !== 'afterReturning' && point.controlFlow === undefined
          ? point.values.flatMap((value, index) => (value.source.kind === 'receiver' ? [index] : []))
          : [];
      const key = JSON.stringify([
        property,
        event,
        valueDescriptors,
        nonNull,
        point.test,
        point.conditionParts,
        point.controlFlow,
        mayBeSilent,
      ]);
      let entryPoint = byKey.get(key);
      if (entryPoint === undefined) {
        const descriptor = `(${valueDescriptors.join('')}I${mayBeSilent ? 'I' : ''})V`;
        const name = `p${property}_${javaName(point.controlFlow === undefined ? point.event.name : 'controlFlow')}_${byKey.size}`;
        entryPoint = {
          property,
          event: point.event,
          name,
          descriptor,
          valueDescriptors,
          nonNull,
          test: point.test,
          controlFlow: point.controlFlow,
          mayBeSilent,
          conditionParts: point.conditionParts,
        };
        byKey.set(key, entryPoint);
      }
      return entryPoint;
    },
    all: () => [...byKey.values()],
  };
}

/** References as Object, so that woven code links to no type that it did not link to before. */
function erase(descriptor: string): string {
  return descriptor.startsWith('L') || descriptor.startsWith('[') ? 'Ljava/lang/Object;' : descriptor;
}

function javaName(name: string): string {
  return name.replace(/[^A-Za-z0-9_]/g, '_');
}
