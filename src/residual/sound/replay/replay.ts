import type { InstructionIndex } from '../../../classfile/instruction.ts';
import type { Point } from '../../../events/point.ts';
import { remembering } from '../../../remembering.ts';
import type { OwnCollections, Silence, StepMemory } from '../../analysis.ts';
import type { Looked } from '../calls/looked-into.ts';
import type { KnownCollections } from '../run-time/own-collections.ts';
import type { OutsideOfMethod } from '../steps/method-step.ts';
import type { Reason } from '../steps/reasons.ts';
import { bitSet, earlierSteps } from './earlier-steps.ts';
import { type KeptSilence, keptSteps, noSteps, type Step } from './kept-steps.ts';
import { pointTexts } from './point-texts.ts';
import { keptReason, recordTables, stepsIn, takingOver } from './record-tables.ts';
import type { RememberedMethod } from './remembered-method.ts';
import type { RunReplay } from './run-replay.ts';

/** What a step finds out about the points of a method. */
export interface Found {
  readonly removed: readonly Point[];
  /** Why those stay that do; of the step that removes points. */
  readonly reasons: ReadonlyMap<Point, Reason>;
  readonly silent: ReadonlyMap<Point, Silence>;
}

/**
 * What the steps of an earlier run found out about single methods, on a program of which any part may have
 * been another: what they would find now where all that they asked has the same answers.
 */
export interface Replay {
  /** From now on these are the points that methods of the graph, by index, have. */
  setPoints(byMethod: ReadonlyMap<number, readonly Point[]>): void;
  /** What the silent step knows of the program's own collections. */
  setKnown(known: Pick<KnownCollections, 'own' | 'key'>): void;
  /** About a method of which these points are there; undefined: look at it. */
  find(step: Step, group: readonly Point[], outside: OutsideOfMethod): Found | undefined;
  /** What this run found out, for the next. */
  note(step: Step, remembered: RememberedMethod<unknown>, found: Found): void;
  finish(): void;
}

/** `points`: all of the property. Besides asking the questions of the earlier run again, O(what the steps asked). */
export function replayOf(run: RunReplay, memory: StepMemory, points: readonly Point[]): Replay {
  const { asked, earlier: questions, tables } = run;
  const textOf = pointTexts(points, run.memory);
  const kept = keptSteps(memory.earlier, questions.kept) ?? noSteps;
  const earlier = earlierSteps(kept, questions);
  const left = recordTables();
  const takeOver = takingOver(kept, left, run);
  let byMethod: ReadonlyMap<number, readonly Point[]> = new Map();
  let known = '';
  let own: OwnCollections = [];

  const reasonOf = remembering(
    (row: number): Reason =>
      kept.reasons[row]!.map((part) =>
        typeof part === 'string' ? part : { requests: questions.run(part[0]).requests, symbol: part[1] },
      ),
  );
  const runNumber = remembering(tables.run);
  const stateOf = (method: number): number =>
    left.states.numberOf([tables.text(asked.nameOf(method)), textOf(byMethod.get(method) ?? [])]);
  /** To be asked while the points are those that it was found with. */
  const nodeOf = remembering((looked: Looked): number => {
    const noted = looked.own.map((what) => ({ what, is: asked.noted(what) }));
    const own = noted.flatMap(({ what, is }) => (typeof is === 'number' ? [] : [run.noted(what, is)]));
    const states = noted.flatMap(({ is }) => (typeof is === 'number' ? [stateOf(is)] : []));
    return left.nodes.numberOf([own, states, looked.further.map(nodeOf)]);
  });

  return {
    setPoints(now) {
      byMethod = now;
      earlier.setStates(new Map([...now].map(([method, some]) => [asked.nameOf(method), textOf(some)])));
    },
    setKnown(now) {
      known = run.memory.digest(now.key());
      own = now.own;
    },
    find(step, group, outside) {
      if (step === 'silent' && known !== kept.known) return undefined;
      const record = earlier.find(step, textOf(group), group.length, outside);
      if (record === undefined) return undefined;
      takeOver(record);
      const [, , , , , removed, reasons, silent] = record;
      const because = reasons.map(([at, reason]): [Point, Reason] => [group[at]!, reasonOf(reason)]);
      const silences = silent.map(([at, maker, place, ofOwn]): [Point, Silence] => [
        group[at]!,
        {
          maker: maker as InstructionIndex,
          ...(ofOwn === 0 ? {} : { own }),
          place: questions.kept.texts[place]!,
        },
      ]);
      return {
        removed: removed.map((at) => group[at]!),
        reasons: new Map(because),
        silent: new Map(silences),
      };
    },
    note(step, { points: group, programSymbols, asked: symbolsAsked, looked }, { removed, reasons, silent }) {
      const positions = new Map(group.map((point, position) => [point, position]));
      const at = (point: Point): number => positions.get(point)!;
      const symbols = new Map(symbolsAsked.map((one) => [runNumber(one.runs), bitSet(one.symbols)]));
      // The method's own code was read, whatever else was.
      const own = run.code(group[0]!.className);
      left.records.push([
        ...([step, textOf(group), bitSet(programSymbols)] as const),
        left.nodes.numberOf([[own], [], [nodeOf(looked)]]),
        [...symbols],
        removed.map(at),
        [...reasons].map(
          ([point, reason]) => [at(point), left.reasons.numberOf(keptReason(reason, run))] as const,
        ),
        [...silent].map(
          ([point, silence]): KeptSilence => [
            at(point),
            silence.maker,
            tables.text(silence.place),
            silence.own === undefined ? 0 : 1,
          ],
        ),
      ]);
    },
    finish() {
      memory.keep(stepsIn(left, known));
      run.finish();
    },
  };
}
