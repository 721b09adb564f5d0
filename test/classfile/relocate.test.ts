import { expect, test } from 'vitest';
import { readStackMapTable } from '../../src/classfile/attributes/stack-map-table.ts';
import { typeAnnotationTargets } from '../../src/classfile/attributes/type-annotations.ts';
import { editClass } from '../../src/classfile/class-edit.ts';
import { type ClassFile, readClassFile } from '../../src/classfile/class-file.ts';
import { type Code, readCode } from '../../src/classfile/code.ts';
import { none } from '../../src/classfile/emit.ts';
import type { InstructionIndex } from '../../src/classfile/instruction.ts';
import { fallsThrough, Op } from '../../src/classfile/opcodes.ts';
import { compileFixtures } from './compiled.ts';
import { localVariableSignatures, localVariables, readOldStackMap } from './copied-attributes.ts';
import { classOfMethod, withCodeAttribute } from './method-class.ts';

const { classes } = compileFixtures(['Attributes.java', 'Shapes.java']);
const nop = none(Op.nop);

/** Where instructions of the original are in the edited code: computed by counting, without the layout. */
interface Moved {
  /** pc of what is inserted in front of the instruction. */
  label(oldPc: number): number;
  /** pc of the instruction itself. */
  instruction(oldPc: number): number;
}

/** Puts two nops before and one after every instruction. */
function edited(file: ClassFile): { file: ClassFile; moved(method: number): Moved } {
  const edit = editClass(file);
  for (const method of file.methods)
    for (const [index, { opcode }] of readCode(file, method)?.instructions.entries() ?? []) {
      edit.editCode(method).insertBefore(index as InstructionIndex, [nop, nop]);
      if (fallsThrough(opcode)) edit.editCode(method).insertAfter(index as InstructionIndex, [nop]);
    }
  const written = edit.write();
  if (!written.ok) throw new Error(JSON.stringify(written.failures));
  const again = readClassFile(written.bytes);
  return {
    file: again,
    moved(method) {
      const old = readCode(file, file.methods[method]!)!;
      const code = readCode(again, again.methods[method]!)!;
      const labels = new Map<number, number>();
      let at = 0;
      for (const [index, { opcode }] of old.instructions.entries()) {
        labels.set(old.pcOf(index as InstructionIndex), at);
        expect(code.instructions[at + 2]!.opcode).toBe(opcode);
        at += fallsThrough(opcode) ? 4 : 3;
      }
      labels.set(old.byteLength, at);
      const pc = (oldPc: number, shift: number) =>
        code.pcOf((labels.get(oldPc)! + shift) as InstructionIndex);
      return { label: (oldPc) => pc(oldPc, 0), instruction: (oldPc) => pc(oldPc, 2) };
    },
  };
}

/** Calls `check` for every method with code of every fixture, before and after. */
function forAllMethods(check: (old: Code, code: Code, moved: Moved, name: string) => void): void {
  for (const bytes of classes.values()) {
    const file = readClassFile(bytes);
    const result = edited(file);
    for (const method of file.methods) {
      const old = readCode(file, method);
      if (old === undefined) continue;
      const code = readCode(result.file, result.file.methods[method.index]!)!;
      check(old, code, result.moved(method.index), `${file.name}.${method.name}`);
    }
  }
}

test('exception ranges start before, and end before, what is inserted at their bounds', () => {
  let handlers = 0;
  forAllMethods((old, code, moved) => {
    handlers += old.exceptionTable.length;
    const at = (of: Code, label: InstructionIndex) => of.pcOf(label);
    expect(
      code.exceptionTable.map(({ start, end, handler }) => [start, end, handler].map((l) => at(code, l))),
    ).toEqual(
      old.exceptionTable.map(({ start, end, handler }) =>
        [start, end, handler].map((l) => moved.label(at(old, l))),
      ),
    );
  });
  expect(handlers).toBeGreaterThan(10);
});

test('variables, signatures and lines cover what is inserted in front', () => {
  let variables = 0;
  forAllMethods((old, code, moved, name) => {
    for (const read of [localVariables, localVariableSignatures]) {
      const before = read(old);
      variables += before.length;
      expect(read(code), name).toEqual(
        before.map(({ startPc, length, ...rest }) => ({
          startPc: moved.label(startPc),
          length: moved.label(startPc + length) - moved.label(startPc),
          ...rest,
        })),
      );
    }
    for (const [index] of old.instructions.entries()) {
      const pc = old.pcOf(index as InstructionIndex);
      const line = old.lineOf(index as InstructionIndex);
      expect(code.lineOf(code.indexOf(moved.instruction(pc))!), name).toBe(line);
      expect(code.lineOf(code.indexOf(moved.label(pc))!), name).toBe(line);
    }
  });
  expect(variables).toBeGreaterThan(100);
});

