import { propertyLimit } from '../../diagnostics.ts';
import type { Parameter } from '../model.ts';
import { isPrimitive } from '../primitive-type.ts';
import { loadParameter } from './load-event.ts';
import { failAt } from './source-text.ts';
import type { SpecificationSyntax } from './syntax.ts';
import { invalidAt, type TokenCursor } from './token-cursor.ts';
import type { TypeNames } from './type-names.ts';

/**
 * The parameters of a property; with `perThread` the thread is the last of them. Throws
 * RrvError(propertyInvalid or propertyLimit).
 */
export function loadParameters(
  cursor: TokenCursor,
  specification: SpecificationSyntax,
  perThread: boolean,
  names: TypeNames,
): readonly Parameter[] {
  const parameters = specification.parameters.map((syntax) => {
    const parameter = loadParameter(cursor, names, syntax);
    if (isPrimitive(parameter.type))
      invalidAt(
        cursor,
        syntax.typeToken,
        `parameter ${parameter.name} of the property is primitive`,
        'Slices are told apart by objects: bind an object, or use a condition.',
      );
    return parameter;
  });
  // Slices per thread are slices by one more parameter, which every event binds.
  if (perThread) {
    // Nothing else in the file has the name: no event argument, and no field that the property's Java code declares.
    let name = 'thread';
    while (new RegExp(`\\b${name}\\b`).test(cursor.source.text)) name = `${name}_`;
    parameters.push({ name, type: 'java.lang.Thread' });
  }
  const { limits } = cursor;
  if (parameters.length > limits.parameters)
    failAt(cursor.source, specification.name.start, (where) =>
      propertyLimit('parameters', parameters.length, limits.parameters, where),
    );
  return parameters;
}
