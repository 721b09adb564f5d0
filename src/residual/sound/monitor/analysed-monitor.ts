import type { Property } from '../../../property/model.ts';
import { bindsOneObject } from '../../../property/model.ts';
import { maxSymbols } from '../../call-graph/effects.ts';
import { idleOnNew, symbolMask } from './automaton-questions.ts';
import { oneThreadAutomaton } from './one-thread-automaton.ts';
import { refusingAutomaton } from './refusing-automaton.ts';
import { type SliceAutomaton, sliceAutomaton } from './slice-automaton.ts';
import { type SliceCode, sliceCode } from './slice-code.ts';
import { asksFields } from './slice-condition.ts';

/** The monitor of a property as the steps of the analysis ask for it. */
export interface AnalysedMonitor {
  /** Of any slice. Where the property has Java code, each event may happen or not, whatever the monitor's state. */
  readonly any: SliceAutomaton;
  /** Of slices in the method step. */
  readonly inMethod: SliceAutomaton | { readonly missing: string };
  /** Per parameter: symbols (a bit set) that change nothing on a new object (`idleOnNew`). */
  readonly idleWhenNew: readonly number[];
  /** Symbols (a bit set) of events with Java code that refuses nothing but what `inMethod` says it does. */
  readonly decided: number;
  /** Whether the property has Java code. */
  readonly isCoded: boolean;
}

/** The monitor of a property, or why there is none: to be read behind "kept: ". */
export function analysedMonitor(property: Property): AnalysedMonitor | string {
  if (property.events.length > maxSymbols)
    return `the property has more than ${maxSymbols} event definitions`;
  const any = sliceAutomaton(property);
  if (any === undefined) return 'the monitor has too many states for the analysis';
  const idleWhenNew = property.parameters.map((_, parameter) => idleOnNew(any, parameter));
  const { javaCode } = property;
  if (javaCode === undefined) return { any, inMethod: any, idleWhenNew, decided: 0, isCoded: false };
  const code = sliceCode(property, javaCode);
  if ('notUnderstood' in code) return code.notUnderstood;
  const coded = { any, decided: decidedSymbols(code), isCoded: true };
  const neverIdle = property.parameters.map(() => 0);
  const fieldsDecide = bindsOneObject(property) && !code.hasHandlers && !code.hasOtherState;
  // Without fields, slices in different states accept the same events.
  if (fieldsDecide && code.fieldCount === 0) return { ...coded, inMethod: any, idleWhenNew };
  const inMethod = (fieldsDecide ? oneThreadAutomaton(property, code) : undefined) ??
    refusingAutomaton(property) ?? { missing: 'the monitor has too many states for its Java code' };
  // What the fields hold may depend on the thread that a new object is given to later.
  return { ...coded, inMethod, idleWhenNew: neverIdle };
}

function decidedSymbols({ events }: SliceCode): number {
  return symbolMask(
    events.flatMap(({ condition }, symbol) =>
      asksFields(condition) || (condition.kind === 'constant' && condition.value) ? [symbol] : [],
    ),
  );
}
