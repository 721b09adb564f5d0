import { automatonLimit, RrvError } from '../diagnostics.ts';
import type { EventId } from './dfa.ts';
import type { AutomatonLimits } from './limits.ts';

/** An index into the nodes of a `FormulaTable`; operands have smaller indices than what is made of them. */
export type FormulaId = number;

/** The operators that the others are defined by. */
export type CoreNode =
  | { readonly kind: 'true' }
  | { readonly kind: 'event'; readonly event: EventId }
  /** Stands for a future formula below a past operator; see LtlCore. */
  | { readonly kind: 'guess'; readonly index: number }
  | { readonly kind: 'not' | 'next' | 'previously'; readonly operand: FormulaId }
  | {
      readonly kind: 'and' | 'or' | 'until' | 'release' | 'since';
      readonly left: FormulaId;
      readonly right: FormulaId;
    };

/**
 * Distinct formulas, each with its negation: `not` is made of present formulas only, other operators are
 * negated by their duals. What is true, false or one of its operands by the laws of the operator is no new
 * formula. Each function takes O(1), but for `previously` and `since`, which look through the guesses.
 */
export interface FormulaTable {
  readonly nodes: readonly CoreNode[];
  /** definitions[index] is the formula that the guess `index` stands for. */
  readonly definitions: readonly FormulaId[];
  readonly yes: FormulaId;
  readonly no: FormulaId;
  /** Whether the formula's value depends on the present and past only. */
  isPresent(id: FormulaId): boolean;
  event(event: EventId): FormulaId;
  guess(index: number): FormulaId;
  negation(id: FormulaId): FormulaId;
  and(left: FormulaId, right: FormulaId): FormulaId;
  or(left: FormulaId, right: FormulaId): FormulaId;
  next(operand: FormulaId): FormulaId;
  until(left: FormulaId, right: FormulaId): FormulaId;
  release(left: FormulaId, right: FormulaId): FormulaId;
  /** Throw RrvError(automatonLimit): futureUnderPast, where an operand needs one more guess. */
  previously(operand: FormulaId): FormulaId;
  since(left: FormulaId, right: FormulaId): FormulaId;
}

/** A table that has `true` and `false` only. */
export function formulaTable(limits: AutomatonLimits): FormulaTable {
  const nodes: CoreNode[] = [];
  const present: boolean[] = [];
  const ids = new Map<string, FormulaId>();
  const negations = new Map<FormulaId, FormulaId>();
  const definitions: FormulaId[] = [];

  const intern = (node: CoreNode): FormulaId => {
    const key = JSON.stringify(node);
    const known = ids.get(key);
    if (known !== undefined) return known;
    ids.set(key, nodes.length);
    nodes.push(node);
    present.push(isPresentFormula(node, present));
    return nodes.length - 1;
  };
  const pair = (one: FormulaId, other: FormulaId): FormulaId => {
    negations.set(one, other);
    negations.set(other, one);
    return one;
  };
  const yes = intern({ kind: 'true' });
  const no = intern({ kind: 'not', operand: yes });
  pair(yes, no);

  // Each constructor makes the formula and its negation together, so that negation needs no traversal.
  const negation = (id: FormulaId): FormulaId => {
    const known = negations.get(id);
    if (known !== undefined) return known;
    pair(id, intern({ kind: 'not', operand: id }));
    return negations.get(id)!;
  };
  const junction = (kind: 'and' | 'or', left: FormulaId, right: FormulaId): FormulaId => {
    const unit = kind === 'and' ? yes : no;
    const zero = kind === 'and' ? no : yes;
    if (left === zero || right === zero || left === negations.get(right)) return zero;
    if (left === unit || left === right) return right;
    if (right === unit) return left;
    return intern({ kind, left: Math.min(left, right), right: Math.max(left, right) });
  };
  const dual = (kind: 'and' | 'or', left: FormulaId, right: FormulaId): FormulaId => {
    const id = junction(kind, left, right);
    if (!negations.has(id)) {
      const other = kind === 'and' ? 'or' : 'and';
      pair(id, junction(other, negation(left), negation(right)));
    }
    return id;
  };
  const until = (left: FormulaId, right: FormulaId): FormulaId => {
    if (right === yes || right === no || left === no) return right;
    return pair(
      intern({ kind: 'until', left, right }),
      intern({ kind: 'release', left: negation(left), right: negation(right) }),
    );
  };
  /** The formula, or the guess that stands for it below a past operator. */
  const asPresent = (id: FormulaId): FormulaId => {
    if (present[id]) return id;
    const opposite = definitions.indexOf(negation(id));
    if (opposite >= 0) return negation(intern({ kind: 'guess', index: opposite }));
    let index = definitions.indexOf(id);
    if (index < 0) index = definitions.push(id) - 1;
    if (definitions.length > limits.futureUnderPast)
      throw new RrvError(automatonLimit('futureUnderPast', definitions.length, limits.futureUnderPast));
    return intern({ kind: 'guess', index });
  };
  return {
    nodes,
    definitions,
    yes,
    no,
    isPresent: (id) => present[id]!,
    event: (event) => intern({ kind: 'event', event }),
    guess: (index) => intern({ kind: 'guess', index }),
    negation,
    and: (left, right) => dual('and', left, right),
    or: (left, right) => dual('or', left, right),
    next: (operand) =>
      operand === yes || operand === no
        ? operand
        : pair(intern({ kind: 'next', operand }), intern({ kind: 'next', operand: negation(operand) })),
    until,
    release: (left, right) => negation(until(negation(left), negation(right))),
    previously: (operand) =>
      operand === no ? no : intern({ kind: 'previously', operand: asPresent(operand) }),
    since: (left, right) =>
      right === yes || right === no || left === no
        ? right
        : intern({ kind: 'since', left: asPresent(left), right: asPresent(right) }),
  };
}

/** Whether the formula's value depends on the present and past only; `present` says so of its operands. */
function isPresentFormula(node: CoreNode, present: readonly boolean[]): boolean {
  switch (node.kind) {
    case 'not':
      return present[node.operand]!;
    case 'and':
    case 'or':
      return present[node.left]! && present[node.right]!;
    case 'next':
    case 'until':
    case 'release':
      return false;
    default:
      return true;
  }
}
