import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { AccessFlag } from '../../src/classfile/access-flags.ts';
import { buildClass, type ClassSpec } from '../../src/classfile/class-builder.ts';
import { editClass } from '../../src/classfile/class-edit.ts';
import { readClassFile } from '../../src/classfile/class-file.ts';
import { none } from '../../src/classfile/emit.ts';
import type { Instruction, Label } from '../../src/classfile/instruction.ts';
import { type Mnemonic, Op } from '../../src/classfile/opcodes.ts';
import { defaultJdk, runJava } from '../support/jdk.ts';
import { compileFixtures, temporaryDirectory } from './compiled.ts';

const label = (index: number): Label => index as Label;
const push = (value: number): Instruction => ({ form: 'immediate', opcode: Op.sipush, value });
const iload = (index: number): Instruction => ({ form: 'local', opcode: Op.iload, index });
const istore = (index: number): Instruction => ({ form: 'local', opcode: Op.istore, index });
const aload = (index: number): Instruction => ({ form: 'local', opcode: Op.aload, index });
const astore = (index: number): Instruction => ({ form: 'local', opcode: Op.astore, index });
const jump = (mnemonic: Mnemonic, target: number): Instruction => ({
  form: 'jump',
  opcode: Op[mnemonic],
  target: label(target),
});
const text = (value: string): Instruction => ({
  form: 'constant',
  opcode: Op.ldc,
  constant: { kind: 'String', value },
});
const invoke = (mnemonic: Mnemonic, owner: string, name: string, descriptor: string): Instruction => ({
  form: 'invoke',
  opcode: Op[mnemonic],
  owner,
  name,
  descriptor,
  isInterface: mnemonic === 'invokeinterface',
});
const out: Instruction = {
  form: 'field',
  opcode: Op.getstatic,
  owner: 'java/lang/System',
  name: 'out',
  descriptor: 'Ljava/io/PrintStream;',
};
const println = (descriptor: string): Instruction =>
  invoke('invokevirtual', 'java/io/PrintStream', 'println', descriptor);
const publicStatic = AccessFlag.public | AccessFlag.static;

/** Runs the class `name` among the given ones, verified. */
function runClasses(classes: ReadonlyMap<string, Uint8Array>, name: string): string {
  const directory = temporaryDirectory();
  for (const [className, bytes] of classes) {
    const target = join(directory, `${className}.class`);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, bytes);
  }
  const { stdout, stderr } = runJava(defaultJdk(), [
    '-Xverify:all',
    '-cp',
    directory,
    name.replaceAll('/', '.'),
  ]);
  return stdout + stderr;
}

function spec(methods: ClassSpec['methods']): ClassSpec {
  return {
    accessFlags: AccessFlag.public | AccessFlag.super,
    name: 'built/Main',
    superName: 'java/lang/Object',
    interfaces: ['java/lang/Runnable'],
    fields: [{ accessFlags: AccessFlag.static, name: 'count', descriptor: 'J' }],
    methods,
    sourceFile: 'Main.generated',
  };
}

/** static int classify(int): a loop with a switch of both kinds, padded to force wide jumps. */
function classify(padding: number): Instruction[] {
  const nops = Array.from({ length: padding }, () => none(Op.nop));
  const at = (index: number) => label(index < 5 ? index : index + padding);
  return [
    none(Op.iconst_0),
    istore(1),
    iload(0), // 2
    { form: 'jump', opcode: Op.ifle, target: at(17) },
    { form: 'iinc', opcode: Op.iinc, index: 0, constant: -1 },
    ...nops,
    iload(0), // 5
    { form: 'tableswitch', opcode: Op.tableswitch, low: 1, targets: [at(9), at(7)], defaultTarget: at(11) },
    { form: 'iinc', opcode: Op.iinc, index: 1, constant: 1000 }, // 7
    { form: 'jump', opcode: Op.goto, target: at(2) },
    { form: 'iinc', opcode: Op.iinc, index: 1, constant: 10 }, // 9
    { form: 'jump', opcode: Op.goto, target: at(2) },
    iload(0), // 11
    {
      form: 'lookupswitch',
      opcode: Op.lookupswitch,
      cases: [
        { match: -5, target: at(17) },
        { match: 4, target: at(13) },
      ],
      defaultTarget: at(15),
    },
    { form: 'iinc', opcode: Op.iinc, index: 1, constant: 100 }, // 13
    { form: 'jump', opcode: Op.goto, target: at(2) },
    { form: 'iinc', opcode: Op.iinc, index: 1, constant: 1 }, // 15
    { form: 'jump', opcode: Op.goto, target: at(2) },
    iload(1), // 17
    none(Op.ireturn),
  ];
}

