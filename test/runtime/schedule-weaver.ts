import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { AccessFlag } from '../../src/classfile/access-flags.ts';
import { editClass } from '../../src/classfile/class-edit.ts';
import { type ClassFile, readClassFile } from '../../src/classfile/class-file.ts';
import { readCode } from '../../src/classfile/code.ts';
import { computationalType } from '../../src/classfile/descriptors.ts';
import { invoke } from '../../src/classfile/emit.ts';
import type { Instruction, InstructionIndex } from '../../src/classfile/instruction.ts';
import { Op } from '../../src/classfile/opcodes.ts';

const scheduler = 'rrv/runtime/Schedule';

/**
 * What is made once and not changed before the first event, and what reports or writes traces, without a lock of the monitors: no points
 * in it. Methods of these that are synchronized as a whole keep the JVM's lock, in which no thread may be stopped.
 */
const without =
  /^(?:Automaton|Transitions|PropertyDefinition|Roles|Partition|Units|Unit|Registr|Settings|Reporter|Report(?:File|Text|Pace|Reserve)|SiteLines|Violation(?!Sites)|StandardError|Json|Copies|Remote|Monitoring|OwnThread|Privileged|RuntimeClasses|Trac(?:e|ing)|NamedClasses|Finding)/;

/** Classes of java.base whose methods read and write what threads share. */
const sharing = /^java\/util\/(?:concurrent\/atomic\/|\w*(?:Map|List|Set|Collection)$)/;

const call = (name: string, descriptor: string): Instruction =>
  invoke(Op.invokestatic, scheduler, name, descriptor);

/**
 * The runtime's classes with a call of `Schedule.access` before each access to memory that threads may share (fields that are not final,
 * elements of arrays, what java.base keeps), and with the scheduler's locks in the place of the JVM's. Constructors and class initialisers
 * stay as they are: what they make is known to one thread.
 * Before an instruction or a call that takes memory, `Schedule.allocate` may say that there is none.
 */
export function withPoints(classes: ReadonlyMap<string, Uint8Array>): {
  readonly woven: Map<string, Uint8Array>;
  readonly points: number;
} {
  const files = new Map([...classes].map(([name, bytes]) => [name, readClassFile(bytes)]));
  const isFinal = finalFields(files);
  const woven = new Map<string, Uint8Array>();
  const numbers = new Map<string, number>();
  const numberOf = (name: string): number => {
    if (!numbers.has(name)) numbers.set(name, numbers.size + 1);
    return numbers.get(name)!;
  };
  let points = 0;
  for (const [name, file] of files) {
    if (without.test(name)) continue;
    const edit = editClass(file);
    for (const method of file.methods) {
      const code = readCode(file, method);
      if (code === undefined || method.name.startsWith('<')) continue;
      if ((method.accessFlags & AccessFlag.synchronized) !== 0)
        throw new Error(
          `${name}.${method.name} is synchronized: a thread that is stopped in it keeps the JVM's lock`,
        );
      const codeEdit = edit.editCode(method);
      for (const [at, instruction] of code.instructions.entries()) {
        const index = at as InstructionIndex;
        if (instruction.opcode === Op.monitorenter || instruction.opcode === Op.monitorexit) {
          const isEnter = instruction.opcode === Op.monitorenter;
          codeEdit.replace(index, call(isEnter ? 'enter' : 'exit', '(Ljava/lang/Object;)V'));
          points++;
          continue;
        }
        if (takesMemory(instruction)) codeEdit.insertBefore(index, [call('allocate', '()V')]);
        const access = accessOf(instruction, code.maxLocals, isFinal, numberOf);
        if (access === undefined) continue;
        codeEdit.reserve(4, 2);
        codeEdit.insertBefore(index, access);
        points++;
      }
    }
    const written = edit.write();
    if (!written.ok) throw new Error(`${name}: ${JSON.stringify(written.failures)}`);
    woven.set(name, written.bytes);
  }
  return { woven, points };
}