test('frames are at labels, and uninitialized objects at the new instructions', () => {
  let frames = 0;
  let uninitialized = 0;
  forAllMethods((old, code, moved, name) => {
    const table = (of: Code) => of.attributes.find((attribute) => attribute.name === 'StackMapTable');
    if (table(old) === undefined) return;
    const before = readStackMapTable(table(old)!);
    frames += before.length;
    const expected = JSON.parse(JSON.stringify(before), (_, value) => {
      if (value?.kind === 'Uninitialized') {
        uninitialized++;
        return { ...value, pc: moved.instruction(value.pc) };
      }
      return typeof value?.pc === 'number' ? { ...value, pc: moved.label(value.pc) } : value;
    });
    expect(readStackMapTable(table(code)!), name).toEqual(expected);
  });
  expect(frames).toBeGreaterThan(100);
  expect(uninitialized).toBeGreaterThan(5);
});

test('type annotations stay with their instructions and variables', () => {
  const file = readClassFile(classes.get('attributes/Attributes')!);
  const result = edited(file);
  let targets = 0;
  for (const method of file.methods) {
    const pcs = (of: ClassFile) =>
      (readCode(of, of.methods[method.index]!)?.attributes ?? [])
        .filter(({ name }) => name.endsWith('TypeAnnotations'))
        .flatMap((attribute) =>
          typeAnnotationTargets(attribute).map(({ kind, offset }) => ({
            kind,
            pc: of.pool.source.u2(offset),
            end: kind === 'range' ? of.pool.source.u2(offset) + of.pool.source.u2(offset + 2) : 0,
          })),
        );
    const before = pcs(file);
    targets += before.length;
    if (before.length === 0) continue;
    const moved = result.moved(method.index);
    expect(pcs(result.file)).toEqual(
      before.map(({ kind, pc, end }) =>
        kind === 'range'
          ? { kind, pc: moved.label(pc), end: moved.label(end) }
          : { kind, pc: kind === 'catch' ? pc : moved.instruction(pc), end: 0 },
      ),
    );
  }
  expect(targets).toBeGreaterThan(8);
});

/** A class whose method has the given attribute of code; `content` may use constants 1 (text) and 2 (a class). */
function classWith(name: string, content: number[], majorVersion = 47): ClassFile {
  const bytes = classOfMethod(
    { instructions: [nop, { form: 'type', opcode: Op.new, type: 'a/B' }, none(Op.pop), none(Op.return)] },
    { majorVersion, sourceFile: name },
  );
  return withCodeAttribute(bytes, content);
}

test('type annotations of another form are copied: the JVM does not read them', () => {
  const content = [0, 1, 0x99, 0, 1, 2, 3];
  const file = classWith('RuntimeInvisibleTypeAnnotations', content);
  const { file: again } = edited(file);
  const [attribute] = readCode(again, again.methods[0]!)!.attributes;
  expect([...attribute!.info]).toEqual(content);
});

test.each([128, 246])('the frame type %i is reserved', (type) => {
  const file = classWith('StackMapTable', [0, 1, type], 50);
  const message = `has the reserved frame type ${type}`;
  expect(() => readStackMapTable(readCode(file, file.methods[0]!)!.attributes[0]!)).toThrow(message);
  expect(() => edited(file)).toThrow(message);
});

test('the StackMap of CLDC', () => {
  // one frame at pc 4: a local int and Uninitialized(1); a/B on the stack
  const file = classWith('StackMap', [0, 1, 0, 4, 0, 2, 1, 8, 0, 1, 0, 1, 7, 0, 2]);
  const { file: again, moved } = edited(file);
  const read = (of: ClassFile) => readOldStackMap(readCode(of, of.methods[0]!)!.attributes[0]!);
  const stack = [{ kind: 'Object', name: 'a/B' }];
  expect(read(file)).toEqual([
    { pc: 4, kind: 'full', locals: [{ kind: 'Integer' }, { kind: 'Uninitialized', pc: 1 }], stack },
  ]);
  expect(read(again)).toEqual([
    {
      pc: moved(0).label(4),
      kind: 'full',
      locals: [{ kind: 'Integer' }, { kind: 'Uninitialized', pc: moved(0).instruction(1) }],
      stack,
    },
  ]);
});

