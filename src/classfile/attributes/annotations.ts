import type { Attribute } from '../attribute.ts';
import { type AttributeCursor, readContent } from '../attribute-cursor.ts';

/**
 * Field descriptors of the annotations that stand on a class, method or field: RuntimeVisibleAnnotations
 * and RuntimeInvisibleAnnotations (JVMS 4.7.16, 4.7.17), in that order. Element values are skipped.
 * Linear. Throws RRV_CLASS_MALFORMED.
 */
export function annotationTypes(attributes: readonly Attribute[]): readonly string[] {
  const types: string[] = [];
  for (const name of ['RuntimeVisibleAnnotations', 'RuntimeInvisibleAnnotations'])
    for (const attribute of attributes)
      if (attribute.name === name)
        types.push(
          ...readContent(attribute, (cursor) =>
            cursor.list(() => {
              const type = cursor.utf8();
              skipElementValuePairs(cursor);
              return type;
            }),
          ),
        );
  return types;
}

/**
 * Moves behind num_element_value_pairs and the pairs (4.7.16, 4.7.16.1). Values nest without a limit, so
 * what is left to skip is kept on a stack of our own.
 */
export function skipElementValuePairs(cursor: AttributeCursor): void {
  const open: { remaining: number; readonly named: boolean }[] = [{ remaining: cursor.u2(), named: true }];
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    if (top.remaining === 0) {
      open.pop();
      continue;
    }
    top.remaining--;
    if (top.named) cursor.skip(2); // element_name_index
    const at = cursor.at;
    const tag = String.fromCharCode(cursor.u1());
    switch (tag) {
      case 'B':
      case 'C':
      case 'D':
      case 'F':
      case 'I':
      case 'J':
      case 'S':
      case 'Z':
      case 's':
      case 'c':
        cursor.skip(2);
        break;
      case 'e':
        cursor.skip(4);
        break;
      case '@':
        cursor.skip(2); // type_index
        open.push({ remaining: cursor.u2(), named: true });
        break;
      case '[':
        open.push({ remaining: cursor.u2(), named: false });
        break;
      default:
        cursor.fail(`has an element value with the unknown tag ${JSON.stringify(tag)}`, at);
    }
  }
}
