import { join } from 'node:path';
import { openJImage } from '../../../src/archive/jimage.ts';
import { type ClassFile, type MethodInfo, readClassFile } from '../../../src/classfile/class-file.ts';
import { fileAccess } from '../../support/file-access.ts';
import type { Jdk } from '../../support/jdk.ts';

/** All classes of a JDK with their subtypes: what a check of facts against byte code looks at. */
export interface ClassLibrary {
  file(name: string): ClassFile | undefined;
  /** Reflexive and transitive. */
  subtypes(name: string): ReadonlySet<string>;
  superTypes(name: string): ReadonlySet<string>;
  /** Where a call on a receiver of exactly this class finds the method; also default methods. */
  find(name: string, method: string, descriptor: string): Found | undefined;
}

export interface Found {
  readonly file: ClassFile;
  readonly method: MethodInfo;
}

export function classLibrary(jdk: Jdk): ClassLibrary {
  const image = openJImage(fileAccess(join(jdk.home, 'lib', 'modules')));
  const files = new Map<string, ClassFile>();
  const subtypes = new Map<string, string[]>();
  for (const name of image.classNames()) {
    const bytes = image.readClass(name);
    if (bytes === undefined) continue;
    const file = readClassFile(bytes);
    files.set(name, file);
    for (const parent of [file.superName ?? '', ...file.interfaces])
      subtypes.set(parent, [...(subtypes.get(parent) ?? []), name]);
  }
  const closure = (start: string, next: (name: string) => readonly string[]): ReadonlySet<string> => {
    const found = new Set([start]);
    for (const name of found) for (const other of next(name)) found.add(other);
    return found;
  };
  const parents = (name: string): readonly string[] => {
    const file = files.get(name);
    return file === undefined
      ? []
      : [...(file.superName === undefined ? [] : [file.superName]), ...file.interfaces];
  };
  const library: ClassLibrary = {
    file: (name) => files.get(name),
    subtypes: remembered((name) => closure(name, (one) => subtypes.get(one) ?? [])),
    superTypes: remembered((name) => closure(name, parents)),
    find(name, method, descriptor) {
      const declared = (owner: string): Found | undefined => {
        const file = files.get(owner);
        const found = file?.methods.find((one) => one.name === method && one.descriptor === descriptor);
        return file !== undefined && found !== undefined ? { file, method: found } : undefined;
      };
      for (let owner: string | undefined = name; owner !== undefined; owner = files.get(owner)?.superName) {
        const found = declared(owner);
        if (found !== undefined && (found.method.accessFlags & 0x0400) === 0) return found;
      }
      for (const owner of library.superTypes(name)) {
        const found = declared(owner);
        if (found !== undefined && (found.method.accessFlags & 0x0400) === 0) return found;
      }
      return undefined;
    },
  };
  return library;
}

function remembered<Answer>(compute: (name: string) => Answer): (name: string) => Answer {
  const known = new Map<string, Answer>();
  return (name) => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const answer = compute(name);
    known.set(name, answer);
    return answer;
  };
}
