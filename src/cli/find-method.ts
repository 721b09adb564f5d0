import { type ClassFile, type MethodInfo, readClassFile } from '../classfile/class-file.ts';
import { toBinaryName, toInternalName } from '../classfile/descriptors.ts';
import { methodUnknown, RrvError } from '../diagnostics.ts';
import { classEntryName } from '../hierarchy/class-sources.ts';
import { closestNames } from '../property/did-you-mean.ts';
import type { OpenInput } from './inputs.ts';

export interface FoundMethod {
  readonly file: ClassFile;
  readonly method: MethodInfo;
  /** Label of the archive, and the entry in it. */
  readonly archive: string;
  readonly entry: string;
}

/**
 * `package.Class#method` with nothing, the parameters, or the whole descriptor behind it. Linear in the
 * input's entries.
 */
export function findMethod(inputs: readonly OpenInput[], spec: string): FoundMethod {
  const [, className, name, rest] = /^([^#]+)#([^(]+)(.*)$/.exec(spec) ?? [];
  if (className === undefined || name === undefined || rest === undefined)
    throw new RrvError(methodUnknown(spec, 'no method', [], false));
  const internalName = toInternalName(className);
  const classNames: string[] = [];
  for (const { application } of inputs)
    for (const { label, entries } of application.archives)
      for (const entry of entries()) {
        const found = classEntryName(entry.name)?.className;
        if (found === undefined) continue;
        if (found !== internalName) {
          classNames.push(found);
          continue;
        }
        const file = readClassFile(entry.read(), { file: label, entry: entry.name });
        const named = file.methods.filter((method) => method.name === name);
        const fitting = named.filter((method) => method.descriptor.startsWith(rest));
        const [method] = fitting;
        if (method !== undefined && fitting.length === 1)
          return { file, method, archive: label, entry: entry.name };
        const near = closestNames(
          name,
          file.methods.map((one) => one.name),
        );
        const alike = file.methods.filter((one) => near.includes(one.name));
        const candidates = named.length > 0 ? named : alike.length > 0 ? alike : file.methods;
        throw new RrvError(
          methodUnknown(
            spec,
            fitting.length > 1 ? 'several methods' : 'no method',
            candidates.slice(0, maxSuggestions).map((one) => `${className}#${one.name}${one.descriptor}`),
            named.length > 0 || alike.length > 0,
          ),
        );
      }
  const near = closestNames(internalName, classNames);
  throw new RrvError(methodUnknown(spec, 'no class of the method', near.map(toBinaryName), true));
}

const maxSuggestions = 5;
