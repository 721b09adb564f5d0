import { AccessFlag } from '../../classfile/access-flags.ts';
import { type ClassEdit, type ClassWriteFailure, editClass } from '../../classfile/class-edit.ts';
import type { ClassFile, MethodInfo } from '../../classfile/class-file.ts';
import { readCode } from '../../classfile/code.ts';
import { invoke } from '../../classfile/emit.ts';
import type { InstructionIndex } from '../../classfile/instruction.ts';
import { Op } from '../../classfile/opcodes.ts';
import type { Point } from '../../events/point.ts';
import { groupBy } from '../../group-by.ts';
import { fieldKey } from '../../residual/shared-field.ts';
import { sharedNote } from '../unit/called-methods.ts';
import type { ClassToWeave } from './class-to-weave.ts';
import { type FoundPoints, noFoundPoints } from './found-points.ts';
import { serialVersionField } from './serial-version.ts';
import { newInitialiser } from './weave-body.ts';
import { weaveHolder } from './weave-holder.ts';
import type { Wrappers } from './weave-instruction.ts';
import { bodyEvents, type Way, weaveMethod, weaveStart } from './weave-method.ts';

export interface WovenClass extends FoundPoints {
  readonly bytes: Uint8Array;
  /** False: its initialiser does not tell what its fields hold, as it was left as it was. */
  readonly hasNoted: boolean;
}

/**
 * What becomes of a method, in the order in which that is tried. `asking`: inline, with what is asked at run
 * time about its collections and iterators so that fewer events are told, and with the notes of what shared
 * fields hold. `sharing`: out of line, in methods that calls share. `left`: it stays as it was; `classLeft`: so does
 * the whole class.
 */
type Outcome = Way | 'left' | 'classLeft';

/** Why nothing of a method is monitored. */
const reasonsLeft: Readonly<Record<'left' | 'classLeft', string>> = {
  left: 'the method has no room for its events (limits of the class file format)',
  classLeft:
    'the class has no room for what the events of its methods need, such as constants (limits of the class file format): none of them is monitored',
};

/**
 * Weaves the kept points of one class. What would exceed a limit of the class file format is woven again, first
 * with slices in the tables of the monitors, then without anything that is asked at run time, so that no event
 * is lost which there is room for with all points, then with its events in other methods: in few, or so that
 * they take the least of its own room. If that does not help it stays as it was, and its points are returned as
 * unmonitored. Never a broken class. Writes a class at most once per method and mode.
 */
export function weaveClass(input: ClassToWeave): WovenClass {
  const modes = new Map<number, Outcome>();
  for (let { holdsSlices } = input; ; holdsSlices = false) {
    const found = noFoundPoints();
    const asking = new Set<number>();
    const edit = weaveWith(input, modes, found, asking);
    if (holdsSlices) weaveHolder(edit, input.file);
    const written = edit.write();
    if (written.ok) return { bytes: written.bytes, hasNoted: hasNotes(modes, input), ...found };
    if (holdsSlices) continue;
    for (const failure of written.failures) giveWay(modes, failure, input, asking);
  }
}

/**
 * What a limit demands: first ask nothing, then move the method's events out of it, then each into a method of
 * its own, which knows its site, then leave it as it was; of the whole class ask nothing, then leave it.
 * `asking`: the methods that have asked.
 */
function giveWay(
  modes: Map<number, Outcome>,
  failure: ClassWriteFailure,
  { file, points, startsIn, notes }: ClassToWeave,
  asking: ReadonlySet<number>,
): void {
  if ('method' in failure && failure.method < file.methods.length) {
    const { method, kind } = failure;
    const isTooLarge = kind === 'methodTooLarge' || kind === 'unsupported';
    const mode = modes.get(method) ?? 'inline';
    if (asking.has(method)) modes.set(method, 'inline');
    else if (isTooLarge && mode === 'inline') modes.set(method, 'sharing');
    else if (isTooLarge && mode === 'sharing') modes.set(method, 'outOfLine');
    else modes.set(method, 'left');
  } else if (asking.size > 0) {
    for (const method of asking) modes.set(method, 'inline');
  } else {
    for (const point of points) modes.set(point.methodIndex, 'classLeft');
    for (const start of startsIn) modes.set(start, 'classLeft');
    if (notes.size > 0) modes.set(initialiserOf(file)!.index, 'classLeft');
  }
}

