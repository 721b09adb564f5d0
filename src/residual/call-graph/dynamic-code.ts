import { classOfDescriptor, descriptorOfClass } from '../../classfile/descriptors.ts';
import type {
  BootstrapMethod,
  Instruction,
  LoadableConstant,
  MethodHandle,
} from '../../classfile/instruction.ts';
import { ReferenceKind } from '../../classfile/reference-kind.ts';

/** What the JVM runs to resolve constants and to link call sites (JVMS 5.4.3.5, 5.4.3.6). */

export const lambdaMetafactory = 'java/lang/invoke/LambdaMetafactory';
export const stringConcatFactory = 'java/lang/invoke/StringConcatFactory';
/** Of records: toString, hashCode and equals. */
export const objectMethods = 'java/lang/runtime/ObjectMethods';
/**
 * Compares classes, strings, enum constants (only those of a class that the value is of already), and asks what is a
 * Number for its `intValue()`.
 */
const switchBootstraps = 'java/lang/runtime/SwitchBootstraps';
const constantBootstraps = 'java/lang/invoke/ConstantBootstraps';

/**
 * Bootstrap methods of the class library whose call sites run nothing but `objectProtocol` methods of their
 * operands.
 */
export const protocolBootstraps: ReadonlySet<string> = new Set([stringConcatFactory, objectMethods]);

const known: ReadonlySet<string> = new Set([
  lambdaMetafactory,
  stringConcatFactory,
  objectMethods,
  switchBootstraps,
]);

/** Whether all bootstrap methods of the class of the class library are known: they do what their constants say. */
export function isKnownBootstrap(owner: string): boolean {
  return known.has(owner) || owner === constantBootstraps;
}

type CallSite = Extract<Instruction, { form: 'invokedynamic' }>;

/**
 * Whether a switch asks a number of the program for what it is as an int: one that has labels of that kind, and is not
 * over a class that has no others below it.
 */
function asksNumbers(descriptor: string, labels: readonly LoadableConstant[]): boolean {
  return (
    labels.some(({ kind }) => kind === 'Integer') &&
    !/^\((?:[BCDFIJSZ]|Ljava\/lang\/(?:Integer|Character|Short|Byte|Long|Float|Double|Boolean|String);)/.test(
      descriptor,
    )
  );
}

/**
 * Whether linking the call site runs no code of the program: its bootstrap method is one of those that
 * compilers name most, with constants that are there or that the class library makes (labels of a switch over
 * enum constants).
 */
export function isKnownCallSite({
  descriptor,
  bootstrap: {
    handle: { owner },
    arguments: given,
  },
}: CallSite): boolean {
  if (!known.has(owner) || (owner === switchBootstraps && asksNumbers(descriptor, given))) return false;
  const seen = new Set<BootstrapMethod>();
  return given.every(
    (constant) =>
      isQuiet(constant, seen) &&
      // Components of a record that it is asked for by a method.
      (owner !== objectMethods ||
        constant.kind !== 'MethodHandle' ||
        constant.handle.referenceKind <= ReferenceKind.putStatic),
  );
}

/**
 * `seen`: those that are looked at already. Constants may have others in common, so that there are more ways
 * to one than constants.
 */
function isQuiet(constant: LoadableConstant, seen: Set<BootstrapMethod>): boolean {
  if (constant.kind !== 'Dynamic') return true;
  const { bootstrap, name, descriptor } = constant;
  if (bootstrap.handle.owner !== constantBootstraps) return false;
  const isOfLibrary = (one: LoadableConstant): boolean =>
    one.kind === 'MethodHandle'
      ? /^java\/lang\/(?:constant\/\w+|Enum\$EnumDesc)$/.test(one.handle.owner)
      : isQuiet(one, seen);
  switch (bootstrap.handle.name) {
    case 'invoke':
      if (seen.has(bootstrap)) return true;
      seen.add(bootstrap);
      return bootstrap.arguments.every(isOfLibrary);
    case 'primitiveClass':
    case 'nullConstant':
      return true;
    case 'getStaticFinal':
      return /^(?:TRUE|FALSE)$/.test(name) && descriptor === 'Ljava/lang/Boolean;';
    default:
      return false;
  }
}

/** What constants name that code which is not analysed gets hold of. */
export interface OpenedByConstants {
  /**
   * It may call them: what is loaded, what resolves a dynamic constant or links a call site, and what these are
   * given.
   */
  readonly handles: readonly MethodHandle[];
  /** Those whose value a dynamic constant is, or is a variable handle of. */
  readonly fields: readonly NamedField[];
}

export interface NamedField {
  /** Internal name; undefined: another constant says so. */
  readonly owner: string | undefined;
  readonly name: string;
  /** Undefined: another constant says so. */
  readonly descriptor: string | undefined;
}

const none: OpenedByConstants = { handles: [], fields: [] };

/** What the instruction opens. What known call sites are made of opens nothing. */
export function openedBy(instruction: Instruction): OpenedByConstants {
  const isLoaded = instruction.form === 'constant';
  if (!isLoaded && (instruction.form !== 'invokedynamic' || isKnownCallSite(instruction))) return none;
  const handles: MethodHandle[] = [];
  const fields: NamedField[] = [];
  /** As for `isQuiet`. */
  const seen = new Set<BootstrapMethod>();
  const openBootstrap = (bootstrap: BootstrapMethod): void => {
    if (seen.has(bootstrap)) return;
    seen.add(bootstrap);
    handles.push(bootstrap.handle);
    for (const one of bootstrap.arguments) open(one);
  };
  const open = (constant: LoadableConstant): void => {
    if (constant.kind === 'MethodHandle') handles.push(constant.handle);
    if (constant.kind !== 'Dynamic') return;
    // The name is none of the bootstrap method's arguments, which several constants may have in common.
    const field = fieldOf(constant);
    if (field !== undefined) fields.push(field);
    openBootstrap(constant.bootstrap);
  };
  if (isLoaded) open(instruction.constant);
  else openBootstrap(instruction.bootstrap);
  return { handles, fields };
}

type DynamicConstant = Extract<LoadableConstant, { kind: 'Dynamic' }>;

/** The field that a method of ConstantBootstraps reads, or makes a variable handle of; none where it holds no object. */
function fieldOf({ name, descriptor, bootstrap }: DynamicConstant): NamedField | undefined {
  if (bootstrap.handle.owner !== constantBootstraps) return undefined;
  const [declaring, type] = bootstrap.arguments as readonly (LoadableConstant | undefined)[];
  switch (bootstrap.handle.name) {
    case 'enumConstant':
    case 'getStaticFinal':
      if (classOfDescriptor(descriptor) === undefined) return undefined;
      // Without a class it is that of the constant.
      return {
        owner: declaring === undefined ? classOfDescriptor(descriptor) : classIn(declaring),
        name,
        descriptor,
      };
    case 'fieldVarHandle':
    case 'staticFieldVarHandle': {
      if (isPrimitiveClass(type)) return undefined;
      const fieldType = classIn(type);
      return {
        owner: classIn(declaring),
        name,
        descriptor: fieldType === undefined ? undefined : descriptorOfClass(fieldType),
      };
    }
    default:
      return undefined;
  }
}

function classIn(constant: LoadableConstant | undefined): string | undefined {
  return constant?.kind === 'Class' ? constant.name : undefined;
}

function isPrimitiveClass(constant: LoadableConstant | undefined): boolean {
  if (constant?.kind !== 'Dynamic') return false;
  const { owner, name } = constant.bootstrap.handle;
  return owner === constantBootstraps && name === 'primitiveClass';
}
