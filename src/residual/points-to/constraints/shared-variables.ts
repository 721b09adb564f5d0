import type { Variable } from '../heap/flow-sink.ts';
import type { InclusionGraph } from '../heap/inclusion-graph.ts';

/** Variables of the code that is not analysed, one each for all of it: what a value that gets there is used for. */
export interface SharedVariables {
  /** What it gets hold of. */
  readonly known: Variable;
  /** What equals, hashCode, toString, compareTo and compare may be asked about, or be given. */
  readonly compared: Variable;
  /** What collections and maps may be asked for that others are compared with, or told to keep or remove. */
  readonly askedFor: Variable;
  /** What it goes through, with all that is in it, to print or compare it. */
  readonly walked: Variable;
  /** What it goes through to write it. Filled in where the program serializes. */
  readonly serialized: Variable;
  /** What function objects that can be serialized hold. */
  readonly captured: Variable;
}

/** Makes the variables in the graph; nothing is in them. */
export function sharedVariables({ variable }: Pick<InclusionGraph, 'variable'>): SharedVariables {
  return {
    known: variable(),
    compared: variable(),
    askedFor: variable(),
    walked: variable(),
    serialized: variable(),
    captured: variable(),
  };
}
