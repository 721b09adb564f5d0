import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { editClass } from '../../src/classfile/class-edit.ts';
import { readClassFile } from '../../src/classfile/class-file.ts';
import { readRawCode } from '../../src/classfile/code.ts';
import { none } from '../../src/classfile/emit.ts';
import type {
  BootstrapMethod,
  Instruction,
  InstructionIndex,
  Label,
} from '../../src/classfile/instruction.ts';
import { Op } from '../../src/classfile/opcodes.ts';
import { RrvError } from '../../src/diagnostics.ts';
import { checkClassFile } from './check-class-file.ts';
import { compileFixtures } from './compiled.ts';
import { insertEverywhere } from './insert-everywhere.ts';
import { classOfMethod } from './method-class.ts';

const { classes } = compileFixtures(['Attributes.java']);
// not the Buffer of the file: its slice() does not copy
const compiled = Uint8Array.from(classes.get('attributes/Attributes')!);
const place = { entry: 'x.jar@a/B.class' };

/** The diagnostic that reading everything in a class throws. */
function diagnosticOf(bytes: Uint8Array) {
  try {
    checkClassFile(readClassFile(bytes, place));
  } catch (error) {
    if (error instanceof RrvError) return error.diagnostic;
    throw error;
  }
  return undefined;
}

test('a class that ends early, at every byte', () => {
  for (let length = 0; length < compiled.length; length++) {
    const diagnostic = diagnosticOf(compiled.subarray(0, length));
    if (diagnostic?.code !== 'RRV_CLASS_MALFORMED') expect(length).toBe('malformed');
  }
  expect(diagnosticOf(compiled.subarray(0, 100))).toMatchObject({
    code: 'RRV_CLASS_MALFORMED',
    severity: 'error',
    where: { entry: 'x.jar@a/B.class', offset: expect.any(Number) },
  });
  expect(diagnosticOf(compiled)).toBeUndefined();
  expect(diagnosticOf(Uint8Array.from([...compiled, 0]))).toMatchObject({
    message: expect.stringContaining('1 bytes follow the class'),
  });
});

test('versions', () => {
  const version = (major: number) => {
    const bytes = compiled.slice();
    bytes[6] = major >> 8;
    bytes[7] = major;
    return diagnosticOf(bytes);
  };
  expect(version(44)?.code).toBe('RRV_CLASS_VERSION');
  expect(version(45)?.code).not.toBe('RRV_CLASS_VERSION');
  expect(version(71)).toBeUndefined();
  expect(version(72)).toBeUndefined();
});

/** `static void f()` with the given instructions; the bytes, and where its code is. */
function withCode(...instructions: Instruction[]): { bytes: Uint8Array; code: number } {
  const bytes = classOfMethod({ instructions, maxStack: 4, maxLocals: 4 });
  const file = readClassFile(bytes);
  return { bytes, code: readRawCode(file, file.methods[0]!)!.code };
}

const tableSwitch: Instruction = {
  form: 'tableswitch',
  opcode: Op.tableswitch,
  low: 0,
  targets: [0 as Label],
  defaultTarget: 0 as Label,
};
const lookupSwitch: Instruction = {
  form: 'lookupswitch',
  opcode: Op.lookupswitch,
  cases: [{ match: 1, target: 0 as Label }],
  defaultTarget: 0 as Label,
};
const u4 = (value: number) => [value >> 24, value >> 16, value >> 8, value].map((byte) => byte & 0xff);

