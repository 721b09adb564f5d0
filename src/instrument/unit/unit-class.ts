import { AccessFlag } from '../../classfile/access-flags.ts';
import { buildClass } from '../../classfile/class-builder.ts';
import { descriptorOfClass } from '../../classfile/descriptors.ts';
import { currentThread, invoke, loadLocal, none, pushInt, pushText } from '../../classfile/emit.ts';
import type { Instruction } from '../../classfile/instruction.ts';
import { Op } from '../../classfile/opcodes.ts';
import type { Property } from '../../property/model.ts';
import { assembly, newLabel } from './assembly.ts';
import type { CollectionQuestion } from './collection-question.ts';
import { ownCollections, questionField, questionName } from './collection-question.ts';
import type { EntryPoint } from './entry-point.ts';
import { entryPointCode } from './entry-point-code.ts';
import { siteMethods } from './site-table.ts';

export interface UnitSpec {
  /** Internal name: `rrv/unit/u<hash>/Events`. */
  readonly name: string;
  readonly properties: readonly Property[];
  /** Those that have points in the archive: of the others the unit says no more than their names. */
  readonly used: ReadonlySet<Property>;
  /** The definition text of docs/runtime-protocol.md, in parts that each fit a constant. */
  readonly definition: readonly string[];
  readonly entryPoints: readonly EntryPoint[];
  /** One line per site. */
  readonly siteLines: readonly string[];
  /** Events at the end of the program: the only value that they may have is the thread. */
  readonly endOfProgram: readonly { readonly entryPoint: EntryPoint; readonly site: number }[];
  /** Whether every class may name this one. */
  readonly isPublic: (className: string) => boolean;
  /** Per property the internal name of the class of its slices' Java code, if it has any. */
  readonly bodies: readonly (string | undefined)[];
  /**
   * Whether monitors may leave out, and not count, events that no slice can take (docs/soundness.md, theorem
   * 7).
   */
  readonly ifBound: boolean;
  /** Binary names of the archive's own plain collections (rrv.runtime.PlainCollections). */
  readonly plainCollections: readonly string[];
  /** What the unit tells of other collections (Unit.ownCollections). */
  readonly ownCollections: readonly string[];
  /** What its points ask about collections. */
  readonly questions: readonly CollectionQuestion[];
}

const unitSuper = 'rrv/runtime/Unit';
const sliceBody = 'rrv/runtime/SliceBody';
const registration = 'rrv/runtime/Registration';
const sharedIterators = 'rrv/runtime/SharedIterators';
const monitorDescriptor = 'Lrrv/runtime/PropertyMonitor;';

/** Does nothing but initialise the unit. */
export const startMethod = { name: 'start', descriptor: '()V' };

/** 1 when the object is a plain collection (rrv.runtime.PlainCollections), otherwise 0. */
export const plainTest = { name: 'isPlain', descriptor: '(Ljava/lang/Object;)Z' };

/** 1 when the object is a plain collection or one of those that the question is about, otherwise 0. */
export function ownTest(question: CollectionQuestion): typeof plainTest {
  return { name: questionName(question), descriptor: plainTest.descriptor };
}

/** The answer of `ownTest` about a collection; 0 when the iterator that it has returned is a shared one. */
export const unlessShared = { name: 'unlessShared', descriptor: '(Ljava/lang/Object;I)I' };

/** A deferred slice is over, or null (rrv.runtime.DeferredSlice). */
export const endOfSlice = { name: 'endSlice', descriptor: '(Ljava/lang/Object;)V' };

/** Says that what a static field holds is a shared iterator. */
export const sharedNote = { name: 'noteShared', descriptor: '(Ljava/lang/Object;)V' };

/**
 * The class that connects one archive with the runtime (docs/runtime-protocol.md): static entry points that
 * woven code calls, the definition of the properties, and the table of sites.
 */
