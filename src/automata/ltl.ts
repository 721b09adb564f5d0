/**
 * Linear temporal logic over event names with future and past operators: JavaMOP's `ltl:` (both) and
 * `ptltl:` (past only). One event happens at each position. docs/formalisms.md defines the verdicts.
 */
export type Ltl =
  | { readonly kind: 'true' }
  | { readonly kind: 'false' }
  /** The event at this position is `name`. */
  | { readonly kind: 'event'; readonly name: string }
  | { readonly kind: LtlUnary; readonly operand: Ltl }
  | { readonly kind: LtlBinary; readonly left: Ltl; readonly right: Ltl };

export type LtlUnary =
  /** `not`, `!` */
  | 'not'
  /** `o`: at the next position. */
  | 'next'
  /** `~o`: as `next`, for there always is a next position (traces are infinite). */
  | 'weakNext'
  /** `<>` */
  | 'eventually'
  /** `[]` */
  | 'always'
  /** `(*)`: there is a previous position, and there. */
  | 'previously'
  /** `~(*)`: there is no previous position, or there. */
  | 'weakPreviously'
  /** `<*>`: now or at an earlier position. */
  | 'once'
  /** `[*]`: now and at every earlier position. */
  | 'historically';

export type LtlBinary =
  /** `and`, `/\` */
  | 'and'
  /** `or`, `\/` */
  | 'or'
  /** `xor` */
  | 'xor'
  /** `=>`, `implies`, `->` */
  | 'implies'
  /** `<=>` */
  | 'iff'
  /** `U` */
  | 'until'
  /** `R`, `~U` */
  | 'release'
  /** `S`, `Since` */
  | 'since'
  /** `~S`: the dual of since, not ((not left) S (not right)). */
  | 'triggered'
  /** `[left, right)` of ptltl: left happened, and right has not happened since (nor at that moment). */
  | 'interval';
