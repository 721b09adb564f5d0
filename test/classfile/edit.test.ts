import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { editClass } from '../../src/classfile/class-edit.ts';
import { type ClassFile, type MethodInfo, readClassFile } from '../../src/classfile/class-file.ts';
import { type Code, readCode } from '../../src/classfile/code.ts';
import type { CodeEdit } from '../../src/classfile/code-edit.ts';
import { none } from '../../src/classfile/emit.ts';
import type { Instruction, InstructionIndex } from '../../src/classfile/instruction.ts';
import { Op, opcodeInfo } from '../../src/classfile/opcodes.ts';
import { defaultJdk, runJava } from '../support/jdk.ts';
import { compileFixtures, temporaryDirectory } from './compiled.ts';
import { generatedClass } from './generated.ts';
import { aroundBody } from './insert-everywhere.ts';

const { directory, classes } = compileFixtures([
  'Shapes.java',
  'Sample.java',
  'Attributes.java',
  'AllInstructions.java',
  'RunAll.java',
]);
classes.set('all/Generated', generatedClass(10));
writeFileSync(join(directory, 'all/Generated.class'), generatedClass(10));
const mains = [
  'shapes.Shapes',
  'sample.Sample',
  'attributes.Attributes',
  'all.AllInstructions',
  'all.Generated',
];

/** What the main methods print, all in one verifying virtual machine. */
function run(classPath: string): string {
  const { status, stdout, stderr } = runJava(defaultJdk(), [
    '-Xverify:all',
    '-cp',
    classPath,
    'RunAll',
    ...mains,
  ]);
  return `${stdout}${stderr}${status}`;
}

const expected = run(directory);

/** Whether code may be inserted behind the instruction. */
function continues(instruction: Instruction): boolean {
  const { controlFlow } = opcodeInfo(instruction.opcode);
  return controlFlow === 'next' || controlFlow === 'branch';
}

type Insert = (
  code: Code,
  index: InstructionIndex,
  instruction: Instruction,
) => [before: Instruction[], after: Instruction[]];

/** Edits every method of every fixture, runs them, and compares the output. */
function checkRun(
  insert: Insert,
  only: (method: string) => boolean = () => true,
  shortJumpReach = 0x7fff,
  atBody: (file: ClassFile, method: MethodInfo, code: Code, edit: CodeEdit) => void = () => {},
): number {
  const output = temporaryDirectory();
  let wide = 0;
  for (const [name, bytes] of classes) {
    const file = readClassFile(bytes);
    const edit = editClass(file, { shortJumpReach });
    for (const method of file.methods) {
      const code = readCode(file, method);
      if (code === undefined || !only(method.name)) continue;
      const codeEdit = edit.editCode(method);
      code.instructions.forEach((instruction, k) => {
        const index = k as InstructionIndex;
        const [before, after] = insert(code, index, instruction);
        codeEdit.insertBefore(index, before);
        if (continues(instruction)) codeEdit.insertAfter(index, after);
      });
      codeEdit.reserve(4, 4);
      atBody(file, method, code, codeEdit);
    }
    const written = edit.write();
    if (!written.ok) throw new Error(JSON.stringify(written.failures));
    const target = join(output, `${name}.class`);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, written.bytes);
    const again = readClassFile(written.bytes);
    for (const method of again.methods) wide += countWideJumps(again, method);
  }
  expect(run(output)).toBe(expected);
  return wide;
}

/** Inverse jumps over a goto_w. */
function countWideJumps(file: ClassFile, method: MethodInfo): number {
  const code = readCode(file, method);
  if (code === undefined) return 0;
  return code.instructions.filter(
    (instruction, index) =>
      instruction.form === 'jump' &&
      opcodeInfo(instruction.opcode).controlFlow === 'branch' &&
      code.instructions[index + 1]?.opcode === Op.goto &&
      code.pcOf((index + 2) as InstructionIndex) - code.pcOf((index + 1) as InstructionIndex) === 5,
  ).length;
}

const nop = none(Op.nop);
const pushAndPop: Instruction[] = [{ form: 'immediate', opcode: Op.sipush, value: 1234 }, none(Op.pop)];

