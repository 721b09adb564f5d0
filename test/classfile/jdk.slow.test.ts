import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openJImage } from '../../src/archive/jimage.ts';
import { ByteWriter } from '../../src/classfile/byte-writer.ts';
import { editClass } from '../../src/classfile/class-edit.ts';
import { readClassFile } from '../../src/classfile/class-file.ts';
import { readCode } from '../../src/classfile/code.ts';
import { MethodCodeEdit } from '../../src/classfile/code-edit.ts';
import { ConstantPoolBuilder } from '../../src/classfile/constant-pool-builder.ts';
import { writeEditedMethod } from '../../src/classfile/write-edited-method.ts';
import { fileAccess } from '../support/file-access.ts';
import { jdksReadWhole } from '../support/jdk.ts';
import { checkClassFile, checkCode } from './check-class-file.ts';
import { ourView, theirView } from './java-class-tools-view.ts';

/**
 * Reading and writing without a change. What the virtual machine and ASM say about changed classes:
 * test/instrument/every-class-of-the-jdk.slow.test.ts.
 */
describe.each(jdksReadWhole())('every class of JDK $release', (jdk) => {
  const image = openJImage(fileAccess(join(jdk.home, 'lib/modules')));
  const names = [
    ...[...image.classNames()].map(
      (name) => `/${image.moduleOf(name.slice(0, name.lastIndexOf('/')))}/${name}`,
    ),
    ...[...image.modules()].map((module) => `/${module}/module-info`),
  ];
  const read = (name: string): Uint8Array => image.read(`${name}.class`)!;

  test('is read, and the code of an untouched method is laid out as it was, byte for byte', () => {
    let instructions = 0;
    let methods = 0;
    const problems: string[] = [];
    for (const name of names) {
      const bytes = read(name);
      const file = readClassFile(bytes, { entry: name });
      instructions += checkClassFile(file);
      if (editClass(file).write().ok !== true) problems.push(name);
      for (const method of file.methods) {
        const code = readCode(file, method);
        if (code === undefined) continue;
        methods++;
        problems.push(...checkCode(code).map((problem) => `${name}.${method.name}: ${problem}`));
        const out = new ByteWriter(method.end - method.start);
        const pool = new ConstantPoolBuilder(file.pool, file.bootstrapMethods);
        const failure = writeEditedMethod(out, pool, new MethodCodeEdit(file, method));
        if (
          failure !== undefined ||
          Buffer.compare(out.toBytes(), bytes.subarray(method.start, method.end)) !== 0
        )
          problems.push(`${name}.${method.name}${method.descriptor} is not written as it was`);
      }
    }
    expect(problems).toEqual([]);
    expect(names.length).toBeGreaterThan(20_000);
    expect(methods).toBeGreaterThan(200_000);
    expect(instructions).toBeGreaterThan(10_000_000);
  });

  test('is read by java-class-tools as by us: members, instructions, operands, handlers', () => {
    for (const name of names) {
      const bytes = read(name);
      const ours = ourView(readClassFile(bytes));
      const theirs = theirView(bytes);
      if (ours.join('\n') !== theirs.join('\n')) expect(ours, name).toEqual(theirs);
    }
  });
});
