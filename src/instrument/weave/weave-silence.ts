import type { Code } from '../../classfile/code.ts';
import type { CodeEdit } from '../../classfile/code-edit.ts';
import { invoke, loadLocal, none, storeLocal } from '../../classfile/emit.ts';
import type { Instruction, InstructionIndex } from '../../classfile/instruction.ts';
import { Op } from '../../classfile/opcodes.ts';
import type { Point, PointId } from '../../events/point.ts';
import { groupBy } from '../../group-by.ts';
import { startsAtIndex } from '../../residual/sound/run-time/iterator-calls.ts';
import { ownTest, plainTest, unlessShared } from '../unit/called-methods.ts';
import type { CollectionQuestion } from '../unit/collection-question.ts';
import { seesThrows } from './unweavable.ts';

/** What is asked at run time about an iterator that a point binds. */
export interface Asked {
  /** Of a point that may be silent (Decision.silence). */
  readonly silence?: WovenSilence | undefined;
  /** Of one that may begin a deferred slice (Decision.inert); absent: plain collections alone. */
  readonly deferral?: CollectionQuestion | undefined;
}

export interface WovenSilence {
  readonly maker: InstructionIndex;
  /** What is asked about the receiver of the call; absent: whether it is a plain collection. */
  readonly question?: CollectionQuestion | undefined;
}

/**
 * Asks before each call of `iterator()` after which points of the method may be silent whether its receiver is
 * a plain collection, or one of others, and then whether what it has returned is shared. The answers are kept
 * in local variables of their own from `firstLocal` on, which say no until then. Where what one of the calls
 * throws is an event, nothing is silent: either all of a call's points are, or none. Some are told though they may be
 * silent (`worthAsking`). To be called before events are woven behind the calls. Returns the local variables by point; they hold ints.
 */
export function weaveSilence(
  codeEdit: CodeEdit,
  code: Code,
  firstLocal: number,
  points: readonly Point[],
  askedOf: (point: Point) => Asked,
  unit: string,
): ReadonlyMap<PointId, number> {
  const thrown = withThrownEvents(points);
  const locals = new Map<PointId, number>();
  const silent = points.flatMap((point): SilentPoint[] => {
    const { silence } = askedOf(point);
    if (silence === undefined) return [];
    return [{ point, silence, question: `${silence.maker} ${silence.question?.name ?? ''}` }];
  });
  if (silent.some(({ point }) => thrown.has(point.instruction))) return locals;
  let local = firstLocal;
  for (const answered of groupBy(worthAsking(silent), ({ question }) => question).values()) {
    const { maker, question } = answered[0]!.silence;
    const asked = ask(
      code.instructions[maker]!,
      unit,
      question === undefined ? plainTest : ownTest(question),
    );
    codeEdit.insertAtEntry([none(Op.iconst_0), storeLocal('I', local)]);
    codeEdit.insertBefore(maker, [...asked, storeLocal('I', local)]);
    if (question?.hasShared === true)
      codeEdit.insertAfter(maker, [
        none(Op.dup),
        loadLocal('I', local),
        invoke(Op.invokestatic, unit, unlessShared.name, unlessShared.descriptor),
        storeLocal('I', local),
      ]);
    for (const { point } of answered) locals.set(point.id, local);
    local++;
  }
  if (local > firstLocal) codeEdit.reserve(2, 0);
  return locals;
}

interface SilentPoint {
  readonly point: Point;
  readonly silence: WovenSilence;
  /** Its call and question, as a text. */
  readonly question: string;
}

/**
 * Without those of properties whose slices few collections are in: where their code decides, and no slice begins with such an
 * iterator, telling costs no more than asking does (benchmarks/dacapo/RESULTS.md). They are asked about where
 * others ask the same: all of a property after one call, or none.
 */
function worthAsking(silent: readonly SilentPoint[]): readonly SilentPoint[] {
  const after = [
    ...groupBy(silent, ({ point, silence }) => `${silence.maker} ${point.property.name}`).values(),
  ];
  const isWorth = (points: readonly SilentPoint[]): boolean => {
    const { javaCode, events } = points[0]!.point.property;
    const begins =
      !events.some(({ creation }) => creation) || points.some(({ point }) => point.event.creation);
    return javaCode === undefined || begins;
  };
  const asked = new Set(after.filter(isWorth).flatMap((points) => points.map(({ question }) => question)));
  return after.filter((points) => points.every(({ question }) => asked.has(question))).flat();
}

/**
 * Puts 1 on the stack if the receiver of the call of `iterator()`, which is there already, is a plain
 * collection, otherwise 0. Takes two words of the stack.
 */
export function askIfPlain(maker: Instruction, unit: string): readonly Instruction[] {
  return ask(maker, unit, plainTest);
}

function ask(maker: Instruction, unit: string, test: typeof plainTest): readonly Instruction[] {
  // An index, if it takes one, is above the receiver.
  const copyReceiver = startsAtIndex(maker) ? [none(Op.dup2), none(Op.pop)] : [none(Op.dup)];
  return [...copyReceiver, invoke(Op.invokestatic, unit, test.name, test.descriptor)];
}

/** Instructions of which what they throw is an event, too: it is produced in a handler. */
export function withThrownEvents(points: readonly Point[]): ReadonlySet<InstructionIndex> {
  return new Set(points.filter(seesThrows).map(({ instruction }) => instruction));
}
