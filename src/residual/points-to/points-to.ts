import { callSites } from './constraints/call-sites.ts';
import { constraintContext } from './constraints/constraint-context.ts';
import { dynamicCalls } from './constraints/dynamic-calls.ts';
import { functionObjects } from './constraints/function-objects.ts';
import { libraryCalls } from './constraints/library-calls.ts';
import { methodHandles } from './constraints/method-handles.ts';
import { objectCalls } from './constraints/object-calls.ts';
import { parameterPassing } from './constraints/parameter-passing.ts';
import { addProgramConstraints } from './constraints/program-constraints.ts';
import { reflectiveCalls } from './constraints/reflective-calls.ts';
import { requestVariables } from './constraints/request-variables.ts';
import { addValueProtocol } from './constraints/value-protocol.ts';
import { addWalkedContent } from './constraints/walked-content.ts';
import { outside } from './heap/abstract-object.ts';
import { nothing } from './heap/flow-sink.ts';
import { fieldResolution } from './input/field-resolution.ts';
import type { PointsToInput } from './input/points-to-input.ts';
import { type PointsTo, pointsToResult } from './points-to-result.ts';

/**
 * A flow-insensitive, context-insensitive inclusion analysis (Andersen, 1994) of the values of tracked types
 * only: one variable for each local definition, parameter, result and field (fields of all objects of a class
 * together), one object for each place that makes a container of java.util, an array, or a collection, map or
 * iterator of the program's own classes, with its content, and `outside` for everything else. Calls go where
 * class hierarchy analysis says. An object that code which is not analysed gets hold of becomes part of the
 * outside, with all that it contains. `tooLarge`: a limit was hit. `unfit`: the code of a method does not fit
 * its frame (it would not verify).
 */
export function pointsTo(input: PointsToInput): PointsTo | 'tooLarge' | 'unfit' {
  const context = constraintContext(input);
  const { heap, shared, methods, unanalysed } = context;
  const passToMethod = parameterPassing(context);
  addValueProtocol(context, passToMethod);
  addWalkedContent(context);
  const reflection = reflectiveCalls({
    graph: input.graph,
    hierarchy: input.hierarchy,
    world: input.world,
    inclusion: heap,
    parametersOf: methods.parametersOf,
    resultOf: methods.resultOf,
    fields: methods.fields,
    leak: unanalysed.leak,
    serialized: shared.serialized,
    captured: shared.captured,
    openOutside: (className) => unanalysed.openOn(outside, className),
  });
  const functions = functionObjects(context);
  const variablesOf = requestVariables(context, {
    passToMethod,
    passToFunction: functions.pass,
    passToLibrary: libraryCalls(context),
    reflection,
  });
  const declaredIn = fieldResolution(input.hierarchy);
  const opensProgram = () => reflection.add('opens', nothing);
  const openHandles = methodHandles(context, declaredIn, opensProgram);
  const dynamic = dynamicCalls(context, variablesOf, functions, openHandles);
  const calls = callSites(context, variablesOf, objectCalls(context, passToMethod), dynamic);
  if (!addProgramConstraints(context, declaredIn, openHandles, opensProgram, calls)) return 'unfit';
  for (const method of [...input.world.entries, ...input.application.staticCallBacks])
    unanalysed.open(method);
  for (const className of input.application.madeElsewhere) unanalysed.openOn(outside, className);
  if (!heap.solve()) return 'tooLarge';
  // What reflection does is known when all calls are.
  while (reflection.apply()) if (!heap.solve()) return 'tooLarge';
  return pointsToResult(context, calls, dynamic);
}
