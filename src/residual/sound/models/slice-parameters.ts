import type { ModelContext } from './model-context.ts';
import type { ParameterClass, SliceClass } from './slice-class.ts';

/** The parameters of a slice class as bit sets. */
export interface SliceParameters {
  readonly followed: number;
  readonly otherRun: number;
  /** Those of which it matters whether an object from elsewhere existed before other code runs. */
  readonly ageMatters: number;
  /** By followed object, the parameters that it is bound to. */
  readonly ofObject: readonly number[];
}

/** Linear in the parameters, for each object that is followed. */
export function sliceParameters(context: ModelContext, { parameters, sites }: SliceClass): SliceParameters {
  const parametersThat = (are: (parameter: ParameterClass) => boolean): number =>
    parameters.reduce((mask, parameter, index) => (are(parameter) ? mask | (1 << index) : mask), 0);
  return {
    followed: parametersThat(({ kind }) => kind === 'followed'),
    otherRun: parametersThat(({ kind }) => kind === 'otherRun'),
    ageMatters: context.ageMatters & parametersThat(({ kind }) => kind === 'outside'),
    ofObject: sites.map((_, object) =>
      parametersThat((parameter) => parameter.kind === 'followed' && parameter.object === object),
    ),
  };
}
