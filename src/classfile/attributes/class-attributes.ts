/**
 * Attributes of a class that relate it to others. Each function is linear in its attribute and throws
 * RRV_CLASS_MALFORMED.
 */
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

/** 4.7.6. */
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

/** 4.7.7: the class, and the method unless the class stands in an initialiser, around a local class. */
export function enclosingMethod(file: ClassFile):
  | {
      readonly className: string;
      readonly method: { readonly name: string; readonly descriptor: string } | undefined;
    }
  | undefined {
  return readAttribute(file.attributes, 'EnclosingMethod', (cursor) => ({
    className: cursor.className(),
    method: cursor.optional((index) => file.pool.nameAndType(index)),
  }));
}
