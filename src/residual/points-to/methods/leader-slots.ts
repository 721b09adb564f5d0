import { type FlowSink, nothing, type Variable } from '../heap/flow-sink.ts';

/** What slots hold where control goes on. */
export interface HeldSlots {
  /** A variable for each slot: the local variables, and behind them the operand stack. */
  readonly slots: Int32Array;
  /** Words on the stack. */
  readonly depth: number;
}

/** What slots hold at leaders: a variable each, as soon as one path brings a followed value there. */
export interface LeaderSlots {
  /** Control comes to the leader with these, of which those below `top` matter. */
  arrive(leader: number, slots: Int32Array, depth: number, top: number): void;
  /** A leader to which a slot, or control, has come since it was handed out last. */
  next(): (HeldSlots & { readonly leader: number }) | undefined;
  /** Whether the stack was as deep each time that control came to a leader. */
  areFit(): boolean;
}

/** `width`: slots of the method. */
export function leaderSlots(width: number, sink: Pick<FlowSink, 'variable' | 'copy'>): LeaderSlots {
  const held = new Map<number, HeldSlots>();
  const work: number[] = [];
  let areFit = true;
  return {
    arrive(leader, slots, depth, top) {
      let known = held.get(leader);
      let changed = known === undefined;
      if (known === undefined) {
        known = { slots: new Int32Array(width), depth };
        held.set(leader, known);
      } else if (known.depth !== depth) {
        areFit = false;
        return;
      }
      for (let slot = 0; slot < top; slot++) {
        const value: Variable = slots[slot]!;
        if (value === nothing) continue;
        if (known.slots[slot] === nothing) {
          known.slots[slot] = sink.variable();
          changed = true;
        }
        sink.copy(value, known.slots[slot]!);
      }
      if (changed) work.push(leader);
    },
    next() {
      const leader = work.pop();
      return leader === undefined ? undefined : { leader, ...held.get(leader)! };
    },
    areFit: () => areFit,
  };
}