test('code at the entry of a method has its first line and its parameters', () => {
  let entries = 0;
  for (const bytes of classes.values()) {
    const file = readClassFile(bytes);
    const edit = editClass(file);
    for (const method of file.methods)
      if (readCode(file, method) !== undefined) edit.editCode(method).insertAtEntry([nop, nop]);
    const written = edit.write();
    if (!written.ok) throw new Error(JSON.stringify(written.failures));
    const again = readClassFile(written.bytes);
    for (const method of again.methods) {
      const [old, code] = [file.methods[method.index]!, method].map((each, version) =>
        readCode(version === 0 ? file : again, each),
      );
      if (old === undefined || code === undefined) continue;
      entries++;
      const first = 0 as InstructionIndex;
      expect(code.lineOf(first)).toBe(old.lineOf(first));
      const areParameters = (of: Code) => localVariables(of).map(({ startPc }) => startPc === 0);
      expect(areParameters(code)).toEqual(areParameters(old));
    }
  }
  expect(entries).toBeGreaterThan(10);
});

test('in which order methods are edited does not matter', () => {
  const ofCode = (of: ClassFile) => of.methods.filter((method) => readCode(of, method) !== undefined);
  const file = [...classes.values()]
    .map((bytes) => readClassFile(bytes))
    .find((each) => ofCode(each).length > 2)!;
  const withCode = ofCode(file);
  const [forward, backward] = [withCode, [...withCode].reverse()].map((methods) => {
    const edit = editClass(file);
    for (const method of methods) edit.editCode(method).insertAtEntry([nop]);
    return edit.write();
  });
  expect(forward!.ok).toBe(true);
  expect(backward).toEqual(forward);
});

test('several lines at one instruction: the first is that of the instruction, the last that of what follows', () => {
  const file = classWith('LineNumberTable', [0, 3, 0, 0, 0, 1, 0, 1, 0, 5, 0, 1, 0, 6]);
  const { file: again, moved } = edited(file);
  const line = (of: ClassFile, pc: number) => {
    const code = readCode(of, of.methods[0]!)!;
    return code.lineOf(code.indexOf(pc)!);
  };
  expect([0, 1, 4, 5].map((pc) => line(file, pc))).toEqual([1, 5, 6, 6]);
  expect([0, 1, 4, 5].map((pc) => line(again, moved(0).instruction(pc)))).toEqual([1, 5, 6, 6]);
  expect(line(again, moved(0).label(1))).toBe(5);
});

test('lines need not be in the order of instructions', () => {
  const file = classWith('LineNumberTable', [0, 2, 0, 4, 0, 9, 0, 0, 0, 1]);
  const code = readCode(file, file.methods[0]!)!;
  expect([0, 1, 4, 5].map((pc) => code.lineOf(code.indexOf(pc)!))).toEqual([1, 1, 9, 9]);
});

test('a full table of lines stays one', () => {
  const most = 65535;
  const entries = Array.from({ length: most }, () => [0, 0, 0, 1]).flat();
  const file = classWith('LineNumberTable', [0xff, 0xff, ...entries]);
  const edit = editClass(file);
  const first = 0 as InstructionIndex;
  edit.editCode(file.methods[0]!).insertBefore(first, [nop]);
  edit.editCode(file.methods[0]!).catchAll({ kind: 'method', instructions: [], except: () => false });
  edit.editCode(file.methods[0]!).reserve(1, 0);
  const written = edit.write();
  if (!written.ok) throw new Error(JSON.stringify(written.failures));
  const again = readClassFile(written.bytes);
  const code = readCode(again, again.methods[0]!)!;
  expect(code.lineOf(first)).toBe(1);
  expect(code.attributes[0]!.length).toBe(2 + 4 * most);
});

test('attributes that nobody knows are kept', () => {
  const { file } = edited(classWith('Unknown', [1, 2, 3]));
  const [attribute] = readCode(file, file.methods[0]!)!.attributes;
  expect([attribute!.name, ...attribute!.info]).toEqual(['Unknown', 1, 2, 3]);
});
