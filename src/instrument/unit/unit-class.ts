import { AccessFlag } from '../../classfile/access-flags.ts';
import { buildClass } from '../../classfile/class-builder.ts';
import type { NewField } from '../../classfile/class-edit.ts';
import { descriptorOfClass } from '../../classfile/descriptors.ts';
import { loadLocal, none, pushInt, pushText } from '../../classfile/emit.ts';
import type { Instruction } from '../../classfile/instruction.ts';
import type { NewMethod } from '../../classfile/method-body.ts';
import { Op } from '../../classfile/opcodes.ts';
import type { Property } from '../../property/model.ts';
import { remembering } from '../../remembering.ts';
import { parametersThatNeedUpdates } from '../../residual/sound/run-time/needed-updates.ts';
import {
  type CalledMethod,
  endOfSlice,
  ownTest,
  plainTest,
  sharedNote,
  startMethod,
  unlessShared,
} from './called-methods.ts';
import { type CollectionQuestion, questionName } from './collection-question.ts';
import type { EntryPoint, JoinedEntryPoints } from './entry-point.ts';
import { entryPointCode, joinedCode } from './entry-point-code.ts';
import { monitorDescriptor, monitorName } from './monitor-field.ts';
import { runtimeClass } from './runtime-class.ts';
import { siteMethods } from './site-table.ts';
import {
  classesCode,
  constructorCode,
  delegate,
  endProgramCode,
  initialiserCode,
  monitoredProperties,
  newBodyCode,
  ownTestCode,
  textsCode,
} from './unit-code.ts';

export interface UnitSpec {
  /** Internal name: `rrv/unit/u<hash>/Events`. */
  readonly name: string;
  readonly properties: readonly Property[];
  /** Those that have points in the archive: of the others the unit says no more than their names. */
  readonly used: ReadonlySet<Property>;
  /** Of all units of a run. */
  readonly run: string;
  /** The definition text of docs/runtime-protocol.md, in parts that each fit a constant. */
  readonly definition: readonly string[];
  readonly entryPoints: readonly EntryPoint[];
  readonly joined: readonly JoinedEntryPoints[];
  /** One line per site. */
  readonly siteLines: readonly string[];
  /** Events at the end of the program: the only value that they may have is the thread. */
  readonly endOfProgram: readonly { readonly entryPoint: EntryPoint; readonly site: number }[];
  /** Whether every class may name this one. */
  readonly isPublic: (className: string) => boolean;
  /** Per property the internal name of the class of its slices' Java code, if it has any. */
  readonly bodies: readonly (string | undefined)[];
  /**
   * Whether events may be left out, and not counted, that no slice can take or of which none reports (docs/soundness.md,
   * theorems 7 and 12).
   */
  readonly isResidual: boolean;
  /** Binary names of the archive's own plain collections (rrv.runtime.PlainCollections). */
  readonly plainCollections: readonly string[];
  /** What the unit tells of other collections (Unit.ownCollections). */
  readonly ownCollections: readonly string[];
  /** What its points ask about collections. */
  readonly questions: readonly CollectionQuestion[];
}

/**
 * The class that connects one archive with the runtime (docs/runtime-protocol.md): static entry points that
 * woven code calls, the definition of the properties, and the table of sites.
 */
export function unitClass(spec: UnitSpec): Uint8Array {
  return buildClass({
    accessFlags: AccessFlag.public | AccessFlag.final | AccessFlag.super | AccessFlag.synthetic,
    name: spec.name,
    superName: runtimeClass.unit,
    interfaces: [],
    fields: unitFields(spec),
    methods: [
      method(AccessFlag.private, '<init>', '()V', constructorCode()),
      method(AccessFlag.static, '<clinit>', '()V', initialiserCode(spec)),
      ...methodsForRuntime(spec),
      ...methodsForWovenCode(spec),
    ],
  });
}