describe('code with one defect', () => {
  const valid: Instruction[] = [none(Op.nop), none(Op.nop), none(Op.nop), none(Op.nop), none(Op.return)];
  const goto: Instruction = { form: 'jump', opcode: Op.goto, target: 0 as Label };
  const string: Instruction = { form: 'constant', opcode: Op.ldc, constant: { kind: 'String', value: 's' } };
  const cases: [string, Instruction[], at: number, bytes: number[], message: string][] = [
    ['an unknown opcode', valid, 0, [202], 'unknown opcode 202'],
    ['a reserved opcode', valid, 0, [255], 'unknown opcode 255'],
    ['an instruction that does not fit', valid, 4, [Op.bipush], 'the last instruction does not fit'],
    ['code of length 0', valid, -4, u4(0), 'the Code attribute is longer'],
    ['code of length 4294967295', valid, -4, u4(-1), 'byte'],
    ['code of length 65536', valid, -4, u4(65536), 'byte'],
    ['code that is longer than it was', valid, -4, u4(6), ''],
    [
      'a jump into an instruction',
      [goto, none(Op.return)],
      1,
      [0, 1],
      'a jump to 1, where no instruction starts',
    ],
    ['a jump before the code', [goto, none(Op.return)], 1, [0xff, 0xff], 'a jump to -1'],
    ['a jump behind the code', [goto, none(Op.return)], 1, [0, 4], 'a jump to 4'],
    ['wide before an instruction that has no wide form', valid, 0, [Op.wide, Op.nop], 'wide before opcode 0'],
    ['wide at the end', valid, 4, [Op.wide], 'wide at the end'],
    [
      'a constant that is not there',
      [string, none(Op.pop), none(Op.return)],
      1,
      [0],
      'there is no constant 0',
    ],
    [
      'a constant beyond the pool',
      [string, none(Op.pop), none(Op.return)],
      1,
      [255],
      'there is no constant 255',
    ],
    ['ldc2_w of a string', [string, none(Op.pop), none(Op.return)], 0, [Op.ldc2_w, 0], ''],
    [
      'tableswitch with high below low',
      [tableSwitch, none(Op.return)],
      12,
      u4(-5),
      'tableswitch from 0 to -5',
    ],
    [
      'tableswitch with 4294967296 entries',
      [tableSwitch, none(Op.return)],
      8,
      [...u4(-0x80000000), ...u4(0x7fffffff)],
      'does not fit',
    ],
    ['tableswitch with a wrong target', [tableSwitch, none(Op.return)], 16, u4(1), 'a jump to 1'],
    [
      'lookupswitch with a negative number of pairs',
      [lookupSwitch, none(Op.return)],
      8,
      u4(-1),
      'lookupswitch with -1 pairs',
    ],
    ['lookupswitch with too many pairs', [lookupSwitch, none(Op.return)], 8, u4(0x20000000), 'does not fit'],
    [
      'newarray of no type',
      [none(Op.iconst_0), { form: 'immediate', opcode: Op.newarray, value: 4 }, none(Op.return)],
      2,
      [3],
      'newarray of the unknown type 3',
    ],
  ];
  test.each(cases)('%s', (_, instructions, at, replacement, message) => {
    const { bytes, code } = withCode(...instructions);
    expect(diagnosticOf(bytes)).toBeUndefined();
    bytes.set(replacement, code + at);
    expect(diagnosticOf(bytes)).toMatchObject({
      code: 'RRV_CLASS_MALFORMED',
      message: expect.stringContaining(message),
    });
  });
});

describe('a class with one defect', () => {
  const base = withCode(none(Op.return)).bytes;
  const file = readClassFile(base);
  const offsetOfTag = (tag: number): number => {
    for (let index = 1; index < file.pool.count; index++)
      if (file.pool.tag(index) === tag) return file.pool.offsetOf(index);
    throw new Error(`no constant with tag ${tag}`);
  };
  const { accessFlags, fields, methods, attributes } = file.layout;
  const cases: [string, at: number, bytes: number[], message: string][] = [
    ['no magic number', 0, [0xca, 0xfe, 0xd0, 0x0d], 'does not start with 0xCAFEBABE'],
    ['an empty pool', 8, [0, 0], 'constant_pool_count is 0'],
    ['a pool that is too large', 8, [0xff, 0xff], ''],
    ['an unknown tag', offsetOfTag(7), [2], 'has the unknown tag 2'],
    ['a name that is no name', offsetOfTag(7) + 1, [0, 2], 'should be a Utf8'],
    ['text that is too long', offsetOfTag(1) + 1, [0xff, 0xff], ''],
    ['text that is not modified UTF-8', offsetOfTag(1) + 3, [0xff], 'is not modified UTF-8'],
    ['text with a zero byte', offsetOfTag(1) + 3, [0], 'is not modified UTF-8'],
    ['no class for itself', accessFlags + 2, [0, 0], 'there is no constant 0, which should be a Class'],
    ['a superclass that is no class', accessFlags + 4, [0, 1], 'should be a Class'],
    ['65535 interfaces', accessFlags + 6, [0xff, 0xff], ''],
    ['65535 fields', fields, [0xff, 0xff], ''],
    ['65535 methods', methods, [0xff, 0xff], ''],
    ['a method with a field descriptor', methods + 6, [0, 2], ''],
    ['65535 attributes', attributes, [0xff, 0xff], ''],
    ['an attribute of 4 GB', methods + 12, u4(-1), 'an attribute of 4294967295 bytes does not fit'],
  ];
  test.each(cases)('%s', (_, at, replacement, message) => {
    const bytes = base.slice();
    bytes.set(replacement, at);
    expect(diagnosticOf(bytes)).toMatchObject({
      code: 'RRV_CLASS_MALFORMED',
      message: expect.stringContaining(message),
    });
  });
});

