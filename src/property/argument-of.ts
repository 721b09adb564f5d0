import type { EventDefinition, Property } from './model.ts';

/** Which of the event's arguments is bound to the parameter of the property, by position; -1: none. */
export function argumentOf(
  property: Pick<Property, 'parameters'>,
  event: Pick<EventDefinition, 'arguments'>,
  parameter: number,
): number {
  const name = property.parameters[parameter]?.name;
  return event.arguments.findIndex((argument) => argument.name === name);
}
