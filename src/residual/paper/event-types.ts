import { classOfDescriptor } from '../../classfile/descriptors.ts';
import type { Property } from '../../property/model.ts';
import type { TypeLookup } from '../facts/library-facts.ts';
import { descriptorOfJavaType } from '../java-type.ts';

/**
 * The "types capable of producing events" of a property (section 5.1): those of its parameters that are
 * references, as internal names.
 */
export function eventTypes(property: Property): readonly string[] {
  return property.parameters
    .map((parameter) => classOfDescriptor(descriptorOfJavaType(parameter.type)))
    .filter((name) => name !== undefined);
}

/**
 * Whether a value of the declared type is of an event type or a subtype. A type that cannot be decided because
 * a class is missing counts as one. Supertypes do not count: a list handed over as an Object is missed, as in
 * the paper.
 */
export function isEventType(fieldDescriptor: string, events: readonly string[], types: TypeLookup): boolean {
  const name = classOfDescriptor(fieldDescriptor);
  if (name === undefined) return false;
  return events.some((type) => types.isSubtype(name, type) !== false);
}
