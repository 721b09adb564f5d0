import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AccessFlag } from '../../src/classfile/access-flags.ts';
import { buildClass } from '../../src/classfile/class-builder.ts';
import { readClassFile } from '../../src/classfile/class-file.ts';
import { readCode } from '../../src/classfile/code.ts';
import { invoke, loadLocal, none } from '../../src/classfile/emit.ts';
import type { Instruction, Label } from '../../src/classfile/instruction.ts';
import { Op } from '../../src/classfile/opcodes.ts';
import { constructorCalls } from '../../src/events/constructor-calls.ts';
import { loadProperties } from '../../src/property/language/load.ts';
import { instrumentDirectory, runMonitored } from '../support/instrumented-program.ts';
import { compileSources } from '../support/jdk.ts';

/** `Twice` is a stand-in for the compiler: its class is built below, as no Java compiler does but Groovy's. */
const program = `
class Base {
  Base() { }
  Base(Base of) { if (of == null) throw new IllegalStateException(); }
}
class Twice extends Base { Twice(int way, Base of) { super(of); } }
public class Constructors {
  public static void main(String[] a) {
    new Twice(1, null);
    new Twice(0, new Base());
    try { new Twice(0, null); } catch (IllegalStateException e) { }
    try { new Base(null); } catch (IllegalStateException e) { }
  }
}
`;

const properties = `
Made(Base b) {
  event made after() returning(Base b) : call(Base.new(..)) { }
  ere : made @match { System.err.println("made"); }
}
Failed(Throwable b) {
  event failed after() throwing(Throwable b) : call(Base.new(..)) { }
  ere : failed @match { System.err.println("failed"); }
}
Kept(Base b) {
  event kept after(Base b) : set(int Twice.kept) && target(b) { }
  ere : kept @match { System.err.println("kept"); }
}
Body(Base b) {
  event body after(Base b) : execution(Twice.new(..)) && this(b) { }
  ere : body @match { System.err.println("body"); }
}
`;

const type = (opcode: number, name: string): Instruction => ({ form: 'type', opcode, type: name });
const jump = (opcode: number, target: number): Instruction => ({
  form: 'jump',
  opcode,
  target: target as Label,
});
const construct = (descriptor: string): Instruction => invoke(Op.invokespecial, 'Base', '<init>', descriptor);
const self = loadLocal('LBase;', 0);
const makeBase = [type(Op.new, 'Base'), none(Op.dup)];

/** if (way != 0) super(new Base()); else super(of); */
const twoWays: readonly Instruction[] = [
  loadLocal('I', 1),
  jump(Op.ifeq, 8),
  self,
  ...makeBase,
  construct('()V'),
  construct('(LBase;)V'),
  none(Op.return),
  self,
  loadLocal('LBase;', 2),
  construct('(LBase;)V'),
  none(Op.return),
];

/** super(way != 0 ? new Base() : new Base(of)), with one `new` for both: two calls for it, one on this. */
const sharedNew: readonly Instruction[] = [
  self,
  ...makeBase,
  loadLocal('I', 1),
  jump(Op.ifeq, 7),
  construct('()V'),
  jump(Op.goto, 9),
  loadLocal('LBase;', 2),
  construct('(LBase;)V'),
  construct('(LBase;)V'),
  none(Op.return),
];

/** kept = 1; super(); as an obfuscator may lay it out: what runs first stands last. */
const callFirst: readonly Instruction[] = [
  jump(Op.goto, 4),
  self,
  construct('()V'),
  none(Op.return),
  self,
  none(Op.iconst_1),
  { form: 'field', opcode: Op.putfield, owner: 'Twice', name: 'kept', descriptor: 'I' },
  jump(Op.goto, 1),
];

function twice(instructions: readonly Instruction[], majorVersion: number): Uint8Array {
  const initialiser = { accessFlags: 0, name: '<init>', descriptor: '(ILBase;)V', instructions };
  const frames = [
    {
      at: 8 as Label,
      locals: [{ kind: 'UninitializedThis' }, { kind: 'Integer' }, { kind: 'Object', name: 'Base' }] as const,
      stack: [],
    },
  ];
  return buildClass({
    majorVersion,
    accessFlags: AccessFlag.super,
    name: 'Twice',
    superName: 'Base',
    interfaces: [],
    fields: [{ accessFlags: 0, name: 'kept', descriptor: 'I' }],
    methods: [majorVersion < 51 ? initialiser : { ...initialiser, frames }],
  });
}

function callsIn(bytes: Uint8Array): readonly number[] {
  const file = readClassFile(bytes);
  return constructorCalls('Twice', 'Base', file.methods[0]!, readCode(file, file.methods[0]!)!).calls;
}

const folder = mkdtempSync(join(tmpdir(), 'rrv-constructors-'));
const classes = join(folder, 'classes');
beforeAll(() => compileSources({ 'Constructors.java': program }, join(folder, 'src'), classes));
afterAll(() => rmSync(folder, { recursive: true }));

/** Events by property, and the obstacles. */
function run(bytes: Uint8Array, name: string): readonly string[] {
  writeFileSync(join(classes, 'Twice.class'), bytes);
  const loaded = loadProperties('test.mop', properties, {
    lookup: (one) => /^(?:java\.lang\.Throwable|Base|Twice)$/.test(one),
  }).properties;
  const to = join(folder, name, 'classes');
  const { report } = instrumentDirectory(classes, to, loaded);
  const { run: process, report: monitors } = runMonitored(to, 'Constructors');
  expect(process.status, process.stderr).toBe(0);
  return [
    ...report.points.flatMap(({ unmonitored }) => (unmonitored === undefined ? [] : [unmonitored])),
    ...monitors.properties.flatMap((property) => Object.entries(property.events).map((one) => one.join(' '))),
  ];
}

test('the one call of javac', () => {
  expect(callsIn(readFileSync(join(classes, 'Twice.class')))).toEqual([2]);
});

test('each way may call a constructor of its own: none of the calls is a `new`', () => {
  for (const majorVersion of [49, 52]) {
    const bytes = twice(twoWays, majorVersion);
    expect(callsIn(bytes)).toEqual([6, 10]);
    expect(run(bytes, `ways${majorVersion}`)).toEqual([
      'the constructor calls other constructors in more than one place',
      'made 2',
      'failed 1',
      'kept 0',
      'body 0',
    ]);
  }
});

test('an object that is made for an argument may be initialised in several places', () => {
  const bytes = twice(sharedNew, 49);
  expect(callsIn(bytes)).toEqual([9]);
  expect(run(bytes, 'shared')).toEqual(['made 3', 'failed 2', 'kept 0', 'body 2']);
});

test('an object whose field is set is not initialised yet, although the call stands before', () => {
  const bytes = twice(callFirst, 49);
  expect(callsIn(bytes)).toEqual([2]);
  expect(run(bytes, 'order')).toEqual(['made 1', 'failed 1', 'kept 0', 'body 3']);
});
