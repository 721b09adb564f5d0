import { AccessFlag } from '../../classfile/access-flags.ts';
import type { ClassFile, MethodInfo } from '../../classfile/class-file.ts';
import { codeReferences } from '../../classfile/code-references.ts';
import { ConstantTag } from '../../classfile/constant-pool.ts';
import { returnTypeOf } from '../../classfile/descriptors.ts';
import type { Instruction, LoadableConstant, MethodHandle } from '../../classfile/instruction.ts';
import { referringInstruction } from '../../classfile/instruction-decoder.ts';
import { Op } from '../../classfile/opcodes.ts';
import { ReferenceKind } from '../../classfile/reference-kind.ts';
import { unlessMalformed } from '../../classfile/unless-malformed.ts';
import { isKnownCallSite, lambdaMetafactory, protocolBootstraps } from './dynamic-code.ts';

/** A call instruction, or what a method handle does. */
export interface CallRequest {
  readonly kind: 'call';
  /** `virtual`: dispatched on the receiver's class. */
  readonly dispatch: 'static' | 'special' | 'virtual';
  readonly owner: string;
  readonly name: string;
  readonly descriptor: string;
}

/** What code asks the JVM to run. A call graph has one object for equal requests. */
export type Request =
  | CallRequest
  /** JVMS 5.5: the initialisation of a class and of its superclasses. */
  | { readonly kind: 'initialise'; readonly className: string }
  /** String concatenation, record methods: toString, equals, hashCode of whatever the operands are. */
  | { readonly kind: 'objectProtocol' }
  /** Anything at all. */
  | { readonly kind: 'anything' };

/** A function object made by invokedynamic: what calls of its interface's method run. */
export interface FunctionObject {
  /**
   * Internal names of the interfaces that it implements: the functional one, then those that `altMetafactory`
   * marks it with.
   */
  readonly interfaces: readonly string[];
  readonly methodName: string;
  /** Erased parameter count of the interface's method. */
  readonly arity: number;
  readonly runs: readonly Request[];
}

/**
 * The interfaces of the function object that an instruction makes; `altMetafactory` names all but the first
 * as arguments.
 */
function interfacesOf(instruction: Extract<Instruction, { form: 'invokedynamic' }>): readonly string[] {
  const result = returnTypeOf(instruction.descriptor);
  const markers = (instruction.bootstrap.arguments as readonly LoadableConstant[]).flatMap((constant) =>
    constant.kind === 'Class' ? [constant.name] : [],
  );
  return [result.startsWith('L') ? result.slice(1, -1) : 'java/lang/Object', ...markers];
}

/**
 * Making a function object initialises the class of it, and so the interfaces with default methods that it
 * implements (JVMS 5.5).
 */
function initialisedBy(instruction: Extract<Instruction, { form: 'invokedynamic' }>): readonly Request[] {
  return interfacesOf(instruction)
    .filter((className) => className !== 'java/lang/Object')
    .map((className) => ({ kind: 'initialise', className }));
}

/** What an instruction may run, besides what a function object runs when it is called later. */
export function requestsOf(instruction: Instruction): readonly Request[] {
  switch (instruction.form) {
    case 'invoke': {
      const { opcode, owner, name, descriptor } = instruction;
      const call: Request = {
        kind: 'call',
        dispatch: opcode === Op.invokestatic ? 'static' : opcode === Op.invokespecial ? 'special' : 'virtual',
        owner,
        name,
        descriptor,
      };
      return opcode === Op.invokestatic ? [{ kind: 'initialise', className: owner }, call] : [call];
    }
    case 'field':
      return instruction.opcode === Op.getstatic || instruction.opcode === Op.putstatic
        ? [{ kind: 'initialise', className: instruction.owner }]
        : [];
    case 'type':
      return instruction.opcode === Op.new ? [{ kind: 'initialise', className: instruction.type }] : [];
    case 'invokedynamic': {
      const { owner } = instruction.bootstrap.handle;
      if (!isKnownCallSite(instruction.bootstrap)) return [{ kind: 'anything' }];
      if (owner === lambdaMetafactory) return initialisedBy(instruction);
      return protocolBootstraps.has(owner) ? [{ kind: 'objectProtocol' }] : [];
    }
    case 'constant':
      // Who has a method handle may call it.
      return instruction.constant.kind === 'Dynamic' || instruction.constant.kind === 'MethodHandle'
        ? [{ kind: 'anything' }]
        : [];
    default:
      return [];
  }
}

/** The function object that an invokedynamic instruction makes; undefined for other instructions and bootstraps. */
function functionObjectOf(instruction: Instruction): FunctionObject | undefined {
  if (instruction.form !== 'invokedynamic') return undefined;
  if (instruction.bootstrap.handle.owner !== lambdaMetafactory) return undefined;
  const [type, implementation] = instruction.bootstrap.arguments as readonly (LoadableConstant | undefined)[];
  return {
    interfaces: interfacesOf(instruction),
    methodName: instruction.name,
    arity: type?.kind === 'MethodType' ? parameterCount(type.descriptor) : -1,
    runs:
      implementation?.kind === 'MethodHandle'
        ? requestsOfHandle(implementation.handle)
        : [{ kind: 'anything' }],
  };
}

/** What calling a method handle runs (JVMS table 5.4.3.5-A). */
export function requestsOfHandle(handle: MethodHandle): readonly Request[] {
  const { referenceKind, owner, name, descriptor } = handle;
  const call = (dispatch: 'static' | 'special' | 'virtual', method = name): Request => ({
    kind: 'call',
    dispatch,
    owner,
    name: method,
    descriptor,
  });
  const initialise: Request = { kind: 'initialise', className: owner };
  switch (referenceKind) {
    case ReferenceKind.invokeVirtual:
    case ReferenceKind.invokeInterface:
      return [call('virtual')];
    case ReferenceKind.invokeStatic:
      return [initialise, call('static')];
    case ReferenceKind.invokeSpecial:
      return [call('special')];
    case ReferenceKind.newInvokeSpecial:
      return [initialise, call('special', '<init>')];
    default:
      return [{ kind: 'anything' }];
  }
}

/** O(descriptor). */
export function parameterCount(descriptor: string): number {
  let count = 0;
  let at = 1;
  while (at < descriptor.length && descriptor[at] !== ')') {
    while (descriptor[at] === '[') at++;
    at = descriptor[at] === 'L' ? descriptor.indexOf(';', at) + 1 : at + 1;
    count++;
  }
  return count;
}

/** A method of the application or the class path, with what its code may run. */
export interface ScannedMethod extends ScannedCode {
  readonly owner: string;
  readonly name: string;
  readonly descriptor: string;
  readonly isStatic: boolean;
  readonly isAbstract: boolean;
  /** Or its code cannot be read: nothing is known of what it does. */
  readonly isNative: boolean;
  readonly isPrivate: boolean;
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
  const known = new Map<number, ScannedReference>();
  const referenceOf = (opcode: number, constant: number): ScannedReference => {
    const key = opcode * 0x10000 + constant;
    let reference = known.get(key);
    if (reference === undefined) {
      const instruction = referringInstruction(file, opcode, constant, file.pool.offsetOf(constant));
      const object = functionObjectOf(instruction);
      reference = {
        requests: requestsOf(instruction).map(intern),
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

/** Text that is the same for requests that ask for the same, and for no others. */
export function requestKey(request: Request): string {
  switch (request.kind) {
    case 'call':
      return `${request.dispatch} ${request.owner}.${request.name}${request.descriptor}`;
    case 'initialise':
      return `initialise ${request.className}`;
    default:
      return request.kind;
  }
}
