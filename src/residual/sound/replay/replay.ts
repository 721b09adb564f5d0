import type { InstructionIndex } from '../../../classfile/instruction.ts';
import type { Point } from '../../../events/point.ts';
import type { Silence, StepMemory } from '../../analysis.ts';
import { interned } from '../../interned.ts';
import { remembering } from '../../remembering.ts';
import type { AskedQuestions, Question } from '../calls/asked-questions.ts';
import type { Looked } from '../calls/looked-into.ts';
import type { InstructionRuns } from '../program/instruction-runs.ts';
import type { OutsideOfMethod } from '../steps/method-step.ts';
import type { Reason } from '../steps/reasons.ts';
import { earlierSteps } from './earlier-steps.ts';
import {
  type KeptNode,
  type KeptRecord,
  type KeptSteps,
  keptSteps,
  noSteps,
  type Step,
} from './kept-steps.ts';
import type { RememberedMethod } from './remembered-method.ts';

/** What a step finds out about the points of a method. */
export interface Found {
  readonly removed: readonly Point[];
  /** Why those stay that do; of the step that removes points. */
  readonly reasons: ReadonlyMap<Point, Reason>;
  readonly silent: ReadonlyMap<Point, Silence>;
}

/**
 * What the steps of an earlier run found out about single methods, on a program of which any part may have been another: what they
 * would find now where all that they asked has the same answers.
 */
export interface Replay {
  /** From now on these are the points that methods of the graph, by index, have. */
  setPoints(byMethod: ReadonlyMap<number, readonly Point[]>): void;
  /** About a method of which these points are there; undefined: look at it. */
  find(step: Step, group: readonly Point[], outside: OutsideOfMethod): Found | undefined;
  /** What this run found out, for the next. */
  note(step: Step, remembered: RememberedMethod<unknown>, found: Found): void;
  finish(): void;
}

/** `points`: all of the property. Besides asking the questions of the earlier run again, O(what the steps asked). */
export function replayOf(memory: StepMemory, asked: AskedQuestions, points: readonly Point[]): Replay {
  const names = pointNames(points, memory);
  const answer = (question: Question): string | null => asked.answer(question, memory) ?? null;
  const kept = keptSteps(memory.earlier) ?? noSteps;
  const program = asked.programOf(memory);
  const earlier = earlierSteps(kept, program, answer);
  const left = tables();
  let byMethod: ReadonlyMap<number, readonly Point[]> = new Map();

  /** In order; the group of a point where it is another than that of the one before. */
  function textOf(some: readonly Point[]): string {
    let last = '';
    return some
      .map((point) => {
        const { group, position } = names.get(point)!;
        const text = group === last ? `${position}` : `${group}:${position}`;
        last = group;
        return text;
      })
      .join();
  }

  const questionNumber = (question: Question): number =>
    left.questions.numberOf([question, answer(question)]);

  const runNumber = remembering((run: InstructionRuns) => left.runs.numberOf(run));
  const nodes = new Map<Looked, number>();
  /** To be asked while the points are those that it was found with. */
  function nodeOf(looked: Looked): number {
    let number = nodes.get(looked);
    if (number === undefined) {
      const questions: number[] = [];
      const states: number[] = [];
      for (const what of looked.own) {
        const noted = asked.noted(what);
        if (typeof noted !== 'number') questions.push(questionNumber(noted));
        else states.push(left.states.numberOf([asked.nameOf(noted), textOf(byMethod.get(noted) ?? [])]));
      }
      number = left.nodes.numberOf([questions, states, looked.further.map(nodeOf)]);
      nodes.set(looked, number);
    }
    return number;
  }

  // What holds of the earlier run, in the tables of this one.
  const taken = {
    question: remembering((number: number) => {
      const asAnswered = kept.questions[number]!;
      const [[kind, name]] = asAnswered;
      if (kind === 'code') memory.reads(name);
      return left.questions.numberOf(asAnswered);
    }),
    state: remembering((number: number) => left.states.numberOf(kept.states[number]!)),
    run: remembering((number: number) => left.runs.numberOf(kept.runs[number]!)),
    reason: remembering((number: number) => left.reasons.numberOf(kept.reasons[number]!)),
    node: remembering((number: number): number => {
      const [questions, states, further] = kept.nodes[number]!;
      return left.nodes.numberOf([
        questions.map(taken.question),
        states.map(taken.state),
        further.map(taken.node),
      ]);
    }),
  };

  return {
    setPoints(now) {
      byMethod = now;
      earlier.setStates(new Map([...now].map(([method, some]) => [asked.nameOf(method), textOf(some)])));
    },
    find(step, group, outside) {
      const record = earlier.find(step, textOf(group), group.length, outside);
      if (record === undefined) return undefined;
      left.records.push({
        ...record,
        asked: record.asked.map(([run, symbols]) => [taken.run(run), symbols]),
        node: taken.node(record.node),
        reasons: record.reasons.map(([at, reason]) => [at, taken.reason(reason)]),
      });
      return {
        removed: record.removed.map((at) => group[at]!),
        reasons: new Map(record.reasons.map(([at, reason]) => [group[at]!, kept.reasons[reason]!])),
        silent: new Map(
          record.silent.map(([at, maker, place]) => [
            group[at]!,
            { maker: maker as InstructionIndex, place },
          ]),
        ),
      };
    },
    note(step, { points: group, programSymbols, asked: symbolsAsked, looked }, { removed, reasons, silent }) {
      const positions = new Map(group.map((point, position) => [point, position]));
      const at = (point: Point): number => positions.get(point)!;
      const runs = new Map(symbolsAsked.map(({ runs: one, symbols }) => [runNumber(one), symbols]));
      // The method's own code was read, whatever else was.
      const own = questionNumber(['code', group[0]!.className]);
      left.records.push({
        step,
        points: textOf(group),
        programSymbols,
        asked: [...runs],
        node: left.nodes.numberOf([[own], [], [nodeOf(looked)]]),
        removed: removed.map(at),
        reasons: [...reasons].map(([point, reason]) => [at(point), left.reasons.numberOf(reason)]),
        silent: [...silent].map(([point, { maker, place }]) => [at(point), maker, place]),
      });
    },
    finish() {
      const steps: KeptSteps = {
        program,
        questions: left.questions.all,
        states: left.states.all,
        nodes: left.nodes.all,
        runs: left.runs.all,
        reasons: left.reasons.all,
        records: left.records,
      };
      memory.keep(steps);
    },
  };
}

function tables() {
  return {
    questions: interned<KeptSteps['questions'][number]>(),
    states: interned<KeptSteps['states'][number]>(),
    nodes: interned<KeptNode>(),
    runs: interned<InstructionRuns>(),
    reasons: interned<Reason>(),
    records: [] as KeptRecord[],
  };
}

/** Points by a digest of all of their method, and by their position among these. */
function pointNames(
  points: readonly Point[],
  memory: StepMemory,
): ReadonlyMap<Point, { readonly group: string; readonly position: number }> {
  const names = new Map<Point, { group: string; position: number }>();
  for (let first = 0; first < points.length; ) {
    const { input, entry, methodIndex } = points[first]!;
    let end = first;
    const texts: unknown[] = [];
    for (; end < points.length; end++) {
      const { id, property, event, ...rest } = points[end]!;
      if (rest.input !== input || rest.entry !== entry || rest.methodIndex !== methodIndex) break;
      texts.push([property.events.indexOf(event), rest]);
    }
    const group = memory.digest(texts);
    for (let position = 0; first < end; first++, position++) names.set(points[first]!, { group, position });
  }
  return names;
}
