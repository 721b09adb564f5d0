import type { EventId } from './dfa.ts';
import { foldTree } from './fold-tree.ts';
import type { AutomatonLimits } from './limits.ts';
import type { Ltl } from './ltl.ts';
import { type CoreNode, type FormulaId, type FormulaTable, formulaTable } from './ltl-formulas.ts';

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
  const table = formulaTable(limits);
  const root = foldTree<Ltl, FormulaId>(
    formula,
    (node) => ('operand' in node ? [node.operand] : 'left' in node ? [node.left, node.right] : []),
    (node, [left, right]) => inCore(table, node, left!, right!, letterOf),
    limits,
  );
  const { nodes, definitions, isPresent, negation } = table;
  return { nodes, root, constraint: constraintOf(table), definitions, isPresent, negation };
}

/** The operator of a node on operands that are in the core already; `left` is the only operand where there is one. */
function inCore(
  { yes, no, event, negation, and, or, next, until, release, previously, since }: FormulaTable,
  node: Ltl,
  left: FormulaId,
  right: FormulaId,
  letterOf: (name: string) => EventId,
): FormulaId {
  switch (node.kind) {
    case 'true':
      return yes;
    case 'false':
      return no;
    case 'event':
      return event(letterOf(node.name));
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
      return iff({ and, or, negation }, left, right);
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
}

function iff(
  { and, or, negation }: Pick<FormulaTable, 'and' | 'or' | 'negation'>,
  left: FormulaId,
  right: FormulaId,
): FormulaId {
  return or(and(left, right), and(negation(left), negation(right)));
}

/** That each guess has, at every position, the value of what it stands for. */
function constraintOf(table: FormulaTable): FormulaId {
  let constraint = table.yes;
  table.definitions.forEach((meaning, index) => {
    constraint = table.and(constraint, table.release(table.no, iff(table, table.guess(index), meaning)));
  });
  return constraint;
}