/** A chain of dynamic constants, each the argument of the next one's bootstrap method. */
function chain(length: number): Instruction {
  const handle = { referenceKind: 6, owner: 'a/B', name: 'b', descriptor: '()V', isInterface: false };
  let bootstrap: BootstrapMethod = { handle, arguments: [] };
  for (let k = 0; k < length; k++)
    bootstrap = {
      handle,
      arguments: [{ kind: 'Dynamic', name: `n${k}`, descriptor: 'I', bootstrap }],
    };
  return { form: 'invokedynamic', opcode: Op.invokedynamic, name: 'i', descriptor: '()V', bootstrap };
}

test('dynamic constants that need themselves, or are nested without end', () => {
  const deep = withCode(chain(50), none(Op.return));
  expect(diagnosticOf(deep.bytes)).toBeUndefined();
  const tooDeep = withCode(chain(150), none(Op.return));
  const file = readClassFile(tooDeep.bytes);
  const index = file.pool.source.u2(tooDeep.code + 1);
  expect(() => file.bootstrapMethods.get(file.pool.dynamic(index, 18).bootstrap)).toThrow(
    'nested more than 100 deep',
  );
  // make the innermost constant's bootstrap method the outermost one
  const { bytes, code } = withCode(chain(3), none(Op.return));
  const cyclic = readClassFile(bytes);
  const outermost = cyclic.pool.dynamic(cyclic.pool.source.u2(code + 1), 18).bootstrap;
  for (let k = 1; k < cyclic.pool.count; k++)
    if (cyclic.pool.tag(k) === 17 && cyclic.pool.dynamic(k, 17).name === 'n0') {
      bytes[cyclic.pool.offsetOf(k) + 1] = outermost >> 8;
      bytes[cyclic.pool.offsetOf(k) + 2] = outermost;
    }
  expect(diagnosticOf(bytes)?.message).toContain('needs itself');
});

test('annotations nested 20,000 deep are skipped without recursion', () => {
  const edit = editClass(readClassFile(withCode(none(Op.return)).bytes));
  const file = readClassFile(compiled);
  const depth = 20_000;
  // one annotation whose only value is an array of an array of ...; constant 1 of this class is text
  const content = [
    0,
    1,
    0,
    1,
    0,
    1,
    0,
    1,
    ...Array.from({ length: depth }, () => [0x5b, 0, 1]).flat(),
    0x5b,
    0,
    0,
  ];
  edit.addAttribute('RuntimeVisibleAnnotations', Uint8Array.from(content));
  const written = edit.write();
  if (!written.ok) throw new Error('not written');
  expect(diagnosticOf(written.bytes)).toBeUndefined();
  expect(file.name).toBe('attributes/Attributes');
});

/** Reads everything, edits everything; anything but an RrvError is a bug. */
function digest(bytes: Uint8Array): 'accepted' | 'refused' {
  try {
    const file = readClassFile(bytes);
    checkClassFile(file);
    insertEverywhere(file, 'a/Events');
    return 'accepted';
  } catch (error) {
    if (error instanceof RrvError) return 'refused';
    throw error;
  }
}

test('changed bytes are accepted or refused, never anything else', () => {
  const samples = [...classes.values()];
  let refused = 0;
  const change = fc.tuple(fc.nat(), fc.oneof(fc.nat({ max: 255 }), fc.constantFrom(0, 1, 0x7f, 0x80, 0xff)));
  fc.assert(
    fc.property(
      fc.nat({ max: samples.length - 1 }),
      fc.array(change, { minLength: 1, maxLength: 4 }),
      (which, changes) => {
        const bytes = Uint8Array.from(samples[which]!);
        for (const [at, value] of changes) bytes[8 + (at % (bytes.length - 8))] = value;
        if (digest(bytes) === 'refused') refused++;
      },
    ),
    { numRuns: 2000 },
  );
  expect(refused).toBeGreaterThan(500);
});

