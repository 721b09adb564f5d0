import { automatonLimit, RrvError } from '../diagnostics.ts';
import type { AutomatonLimits } from './limits.ts';
import type { LtlCore } from './ltl-core.ts';
import type { FormulaId } from './ltl-formulas.ts';

/**
 * One way to meet the obligations at a position: what is left for the next, and which untils wait on. Both
 * ascending.
 */
export interface Choice {
  readonly next: readonly FormulaId[];
  readonly postponed: readonly FormulaId[];
}

/** A choice that is being made. */
interface Branch {
  /** What is still to be met. */
  readonly todo: FormulaId[];
  readonly seen: Set<FormulaId>;
  readonly next: Set<FormulaId>;
  readonly postponed: Set<FormulaId>;
}

/**
 * The minimal choices that meet `obligations` at a position where present formulas have `values`: one step of
 * the tableau, in which `or`, `until` and `release` open a second branch. Exponential in their number,
 * bounded by `limits.tableauChoices` (RrvError(automatonLimit)).
 */
export function choices(
  core: LtlCore,
  obligations: readonly FormulaId[],
  values: Uint8Array,
  limits: AutomatonLimits,
): Choice[] {
  const complete: Choice[] = [];
  const work: Branch[] = [{ todo: [...obligations], seen: new Set(), next: new Set(), postponed: new Set() }];
  let opened = work.length;
  const openBranch = (branch: Branch): void => {
    opened++;
    if (opened > limits.tableauChoices)
      throw new RrvError(automatonLimit('tableauChoices', opened, limits.tableauChoices));
    work.push(branch);
  };
  for (let branch = work.pop(); branch !== undefined; branch = work.pop())
    if (expand(core, branch, values, openBranch))
      complete.push({ next: ascending(branch.next), postponed: ascending(branch.postponed) });
  return minimal(complete);
}

/**
 * Meets all that is to be met, the second way to meet a formula in a branch that `open` gets. False:
 * something cannot be met.
 */
function expand(core: LtlCore, branch: Branch, values: Uint8Array, open: (branch: Branch) => void): boolean {
  const isMet = (id: FormulaId): boolean => core.isPresent(id) && values[id] === 1;
  while (branch.todo.length > 0) {
    const id = branch.todo.pop()!;
    if (branch.seen.has(id)) continue;
    branch.seen.add(id);
    if (core.isPresent(id)) {
      if (values[id] === 0) return false;
      continue;
    }
    const node = core.nodes[id]!;
    switch (node.kind) {
      case 'and':
        branch.todo.push(node.left, node.right);
        break;
      case 'or':
        if (isMet(node.left) || isMet(node.right)) break;
        open(withTodo(branch, node.left));
        branch.todo.push(node.right);
        break;
      case 'next':
        branch.next.add(node.operand);
        break;
      case 'until':
        // right, or left and this again at the next position
        if (isMet(node.right)) break;
        open(withTodo(branch, node.right));
        branch.todo.push(node.left);
        branch.next.add(id);
        branch.postponed.add(id);
        break;
      case 'release':
        // right, and left or this again at the next position
        branch.todo.push(node.right);
        if (isMet(node.left)) break;
        open(withTodo(branch, node.left));
        branch.next.add(id);
        break;
      default:
        throw new Error(`${node.kind} is a present formula`);
    }
  }
  return true;
}

/** A copy with one more formula to be met. */
function withTodo({ todo, seen, next, postponed }: Branch, formula: FormulaId): Branch {
  return {
    todo: [...todo, formula],
    seen: new Set(seen),
    next: new Set(next),
    postponed: new Set(postponed),
  };
}

/** Fewer obligations accept more: a choice goes when another one asks for a part of the same. */
function minimal(all: readonly Choice[]): Choice[] {
  if (all.length < 2) return [...all];
  const kept: Choice[] = [];
  const bySize = [...all].sort((left, right) => size(left) - size(right));
  for (const choice of bySize)
    if (!kept.some((other) => isPart(other.next, choice.next) && isPart(other.postponed, choice.postponed)))
      kept.push(choice);
  return kept;
}

function size(choice: Choice): number {
  return choice.next.length + choice.postponed.length;
}

/** Both ascending. */
function isPart(part: readonly FormulaId[], whole: readonly FormulaId[]): boolean {
  let at = 0;
  for (const id of whole) if (part[at] === id) at++;
  return at === part.length;
}

/** Distinct formulas in the order of their numbers. */
export function ascending(ids: Iterable<FormulaId>): FormulaId[] {
  return [...new Set(ids)].sort((left, right) => left - right);
}
