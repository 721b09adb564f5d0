import type { Attribute } from '../../src/classfile/attribute.ts';
import { AttributeCursor, readAttribute, readContent } from '../../src/classfile/attribute-cursor.ts';
import {
  objectTag,
  type StackMapFrame,
  uninitializedTag,
  type VerificationType,
} from '../../src/classfile/attributes/stack-map-table.ts';
import { loadableConstant } from '../../src/classfile/bootstrap-methods.ts';
import type { ClassFile, FieldInfo } from '../../src/classfile/class-file.ts';
import type { Code } from '../../src/classfile/code.ts';
import type { LoadableConstant } from '../../src/classfile/instruction.ts';

/**
 * What attributes say that rrv copies or relocates without asking: readers for the check of whole class files. Each is
 * linear in its attribute and throws RRV_CLASS_MALFORMED.
 */

/** ConstantValue (4.7.2). */
export function constantValue(file: ClassFile, field: FieldInfo): LoadableConstant | undefined {
  return readAttribute(field.attributes, 'ConstantValue', (cursor) =>
    loadableConstant(file.pool, file.bootstrapMethods, cursor.u2()),
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

/** Signature (4.7.9) of a class, method or field, as it stands. */
export function signature(attributes: readonly Attribute[]): string | undefined {
  return readAttribute(attributes, 'Signature', (cursor) => cursor.utf8());
}

/** 4.7.28. */
export function nestHost(file: ClassFile): string | undefined {
  return readAttribute(file.attributes, 'NestHost', (cursor) => cursor.className());
}

/** 4.7.29. */
export function nestMembers(file: ClassFile): readonly string[] {
  return (
    readAttribute(file.attributes, 'NestMembers', (cursor) => cursor.list(() => cursor.className())) ?? []
  );
}

/** 4.7.31; undefined if the class is not sealed. */
export function permittedSubclasses(file: ClassFile): readonly string[] | undefined {
  return readAttribute(file.attributes, 'PermittedSubclasses', (cursor) =>
    cursor.list(() => cursor.className()),
  );
}

/** 4.7.30: names and descriptors of the components; undefined if the class is no record. */
export function recordComponents(
  file: ClassFile,
): readonly { readonly name: string; readonly descriptor: string }[] | undefined {
  return readAttribute(file.attributes, 'Record', (cursor) =>
    cursor.list(() => {
      const component = { name: cursor.utf8(), descriptor: cursor.utf8() };
      for (let attributes = cursor.u2(); attributes > 0; attributes--) {
        cursor.skip(2);
        cursor.skip(cursor.u2() * 0x10000 + cursor.u2());
      }
      return component;
    }),
  );
}

interface ModuleRequires {
  readonly module: string;
  readonly flags: number;
  readonly version: string | undefined;
}

/** `exports` and `opens`; package in internal form; `to` is empty when unqualified. */
interface ModuleExports {
  readonly package: string;
  readonly flags: number;
  readonly to: readonly string[];
}

/** The Module attribute (JVMS 4.7.25). */
interface ModuleDescription {
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

/** ModuleMainClass (4.7.27). */
export function moduleMainClass(file: ClassFile): string | undefined {
  return readAttribute(file.attributes, 'ModuleMainClass', (cursor) => cursor.className());
}

/** An entry of LocalVariableTable (JVMS 4.7.13) or LocalVariableTypeTable (4.7.14). */
interface LocalVariable {
  /** The variable has a value at pcs in [startPc, startPc + length). Not checked against instructions. */
  readonly startPc: number;
  readonly length: number;
  readonly name: string;
  /** LocalVariableTable: the descriptor. LocalVariableTypeTable: the signature. */
  readonly type: string;
  readonly index: number;
}

/** All LocalVariableTable attributes of a method, in order. Linear. Throws RRV_CLASS_MALFORMED. */
export function localVariables(code: Code): readonly LocalVariable[] {
  return readAll(code, 'LocalVariableTable');
}

/** All LocalVariableTypeTable attributes of a method: the variables whose type is generic. */
export function localVariableSignatures(code: Code): readonly LocalVariable[] {
  return readAll(code, 'LocalVariableTypeTable');
}

function readAll(code: Code, name: string): readonly LocalVariable[] {
  const variables: LocalVariable[] = [];
  for (const attribute of code.attributes)
    if (attribute.name === name)
      variables.push(
        ...readContent(attribute, (cursor) =>
          cursor.list(() => ({
            startPc: cursor.u2(),
            length: cursor.u2(),
            name: cursor.utf8(),
            type: cursor.utf8(),
            index: cursor.u2(),
          })),
        ),
      );
  return variables;
}

/** The full frames of an old StackMap attribute, as preverified CLDC classes have it. */
export function readOldStackMap(attribute: Attribute): readonly StackMapFrame[] {
  const cursor = new AttributeCursor(attribute);
  const frames = cursor.list((): StackMapFrame => {
    const pc = cursor.u2();
    const locals = cursor.list(() => readVerificationType(cursor));
    const stack = cursor.list(() => readVerificationType(cursor));
    return { pc, kind: 'full', locals, stack };
  });
  cursor.finish();
  return frames;
}

function readVerificationType(cursor: AttributeCursor): VerificationType {
  const at = cursor.at;
  const tag = cursor.u1();
  if (tag === objectTag) return { kind: 'Object', name: cursor.className() };
  if (tag === uninitializedTag) return { kind: 'Uninitialized', pc: cursor.u2() };
  const kind = simpleKinds[tag] ?? cursor.fail(`has the unknown verification type ${tag}`, at);
  return { kind };
}

/** By tag (JVMS 4.7.4). */
const simpleKinds = ['Top', 'Integer', 'Float', 'Double', 'Long', 'Null', 'UninitializedThis'] as const;
