import { type ClassFile, type MethodInfo, readClassFile } from '../../classfile/class-file.ts';
import { toBinaryName, toInternalName } from '../../classfile/descriptors.ts';
import { methodUnknown, RrvError } from '../../diagnostics.ts';
import { classEntryName } from '../../hierarchy/class-sources.ts';
import { closestNames } from '../../property/did-you-mean.ts';
import { classNamesOf, type OpenInput } from './inputs.ts';

export interface FoundMethod {
  readonly file: ClassFile;
  readonly method: MethodInfo;
  /** Label of the archive, and the entry in it. */
  readonly archive: string;
  readonly entry: string;
}

/**
 * `package.Class#method` with nothing, the parameters, or the whole descriptor behind it: the first, where
 * versions of the class have it. Linear in the input's entries.
 */
export function findMethod(inputs: readonly OpenInput[], spec: string): FoundMethod {
  const [, className, name, rest] = /^([^#]+)#([^(]+)(.*)$/.exec(spec) ?? [];
  if (className === undefined || name === undefined || rest === undefined) {
    const meant = methodAtPlace(spec);
    const candidates = meant === undefined ? [] : meantMethods(meant, '', inputs);
    throw new RrvError(methodUnknown(spec, 'no method', candidates, true));
  }
  const found = methodsOf(toInternalName(className), inputs);
  if (found.length > 0) {
    const named = found.filter(({ method }) => method.name === name);
    const fitting = named.filter(({ method }) => method.descriptor.startsWith(rest));
    const descriptors = new Set(fitting.map(({ method }) => method.descriptor));
    if (descriptors.size === 1) return fitting[0]!;
    const near = closestNames(name, new Set(found.map(({ method }) => method.name)));
    const alike = found.filter(({ method }) => near.includes(method.name));
    const candidates = named.length > 0 ? named : alike.length > 0 ? alike : found;
    throw new RrvError(
      methodUnknown(
        spec,
        descriptors.size > 1 ? 'several methods' : 'no method',
        [...new Set(candidates.map(({ method }) => `${className}#${method.name}${method.descriptor}`))].slice(
          0,
          maxSuggestions,
        ),
        named.length > 0 || alike.length > 0,
      ),
    );
  }
  const candidates = meantMethods({ className, name }, rest, inputs);
  throw new RrvError(methodUnknown(spec, 'no class of the method', candidates, true));
}

/** The methods of all classes of that name: versions of one, or copies in several archives. */
function methodsOf(internalName: string, inputs: readonly OpenInput[]): readonly FoundMethod[] {
  const found: FoundMethod[] = [];
  for (const { application } of inputs)
    for (const { label, entries } of application.archives)
      for (const entry of entries()) {
        if (classEntryName(entry.name)?.className !== internalName) continue;
        const file = readClassFile(entry.read(), { file: label, entry: entry.name });
        for (const method of file.methods) found.push({ file, method, archive: label, entry: entry.name });
      }
  return found;
}

/** Of the class of that name, else of those that have it in a package, else of those that are nearly called so. */
function meantMethods(
  { className, name }: { readonly className: string; readonly name: string },
  rest: string,
  inputs: readonly OpenInput[],
): readonly string[] {
  const classNames = [...new Set(classNamesOf(inputs))];
  const internalName = toInternalName(className);
  const inPackages = classNames.filter((one) => one.endsWith(`/${internalName}`));
  const near = classNames.includes(internalName)
    ? [internalName]
    : inPackages.length > 0
      ? inPackages
      : closestNames(internalName, classNames);
  return near.slice(0, maxSuggestions).map((one) => `${toBinaryName(one)}#${name}${rest}`);
}

/**
 * The method of a place as reports and stack traces write it: `a.b.C.m(C.java:42)`, also with slashes, and
 * with a loader or module in front (`app//`, `m@1/`), or as a method reference. Undefined: that is no place.
 */
function methodAtPlace(text: string): { readonly className: string; readonly name: string } | undefined {
  const [, path, name] =
    /^(?:[^(]*\/\/|[^(/]*@[^(/]*\/)?([^(]+?)(?:\.|::)([^.(/:]+)(?:\(.*)?$/.exec(text) ?? [];
  return path === undefined || name === undefined ? undefined : { className: toBinaryName(path), name };
}

const maxSuggestions = 5;
