import { symbolsOf } from '../program/program-events.ts';
import type { MethodModelBuilder } from './method-model.ts';
import type { ModelContext } from './model-context.ts';
import type { SliceClass } from './slice-class.ts';
import type { SliceParameters } from './slice-parameters.ts';

/** What other code may do to the slices of a class, as indices into the `externals` of a model. */
export interface ModelExternals {
  /** Before and after the run of the method. */
  readonly around: number;
  /** While the method is between two instructions. */
  readonly quiet: number;
  /** Whether other code runs at the instruction that may produce events. */
  isRunAt(instruction: number): boolean;
  /** Of code that runs while the instruction does; `onFollowed`: symbols as a bit set. Undefined: nothing happens. */
  during(instruction: number, existing: number, onFollowed: number): number | undefined;
}

/** Adds what other code may do to the model that `builder` makes. */
export function modelExternals(
  context: ModelContext,
  sliceClass: SliceClass,
  parameters: SliceParameters,
  builder: MethodModelBuilder,
): ModelExternals {
  const { points, weakenings } = context;
  const outsideEvents = context.outsideOf(sliceClass);
  const outsideOnly = (symbols: readonly number[]): readonly number[] =>
    symbols.filter((symbol) => (context.binds[symbol]! & parameters.followed) === 0);
  // A point of another run that binds an object of that run may be removed there as it may be here.
  const removedInOtherRuns = [
    ...new Set(
      points
        .filter(
          ({ symbol }) =>
            (context.binds[symbol]! & parameters.otherRun) !== 0 &&
            (context.binds[symbol]! & parameters.followed) === 0,
        )
        .map(({ symbol }) => symbol),
    ),
  ];
  const externalsBySymbols = new Map<readonly number[], Map<number, number>>();
  /** `onFollowed`: symbols (a bit set) of events on followed objects. */
  const externalsOf = (symbols: readonly number[], onFollowed = 0): number => {
    let byFollowed = externalsBySymbols.get(symbols);
    if (byFollowed === undefined) {
      byFollowed = new Map();
      externalsBySymbols.set(symbols, byFollowed);
    }
    let id = byFollowed.get(onFollowed);
    if (id === undefined) {
      const seen = [...new Set([...outsideOnly(symbols), ...symbolsOf(onFollowed)])];
      id = builder.externals({ seen, removed: removedInOtherRuns });
      byFollowed.set(onFollowed, id);
    }
    return id;
  };
  const anyTime = externalsOf(outsideEvents.programSymbols);
  // Other runs of the method are over before this one begins, or begin after it.
  const around = weakenings.has('forgetHistory')
    ? 0
    : builder.externals({
        seen: outsideOnly(outsideEvents.programSymbols),
        removed: [...new Set([...removedInOtherRuns, ...outsideOnly(context.outsideLifetimes)])],
      });
  const quiet = context.threads === 'shared' ? anyTime : 0;
  const hasExternalEvents = !weakenings.has('forgetExternalEvents');
  return {
    around,
    quiet,
    isRunAt: (instruction) => hasExternalEvents && outsideEvents.externalSymbols(instruction, 0).length > 0,
    during(instruction, existing, onFollowed) {
      const symbols = hasExternalEvents ? outsideEvents.externalSymbols(instruction, existing) : none;
      if (symbols.length === 0 && onFollowed === 0) return undefined;
      return externalsOf(context.threads === 'shared' ? outsideEvents.programSymbols : symbols, onFollowed);
    },
  };
}

const none: readonly number[] = [];
