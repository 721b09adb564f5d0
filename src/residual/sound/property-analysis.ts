import type { Point } from '../../events/point.ts';
import { groupBy } from '../../group-by.ts';
import type { Property } from '../../property/model.ts';
import type { AnalysisOptions, Program } from '../analysis.ts';
import type { AnalysisLimits } from '../limits.ts';
import type { Weakenings } from '../weakening.ts';
import type { checkMemory } from './models/verdict-equivalence.ts';
import type { AnalysedMonitor } from './monitor/analysed-monitor.ts';
import type { SliceAutomaton } from './monitor/slice-automaton.ts';
import { instructionRuns } from './program/instruction-runs.ts';
import type { PointObjects } from './program/point-objects.ts';
import type { reportableByTypes } from './program/reportable-by-types.ts';
import type { WholeProgram } from './program/whole-program.ts';
import type { Replay } from './replay/replay.ts';
import type { MethodResidualInput, OutsideOfMethod } from './steps/method-step.ts';
import type { CallKnowledge } from './values/call-knowledge.ts';
import { type MethodCode, requestsAt } from './values/method-code.ts';

/** What is the same in all steps for one property. */
export interface PropertyAnalysis {
  readonly program: Program;
  readonly property: Property;
  readonly options: AnalysisOptions;
  readonly monitor: AnalysedMonitor;
  readonly whole: WholeProgram;
  /** In a closed world. */
  readonly objects: PointObjects | undefined;
  readonly byTypes: ReturnType<typeof reportableByTypes>;
  readonly memory: ReturnType<typeof checkMemory>;
  /** Absent: there is no cache. */
  readonly replay: Replay | undefined;
  readonly weakenings: Weakenings;
  readonly limits: AnalysisLimits;
}

/** What a step that looks at one method asks, in an open world. `group`: all points of the method that are left. */
export function inputForMethod(
  { property, options, monitor, whole, memory, weakenings, limits }: PropertyAnalysis,
  automaton: SliceAutomaton,
  method: MethodCode,
  group: readonly Point[],
  calls: CallKnowledge,
  outside: OutsideOfMethod,
): MethodResidualInput {
  return {
    method,
    property,
    automaton,
    idleWhenNew: monitor.idleWhenNew,
    decided: monitor.decided,
    points: group.filter((point) => point.kind === 'call'),
    calls,
    isSubtype: whole.program.hierarchy.isSubtype,
    outside,
    runsAt: instructionRuns(method, whole, calls),
    requestsAt: (instruction) => requestsAt(method, instruction, whole.graph),
    // Properties whose conditions may refuse any event are often about threads.
    threads: automaton.afterMissed === undefined ? options.threads : 'shared',
    memory,
    weakenings,
    limits,
  };
}

/** Points of one method together, in code order. */
export function groupByMethod(points: readonly Point[]): readonly (readonly Point[])[] {
  return [
    ...groupBy(points, ({ input, entry, methodIndex }) => `${input}\0${entry}\0${methodIndex}`).values(),
  ];
}
