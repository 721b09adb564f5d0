import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readClassFile } from '../../src/classfile/class-file.ts';
import { readCode, readRawCode } from '../../src/classfile/code.ts';
import { ConstantTag } from '../../src/classfile/constant-pool.ts';
import { findInstructions } from '../../src/classfile/instruction-positions.ts';
import { maxOpcode, mnemonicOf, Op } from '../../src/classfile/opcodes.ts';
import { defaultJdk, runJava } from '../support/jdk.ts';
import { checkClassFile, checkCode } from './check-class-file.ts';
import { compileFixtures } from './compiled.ts';
import { generatedClass } from './generated.ts';
import { ourView, theirView } from './java-class-tools-view.ts';

const { directory, classes } = compileFixtures([
  'AllInstructions.java',
  'Attributes.java',
  'Sample.java',
  'Shapes.java',
]);
classes.set('all/Generated', generatedClass(40_000));
mkdirSync(join(directory, 'all'), { recursive: true });
writeFileSync(join(directory, 'all/Generated.class'), generatedClass(40_000));

const frameForms: readonly [string, number, number][] = [
  ['same', 0, 63],
  ['same_locals_1_stack_item', 64, 127],
  ['same_locals_1_stack_item_extended', 247, 247],
  ['chop 3', 248, 248],
  ['chop 2', 249, 249],
  ['chop 1', 250, 250],
  ['same_extended', 251, 251],
  ['append 1', 252, 252],
  ['append 2', 253, 253],
  ['append 3', 254, 254],
  ['full', 255, 255],
];

/** Frame types of a StackMapTable, read with nothing but the bytes. */
function frameTypes(bytes: Uint8Array): number[] {
  const types: number[] = [];
  let at = 2;
  const skip = (count: number): void => {
    for (let k = 0; k < count; k++) at += bytes[at]! >= 7 ? 3 : 1;
  };
  const u2 = (): number => {
    at += 2;
    return (bytes[at - 2]! << 8) | bytes[at - 1]!;
  };
  while (at < bytes.length) {
    const type = bytes[at++]!;
    types.push(type);
    if (type >= 247) at += 2;
    if ((type >= 64 && type < 128) || type === 247) skip(1);
    else if (type > 251 && type < 255) skip(type - 251);
    else if (type === 255) {
      skip(u2());
      skip(u2());
    }
  }
  return types;
}

test('the fixtures contain every opcode, every form of frame, every loadable constant and attribute', () => {
  const opcodes = new Set<number>();
  const widened = new Set<number>();
  const types = new Set<number>();
  const tags = new Set<number>();
  const attributes = new Set<string>();
  for (const bytes of classes.values()) {
    const file = readClassFile(bytes);
    for (let index = 1; index < file.pool.count; index++) tags.add(file.pool.tag(index));
    for (const holder of [file, ...file.fields, ...file.methods])
      for (const { name } of holder.attributes) attributes.add(name);
    for (const method of file.methods) {
      const raw = readRawCode(file, method);
      if (raw === undefined) continue;
      const { pcs, count } = findInstructions(file.pool.source, raw.code, raw.codeLength);
      for (let index = 0; index < count; index++) {
        const at = raw.code + pcs[index]!;
        opcodes.add(bytes[at]!);
        if (bytes[at] === Op.wide) widened.add(bytes[at + 1]!);
      }
      for (const attribute of raw.attributes) {
        attributes.add(attribute.name);
        if (attribute.name === 'StackMapTable')
          for (const type of frameTypes(attribute.info)) types.add(type);
      }
    }
  }
  const missing: string[] = [];
  for (let opcode = 0; opcode <= maxOpcode; opcode++)
    if (!opcodes.has(opcode)) missing.push(mnemonicOf(opcode));
  expect(missing).toEqual([]);
  expect([...widened].map(mnemonicOf).sort()).toEqual([
    'aload',
    'astore',
    'dload',
    'dstore',
    'fload',
    'fstore',
    'iinc',
    'iload',
    'istore',
    'lload',
    'lstore',
    'ret',
  ]);
  expect(
    frameForms.filter(([, low, high]) => ![...types].some((type) => type >= low && type <= high)),
  ).toEqual([]);
  const { Module, Package, Dynamic, ...ofClasses } = ConstantTag;
  expect(Object.entries(ofClasses).filter(([, tag]) => !tags.has(tag))).toEqual([]);
  expect([Module, Package, Dynamic].filter((tag) => tags.has(tag))).toEqual([]); // the JDK's classes have these
  expect([...attributes]).toEqual(
    expect.arrayContaining([
      'AnnotationDefault',
      'BootstrapMethods',
      'Code',
      'ConstantValue',
      'Deprecated',
      'EnclosingMethod',
      'Exceptions',
      'InnerClasses',
      'LineNumberTable',
      'LocalVariableTable',
      'LocalVariableTypeTable',
      'NestHost',
      'NestMembers',
      'PermittedSubclasses',
      'Record',
      'RuntimeInvisibleAnnotations',
      'RuntimeVisibleAnnotations',
      'RuntimeVisibleTypeAnnotations',
      'Signature',
      'SourceFile',
      'StackMapTable',
    ]),
  );
});

test('all of it reads as java-class-tools reads it, and is consistent', () => {
  for (const [name, bytes] of classes) {
    const file = readClassFile(bytes);
    expect(ourView(file), name).toEqual(theirView(bytes));
    checkClassFile(file);
    for (const method of file.methods) {
      const code = readCode(file, method);
      if (code !== undefined) expect(checkCode(code), name).toEqual([]);
    }
  }
});

test('the generated class runs', () => {
  const { stdout, stderr } = runJava(defaultJdk(), ['-Xverify:all', '-cp', directory, 'all.Generated']);
  expect(stdout + stderr).toBe('1\n2\n3\n');
});
