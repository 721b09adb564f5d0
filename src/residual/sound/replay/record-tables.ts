import { remembering } from '../../../remembering.ts';
import { type Interned, interned } from '../../interned.ts';
import type { Reason } from '../steps/reasons.ts';
import type { KeptNode, KeptReason, KeptRecord, KeptSilence, KeptState, KeptSteps } from './kept-steps.ts';
import type { RunReplay } from './run-replay.ts';

/** What a run keeps about one property for the next, while it is being found out. */
export interface RecordTables {
  readonly states: Interned<KeptState>;
  readonly nodes: Interned<KeptNode>;
  readonly reasons: Interned<KeptReason>;
  readonly records: KeptRecord[];
}

/** Nothing is in them. */
export function recordTables(): RecordTables {
  return {
    states: interned(([method, points]) => `${method} ${points}`),
    nodes: interned((lists) => lists.map((list) => list.join()).join(' ')),
    reasons: interned(),
    records: [],
  };
}

/** The tables as they are kept. */
export function stepsIn({ states, nodes, reasons, records }: RecordTables, known: string): KeptSteps {
  return { states: states.all, nodes: nodes.all, reasons: reasons.all, records, known };
}

/** A reason as it is kept. */
export function keptReason(reason: Reason, { tables }: Pick<RunReplay, 'tables'>): KeptReason {
  return reason.map((part) =>
    typeof part === 'string' ? part : [tables.run({ requests: part.requests, callBacks: [] }), part.symbol],
  );
}

/**
 * Adds records of an earlier run, which hold in this one, with all that they were found with. Each part of the earlier tables is
 * taken over once; depth is bounded as `keptSteps` has checked.
 */
export function takingOver(
  kept: KeptSteps,
  tables: RecordTables,
  { taken }: Pick<RunReplay, 'taken'>,
): (record: KeptRecord) => void {
  const state = remembering((row: number) => {
    const [method, points] = kept.states[row]!;
    return tables.states.numberOf([taken.text(method), points]);
  });
  const reason = remembering((row: number) =>
    tables.reasons.numberOf(
      kept.reasons[row]!.map((part) => (typeof part === 'string' ? part : [taken.run(part[0]), part[1]])),
    ),
  );
  const node = remembering((row: number): number => {
    const [questions, states, further] = kept.nodes[row]!;
    return tables.nodes.numberOf([questions.map(taken.question), states.map(state), further.map(node)]);
  });
  return ([step, points, programSymbols, at, asked, removed, reasons, silent]) => {
    // In the order in which a run notes what it finds itself: so it leaves the same.
    const runs = asked.map(([run, symbols]) => [taken.run(run), symbols] as const);
    tables.records.push([
      ...([step, points, programSymbols] as const),
      ...([node(at), runs, removed] as const),
      reasons.map(([point, why]) => [point, reason(why)] as const),
      silent.map(([point, maker, place, own]): KeptSilence => [point, maker, taken.text(place), own]),
    ]);
  };
}
