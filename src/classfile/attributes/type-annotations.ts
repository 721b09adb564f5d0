import type { Attribute } from '../attribute.ts';
import { AttributeCursor } from '../attribute-cursor.ts';
import { skipElementValuePairs } from './annotations.ts';

/** Where a type annotation inside a method body points (JVMS 4.7.20.1). Offsets are of the u2 in the file. */
export type CodeTarget =
  /** offset_target and type_argument_target: the pc of one instruction. */
  | { readonly kind: 'instruction'; readonly offset: number }
  /** localvar_target: a table entry's start_pc, and length in the u2 behind it. */
  | { readonly kind: 'range'; readonly offset: number }
  /** catch_target: an index of the exception table. */
  | { readonly kind: 'catch'; readonly offset: number };

/**
 * The places in a Runtime(In)VisibleTypeAnnotations attribute (4.7.20) that hold pcs, or indices of the exception
 * table. Linear. Throws RRV_CLASS_MALFORMED.
 */
export function typeAnnotationTargets(attribute: Attribute): readonly CodeTarget[] {
  const cursor = new AttributeCursor(attribute);
  const targets: CodeTarget[] = [];
  for (let count = cursor.u2(); count > 0; count--) {
    readTarget(cursor, targets);
    cursor.skip(2 * cursor.u1()); // type_path
    cursor.skip(2); // type_index
    skipElementValuePairs(cursor);
  }
  cursor.finish();
  return targets;
}

/** target_type and target_info (tables 4.7.20-A and -B). */
function readTarget(cursor: AttributeCursor, targets: CodeTarget[]): void {
  const at = cursor.at;
  const targetType = cursor.u1();
  switch (targetType) {
    case 0x00: // type_parameter_target
    case 0x01:
    case 0x16: // formal_parameter_target
      cursor.skip(1);
      return;
    case 0x10: // supertype_target
    case 0x11: // type_parameter_bound_target
    case 0x12:
    case 0x17: // throws_target
      cursor.skip(2);
      return;
    case 0x13: // empty_target
    case 0x14:
    case 0x15:
      return;
    case 0x40: // localvar_target
    case 0x41:
      for (let entries = cursor.u2(); entries > 0; entries--) {
        targets.push({ kind: 'range', offset: cursor.at });
        cursor.skip(6);
      }
      return;
    case 0x42: // catch_target
      targets.push({ kind: 'catch', offset: cursor.at });
      cursor.skip(2);
      return;
    case 0x43: // offset_target
    case 0x44:
    case 0x45:
    case 0x46:
      targets.push({ kind: 'instruction', offset: cursor.at });
      cursor.skip(2);
      return;
    case 0x47: // type_argument_target
    case 0x48:
    case 0x49:
    case 0x4a:
    case 0x4b:
      targets.push({ kind: 'instruction', offset: cursor.at });
      cursor.skip(3);
      return;
    default:
      cursor.fail(`has the unknown target type ${targetType}`, at);
  }
}
