import type {
  BootstrapMethod,
  Instruction,
  LoadableConstant,
  MethodHandle,
} from '../../classfile/instruction.ts';
import { ReferenceKind } from '../../classfile/reference-kind.ts';

/** What the JVM runs to resolve constants and to link call sites (JVMS 5.4.3.5, 5.4.3.6). */

export const lambdaMetafactory = 'java/lang/invoke/LambdaMetafactory';
const stringConcatFactory = 'java/lang/invoke/StringConcatFactory';
const objectMethods = 'java/lang/runtime/ObjectMethods';
/** Compares classes, strings, enum constants (only those of a class that the value is of already). */
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

/**
 * Whether linking the call site runs no code of the program: its bootstrap method is one of those that
 * compilers name most, with constants that are there or that the class library makes (labels of a switch over
 * enum constants).
 */
export function isKnownCallSite({ handle: { owner }, arguments: given }: BootstrapMethod): boolean {
  if (!known.has(owner)) return false;
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

const none: readonly MethodHandle[] = [];

/**
 * Method handles that code which is not analysed may call because the instruction names them: what is loaded,
 * what resolves a dynamic constant or links a call site, and what these are given. Those of known call sites
 * are not among them.
 */
export function openedHandles(instruction: Instruction): readonly MethodHandle[] {
  const seen = new Set<BootstrapMethod>();
  if (instruction.form === 'constant') return handlesIn(instruction.constant, seen);
  return instruction.form === 'invokedynamic' && !isKnownCallSite(instruction.bootstrap)
    ? handlesOf(instruction.bootstrap, seen)
    : none;
}

/** `seen` as for `isQuiet`. */
function handlesOf(bootstrap: BootstrapMethod, seen: Set<BootstrapMethod>): readonly MethodHandle[] {
  if (seen.has(bootstrap)) return none;
  seen.add(bootstrap);
  return [bootstrap.handle, ...bootstrap.arguments.flatMap((one) => handlesIn(one, seen))];
}

function handlesIn(constant: LoadableConstant, seen: Set<BootstrapMethod>): readonly MethodHandle[] {
  if (constant.kind === 'MethodHandle') return [constant.handle];
  return constant.kind === 'Dynamic' ? handlesOf(constant.bootstrap, seen) : none;
}
