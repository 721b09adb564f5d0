import { AccessFlag } from '../../../classfile/access-flags.ts';
import type { ClassFile } from '../../../classfile/class-file.ts';
import { readCode } from '../../../classfile/code.ts';
import { unlessMalformed } from '../../../classfile/unless-malformed.ts';
import type { ClassHierarchy, ProgramClass } from '../../analysis.ts';
import type { CallGraph } from '../../call-graph/call-graph.ts';
import { type MethodCode, methodCode } from './method-code.ts';

/** The code of the methods that the analysis looks into: decoded once for all properties and rounds. */
export interface MethodCodes {
  /** A method of a class of the inputs, by its position in the class. */
  inClass(programClass: ProgramClass, methodIndex: number): MethodCode | undefined;
  /**
   * A method of the call graph, by its index. Undefined, too, where classes of one name differ: any of them
   * may run.
   */
  inGraph(method: number): MethodCode | undefined;
}

/** Memory is proportional to the methods asked for. */
export function methodCodes(
  graph: CallGraph,
  hierarchy: ClassHierarchy,
  differing: ReadonlySet<string>,
): MethodCodes {
  /** By the bytes of the class: the inputs' classes are the hierarchy's, too, and share one constant pool. */
  const byBytes = new Map<Uint8Array, KnownClass>();
  const byClass = new Map<ProgramClass, KnownClass>();
  const byMethod = new Map<number, MethodCode | undefined>();

  function known(file: ClassFile): KnownClass {
    let one = byBytes.get(file.bytes);
    if (one === undefined) {
      one = { file, codes: new Map() };
      byBytes.set(file.bytes, one);
    }
    return one;
  }

  function codeIn({ file, codes }: KnownClass, methodIndex: number): MethodCode | undefined {
    if (!codes.has(methodIndex)) codes.set(methodIndex, read(file, methodIndex));
    return codes.get(methodIndex);
  }

  return {
    inClass(programClass, methodIndex) {
      let one = byClass.get(programClass);
      if (one === undefined) {
        one = known(programClass.classFile());
        byClass.set(programClass, one);
      }
      return codeIn(one, methodIndex);
    },
    inGraph(method) {
      if (!byMethod.has(method)) {
        const { owner, name, descriptor } = graph.methods[method]!;
        const file = differing.has(owner) ? undefined : hierarchy.classFile(owner);
        const info = file?.methods.find((one) => one.name === name && one.descriptor === descriptor);
        byMethod.set(
          method,
          file === undefined || info === undefined ? undefined : codeIn(known(file), info.index),
        );
      }
      return byMethod.get(method);
    },
  };
}

interface KnownClass {
  readonly file: ClassFile;
  /** By position in the class. */
  readonly codes: Map<number, MethodCode | undefined>;
}

function read(file: ClassFile, methodIndex: number): MethodCode | undefined {
  const method = file.methods[methodIndex];
  const code = method === undefined ? undefined : unlessMalformed(() => readCode(file, method));
  if (method === undefined || code === undefined) return undefined;
  const { name, descriptor, accessFlags } = method;
  const isStatic = (accessFlags & AccessFlag.static) !== 0;
  return methodCode(file, { name, descriptor, isStatic }, code);
}
