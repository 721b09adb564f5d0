import { type AbstractHeap, abstractHeap } from '../heap/abstract-heap.ts';
import type { PointsToInput } from '../input/points-to-input.ts';
import { type MethodVariables, methodVariables } from './method-variables.ts';
import { type SharedVariables, sharedVariables } from './shared-variables.ts';
import { type UnanalysedCode, unanalysedCode } from './unanalysed-code.ts';

/** What all that adds constraints works on. */
export interface ConstraintContext {
  readonly input: PointsToInput;
  readonly heap: AbstractHeap;
  readonly shared: SharedVariables;
  readonly methods: MethodVariables;
  readonly unanalysed: UnanalysedCode;
}

/** All that a run of the points-to analysis begins with. */
export function constraintContext(input: PointsToInput): ConstraintContext {
  const heap = abstractHeap(input);
  const shared = sharedVariables(heap);
  const methods = methodVariables(input, heap, shared);
  return { input, heap, shared, methods, unanalysed: unanalysedCode(input, heap, shared, methods) };
}