test('a generated class with jumps, switches, handlers and constants of every kind runs', () => {
  const main: Instruction[] = [
    out,
    push(6),
    invoke('invokestatic', 'built/Main', 'classify', '(I)I'),
    println('(I)V'),
    out, // 4: try
    text('x\0\ud800'),
    invoke('invokestatic', 'java/lang/Integer', 'parseInt', '(Ljava/lang/String;)I'),
    println('(I)V'),
    jump('goto', 13), // 8
    astore(1), // 9: catch NumberFormatException
    out,
    aload(1),
    println('(Ljava/lang/Object;)V'),
    { form: 'constant', opcode: Op.ldc2_w, constant: { kind: 'Long', value: -(2n ** 40n) } }, // 13
    { form: 'field', opcode: Op.putstatic, owner: 'built/Main', name: 'count', descriptor: 'J' },
    out,
    { form: 'field', opcode: Op.getstatic, owner: 'built/Main', name: 'count', descriptor: 'J' },
    println('(J)V'),
    out,
    { form: 'constant', opcode: Op.ldc2_w, constant: { kind: 'Double', bits: 0x400921fb54442d18n } },
    println('(D)V'),
    out,
    { form: 'constant', opcode: Op.ldc, constant: { kind: 'Float', bits: 0x3fc00000 } },
    println('(F)V'),
    out,
    { form: 'constant', opcode: Op.ldc, constant: { kind: 'Integer', value: -2_000_000_000 } },
    println('(I)V'),
    out,
    { form: 'constant', opcode: Op.ldc, constant: { kind: 'Class', name: '[Lbuilt/Main;' } },
    println('(Ljava/lang/Object;)V'),
    none(Op.iconst_2),
    none(Op.iconst_3),
    { form: 'multianewarray', opcode: Op.multianewarray, type: '[[I', dimensions: 2 },
    astore(300), // needs wide
    { form: 'iinc', opcode: Op.iinc, index: 301, constant: 300 },
    out,
    aload(300),
    none(Op.iconst_1),
    none(Op.aaload),
    none(Op.arraylength),
    println('(I)V'),
    none(Op.return),
  ];
  main.splice(33, 0, none(Op.iconst_0), istore(301));
  const bytes = (padding: number) =>
    buildClass(
      spec([
        {
          accessFlags: publicStatic,
          name: 'main',
          descriptor: '([Ljava/lang/String;)V',
          instructions: main,
          exceptionTable: [
            {
              start: label(4),
              end: label(8),
              handler: label(9),
              catchType: 'java/lang/NumberFormatException',
            },
          ],
        },
        { accessFlags: publicStatic, name: 'classify', descriptor: '(I)I', instructions: classify(padding) },
        {
          accessFlags: AccessFlag.public,
          name: 'run',
          descriptor: '()V',
          instructions: [none(Op.return)],
          exceptions: ['java/io/IOException'],
        },
      ]),
    );
  const printed = `${classifyHere(6)}
java.lang.NumberFormatException: For input string: "x\0?"
-1099511627776
3.141592653589793
1.5
-2000000000
class [Lbuilt.Main;
3
`;
  for (const padding of [0, 40_000]) {
    expect(runClasses(new Map([['built/Main', bytes(padding)]]), 'built/Main')).toBe(printed);
    expect(bytes(padding)).toEqual(bytes(padding));
  }
  expect(readClassFile(bytes(0)).sourceFile).toBe('Main.generated');
});

/** What `classify` computes. */
function classifyHere(n: number): number {
  let sum = 0;
  for (let k = n - 1; k >= 0; k--) sum += k === 1 ? 10 : k === 2 ? 1000 : k === 4 ? 100 : 1;
  return sum;
}

test('bodies that make no sense are refused', () => {
  const build =
    (...instructions: Instruction[]) =>
    () =>
      buildClass(spec([{ accessFlags: publicStatic, name: 'f', descriptor: '()V', instructions }]));
  expect(build(none(Op.pop), none(Op.return))).toThrow('pops an empty stack');
  expect(build(none(Op.iconst_0))).toThrow('control leaves the code');
  expect(build(none(Op.iconst_0), jump('goto', 0))).toThrow('has stack depth 0 and 1');
  expect(build(jump('goto', 7), none(Op.return))).toThrow('control leaves the code after instruction 0');
  expect(build(push(40_000), none(Op.pop), none(Op.return))).toThrow('operand 40000 is not in');
  expect(build(text('x'.repeat(65_536)), none(Op.pop), none(Op.return))).toThrow(
    'does not fit into a constant',
  );
  expect(build(...Array.from({ length: 65_535 }, () => none(Op.nop)), none(Op.return))).toThrow(
    'method f()V would have 65536 bytes of code (limit 65535)',
  );
  expect(build(...Array.from({ length: 65_534 }, () => none(Op.nop)), none(Op.return))).not.toThrow();
});

