import { remembering } from '../../../remembering.ts';
import type { StepMemory } from '../../analysis.ts';
import { type Interned, interned } from '../../interned.ts';
import type { InstructionRuns } from '../program/instruction-runs.ts';
import type { Reason } from '../steps/reasons.ts';
import type { KeptNode, KeptRecord, KeptSteps } from './kept-steps.ts';

/** What a run keeps for the next, while it is being found out. */
export interface RecordTables {
  readonly questions: Interned<KeptSteps['questions'][number]>;
  readonly states: Interned<KeptSteps['states'][number]>;
  readonly nodes: Interned<KeptNode>;
  readonly runs: Interned<InstructionRuns>;
  readonly reasons: Interned<Reason>;
  readonly records: KeptRecord[];
}

/** Nothing is in them. */
export function recordTables(): RecordTables {
  return {
    questions: interned(),
    states: interned(),
    nodes: interned(),
    runs: interned(),
    reasons: interned(),
    records: [],
  };
}

/** The tables as they are kept. */
export function stepsIn(tables: RecordTables, program: string): KeptSteps {
  return {
    program,
    questions: tables.questions.all,
    states: tables.states.all,
    nodes: tables.nodes.all,
    runs: tables.runs.all,
    reasons: tables.reasons.all,
    records: tables.records,
  };
}

/**
 * Adds records of an earlier run, which hold in this one, with all that they were found with. `reads` is told
 * of the classes on whose code they depend. Each part of the earlier tables is taken over once; depth is
 * bounded as `keptSteps` has checked.
 */
export function takingOver(
  kept: KeptSteps,
  tables: RecordTables,
  { reads }: Pick<StepMemory, 'reads'>,
): (record: KeptRecord) => void {
  const question = remembering((number: number) => {
    const answered = kept.questions[number]!;
    const [[kind, name]] = answered;
    if (kind === 'code') reads(name);
    return tables.questions.numberOf(answered);
  });
  const state = remembering((number: number) => tables.states.numberOf(kept.states[number]!));
  const run = remembering((number: number) => tables.runs.numberOf(kept.runs[number]!));
  const reason = remembering((number: number) => tables.reasons.numberOf(kept.reasons[number]!));
  const node = remembering((number: number): number => {
    const [questions, states, further] = kept.nodes[number]!;
    return tables.nodes.numberOf([questions.map(question), states.map(state), further.map(node)]);
  });
  return (record) => {
    tables.records.push({
      ...record,
      asked: record.asked.map(([one, symbols]) => [run(one), symbols]),
      node: node(record.node),
      reasons: record.reasons.map(([at, one]) => [at, reason(one)]),
    });
  };
}
