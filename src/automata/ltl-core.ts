import { automatonLimit, RrvError } from '../diagnostics.ts';
import type { EventId } from './dfa.ts';
import { foldTree } from './fold-tree.ts';
import type { AutomatonLimits } from './limits.ts';
import type { Ltl } from './ltl.ts';

/** An index into `LtlCore.nodes`; operands have smaller indices than what is made of them. */
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
 * A formula as a table of distinct subformulas. Operands of past operators hold no future operator: such an
 * operand ψ is replaced by a guess q, and `constraint` says that q <=> ψ at every position.
 */
export interface LtlCore {
  readonly nodes: readonly CoreNode[];
  readonly root: FormulaId;
  /** Holds together with the formula and together with its negation alike; true without guesses. */
  readonly constraint: FormulaId;
  /** definitions[index] is the formula that the guess `index` stands for. */
  readonly definitions: readonly FormulaId[];
  /** Whether the formula's value depends on the present and past only. */
  isPresent(id: FormulaId): boolean;
  /** The negation in negation normal form: `not` occurs only on present formulas. */
  negation(id: FormulaId): FormulaId;
}

/**
 * Translates a formula to the core operators, in negation normal form above present formulas. Linear in the
 * formula, but for `xor` and `<=>`, whose operands occur twice (subformulas are shared, so the table stays
 * linear). Throws RrvError: automatonLimit (formulaSize, futureUnderPast), formulaInvalid by `letterOf`.
 */
export function ltlCore(formula: Ltl, letterOf: (name: string) => EventId, limits: AutomatonLimits): LtlCore {
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
    switch (node.kind) {
      case 'not':
        present.push(present[node.operand]!);
        break;
      case 'and':
      case 'or':
        present.push(present[node.left]! && present[node.right]!);
        break;
      case 'next':
      case 'until':
      case 'release':
        present.push(false);
        break;
      default:
        present.push(true);
    }
    return nodes.length - 1;
  };

  const yes = intern({ kind: 'true' });
  const no = intern({ kind: 'not', operand: yes });
  negations.set(yes, no);
  negations.set(no, yes);

  const pair = (one: FormulaId, other: FormulaId) => {
    negations.set(one, other);
    negations.set(other, one);
    return one;
  };

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
  const and = (left: FormulaId, right: FormulaId) => dual('and', left, right);
  const or = (left: FormulaId, right: FormulaId) => dual('or', left, right);
  const next = (operand: FormulaId): FormulaId => {
    if (operand === yes || operand === no) return operand;
    return pair(intern({ kind: 'next', operand }), intern({ kind: 'next', operand: negation(operand) }));
  };
  const until = (left: FormulaId, right: FormulaId): FormulaId => {
    if (right === yes || right === no || left === no) return right;
    return pair(
      intern({ kind: 'until', left, right }),
      intern({ kind: 'release', left: negation(left), right: negation(right) }),
    );
  };
  const release = (left: FormulaId, right: FormulaId): FormulaId =>
    negation(until(negation(left), negation(right)));
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
  const previously = (operand: FormulaId): FormulaId =>
    operand === no ? no : intern({ kind: 'previously', operand: asPresent(operand) });
  const since = (left: FormulaId, right: FormulaId): FormulaId => {
    if (right === yes || right === no || left === no) return right;
    return intern({ kind: 'since', left: asPresent(left), right: asPresent(right) });
  };

  const root = foldTree<Ltl, FormulaId>(
    formula,
    (node) => ('operand' in node ? [node.operand] : 'left' in node ? [node.left, node.right] : []),
    (node, values) => {
      const left = values[0]!;
      const right = values[1]!;
      switch (node.kind) {
        case 'true':
          return yes;
        case 'false':
          return no;
        case 'event':
          return intern({ kind: 'event', event: letterOf(node.name) });
        case 'not':
          return negation(left);
        case 'next':
        case 'weakNext':
          return next(left);
        case 'eventually':
          return until(yes, left);
        case 'always':
          return release(no, left);
        case 'previously':
          return previously(left);
        case 'weakPreviously':
          return negation(previously(negation(left)));
        case 'once':
          return since(yes, left);
        case 'historically':
          return negation(since(yes, negation(left)));
        case 'and':
          return and(left, right);
        case 'or':
          return or(left, right);
        case 'xor':
          return or(and(left, negation(right)), and(negation(left), right));
        case 'implies':
          return or(negation(left), right);
        case 'iff':
          return or(and(left, right), and(negation(left), negation(right)));
        case 'until':
          return until(left, right);
        case 'release':
          return release(left, right);
        case 'since':
          return since(left, right);
        case 'triggered':
          return negation(since(negation(left), negation(right)));
        case 'interval':
          return since(negation(right), and(negation(right), left));
      }
    },
    limits,
  );
  let constraint = yes;
  for (let index = 0; index < definitions.length; index++) {
    const guess = intern({ kind: 'guess', index });
    const meaning = definitions[index]!;
    const equal = or(and(guess, meaning), and(negation(guess), negation(meaning)));
    constraint = and(constraint, release(no, equal));
  }
  return { nodes, root, constraint, definitions, isPresent: (id) => present[id]!, negation };
}
