import { AccessFlag } from '../../classfile/access-flags.ts';
import type { ClassFile } from '../../classfile/class-file.ts';
import { readCode } from '../../classfile/code.ts';
import type { ClassHierarchy, ProgramClass } from '../analysis.ts';
import type { CallGraph } from '../call-graph/call-graph.ts';
import { type MethodCode, methodCode } from './method-code.ts';

/** The code of the methods that the analysis looks into: decoded once for all properties and rounds. */
export interface MethodCodes {
  /** A method of a class of the inputs, by its position in the class. */
  inClass(programClass: ProgramClass, methodIndex: number): MethodCode | undefined;
  /** A method of the call graph, by its index: of classes with one name, that which the hierarchy finds. */
  inGraph(method: number): MethodCode | undefined;
}

/** Memory is proportional to the methods asked for. */
export function methodCodes(graph: CallGraph, hierarchy: ClassHierarchy): MethodCodes {
  /** By the bytes of the class: the inputs' classes are the hierarchy's, too. */
  const byBytes = new Map<Uint8Array, Map<number, MethodCode | undefined>>();
  const byClass = new Map<ProgramClass, ClassFile['bytes']>();
  const byMethod = new Map<number, MethodCode | undefined>();
  let recent: { readonly programClass: ProgramClass; readonly file: ClassFile } | undefined;

  function fileOf(programClass: ProgramClass): ClassFile {
    if (recent?.programClass !== programClass) recent = { programClass, file: programClass.classFile() };
    return recent.file;
  }

  function inFile(file: ClassFile, methodIndex: number): MethodCode | undefined {
    let ofFile = byBytes.get(file.bytes);
    if (ofFile === undefined) {
      ofFile = new Map();
      byBytes.set(file.bytes, ofFile);
    }
    if (!ofFile.has(methodIndex)) ofFile.set(methodIndex, read(file, methodIndex));
    return ofFile.get(methodIndex);
  }

  return {
    inClass(programClass, methodIndex) {
      const bytes = byClass.get(programClass);
      const known = bytes === undefined ? undefined : byBytes.get(bytes)?.get(methodIndex);
      if (known !== undefined) return known;
      const file = fileOf(programClass);
      byClass.set(programClass, file.bytes);
      return inFile(file, methodIndex);
    },
    inGraph(method) {
      if (!byMethod.has(method)) {
        const { owner, name, descriptor } = graph.methods[method]!;
        const file = hierarchy.classFile(owner);
        const info = file?.methods.find((one) => one.name === name && one.descriptor === descriptor);
        byMethod.set(method, file === undefined || info === undefined ? undefined : inFile(file, info.index));
      }
      return byMethod.get(method);
    },
  };
}

function read(file: ClassFile, methodIndex: number): MethodCode | undefined {
  const method = file.methods[methodIndex];
  const code = method === undefined ? undefined : readCode(file, method);
  if (method === undefined || code === undefined) return undefined;
  const { name, descriptor, accessFlags } = method;
  const isStatic = (accessFlags & AccessFlag.static) !== 0;
  return methodCode(file.name, { name, descriptor, isStatic }, code);
}
