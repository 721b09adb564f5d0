import type { MethodInfo } from '../../../classfile/class-file.ts';
import { readCode } from '../../../classfile/code.ts';
import type { Instruction } from '../../../classfile/instruction.ts';
import { unlessMalformed } from '../../../classfile/unless-malformed.ts';
import { reflectionOf } from '../../../hierarchy/reflective-use.ts';
import type { CallingClass } from '../../call-graph/instruction-requests.ts';
import { callingClassOf } from '../../call-graph/scanned-code.ts';
import { outside } from '../heap/abstract-object.ts';
import { type FlowSink, nothing } from '../heap/flow-sink.ts';
import type { FieldResolution } from '../input/field-resolution.ts';
import { followedValues } from '../input/followed-values.ts';
import { methodFlows } from '../methods/method-flows.ts';
import type { CallSites } from './call-sites.ts';
import type { ConstraintContext } from './constraint-context.ts';

/**
 * Adds the constraints of all methods that may run. `opensProgram`: there is native code, which may call any
 * method and reach any field that reflection may (JNI). False: the code of one cannot be read or does not fit
 * its frame (it would not verify). Throws when the classes are not those of the call graph.
 */
export function addProgramConstraints(
  context: ConstraintContext,
  declaredIn: FieldResolution,
  openHandles: (instruction: Instruction, caller: CallingClass) => void,
  opensProgram: () => void,
  calls: CallSites,
): boolean {
  const { input } = context;
  const { graph, hierarchy, types } = input;
  const { put } = context.heap;
  const { parametersOf, resultOf } = context.methods;
  const { leak } = context.unanalysed;
  const ofAnyMethod = memoryFlows(context, declaredIn);
  let index = -1;
  for (const file of input.classes()) {
    const bringsValues = followedValues(file, types, hierarchy);
    const mayBringValues = (info: MethodInfo) => unlessMalformed(() => bringsValues(info)) ?? true;
    for (const info of file.methods) {
      index++;
      const method = index;
      const scanned = graph.methods[method];
      if (scanned === undefined || scanned.owner !== file.name || scanned.name !== info.name)
        throw new Error('points-to: the classes are not those of the call graph');
      if (!input.isReachable(method)) continue;
      const given = parametersOf(method);
      if (scanned.isNative) {
        for (const parameter of given) leak(parameter);
        put(resultOf(method), outside);
        opensProgram();
        continue;
      }
      if (given.every((parameter) => parameter === nothing) && !mayBringValues(info)) continue;
      const code = unlessMalformed(() => readCode(file, info));
      if (code === undefined && scanned.isAbstract) continue;
      if (code === undefined) return false;
      const fits = methodFlows(code, scanned, given, types, {
        isLookedAt: (of) => of.form !== 'invoke' || reflectionOf(of, hierarchy) !== undefined,
        call: (at, of, operands, to) => calls.add(method, at, of, operands, to),
        loads: (instruction) => openHandles(instruction, callingClassOf(scanned)),
        unknown: (to) => put(to, outside),
        returned: (from) => context.heap.copy(from, resultOf(method)),
        ...ofAnyMethod,
      });
      if (!fits) return false;
    }
  }
  return true;
}

/** What instructions on locals, fields and arrays do. */
function memoryFlows(
  { input, heap, methods, unanalysed }: ConstraintContext,
  declaredIn: FieldResolution,
): Pick<FlowSink, 'variable' | 'copy' | 'create' | 'readField' | 'writeField' | 'readArray' | 'writeArray'> {
  const { graph, weakenings } = input;
  const { variable, put, copy, each, create, objects } = heap;
  const { fieldOf } = methods;
  const { leak } = unanalysed;
  return {
    variable,
    copy,
    create,
    readField: ({ owner, name, descriptor }, to) => {
      const declared = declaredIn(owner, name, descriptor);
      if (graph.mayBeLibrary(declared)) put(to, outside);
      if (!graph.isLibrary(declared)) copy(fieldOf(declared, name, descriptor), to);
    },
    writeField: ({ owner, name, descriptor }, from) => {
      const declared = declaredIn(owner, name, descriptor);
      if (weakenings.has('forgetFieldFlows')) return;
      if (graph.mayBeLibrary(declared)) leak(from);
      if (!graph.isLibrary(declared)) copy(from, fieldOf(declared, name, descriptor));
    },
    readArray: (array, to) =>
      each(array, (object) => (object === outside ? put(to, outside) : copy(objects[object]!.elements, to))),
    writeArray: (array, from) =>
      each(array, (object) => {
        if (weakenings.has('forgetArrayFlows')) return;
        if (object === outside) leak(from);
        else copy(from, objects[object]!.elements);
      }),
  };
}
