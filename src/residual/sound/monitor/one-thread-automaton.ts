import type { Property } from '../../../property/model.ts';
import { boundParameters } from '../../../property/model.ts';
import { minimized } from './mealy-machine.ts';
import { monitorOf } from './reporting-monitor.ts';
import type { SliceAutomaton } from './slice-automaton.ts';
import type { SliceCode } from './slice-code.ts';
import { asksFields, type Condition, type Operand } from './slice-condition.ts';

/**
 * The automaton of a slice of a property of one object whose events all happen in one thread, with its Java
 * code: besides the monitor's state it knows what each field holds. Where a condition asks fields, the
 * automaton decides it; where it asks something else, the event is taken to happen (the model of a method
 * says that it may not).
 */

/** What a field may hold: nothing, the slice's object, the thread of its events, or something else. */
type Value = 'null' | 'object' | 'thread' | 'other';

/** Undefined: it may be either. */
type Truth = boolean | undefined;

/** States and fields beyond which there is no automaton. */
const maxStates = 20_000;

const absent = 0;

/**
 * `code`: that of the property, every event of which binds its one parameter, an object. Undefined: what a
 * condition asks of a field cannot be told by what the field may hold, or the automaton is too large.
 * O(states x events), then that of `minimized`.
 */
export function oneThreadAutomaton(property: Property, code: SliceCode): SliceAutomaton | undefined {
  const { events } = property;
  const monitor = monitorOf(property);
  const declared = events.some(({ creation }) => creation);
  interface Slice {
    readonly monitorState: number;
    readonly fields: readonly Value[];
  }
  /** Position 0 is the slice that is not there. */
  const slices: Slice[] = [];
  const ids = new Map<string, number>();
  const intern = (slice: Slice, key = `${slice.monitorState} ${slice.fields.join()}`): number => {
    let id = ids.get(key);
    if (id === undefined) {
      id = slices.push(slice) - 1;
      ids.set(key, id);
    }
    return id;
  };
  const fresh = new Array<Value>(code.fieldCount).fill('null');
  intern({ monitorState: monitor.initial, fields: fresh }, 'absent');
  const next: number[] = [];
  const output: number[] = [];
  for (let state = 0; state < slices.length; state++) {
    if (slices.length > maxStates) return undefined;
    const { monitorState, fields } = slices[state]!;
    for (const [symbol, event] of events.entries()) {
      const { condition, assignments } = code.events[symbol]!;
      const ignored = state === absent && declared && !event.creation;
      const holds = ignored ? false : truthOf(condition, fields);
      if (holds === undefined && asksFields(condition)) return undefined;
      if (holds === false) {
        next.push(state);
        output.push(0);
        continue;
      }
      const after = [...fields];
      for (const { field, value } of assignments) after[field] = heldBy(value, after);
      const at = monitorState * events.length + symbol;
      next.push(intern({ monitorState: monitor.next[at]!, fields: after }));
      output.push(monitor.output[at]!);
    }
  }
  const binds = events.map(boundParameters);
  return { ...minimized(slices.length, events.length, next, output, absent), binds };
}

function heldBy(operand: Operand, fields: readonly Value[]): Value {
  return operand.kind === 'field' ? fields[operand.field]! : operand.kind;
}

/** Whether a condition holds where the slice's fields hold this. */
function truthOf(condition: Condition, fields: readonly Value[]): Truth {
  switch (condition.kind) {
    case 'constant':
      return condition.value;
    case 'unknown':
      return undefined;
    case 'same': {
      const [left, right] = [heldBy(condition.left, fields), heldBy(condition.right, fields)];
      if (left === 'other' || right === 'other') return undefined;
      if (left === right) return true;
      // The object may be a thread, that of its events or another.
      return left === 'null' || right === 'null' ? false : undefined;
    }
    case 'not': {
      const truth = truthOf(condition.operand, fields);
      return truth === undefined ? undefined : !truth;
    }
    case 'and':
    case 'or': {
      const decisive = condition.kind === 'or';
      const truths = condition.operands.map((operand) => truthOf(operand, fields));
      if (truths.includes(decisive)) return decisive;
      return truths.includes(undefined) ? undefined : !decisive;
    }
  }
}
