import { AccessFlag } from '../../src/classfile/access-flags.ts';
import { ByteWriter } from '../../src/classfile/byte-writer.ts';
import { buildClass, type ClassSpec } from '../../src/classfile/class-builder.ts';
import { type ClassFile, readClassFile } from '../../src/classfile/class-file.ts';

type Method = ClassSpec['methods'][number];

/** The bytes of a class `a/B` with `static void f()` alone, which has this code. `more`: what else is not usual. */
export function classOfMethod(
  code: Omit<Method, 'accessFlags' | 'name' | 'descriptor'>,
  more: Partial<Pick<ClassSpec, 'majorVersion' | 'sourceFile'>> = {},
): Uint8Array {
  return buildClass({
    ...more,
    accessFlags: AccessFlag.public | AccessFlag.super,
    name: 'a/B',
    superName: 'java/lang/Object',
    interfaces: [],
    fields: [],
    methods: [{ accessFlags: AccessFlag.static, name: 'f', descriptor: '()V', ...code }],
  });
}

/**
 * The class with an attribute of the code of its method, which has none yet. Its source file has the name of the
 * attribute.
 */
export function withCodeAttribute(bytes: Uint8Array, content: readonly number[]): ClassFile {
  const file = readClassFile(bytes);
  const code = file.methods[0]!.attributes[0]!;
  let nameIndex = 0;
  for (let index = 1; index < file.pool.count; index++)
    if (file.pool.tag(index) === 1 && file.pool.utf8(index) === file.sourceFile) nameIndex = index;
  const out = new ByteWriter();
  out.copy(bytes, 0, code.offset - 4);
  out.u4(code.length + 6 + content.length);
  out.copy(bytes, code.offset, code.offset + code.length - 2);
  out.u2(1);
  out.u2(nameIndex);
  out.u4(content.length);
  out.copy(Uint8Array.from(content));
  out.copy(bytes, code.offset + code.length);
  return readClassFile(out.toBytes());
}
