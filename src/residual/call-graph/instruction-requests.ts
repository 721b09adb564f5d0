import { parameterCount, returnTypeOf } from '../../classfile/descriptors.ts';
import type { Instruction, LoadableConstant, MethodHandle } from '../../classfile/instruction.ts';
import { Op } from '../../classfile/opcodes.ts';
import { ReferenceKind } from '../../classfile/reference-kind.ts';
import { isKnownCallSite, lambdaMetafactory, protocolBootstraps } from './dynamic-code.ts';
import type { Request } from './request.ts';

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

/** The class that has an instruction, by which calls with `super` are resolved. Internal names. */
export interface CallingClass {
  readonly className: string;
  readonly superName: string | undefined;
}

/**
 * Where the JVM looks for the method that `invokespecial` calls (JVMS 6.5.invokespecial): a class above the calling one
 * stands for the direct superclass. Compilers name Object for what no class overrode when they ran (JLS 13.1).
 */
function lookedUpIn(
  { owner, name, isInterface }: Pick<MethodHandle, 'owner' | 'name' | 'isInterface'>,
  { className, superName }: CallingClass,
): string {
  return isInterface || name === '<init>' || owner === className ? owner : (superName ?? owner);
}

/** What an instruction of the class may run, besides what a function object runs when it is called later. */
export function requestsOf(instruction: Instruction, caller: CallingClass): readonly Request[] {
  switch (instruction.form) {
    case 'invoke': {
      const { opcode, owner, name, descriptor } = instruction;
      const call: Request = {
        kind: 'call',
        dispatch: opcode === Op.invokestatic ? 'static' : opcode === Op.invokespecial ? 'special' : 'virtual',
        owner: opcode === Op.invokespecial ? lookedUpIn(instruction, caller) : owner,
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
      if (!isKnownCallSite(instruction)) return [{ kind: 'anything' }];
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
export function functionObjectOf(instruction: Instruction, caller: CallingClass): FunctionObject | undefined {
  if (instruction.form !== 'invokedynamic') return undefined;
  if (instruction.bootstrap.handle.owner !== lambdaMetafactory) return undefined;
  const [type, implementation] = instruction.bootstrap.arguments as readonly (LoadableConstant | undefined)[];
  return {
    interfaces: interfacesOf(instruction),
    methodName: instruction.name,
    arity: type?.kind === 'MethodType' ? parameterCount(type.descriptor) : -1,
    runs:
      implementation?.kind === 'MethodHandle'
        ? requestsOfHandle(implementation.handle, caller)
        : [{ kind: 'anything' }],
  };
}

/** What calling a method handle that is a constant of the class runs (JVMS table 5.4.3.5-A). */
export function requestsOfHandle(handle: MethodHandle, caller: CallingClass): readonly Request[] {
  const { referenceKind, owner, name, descriptor } = handle;
  const call = (dispatch: 'static' | 'special' | 'virtual', method = name, of = owner): Request => ({
    kind: 'call',
    dispatch,
    owner: of,
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
      return [call('special', name, lookedUpIn(handle, caller))];
    case ReferenceKind.newInvokeSpecial:
      return [initialise, call('special', '<init>')];
    default:
      return [{ kind: 'anything' }];
  }
}
