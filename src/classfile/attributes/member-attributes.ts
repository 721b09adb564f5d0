/** Attributes of methods, fields and classes. Each function throws RRV_CLASS_MALFORMED. */
import type { Attribute } from '../attribute.ts';
import { readAttribute } from '../attribute-cursor.ts';
import type { MethodInfo } from '../class-file.ts';

/** Exceptions (JVMS 4.7.5): the classes of the `throws` clause. */
export function thrownExceptions(method: MethodInfo): readonly string[] {
  return (
    readAttribute(method.attributes, 'Exceptions', (cursor) => cursor.list(() => cursor.className())) ?? []
  );
}

/** Signature (4.7.9) of a class, method or field, as it stands. */
export function signature(attributes: readonly Attribute[]): string | undefined {
  return readAttribute(attributes, 'Signature', (cursor) => cursor.utf8());
}