test('fewer local variables than parameters and frames have', () => {
  let refused = 0;
  for (const original of classes.values())
    for (const { attributes } of readClassFile(original).methods)
      for (const { offset } of attributes.filter((attribute) => attribute.name === 'Code')) {
        const bytes = Uint8Array.from(original);
        bytes[offset + 2] = 0;
        bytes[offset + 3] = 0;
        if (digest(bytes) === 'refused') refused++;
      }
  expect(refused).toBeGreaterThan(5);
});

test('edits that make no sense are refused', () => {
  const { bytes } = withCode(
    none(Op.nop),
    { form: 'type', opcode: Op.new, type: 'a/B' },
    none(Op.pop),
    none(Op.return),
  );
  const file = readClassFile(bytes);
  const edit = editClass(file).editCode(file.methods[0]!);
  const at = (index: number) => index as InstructionIndex;
  const nop = none(Op.nop);
  expect(() => edit.insertBefore(at(4), [nop])).toThrow('there is no instruction 4');
  expect(() => edit.insertAfter(at(3), [nop])).toThrow('nothing can run after return');
  expect(() => edit.insertBefore(at(0), [none(Op.return)])).toThrow('return is not straight-line code');
  expect(() => edit.insertBefore(at(0), [{ form: 'jump', opcode: Op.goto, target: 0 as Label }])).toThrow(
    'goto is not',
  );
  expect(() => edit.replace(at(3), nop)).toThrow('return cannot be replaced');
  expect(() => edit.replace(at(1), nop)).toThrow('new can only be replaced by new');
});

test('limits are returned as data', () => {
  const { bytes } = withCode(none(Op.nop), none(Op.return));
  const file = readClassFile(bytes);
  const method = { method: 0, name: 'f', descriptor: '()V' };
  const large = editClass(file);
  large.editCode(file.methods[0]!).insertBefore(
    0 as InstructionIndex,
    Array.from({ length: 65_534 }, () => none(Op.nop)),
  );
  expect(large.write()).toEqual({
    ok: false,
    failures: [{ kind: 'methodTooLarge', ...method, given: 65_536, limit: 65_535 }],
  });
  const deep = editClass(file);
  deep.editCode(file.methods[0]!).insertBefore(0 as InstructionIndex, [none(Op.nop)]);
  deep.editCode(file.methods[0]!).reserve(65_532, 0);
  expect(deep.write()).toEqual({
    ok: false,
    failures: [{ kind: 'frameTooLarge', ...method, what: 'max_stack', given: 65_536, limit: 65_535 }],
  });
  const wide = editClass(file);
  wide.editCode(file.methods[0]!).insertBefore(0 as InstructionIndex, [none(Op.nop)]);
  wide.editCode(file.methods[0]!).reserve(0, 65_532);
  expect(wide.write()).toEqual({
    ok: false,
    failures: [{ kind: 'frameTooLarge', ...method, what: 'max_locals', given: 65_536, limit: 65_535 }],
  });
  const full = editClass(file);
  for (let k = 0; k < 22_000; k++) full.addField({ accessFlags: 0, name: `f${k}`, descriptor: `L${k};` });
  for (let k = 0; k < 22_000; k++) full.addInterface(`I${k}`);
  const result = full.write();
  expect(result).toEqual({
    ok: false,
    failures: [{ kind: 'poolTooLarge', given: file.pool.count + 88_000, limit: 65_535 }],
  });
  const long = readClassFile(withCode(...Array(43_700).fill(none(Op.nop)), none(Op.return)).bytes);
  const ranges = editClass(long);
  for (let handler = 0; handler < 3; handler++)
    ranges
      .editCode(long.methods[0]!)
      .catchAll({ kind: 'method', instructions: [], except: (at) => at % 2 === 1 });
  expect(ranges.write()).toEqual({
    ok: false,
    failures: [{ kind: 'unsupported', ...method, what: 'more than 65535 exception ranges' }],
  });
});
