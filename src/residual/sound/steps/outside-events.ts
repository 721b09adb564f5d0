import type { OutsideEvents } from '../models/model-context.ts';
import type { SliceClass } from '../models/slice-class.ts';
import { runsNothing } from '../program/instruction-runs.ts';
import type { ValueOrigins } from '../values/origin.ts';
import type { MethodResidualInput, OutsideOfMethod } from './method-step.ts';

/** The symbols that have been asked for, by instruction. */
interface KnownSymbols {
  readonly of: OutsideOfMethod;
  readonly symbols: (readonly number[] | undefined)[];
}

const noSymbols: readonly number[] = [];

/**
 * What code outside may do to the slices of a class: asked once for each instruction and for each restriction
 * of the objects from elsewhere. `origins`: of the method.
 */
export function outsideEvents(
  input: MethodResidualInput,
  origins: ValueOrigins,
): (sliceClass: SliceClass) => OutsideEvents {
  const known = new Map<string, OutsideEvents>();
  return ({ parameters }) => {
    const constraint = parameters.map((one) =>
      one.kind === 'outside' && one.objects?.kind === 'these' ? one.objects.of : undefined,
    );
    const key = constraint.map((one) => (one === undefined ? '*' : [...one].join())).join('|');
    let events = known.get(key);
    if (events === undefined) {
      const outside = constraint.every((one) => one === undefined)
        ? input.outside
        : input.closedWorld!.outside(constraint);
      const byAge = new Map<number, KnownSymbols>();
      events = {
        programSymbols: outside.programSymbols,
        externalSymbols: (instruction, existing) => {
          const runs = input.runsAt(instruction, origins);
          if (runs === runsNothing) return noSymbols;
          let asked = byAge.get(existing);
          if (asked === undefined) {
            const of = existing === 0 ? outside : input.closedWorld!.onExisting(constraint, existing);
            asked = { of, symbols: [] };
            byAge.set(existing, asked);
          }
          asked.symbols[instruction] ??= asked.of.symbolsOf(runs);
          return asked.symbols[instruction];
        },
      };
      known.set(key, events);
    }
    return events;
  };
}
