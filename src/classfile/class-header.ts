import { knownVersions } from './class-file.ts';
import { ConstantTag, constantLength } from './constant-pool.ts';
import { decodeModifiedUtf8 } from './modified-utf8.ts';

/** What stands between the constant pool and the fields (JVMS 4.1). Names are internal. */
export interface ClassHeaderItems {
  readonly name: string;
  /** Undefined for java/lang/Object. */
  readonly superName: string | undefined;
  readonly interfaces: readonly string[];
  readonly accessFlags: number;
}

/** Offsets of the entries of the pool being read; indices are two bytes. */
const offsets = new Uint32Array(0x10000);

/**
 * Reads no more of a class file than who it is and what it extends: for looking over tens of thousands of
 * classes of a JDK. Undefined when these items are not sound or the version is below `knownVersions`; nothing
 * else is checked. Linear in the constant pool.
 */
export function readClassHeader(bytes: Uint8Array): ClassHeaderItems | undefined {
  const u2 = (at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
  if (u2(0) !== 0xcafe || u2(2) !== 0xbabe) return undefined;
  if (u2(6) < knownVersions.lowest) return undefined;
  const count = u2(8);
  let at = 10;
  for (let index = 1; index < count; index++) {
    const tag = bytes[at];
    if (tag === undefined) return undefined;
    offsets[index] = at;
    if (tag === ConstantTag.Utf8) at += 3 + u2(at + 1);
    else {
      const length = constantLength[tag]!;
      if (length === 0) return undefined;
      // What an earlier class left there is no entry of this one.
      if (length === constantLength[ConstantTag.Long]) offsets[++index] = 0;
      at += length;
    }
  }
  const interfaceCount = u2(at + 6);
  if (at + 8 + 2 * interfaceCount > bytes.length) return undefined;

  const className = (index: number): string | undefined => {
    const entry = index > 0 && index < count ? offsets[index]! : 0;
    if (bytes[entry] !== ConstantTag.Class) return undefined;
    const nameIndex = u2(entry + 1);
    const utf8 = nameIndex > 0 && nameIndex < count ? offsets[nameIndex]! : 0;
    if (bytes[utf8] !== ConstantTag.Utf8) return undefined;
    const text = decodeModifiedUtf8(bytes, utf8 + 3, utf8 + 3 + u2(utf8 + 1));
    return typeof text === 'string' ? text : undefined;
  };
  const name = className(u2(at + 2));
  const superIndex = u2(at + 4);
  const superName = superIndex === 0 ? undefined : className(superIndex);
  if (name === undefined || (superIndex !== 0 && superName === undefined)) return undefined;
  const interfaces: string[] = [];
  for (let index = 0; index < interfaceCount; index++) {
    const one = className(u2(at + 8 + 2 * index));
    if (one === undefined) return undefined;
    interfaces.push(one);
  }
  return { name, superName, interfaces, accessFlags: u2(at) };
}
