import { readAttribute } from '../attribute-cursor.ts';
import type { ClassFile } from '../class-file.ts';

/** An entry of InnerClasses (JVMS 4.7.6). */
export interface InnerClass {
  readonly name: string;
  /** Undefined when the class is local, anonymous, or not a member. */
  readonly outerName: string | undefined;
  /** Undefined when the class is anonymous. */
  readonly innerName: string | undefined;
  /** As in the source: also `private`, `protected` and `static`. */
  readonly accessFlags: number;
}

/** The InnerClasses (4.7.6). Linear. Throws RRV_CLASS_MALFORMED. */
export function innerClasses(file: ClassFile): readonly InnerClass[] {
  const { pool } = file;
  return (
    readAttribute(file.attributes, 'InnerClasses', (cursor) =>
      cursor.list(() => ({
        name: cursor.className(),
        outerName: cursor.optional((index) => pool.className(index)),
        innerName: cursor.optional((index) => pool.utf8(index)),
        accessFlags: cursor.u2(),
      })),
    ) ?? []
  );
}
