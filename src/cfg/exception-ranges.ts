import { addTo } from '../group-by.ts';
import type { FlowCode } from './flow-code.ts';

/** For every instruction, the handlers that may catch what it throws. */
export interface HandlersByRange {
  /** Distinct handler entries, in exception-table order. */
  targetsOf(instruction: number): readonly number[];
  /** Whether nothing thrown there leaves the method. */
  catchesAll(instruction: number): boolean;
}

interface Segment {
  readonly targets: readonly number[];
  readonly catchesAll: boolean;
}

const outside: Segment = { targets: [], catchesAll: false };

/** Instructions, from `from` to `to` (exclusive), with the entries of the exception table that cover them. */
export interface CoveredSegment {
  readonly from: number;
  readonly to: number;
  /** Positions in the table, ascending; at least one. */
  readonly entries: readonly number[];
}

/**
 * Cuts a method where exception-table ranges start or end: within such a segment all instructions have the same
 * entries. In order; segments without an entry are left out. O(table * log(table) + entries of all segments, and
 * of each their logarithm).
 */
export function* coveredSegments(table: FlowCode['exceptionTable']): Generator<CoveredSegment> {
  const cuts = [...new Set(table.flatMap(({ start, end }) => [start, end] as number[]))].sort(
    (left, right) => left - right,
  );
  const starting = new Map<number, number[]>();
  const ending = new Map<number, number[]>();
  table.forEach(({ start, end }, position) => {
    if (start >= end) return;
    addTo(starting, start, position);
    addTo(ending, end, position);
  });
  const active = new Set<number>();
  for (let cut = 0; cut + 1 < cuts.length; cut++) {
    const from = cuts[cut]!;
    for (const position of ending.get(from) ?? []) active.delete(position);
    for (const position of starting.get(from) ?? []) active.add(position);
    if (active.size === 0) continue;
    yield { from, to: cuts[cut + 1]!, entries: [...active].sort((left, right) => left - right) };
  }
}

/**
 * JVMS 2.10: the first entry of the table that matches catches, so what comes after an entry without a catch
 * type (or one for Throwable) is never reached. Returns undefined when the segments together have more than
 * `limit` entries. O(instructions + what `coveredSegments` takes).
 */
export function handlersByRange(code: FlowCode, limit: number): HandlersByRange | undefined {
  const table = code.exceptionTable;
  if (table.length === 0) return { targetsOf: () => [], catchesAll: () => false };
  const segmentOf = new Int32Array(code.instructions.length).fill(-1);
  const segments: Segment[] = [];
  let work = 0;
  for (const { from, to, entries } of coveredSegments(table)) {
    work += entries.length;
    if (work > limit) return undefined;
    segmentOf.fill(segments.length, from, to);
    segments.push(segmentFor(code, entries));
  }
  const segmentAt = (instruction: number): Segment => segments[segmentOf[instruction]!] ?? outside;
  return {
    targetsOf: (instruction) => segmentAt(instruction).targets,
    catchesAll: (instruction) => segmentAt(instruction).catchesAll,
  };
}

function segmentFor(code: FlowCode, entries: readonly number[]): Segment {
  const targets = new Set<number>();
  for (const position of entries) {
    const { handler, catchType } = code.exceptionTable[position]!;
    targets.add(handler);
    if (catchType === undefined || catchType === 'java/lang/Throwable')
      return { targets: [...targets], catchesAll: true };
  }
  return { targets: [...targets], catchesAll: false };
}