function isLeft(mode: Outcome | undefined): mode is 'left' | 'classLeft' {
  return mode === 'left' || mode === 'classLeft';
}

function hasNotes(modes: ReadonlyMap<number, Outcome>, { file, notes }: ClassToWeave): boolean {
  return notes.size === 0 || !modes.has(initialiserOf(file)!.index);
}

function initialiserOf({ methods }: ClassFile): MethodInfo | undefined {
  return methods.find(({ name }) => name === '<clinit>');
}

function weaveWith(
  input: ClassToWeave,
  modes: ReadonlyMap<number, Outcome>,
  found: FoundPoints,
  asking: Set<number>,
): ClassEdit {
  const { file, points } = input;
  const edit = editClass(file);
  const wrappers: Wrappers = { newName: freshNames(file), shared: new Map() };
  for (const start of input.startsIn)
    if (!isLeft(modes.get(start))) weaveStart(edit, file.methods[start]!, input.unit);
  if (input.notes.size > 0 && hasNotes(modes, input)) {
    weaveNotes(edit, input);
    asking.add(initialiserOf(file)!.index);
  }
  for (const [methodIndex, ofMethod] of groupBy(points, (point) => point.methodIndex)) {
    const method = file.methods[methodIndex];
    const mode = modes.get(methodIndex) ?? 'asking';
    if (isLeft(mode)) for (const { id } of ofMethod) found.unmonitored.set(id, reasonsLeft[mode]);
    else if (method === undefined) addInitialiser(input, edit, ofMethod);
    else {
      const hasAsked = weaveMethod({ ...input, points: ofMethod }, edit, wrappers, method, mode, found);
      if (hasAsked) asking.add(methodIndex);
    }
  }
  return edit;
}

/** Tells the runtime what the fields hold as soon as they do. */
function weaveNotes(edit: ClassEdit, { file, notes, unit }: ClassToWeave): void {
  const initialiser = initialiserOf(file)!;
  const codeEdit = edit.editCode(initialiser);
  readCode(file, initialiser)!.instructions.forEach((instruction, index) => {
    if (instruction.form !== 'field' || instruction.opcode !== Op.putstatic) return;
    if (!notes.has(fieldKey(instruction))) return;
    codeEdit.insertAfter(index as InstructionIndex, [
      { ...instruction, opcode: Op.getstatic },
      invoke(Op.invokestatic, unit, sharedNote.name, sharedNote.descriptor),
    ]);
    codeEdit.reserve(1, 0);
  });
}

/** Gives a class its first initialiser. */
function addInitialiser(input: ClassToWeave, edit: ClassEdit, points: readonly Point[]): void {
  const { file, types } = input;
  // The default serialVersionUID is a digest that an initialiser is part of (Java Object Serialization
  // Specification 4.6).
  const hasOwn = file.fields.some(({ name }) => name === 'serialVersionUID');
  // That of enums is 0, and of records, too, if they have no field of the name.
  const isZero = (file.accessFlags & AccessFlag.enum) !== 0 || file.superName === 'java/lang/Record';
  if (!hasOwn && !isZero && types.isSubtype(file.name, 'java/io/Serializable') !== false)
    edit.addField(serialVersionField(file));
  edit.addMethod(newInitialiser(points.flatMap((point) => bodyEvents(input, point))));
}

/** Names for synthetic methods that the class does not use yet. */
function freshNames(file: ClassFile): () => string {
  const taken = new Set(file.methods.map((method) => method.name));
  let count = 0;
  return () => {
    for (;;) {
      const name = `rrv$call$${count++}`;
      if (!taken.has(name)) return name;
    }
  };
}
