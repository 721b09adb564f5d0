/**
 * A finite state machine as JavaMOP's `fsm:` writes it. The first state is the initial one. An event
 * without a transition takes `otherwise`, or leads to the implicit state `fail`, which is never left.
 */
export interface Fsm {
  readonly states: readonly FsmState[];
  /** `alias name = a, b`: the category `name` is the set of these states; it may hold `fail`. */
  readonly aliases: readonly FsmAlias[];
}

export interface FsmState {
  readonly name: string;
  readonly transitions: readonly FsmTransition[];
  /** The target of `default`. */
  readonly otherwise?: string;
}

export interface FsmTransition {
  readonly event: string;
  /** The name of a state, or `fail`. */
  readonly target: string;
}

export interface FsmAlias {
  readonly name: string;
  readonly states: readonly string[];
}