export function unitClass(spec: UnitSpec): Uint8Array {
  const { name, properties } = spec;
  const monitored = monitoredProperties(spec);
  const entryPointFlags = AccessFlag.public | AccessFlag.static;
  return buildClass({
    accessFlags: AccessFlag.public | AccessFlag.final | AccessFlag.super | AccessFlag.synthetic,
    name,
    superName: unitSuper,
    interfaces: [],
    fields: [
      ...monitored.map((index) => ({
        accessFlags: AccessFlag.static | AccessFlag.final,
        name: `m${index}`,
        descriptor: monitorDescriptor,
      })),
      { accessFlags: AccessFlag.static | AccessFlag.final, name: 'base', descriptor: 'I' },
      ...spec.questions.map((question) => ({
        accessFlags: AccessFlag.static | AccessFlag.final,
        name: questionName(question),
        descriptor: descriptorOfClass(ownCollections),
      })),
    ],
    methods: [
      { accessFlags: AccessFlag.private, name: '<init>', descriptor: '()V', instructions: constructorCode() },
      {
        accessFlags: AccessFlag.static,
        name: '<clinit>',
        descriptor: '()V',
        instructions: initialiserCode(spec),
      },
      {
        accessFlags: AccessFlag.protected,
        name: 'definition',
        descriptor: '()[Ljava/lang/String;',
        instructions: textsCode(spec.definition),
      },
      ...(spec.used.size === 0
        ? [
            {
              accessFlags: AccessFlag.protected,
              name: 'isIdle',
              descriptor: '()Z',
              instructions: [pushInt(1), none(Op.ireturn)],
            },
          ]
        : []),
      ...siteMethods(name, spec.siteLines),
      ...(spec.plainCollections.length > 0
        ? [
            {
              accessFlags: AccessFlag.protected,
              name: 'plainCollections',
              descriptor: '()[Ljava/lang/String;',
              instructions: textsCode(spec.plainCollections),
            },
          ]
        : []),
      ...(spec.ownCollections.length > 0
        ? [
            {
              accessFlags: AccessFlag.protected,
              name: 'ownCollections',
              descriptor: '()[Ljava/lang/String;',
              instructions: textsCode(spec.ownCollections),
            },
            {
              accessFlags: entryPointFlags,
              ...sharedNote,
              instructions: calling(sharedIterators, 'note', sharedNote),
            },
          ]
        : []),
      ...(spec.bodies.some((body) => body !== undefined)
        ? [
            {
              accessFlags: AccessFlag.protected,
              name: 'newBody',
              descriptor: `(I)L${sliceBody};`,
              instructions: newBodyCode(spec.bodies),
            },
            {
              accessFlags: AccessFlag.protected,
              name: 'bodyClasses',
              descriptor: '()[Ljava/lang/Class;',
              instructions: classesCode(new Set(spec.bodies.filter((body) => body !== undefined))),
            },
          ]
        : []),
      ...(spec.endOfProgram.length > 0
        ? [
            {
              accessFlags: AccessFlag.protected,
              name: 'endProgram',
              descriptor: '(I)V',
              instructions: endProgramCode(spec),
            },
          ]
        : []),
      { accessFlags: entryPointFlags, ...startMethod, instructions: [none(Op.return)] },
      ...(spec.entryPoints.some(({ telling }) => telling === 'unlessSilent' || telling === 'once')
        ? [
            {
              accessFlags: entryPointFlags,
              ...plainTest,
              instructions: calling('rrv/runtime/PlainCollections', 'contains', plainTest),
            },
          ]
        : []),
      ...(spec.entryPoints.some(({ telling }) => telling === 'begins')
        ? [
            {
              accessFlags: entryPointFlags,
              ...endOfSlice,
              instructions: calling('rrv/runtime/DeferredSlice', 'end', endOfSlice),
            },
          ]
        : []),
      ...spec.questions.map((question) => ({
        accessFlags: entryPointFlags,
        ...ownTest(question),
        instructions: ownTestCode(name, question),
      })),
      ...(spec.questions.some(({ hasShared }) => hasShared)
        ? [
            {
              accessFlags: entryPointFlags,
              ...unlessShared,
              instructions: calling(sharedIterators, unlessShared.name, unlessShared, [
                loadThis,
                loadLocal('I', 1),
              ]),
            },
          ]
        : []),
      ...spec.entryPoints.map((entryPoint) => ({
        accessFlags: entryPointFlags,
        name: entryPoint.name,
        descriptor: entryPoint.descriptor,
        instructions: entryPointCode(spec, properties[entryPoint.property]!, entryPoint),
      })),
    ],
  });
}

function constructorCode(): Instruction[] {
  return [loadThis, invoke(Op.invokespecial, unitSuper, '<init>', '()V'), none(Op.return)];
}

/** Calls a static method of the runtime with the first values of the method that it is the code of. */
function calling(
  owner: string,
  name: string,
  { descriptor }: { readonly descriptor: string },
  loads: readonly Instruction[] = [loadThis],
): Instruction[] {
  const returns = descriptor.endsWith(')V') ? Op.return : Op.ireturn;
  return [...loads, invoke(Op.invokestatic, owner, name, descriptor), none(returns)];
}

function ownTestCode(unit: string, question: CollectionQuestion): Instruction[] {
  return [
    questionField(Op.getstatic, unit, question),
    loadThis,
    invoke(Op.invokevirtual, ownCollections, 'contains', plainTest.descriptor),
    none(Op.ireturn),
  ];
}