test('what no class file has room for is refused', () => {
  const interfaces = Array.from({ length: 65_536 }, () => 'java/io/Serializable');
  expect(() => buildClass({ ...spec([]), interfaces })).toThrow(/^RRV_CLASS_TOO_LARGE: .*65536 interfaces/);
  const fields = Array.from({ length: 65_535 }, (_, n) => ({
    accessFlags: 0,
    name: `f${n}`,
    descriptor: 'I',
  }));
  expect(() => buildClass({ ...spec([]), fields })).toThrow(/^RRV_CLASS_TOO_LARGE: .*constant pool/);
});

test('the constant pool may be full, and not have one constant more', () => {
  const file = readClassFile(buildClass(spec([])));
  // Each field takes one for its name, the first one for its type, too.
  const room = 65_535 - file.pool.count - 1;
  const withFields = (count: number) => {
    const edit = editClass(file);
    for (let n = 0; n < count; n++) edit.addField({ accessFlags: 0, name: `f${n}`, descriptor: 'S' });
    return edit.write();
  };
  const full = withFields(room);
  expect(full.ok && readClassFile(full.bytes).pool.count).toBe(65_535);
  expect(withFields(room + 1)).toEqual({
    ok: false,
    failures: [{ kind: 'poolTooLarge', given: 65_536, limit: 65_535 }],
  });
});

test('methods, fields, interfaces and attributes are added to a compiled class', () => {
  const { classes } = compileFixtures(['Sample.java']);
  const file = readClassFile(classes.get('sample/Sample')!);
  const edit = editClass(file);
  // static String added(String s) { try { return s.trim(); } catch (NullPointerException e) { return s == null ? "null" : "?"; } }
  const string = { kind: 'Object', name: 'java/lang/String' } as const;
  edit.addMethod({
    accessFlags: publicStatic | AccessFlag.synthetic,
    name: 'added',
    descriptor: '(Ljava/lang/String;)Ljava/lang/String;',
    instructions: [
      aload(0),
      invoke('invokevirtual', 'java/lang/String', 'trim', '()Ljava/lang/String;'),
      none(Op.areturn),
      astore(1), // 3
      aload(0),
      jump('ifnonnull', 8),
      text('null'),
      none(Op.areturn),
      text('?'), // 8
      none(Op.areturn),
    ],
    exceptionTable: [
      { start: label(0), end: label(2), handler: label(3), catchType: 'java/lang/NullPointerException' },
    ],
    frames: [
      { at: label(3), locals: [string], stack: [{ kind: 'Object', name: 'java/lang/NullPointerException' }] },
      {
        at: label(8),
        locals: [string, { kind: 'Object', name: 'java/lang/NullPointerException' }],
        stack: [],
      },
    ],
  });
  edit.addField({ accessFlags: AccessFlag.static | AccessFlag.synthetic, name: 'extra', descriptor: 'I' });
  edit.addInterface('java/io/Serializable');
  edit.addInterface('java/lang/Runnable');
  edit.addAttribute('rrv.Test', Uint8Array.of(1, 2, 3));
  const main = file.methods.find((method) => method.name === 'main')!;
  const call = (argument: Instruction): Instruction[] => [
    out,
    argument,
    invoke('invokestatic', 'sample/Sample', 'added', '(Ljava/lang/String;)Ljava/lang/String;'),
    println('(Ljava/lang/String;)V'),
  ];
  edit.editCode(main).insertBefore(label(0), [...call(text(' a ')), ...call(none(Op.aconst_null))]);
  edit.editCode(main).reserve(2, 0);
  const written = edit.write();
  if (!written.ok) throw new Error(JSON.stringify(written.failures));
  const before = runClasses(classes, 'sample/Sample');
  expect(runClasses(new Map([...classes, ['sample/Sample', written.bytes]]), 'sample/Sample')).toBe(
    `a\nnull\n${before}`,
  );
  const again = readClassFile(written.bytes);
  expect(again.interfaces).toEqual(['java/lang/Runnable', 'java/io/Serializable']);
  expect(again.fields.at(-1)!.name).toBe('extra');
  expect([...again.attributes.find(({ name }) => name === 'rrv.Test')!.info]).toEqual([1, 2, 3]);
  // what is there already is used again
  expect(again.pool.count - file.pool.count).toBeLessThan(30);

  edit.addMethod({
    accessFlags: publicStatic,
    name: 'noFrame',
    descriptor: '()V',
    instructions: [jump('goto', 1), none(Op.return)],
  });
  expect(() => edit.write()).toThrow('there is no frame at instruction 1');
});
