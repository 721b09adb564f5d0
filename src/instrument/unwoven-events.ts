import { type Diagnostic, propertyEventUnwoven } from '../diagnostics.ts';
import { unwovenPointcut } from '../events/unwoven-pointcut.ts';
import type { Property } from '../property/model.ts';

/** A warning for each event that uses a pointcut for which no points are found. */
export function unwovenEvents(properties: readonly Property[]): Diagnostic[] {
  return properties.flatMap((property) =>
    property.events.flatMap((event) => {
      const pointcut = unwovenPointcut(event.pointcut);
      return pointcut === undefined ? [] : [propertyEventUnwoven(property.name, event.name, pointcut)];
    }),
  );
}