function takesMemory(instruction: Instruction): boolean {
  const { opcode } = instruction;
  if (instruction.form === 'invoke')
    return (
      /^(?:copyOf|copyOfRange|clone|put|add|merge)$/.test(instruction.name) &&
      /^(?:java|\[)/.test(instruction.owner)
    );
  return (
    opcode === Op.new || opcode === Op.newarray || opcode === Op.anewarray || opcode === Op.multianewarray
  );
}

const none = (opcode: Instruction['opcode']): Instruction => ({ form: 'none', opcode }) as Instruction;

/** Says where the object stands on the stack that is accessed, and puts back what is above it; `free` is a local variable for that. */
function accessOf(
  instruction: Instruction,
  free: number,
  isFinal: (owner: string, field: string) => boolean,
  numberOf: (name: string) => number,
): Instruction[] | undefined {
  const { opcode } = instruction;
  const tell = (location: string, isWrite: boolean): Instruction[] => [
    { form: 'immediate', opcode: Op.sipush, value: numberOf(location) * 2 + (isWrite ? 1 : 0) },
    call('access', '(Ljava/lang/Object;I)V'),
  ];
  const around = (type: number, inner: Instruction[]): Instruction[] => [
    { form: 'local', opcode: Op.istore + type, index: free } as Instruction,
    ...inner,
    { form: 'local', opcode: Op.iload + type, index: free } as Instruction,
  ];
  if (instruction.form === 'field') {
    const { owner, name, descriptor } = instruction;
    if (isFinal(owner, name)) return undefined;
    const isWrite = opcode === Op.putfield || opcode === Op.putstatic;
    const access = tell(name, isWrite);
    if (opcode === Op.getstatic || opcode === Op.putstatic) return [none(Op.aconst_null), ...access];
    return isWrite
      ? around('IJFDA'.indexOf(computationalType(descriptor)), [none(Op.dup), ...access])
      : [none(Op.dup), ...access];
  }
  if (opcode >= Op.iaload && opcode <= Op.saload)
    return [none(Op.dup2), none(Op.pop), ...tell('element', false)];
  if (opcode >= Op.iastore && opcode <= Op.sastore) {
    const type = [0, 1, 2, 3, 4, 0, 0, 0][opcode - Op.iastore]!;
    return around(type, [none(Op.dup2), none(Op.pop), ...tell('element', true)]);
  }
  if (instruction.form === 'invoke' && sharing.test(instruction.owner) && instruction.name !== '<init>')
    return [none(Op.aconst_null), ...tell(instruction.owner, true)];
  return undefined;
}

/** Of the runtime's classes, by the class that an instruction names or one above it. */
function finalFields(files: ReadonlyMap<string, ClassFile>): (owner: string, field: string) => boolean {
  return (owner, name) => {
    for (let at: string | undefined = owner; at !== undefined; ) {
      const file = files.get(at.slice(at.lastIndexOf('/') + 1));
      const field = file?.fields.find((candidate) => candidate.name === name);
      if (field !== undefined) return (field.accessFlags & AccessFlag.final) !== 0;
      at = file?.superName;
    }
    return true;
  };
}

export interface ScheduledRuntime {
  /** With the woven classes: before the others on a class path. */
  readonly folder: string;
  /** How many calls of the scheduler they have. */
  readonly points: number;
  remove(): void;
}

/** The runtime's classes among those below `classes`, as they run under a schedule. */
export function scheduledRuntime(classes: string, isOfRuntime: (name: string) => boolean): ScheduledRuntime {
  const from = join(classes, 'rrv', 'runtime');
  const names = readdirSync(from)
    .filter((file) => file.endsWith('.class'))
    .map((file) => basename(file, '.class'))
    .filter(isOfRuntime);
  const { woven, points } = withPoints(
    new Map(names.map((name) => [name, readFileSync(join(from, `${name}.class`))])),
  );
  const folder = mkdtempSync(join(tmpdir(), 'rrv-schedule-'));
  const to = join(folder, 'rrv', 'runtime');
  mkdirSync(to, { recursive: true });
  for (const [name, bytes] of woven) writeFileSync(join(to, `${name}.class`), bytes);
  return { folder, points, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