function unitFields(spec: UnitSpec): readonly NewField[] {
  const accessFlags = AccessFlag.static | AccessFlag.final;
  const monitors = monitoredProperties(spec).map((index) => ({
    name: monitorName(index),
    descriptor: monitorDescriptor,
  }));
  const questions = spec.questions.map((question) => ({
    name: questionName(question),
    descriptor: descriptorOfClass(runtimeClass.ownCollections),
  }));
  return [...monitors, { name: 'base', descriptor: 'I' }, ...questions].map((field) => ({
    accessFlags,
    ...field,
  }));
}

/** What rrv.runtime.Unit declares, where the answer is not that of a unit that has nothing to say. */
function methodsForRuntime(spec: UnitSpec): readonly NewMethod[] {
  const { bodies, definition, endOfProgram, name, run, used } = spec;
  const answer = (asked: string, descriptor: string, code: readonly Instruction[]): NewMethod =>
    method(AccessFlag.protected, asked, descriptor, code);
  const texts = (asked: string, some: readonly string[]): NewMethod =>
    answer(asked, '()[Ljava/lang/String;', textsCode(some));
  const hasBodies = bodies.some((body) => body !== undefined);
  return [
    texts('definition', definition),
    answer('run', '()Ljava/lang/String;', [pushText(run), none(Op.areturn)]),
    ...only(used.size === 0, () => answer('isIdle', '()Z', [pushInt(1), none(Op.ireturn)])),
    ...siteMethods(name, spec.siteLines),
    ...only(spec.plainCollections.length > 0, () => texts('plainCollections', spec.plainCollections)),
    ...only(spec.ownCollections.length > 0, () => texts('ownCollections', spec.ownCollections)),
    ...only(hasBodies, () => answer('newBody', `(I)L${runtimeClass.sliceBody};`, newBodyCode(bodies))),
    ...only(hasBodies, () => answer('bodyClasses', '()[Ljava/lang/Class;', classesCode(bodies))),
    ...only(endOfProgram.length > 0, () => answer('endProgram', '(I)V', endProgramCode(spec))),
  ];
}

function methodsForWovenCode(spec: UnitSpec): readonly NewMethod[] {
  const { entryPoints, name, properties, questions } = spec;
  const called = ({ name, descriptor }: CalledMethod, code: readonly Instruction[]): NewMethod =>
    method(AccessFlag.public | AccessFlag.static, name, descriptor, code);
  const asksIfPlain = entryPoints.some(({ telling, mayBeSilent }) => mayBeSilent || telling === 'once');
  const needUpdates = remembering(spec.isResidual ? parametersThatNeedUpdates : () => []);
  const defers = entryPoints.some(({ telling }) => telling === 'begins');
  const { plainCollections, deferredSlice, sharedIterators } = runtimeClass;
  return [
    called(startMethod, [none(Op.return)]),
    ...only(spec.ownCollections.length > 0, () =>
      called(sharedNote, delegate(sharedIterators, 'note', sharedNote)),
    ),
    ...only(asksIfPlain, () => called(plainTest, delegate(plainCollections, 'contains', plainTest))),
    ...only(defers, () => called(endOfSlice, delegate(deferredSlice, 'end', endOfSlice))),
    ...questions.map((question) => called(ownTest(question), ownTestCode(name, question))),
    ...only(
      questions.some(({ hasShared }) => hasShared),
      () =>
        called(unlessShared, delegate(sharedIterators, unlessShared.name, unlessShared, [loadLocal('I', 1)])),
    ),
    ...entryPoints.map((entryPoint) => {
      const property = properties[entryPoint.property]!;
      return called(entryPoint, entryPointCode(spec, property, entryPoint, needUpdates(property)));
    }),
    ...spec.joined.map((joined) => called(joined, joinedCode(name, joined))),
  ];
}

function method(
  accessFlags: number,
  name: string,
  descriptor: string,
  instructions: readonly Instruction[],
): NewMethod {
  return { accessFlags, name, descriptor, instructions };
}

function only(isThere: boolean, make: () => NewMethod): readonly NewMethod[] {
  return isThere ? [make()] : [];
}
