import { readCode } from '../../../src/classfile/code.ts';
import { Op } from '../../../src/classfile/opcodes.ts';
import type { ClassLibrary, Found } from './class-library.ts';

/** A virtual call whose receiver may be an application object: `java/util/Comparator.compare`. */
export type OpenCall = string;

const acc = { public: 0x0001, private: 0x0002, final: 0x0010, abstract: 0x0400 };

/**
 * The virtual calls on types that an application can extend which a method of the class library may make, itself
 * or through calls that can only stay in the class library. What the class library's own overrides of such a
 * method call in turn is not followed, nor is code outside java.util, nor the building of exceptions. Keys are calls,
 * values say from where.
 */
export function openCalls(
  library: ClassLibrary,
  start: Found,
  within = 'java/util/',
): ReadonlyMap<OpenCall, string> {
  const open = new Map<OpenCall, string>();
  const seen = new Set<string>();
  const work: { readonly found: Found; readonly path: string }[] = [{ found: start, path: '' }];
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    const { found, path } = next;
    const key = `${found.file.name}.${found.method.name}${found.method.descriptor}`;
    if (seen.has(key)) continue;
    seen.add(key);
    if (!found.file.name.startsWith(within)) continue;
    const here = path.length > 300 ? path : `${path} > ${key}`;
    for (const instruction of readCode(found.file, found.method)?.instructions ?? []) {
      if (instruction.form !== 'invoke') continue;
      const { owner, name, descriptor, opcode } = instruction;
      if (owner.startsWith('[') || library.superTypes(owner).has('java/lang/Throwable')) continue;
      // Only packages that are exported can be extended.
      if (!owner.startsWith('java/')) continue;
      const direct = library.find(owner, name, descriptor);
      const flags = direct?.method.accessFlags ?? 0;
      const bound = opcode === Op.invokestatic || opcode === Op.invokespecial;
      if (bound || (flags & (acc.private | acc.final)) !== 0) {
        if (direct !== undefined) work.push({ found: direct, path: here });
        continue;
      }
      const subtypes = [...library.subtypes(owner)];
      const extendable = subtypes.some((one) => {
        const classFlags = library.file(one)?.accessFlags ?? 0;
        return (classFlags & acc.public) !== 0 && (classFlags & acc.final) === 0;
      });
      if (extendable) {
        const call = `${owner}.${name}`;
        if (!open.has(call)) open.set(call, here);
        continue;
      }
      for (const one of subtypes) {
        const target = library.find(one, name, descriptor);
        if (target !== undefined) work.push({ found: target, path: here });
      }
    }
  }
  return open;
}