/** Indices of those that have a monitor here. */
function monitoredProperties({ properties, used }: UnitSpec): number[] {
  return [...properties.keys()].filter((index) => used.has(properties[index]!));
}

/**
 * `isOwn_1 = OwnCollections.of("1"); ...; Registration r = Registry.register(new Events()); m0 = r.monitor(0);
 * ...; base = r.base;`
 */
function initialiserCode(spec: UnitSpec): Instruction[] {
  const unit = spec.name;
  const code: Instruction[] = [
    ...spec.questions.flatMap((question): Instruction[] => [
      pushText(question.name),
      invoke(
        Op.invokestatic,
        ownCollections,
        'of',
        `(Ljava/lang/String;)${descriptorOfClass(ownCollections)}`,
      ),
      questionField(Op.putstatic, unit, question),
    ]),
    { form: 'type', opcode: Op.new, type: unit },
    none(Op.dup),
    invoke(Op.invokespecial, unit, '<init>', '()V'),
    invoke(Op.invokestatic, 'rrv/runtime/Registry', 'register', `(L${unitSuper};)L${registration};`),
  ];
  for (const property of monitoredProperties(spec)) {
    code.push(
      none(Op.dup),
      pushInt(property),
      invoke(Op.invokevirtual, registration, 'monitor', `(I)${monitorDescriptor}`),
      {
        form: 'field',
        opcode: Op.putstatic,
        owner: unit,
        name: `m${property}`,
        descriptor: monitorDescriptor,
      },
    );
  }
  code.push(
    { form: 'field', opcode: Op.getfield, owner: registration, name: 'base', descriptor: 'I' },
    { form: 'field', opcode: Op.putstatic, owner: unit, name: 'base', descriptor: 'I' },
    none(Op.return),
  );
  return code;
}

/** `return new String[] {"...", ...};` */
function textsCode(texts: readonly string[]): Instruction[] {
  return arrayCode('java/lang/String', texts.map(pushText));
}

function classesCode(names: ReadonlySet<string>): Instruction[] {
  return arrayCode(
    'java/lang/Class',
    [...names].map((name) => ({ form: 'constant', opcode: Op.ldc, constant: { kind: 'Class', name } })),
  );
}

/** Returns an array of what the instructions load. */
function arrayCode(type: string, elements: readonly Instruction[]): Instruction[] {
  return [
    pushInt(elements.length),
    { form: 'type', opcode: Op.anewarray, type },
    ...elements.flatMap((load, index) => [none(Op.dup), pushInt(index), load, none(Op.aastore)]),
    none(Op.areturn),
  ];
}

/**
 * `switch (property) { case 0: return (SliceBody) new Body_1f(); ...; default: return null; }`. Without the
 * cast the verifier would load the class to see what it extends, when the program's code links the unit and
 * its class loader counts as the program.
 */
function newBodyCode(bodies: readonly (string | undefined)[]): Instruction[] {
  const code = assembly();
  const without = newLabel();
  const targets = bodies.map((body) => (body === undefined ? without : newLabel()));
  code.emit({ form: 'local', opcode: Op.iload, index: 1 });
  code.tableswitch(Op.tableswitch, targets, without);
  bodies.forEach((body, index) => {
    if (body === undefined) return;
    code.place(targets[index]!);
    code.emit(
      { form: 'type', opcode: Op.new, type: body },
      none(Op.dup),
      invoke(Op.invokespecial, body, '<init>', '()V'),
      { form: 'type', opcode: Op.checkcast, type: sliceBody },
      none(Op.areturn),
    );
  });
  code.place(without);
  code.emit(none(Op.aconst_null), none(Op.areturn));
  return code.finish();
}

/** `if (property == 0) p0_end(Thread.currentThread(), 7); ...` */
function endProgramCode({ name, endOfProgram }: UnitSpec): Instruction[] {
  const code = assembly();
  for (const { entryPoint, site } of endOfProgram) {
    const next = newLabel();
    code.emit({ form: 'local', opcode: Op.iload, index: 1 }, pushInt(entryPoint.property));
    code.jump(Op.if_icmpne, next);
    code.emit(
      ...entryPoint.valueDescriptors.map(() => currentThread),
      pushInt(site),
      invoke(Op.invokestatic, name, entryPoint.name, entryPoint.descriptor),
    );
    code.place(next);
  }
  code.emit(none(Op.return));
  return code.finish();
}

const loadThis: Instruction = { form: 'local', opcode: Op.aload, index: 0 };
