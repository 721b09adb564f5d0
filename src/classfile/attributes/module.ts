/** Attributes of module-info. Each function is linear and throws RRV_CLASS_MALFORMED. */
import { type AttributeCursor, readAttribute } from '../attribute-cursor.ts';
import type { ClassFile } from '../class-file.ts';

export interface ModuleRequires {
  readonly module: string;
  readonly flags: number;
  readonly version: string | undefined;
}

/** `exports` and `opens`; package in internal form; `to` is empty when unqualified. */
export interface ModuleExports {
  readonly package: string;
  readonly flags: number;
  readonly to: readonly string[];
}

/** The Module attribute (JVMS 4.7.25). */
export interface ModuleDescription {
  readonly name: string;
  readonly flags: number;
  readonly version: string | undefined;
  readonly requires: readonly ModuleRequires[];
  readonly exports: readonly ModuleExports[];
  readonly opens: readonly ModuleExports[];
  readonly uses: readonly string[];
  readonly provides: readonly { readonly service: string; readonly with: readonly string[] }[];
}

/** 4.7.25; undefined if the class is not module-info. */
export function moduleDescription(file: ClassFile): ModuleDescription | undefined {
  const { pool } = file;
  return readAttribute(file.attributes, 'Module', (cursor) => ({
    name: pool.moduleName(cursor.u2()),
    flags: cursor.u2(),
    version: cursor.optional((index) => pool.utf8(index)),
    requires: cursor.list(() => ({
      module: pool.moduleName(cursor.u2()),
      flags: cursor.u2(),
      version: cursor.optional((index) => pool.utf8(index)),
    })),
    exports: readExports(cursor),
    opens: readExports(cursor),
    uses: cursor.list(() => cursor.className()),
    provides: cursor.list(() => ({
      service: cursor.className(),
      with: cursor.list(() => cursor.className()),
    })),
  }));
}

function readExports(cursor: AttributeCursor): readonly ModuleExports[] {
  const { pool } = cursor;
  return cursor.list(() => ({
    package: pool.packageName(cursor.u2()),
    flags: cursor.u2(),
    to: cursor.list(() => pool.moduleName(cursor.u2())),
  }));
}

/** ModulePackages (4.7.26), in internal form; undefined if there is none. */
export function modulePackages(file: ClassFile): readonly string[] | undefined {
  return readAttribute(file.attributes, 'ModulePackages', (cursor) =>
    cursor.list(() => file.pool.packageName(cursor.u2())),
  );
}

/** ModuleMainClass (4.7.27). */
export function moduleMainClass(file: ClassFile): string | undefined {
  return readAttribute(file.attributes, 'ModuleMainClass', (cursor) => cursor.className());
}
