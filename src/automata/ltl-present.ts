import type { EventId } from './dfa.ts';
import type { LtlCore } from './ltl-core.ts';
import type { FormulaId } from './ltl-formulas.ts';

/** What a monitor remembers of the past: one `0` or `1` per past subformula, in the order of the formula's nodes. */
export type PastBits = string;

export interface Present {
  /** values[id] is 1 when the present formula `id` holds at this position; future formulas have no value. */
  readonly values: Uint8Array;
  /** What is remembered at the next position. */
  readonly past: PastBits;
}

export interface PresentEvaluator {
  /** Before the first position: nothing has held. */
  readonly initial: PastBits;
  /** Linear in the formula; `guesses` has bit i set when guess i holds. */
  evaluate(past: PastBits, event: EventId, guesses: number): Present;
}

/**
 * The values of present formulas along a trace, by the recursive definition of the past operators (Havelund
 * and Rosu, "Synthesizing monitors for safety properties", TACAS 2002): l S r holds when r does, or l does
 * and l S r did; both `previously` and `since` were false before the first position.
 */
export function presentEvaluator(core: LtlCore): PresentEvaluator {
  const remembered: FormulaId[] = [];
  const bitOf = new Map<FormulaId, number>();
  core.nodes.forEach((node, id) => {
    if (node.kind !== 'previously' && node.kind !== 'since') return;
    bitOf.set(id, remembered.length);
    remembered.push(node.kind === 'previously' ? node.operand : id);
  });
  return {
    initial: '0'.repeat(remembered.length),
    evaluate(past, event, guesses) {
      const values = new Uint8Array(core.nodes.length);
      core.nodes.forEach((node, id) => {
        values[id] = core.isPresent(id) && holds(id) ? 1 : 0;
        function holds(at: FormulaId): boolean {
          switch (node.kind) {
            case 'true':
              return true;
            case 'event':
              return node.event === event;
            case 'guess':
              return ((guesses >> node.index) & 1) === 1;
            case 'not':
              return values[node.operand] === 0;
            case 'and':
              return values[node.left] === 1 && values[node.right] === 1;
            case 'or':
              return values[node.left] === 1 || values[node.right] === 1;
            case 'previously':
              return past[bitOf.get(at)!] === '1';
            case 'since':
              return values[node.right] === 1 || (values[node.left] === 1 && past[bitOf.get(at)!] === '1');
            default:
              return false;
          }
        }
      });
      return { values, past: remembered.map((id) => values[id]).join('') };
    },
  };
}
