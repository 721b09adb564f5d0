import { type PointValue, sameSource } from './point.ts';

/** What a pointcut says of one join point: never, always, or when the test holds at run time. */
export type Match =
  | { readonly kind: 'never' }
  | {
      readonly kind: 'match';
      readonly bindings: ReadonlyMap<string, PointValue>;
      /** A name that alternatives which may both match bind to different values: the event is not defined here. */
      readonly ambiguous?: string;
      readonly test: ValueTest;
    };

export type ValueTest =
  | { readonly kind: 'always' }
  | { readonly kind: 'instanceof'; readonly value: PointValue; readonly type: string }
  | { readonly kind: 'threadName'; readonly name: string }
  | { readonly kind: 'threadStart' }
  | { readonly kind: 'controlFlow'; readonly key: string }
  /** A Java condition: it may hold or not. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'and'; readonly operands: readonly ValueTest[] }
  | { readonly kind: 'or'; readonly operands: readonly ValueTest[] }
  | { readonly kind: 'not'; readonly operand: ValueTest };

const always: ValueTest = { kind: 'always' };
const noBindings: ReadonlyMap<string, PointValue> = new Map();

/** Matches nowhere. */
export const never: Match = { kind: 'never' };
/** Matches always, and binds nothing. */
export const plainMatch: Match = { kind: 'match', bindings: noBindings, test: always };

/** Decided already. */
export function when(holds: boolean): Match {
  return holds ? plainMatch : never;
}

/** Matches when the test holds at run time, and binds nothing. */
export function tested(test: ValueTest): Match {
  return { kind: 'match', bindings: noBindings, test };
}

/** Matches where both do, and binds what either binds. */
export function both(left: Match, right: Match): Match {
  if (left.kind === 'never' || right.kind === 'never') return never;
  return {
    kind: 'match',
    bindings: new Map([...left.bindings, ...right.bindings]),
    ...ambiguity(left.ambiguous ?? right.ambiguous),
    test: conjunction(left.test, right.test),
  };
}

/** The test that holds when both do. */
export function conjunction(left: ValueTest, right: ValueTest): ValueTest {
  if (left.kind === 'always') return right;
  if (right.kind === 'always') return left;
  return { kind: 'and', operands: [left, right] };
}

/**
 * Both sides bind the same names, as AspectJ demands; where both may match, it demands the same values, too,
 * and a name that has others is noted.
 */
export function either(left: Match, right: Match): Match {
  if (left.kind === 'never') return right;
  if (right.kind === 'never') return left;
  return {
    kind: 'match',
    bindings: left.bindings,
    ...ambiguity(left.ambiguous ?? right.ambiguous ?? boundDifferently(left.bindings, right.bindings)),
    test: disjunction(left.test, right.test),
  };
}

function disjunction(left: ValueTest, right: ValueTest): ValueTest {
  if (left.kind === 'always' || right.kind === 'always') return always;
  return { kind: 'or', operands: [left, right] };
}

function boundDifferently(
  left: ReadonlyMap<string, PointValue>,
  right: ReadonlyMap<string, PointValue>,
): string | undefined {
  for (const [name, value] of left) {
    const other = right.get(name);
    if (other !== undefined && !sameSource(value.source, other.source)) return name;
  }
  return undefined;
}

function ambiguity(name: string | undefined): { readonly ambiguous?: string } {
  return name === undefined ? {} : { ambiguous: name };
}

/** Matches where the other does not, and binds nothing. */
export function negate(match: Match): Match {
  if (match.kind === 'never') return plainMatch;
  if (match.test.kind === 'always') return never;
  return tested({ kind: 'not', operand: match.test });
}
