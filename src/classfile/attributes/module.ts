import { readAttribute } from '../attribute-cursor.ts';
import type { ClassFile } from '../class-file.ts';

/** ModulePackages (4.7.26), in internal form; undefined if there is none. Linear; throws RRV_CLASS_MALFORMED. */
export function modulePackages(file: ClassFile): readonly string[] | undefined {
  return readAttribute(file.attributes, 'ModulePackages', (cursor) =>
    cursor.list(() => file.pool.packageName(cursor.u2())),
  );
}
