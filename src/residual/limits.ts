/** The named limits of the analyses. Where one is reached, the points that it is about stay. */
export interface AnalysisLimits {
  /** Pairs of a variable and an object in it that points-to may keep in a closed world: 20 bytes each. */
  readonly closedWorldPairs: number;
  /** Slice classes per method and property. */
  readonly sliceClasses: number;
  /**
   * Where a method has too many slice classes: its instructions times the groups of sites that are looked at,
   * each on the whole method.
   */
  readonly groupedInstructions: number;
  /**
   * Points that the silent step looks at in one method and for one property, each once per call that makes an
   * iterator.
   */
  readonly askedPoints: number;
  /** Locations of the model of one slice class: where control is, with the places of the followed objects. */
  readonly modelLocations: number;
  /** States of a model beside the full and the residual monitor: up to 32 bytes each. */
  readonly productStates: number;
}

/**
 * Of programs of today hardly a method reaches one; each keeps a method within seconds, or the program within
 * a gigabyte.
 */
export const defaultAnalysisLimits: AnalysisLimits = {
  closedWorldPairs: 8_000_000,
  sliceClasses: 256,
  groupedInstructions: 200_000,
  askedPoints: 200_000,
  modelLocations: 1_000_000,
  productStates: 8_000_000,
};
