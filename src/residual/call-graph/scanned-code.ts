import { AccessFlag } from '../../classfile/access-flags.ts';
import type { ClassFile, MethodInfo } from '../../classfile/class-file.ts';
import { codeReferences } from '../../classfile/code-references.ts';
import { ConstantTag } from '../../classfile/constant-pool.ts';
import { referringInstruction } from '../../classfile/instruction-decoder.ts';
import { Op } from '../../classfile/opcodes.ts';
import { unlessMalformed } from '../../classfile/unless-malformed.ts';
import {
  type CallingClass,
  type FunctionObject,
  functionObjectOf,
  requestsOf,
} from './instruction-requests.ts';
import type { Request } from './request.ts';

/** A method of the application or the class path, with what its code may run. */
export interface ScannedMethod extends ScannedCode {
  readonly owner: string;
  /** What the class extends. */
  readonly superName: string | undefined;
  readonly name: string;
  readonly descriptor: string;
  readonly isStatic: boolean;
  readonly isAbstract: boolean;
  /** Or its code cannot be read: nothing is known of what it does. */
  readonly isNative: boolean;
  readonly isPrivate: boolean;
}

/** The class whose code it is. */
export function callingClassOf({ owner, superName }: ScannedMethod): CallingClass {
  return { className: owner, superName };
}

interface ScannedCode {
  readonly requests: readonly Request[];
  /** Types (internal names, array descriptors) whose class object it loads. */
  readonly classConstants: readonly string[];
  /** With the instruction that makes each. */
  readonly functions: readonly { readonly instruction: number; readonly object: FunctionObject }[];
}

const none: readonly string[] = [];
const noCode: ScannedCode = { requests: [], classConstants: none, functions: [] };

/** What all instructions with one opcode and operand ask for. */
interface ScannedReference {
  readonly requests: readonly Request[];
  readonly object: FunctionObject | undefined;
}

/** The opcodes with an operand that may ask for something. */
const mayRun = new Set<number>([
  ...[Op.ldc, Op.ldc_w, Op.ldc2_w],
  ...[Op.getstatic, Op.putstatic, Op.new],
  ...[Op.invokevirtual, Op.invokespecial, Op.invokestatic, Op.invokeinterface, Op.invokedynamic],
]);
const mayRunByOpcode = Uint8Array.from({ length: 256 }, (_, opcode) => (mayRun.has(opcode) ? 1 : 0));

/**
 * Scans all methods of a class. `intern` makes equal requests one object. O(instructions), with an object for each
 * different operand only.
 */
export function scanClass(file: ClassFile, intern: (request: Request) => Request): readonly ScannedMethod[] {
  const { superName } = file;
  const caller = { className: file.name, superName };
  const known = new Map<number, ScannedReference>();
  const referenceOf = (opcode: number, constant: number): ScannedReference => {
    const key = opcode * 0x10000 + constant;
    let reference = known.get(key);
    if (reference === undefined) {
      const instruction = referringInstruction(file, opcode, constant, file.pool.offsetOf(constant));
      const object = functionObjectOf(instruction, caller);
      reference = {
        requests: requestsOf(instruction, caller).map(intern),
        object: object === undefined ? undefined : { ...object, runs: object.runs.map(intern) },
      };
      known.set(key, reference);
    }
    return reference;
  };
  const codeOf = (method: MethodInfo): ScannedCode => {
    const requests = new Set<Request>();
    const functions: { instruction: number; object: FunctionObject }[] = [];
    let classConstants: Set<string> | undefined;
    const references = codeReferences(file, method);
    for (let at = 0; at < (references?.count ?? 0); at++) {
      const opcode = references!.opcodes[at]!;
      if (mayRunByOpcode[opcode] === 0) continue;
      const constant = references!.constants[at]!;
      // Most constants that are loaded are strings and numbers.
      const tag = opcode <= Op.ldc2_w ? file.pool.tag(constant) : ConstantTag.Dynamic;
      if (tag === ConstantTag.Class) {
        classConstants ??= new Set();
        classConstants.add(file.pool.className(constant));
      }
      if (tag !== ConstantTag.Dynamic && tag !== ConstantTag.MethodHandle) continue;
      const reference = referenceOf(opcode, constant);
      for (const request of reference.requests) requests.add(request);
      if (reference.object !== undefined)
        functions.push({ instruction: references!.instructions[at]!, object: reference.object });
    }
    return {
      requests: [...requests],
      classConstants: classConstants === undefined ? none : [...classConstants],
      functions,
    };
  };
  return file.methods.map((method) => {
    const has = (flag: number): boolean => (method.accessFlags & flag) !== 0;
    const code = unlessMalformed(() => codeOf(method));
    return {
      owner: file.name,
      superName,
      name: method.name,
      descriptor: method.descriptor,
      isStatic: has(AccessFlag.static),
      isAbstract: has(AccessFlag.abstract),
      isNative: has(AccessFlag.native) || code === undefined,
      isPrivate: has(AccessFlag.private),
      ...(code ?? noCode),
    };
  });
}
