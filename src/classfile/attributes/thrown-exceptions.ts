import { readAttribute } from '../attribute-cursor.ts';
import type { MethodInfo } from '../class-file.ts';

/** Exceptions (JVMS 4.7.5): the classes of the `throws` clause. Linear. Throws RRV_CLASS_MALFORMED. */
export function thrownExceptions(method: MethodInfo): readonly string[] {
  return (
    readAttribute(method.attributes, 'Exceptions', (cursor) => cursor.list(() => cursor.className())) ?? []
  );
}