/** Uses the operand stack and two local variables of its own. */
function block(code: Code, value: number): Instruction[] {
  return [
    { form: 'constant', opcode: Op.ldc2_w, constant: { kind: 'Long', value: BigInt(value) } },
    { form: 'local', opcode: Op.lstore, index: code.maxLocals + 1 },
    { form: 'constant', opcode: Op.ldc, constant: { kind: 'String', value: `inserted ${value}` } },
    { form: 'local', opcode: Op.astore, index: code.maxLocals },
    { form: 'local', opcode: Op.lload, index: code.maxLocals + 1 },
    none(Op.pop2),
  ];
}

test('the fixtures print something', () => {
  for (const main of mains) expect(expected).toContain(`${main} ends\n`);
  expect(expected).toMatch(/\n0$/);
  expect(expected.split('\n').length).toBeGreaterThan(80);
});

test('a class without edits is the same bytes', () => {
  for (const bytes of classes.values()) {
    const edit = editClass(readClassFile(bytes));
    expect(edit.write()).toEqual({ ok: true, bytes });
    const withCode = readClassFile(bytes).methods.find((method) => method.attributes.length > 0);
    if (withCode !== undefined) {
      const file = readClassFile(bytes);
      const method = file.methods.find((m) => readCode(file, m) !== undefined);
      const again = editClass(file);
      if (method !== undefined) again.editCode(method).insertBefore(0 as InstructionIndex, []);
      expect(again.write()).toEqual({ ok: true, bytes });
    }
  }
});

test('one instruction before and after every instruction', () => {
  checkRun(() => [[nop], [nop]]);
});

test('operand stack and fresh local variables before and after every instruction', () => {
  checkRun((code, index) => [block(code, index), block(code, -index)]);
});

/** Numbers from 0 to 99, determined by the seed (a linear congruential generator). */
function randomPercent(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * 100);
  };
}

test('random insertions', () => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const next = randomPercent(seed);
      checkRun((code, index) => [
        next() < 30 ? Array.from({ length: next() % 9 }, () => nop) : next() < 10 ? block(code, index) : [],
        next() < 30 ? pushAndPop : [],
      ]);
    }),
    { numRuns: 3 },
  );
});

const padding = Array.from({ length: 33_000 }, () => nop);

test('jumps become wide, with the frames that this needs', () => {
  let widened = 0;
  for (const part of [0.3, 0.5, 0.7]) {
    widened += checkRun(
      (code, index) => {
        const middle = Math.floor(code.instructions.length * part);
        return [index === middle ? padding : [], index % 3 === 0 ? block(code, index) : []];
      },
      (name) => name !== '<init>' && name !== '<clinit>',
    );
  }
  expect(widened).toBeGreaterThan(20);
});

test('every jump wide, near or far', () => {
  let conditional = 0;
  const widened = checkRun(
    (_, index, { form, opcode }) => {
      if (form === 'jump' && opcodeInfo(opcode).controlFlow === 'branch') conditional++;
      return [index % 4 === 0 ? [nop] : [], index % 5 === 0 ? pushAndPop : []];
    },
    undefined,
    0,
  );
  expect(widened).toBe(conditional);
  expect(conditional).toBeGreaterThan(100);
});

test('entries, kept local variables and handlers, with near and wide jumps', () => {
  const around = (file: ClassFile, method: MethodInfo, code: Code, edit: CodeEdit) =>
    aroundBody(file, method, code, edit, () => pushAndPop);
  checkRun(() => [[], []], undefined, undefined, around);
  expect(checkRun((_, index) => [[], index % 5 === 0 ? [nop] : []], undefined, 0, around)).toBeGreaterThan(
    100,
  );
  const last = (code: Code, index: number) => (index === code.instructions.length - 1 ? padding : []);
  checkRun(
    (code, index) => [last(code, index), []],
    (name) => !name.startsWith('<'),
    undefined,
    around,
  );
});

test('wide jumps among uninitialized objects', () => {
  // after each instruction that may stand between `new` and the constructor call
  checkRun(
    (code, index) => [index === Math.floor(code.instructions.length / 2) ? padding : [], []],
    (name) => name === 'nested' || name === '<init>',
  );
});
