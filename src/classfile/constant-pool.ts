import type { ClassBytes } from './class-bytes.ts';
import { isFieldDescriptor, isMethodDescriptor } from './descriptors.ts';
import type { MethodHandle } from './instruction.ts';
import { decodeModifiedUtf8 } from './modified-utf8.ts';
import { ReferenceKind } from './reference-kind.ts';

/** JVMS table 4.4-A. */
export const ConstantTag = Object.freeze({
  Utf8: 1,
  Integer: 3,
  Float: 4,
  Long: 5,
  Double: 6,
  Class: 7,
  String: 8,
  Fieldref: 9,
  Methodref: 10,
  InterfaceMethodref: 11,
  NameAndType: 12,
  MethodHandle: 15,
  MethodType: 16,
  Dynamic: 17,
  InvokeDynamic: 18,
  Module: 19,
  Package: 20,
} as const);

const tagNames: readonly (string | undefined)[] = Object.entries(ConstantTag).reduce<string[]>(
  (names, [name, tag]) => {
    names[tag] = name;
    return names;
  },
  [],
);

/** Bytes of an entry with its tag; 0 for tags that do not exist. Utf8 (3 + its length) is separate. */
export const constantLength = new Uint8Array(256);
for (const [length, tags] of [
  [3, ['Class', 'String', 'MethodType', 'Module', 'Package']],
  [4, ['MethodHandle']],
  [5, ['Integer', 'Float', 'Fieldref', 'Methodref', 'InterfaceMethodref', 'NameAndType']],
  [5, ['Dynamic', 'InvokeDynamic']],
  [9, ['Long', 'Double']],
] as const)
  for (const tag of tags) constantLength[ConstantTag[tag]] = length;

/** What a Fieldref, Methodref or InterfaceMethodref says (JVMS 4.4.2). */
export interface MemberReference {
  readonly tag: number;
  readonly owner: string;
  readonly name: string;
  readonly descriptor: string;
}

/** What a Dynamic or InvokeDynamic says (JVMS 4.4.10); `bootstrap` is an index of the BootstrapMethods. */
export interface DynamicReference {
  readonly bootstrap: number;
  readonly name: string;
  readonly descriptor: string;
}

/**
 * The constant pool of a class file (JVMS 4.4), in place. Construction is linear and notes only where each
 * entry starts; what an entry says is read, checked and remembered when somebody asks. Every accessor
 * throws RRV_CLASS_MALFORMED when the index is not of an entry of that kind.
 */
export class ConstantPool {
  /** constant_pool_count: valid indices are 1 to count - 1. */
  readonly count: number;
  /** Offset of the first byte behind the pool. */
  readonly end: number;
  readonly source: ClassBytes;
  /** Offset of each entry's tag; 0 where there is no entry (index 0, the second index of a long or double). */
  private readonly offsets: Uint32Array;
  /** What has been decoded, by index. Allocated on first use: many classes are only looked at from outside. */
  private decoded: (string | MemberReference | undefined)[] | undefined;

  /** `at` is the offset of constant_pool_count. */
  constructor(source: ClassBytes, at: number) {
    const count = source.u2(at);
    if (count === 0) source.fail('constant_pool_count is 0', at);
    const offsets = new Uint32Array(count);
    const bytes = source.bytes;
    let offset = at + 2;
    for (let index = 1; index < count; index++) {
      const tag = source.u1(offset);
      offsets[index] = offset;
      if (tag === ConstantTag.Utf8) offset += 3 + source.u2(offset + 1);
      else {
        const length = constantLength[tag]!;
        if (length === 0) source.fail(`constant ${index} has the unknown tag ${tag}`, offset);
        if (tag === ConstantTag.Long || tag === ConstantTag.Double) {
          index++;
          if (index === count) source.fail(`constant ${index - 1} needs two indices`, offset);
        }
        offset += length;
      }
    }
    if (offset > bytes.length) source.fail('it ends inside the constant pool', bytes.length);
    this.source = source;
    this.count = count;
    this.end = offset;
    this.offsets = offsets;
  }

  /** The tag of an entry; 0 if there is no entry at that index. Never throws. */
  tag(index: number): number {
    const offset = this.offsets[index];
    return offset === undefined || offset === 0 ? 0 : this.source.bytes[offset]!;
  }

  /** Offset of the entry's tag in the file. */
  offsetOf(index: number): number {
    const offset = this.offsets[index];
    if (offset === undefined || offset === 0)
      this.source.fail(`there is no constant ${index} (the pool has ${this.count})`, 0);
    return offset;
  }

  /** Offset behind the entry. */
  entryEnd(index: number): number {
    const offset = this.offsetOf(index);
    const tag = this.source.bytes[offset]!;
    return offset + (tag === ConstantTag.Utf8 ? 3 + this.source.u2(offset + 1) : constantLength[tag]!);
  }

  /** A CONSTANT_Utf8 (4.4.7), decoded. */
  utf8(index: number): string {
    const offset = this.entry(index, ConstantTag.Utf8);
    const known = this.decoded?.[index];
    if (known !== undefined) return known as string;
    const start = offset + 3;
    const text = decodeModifiedUtf8(this.source.bytes, start, start + this.source.u2(offset + 1));
    if (typeof text === 'number') this.source.fail(`constant ${index} is not modified UTF-8`, text);
    this.remember(index, text);
    return text;
  }

  /** 4.4.1: an internal name, or the descriptor of an array type. */
  className(index: number): string {
    return this.nameOf(index, ConstantTag.Class);
  }

  /** 4.4.11. */
  moduleName(index: number): string {
    return this.nameOf(index, ConstantTag.Module);
  }

  /** 4.4.12: in internal form. */
  packageName(index: number): string {
    return this.nameOf(index, ConstantTag.Package);
  }

  /** 4.4.3. */
  string(index: number): string {
    return this.nameOf(index, ConstantTag.String);
  }

  /** 4.4.9. */
  methodType(index: number): string {
    const descriptor = this.nameOf(index, ConstantTag.MethodType);
    if (!isMethodDescriptor(descriptor)) this.failAt(index, 'is a MethodType without a method descriptor');
    return descriptor;
  }

  /** 4.4.4. */
  integer(index: number): number {
    return this.source.s4(this.entry(index, ConstantTag.Integer) + 1);
  }

  /** 4.4.4, as IEEE 754 bits: JavaScript numbers do not keep the payload of a NaN. */
  floatBits(index: number): number {
    return this.source.s4(this.entry(index, ConstantTag.Float) + 1);
  }

  /** 4.4.5. */
  long(index: number): bigint {
    return this.source.s8(this.entry(index, ConstantTag.Long) + 1);
  }

  /** 4.4.5, as bits. */
  doubleBits(index: number): bigint {
    return this.source.s8(this.entry(index, ConstantTag.Double) + 1);
  }

  /** 4.4.6; the descriptor is not checked. */
  nameAndType(index: number): { readonly name: string; readonly descriptor: string } {
    const offset = this.entry(index, ConstantTag.NameAndType);
    return { name: this.utf8(this.source.u2(offset + 1)), descriptor: this.utf8(this.source.u2(offset + 3)) };
  }

  /** 4.4.2. */
  field(index: number): MemberReference {
    const offset = this.entry(index, ConstantTag.Fieldref);
    const known = this.decoded?.[index];
    if (known !== undefined) return known as MemberReference;
    const member = this.member(index, offset, ConstantTag.Fieldref);
    if (!isFieldDescriptor(member.descriptor)) this.failAt(index, 'is a Fieldref without a field descriptor');
    this.remember(index, member);
    return member;
  }

  /** 4.4.2: a Methodref or an InterfaceMethodref, which `tag` tells. */
  method(index: number): MemberReference {
    const tag = this.tag(index);
    if (tag !== ConstantTag.Methodref && tag !== ConstantTag.InterfaceMethodref)
      this.wrongTag(index, 'Methodref or InterfaceMethodref');
    const known = this.decoded?.[index];
    if (known !== undefined) return known as MemberReference;
    const member = this.member(index, this.offsetOf(index), tag);
    if (!isMethodDescriptor(member.descriptor))
      this.failAt(index, 'is a reference to a method without a method descriptor');
    this.remember(index, member);
    return member;
  }

  /** The name in a Fieldref, Methodref or InterfaceMethodref; nothing else of it is read. */
  memberName(index: number): string {
    const tag = this.tag(index);
    if (tag < ConstantTag.Fieldref || tag > ConstantTag.InterfaceMethodref)
      this.wrongTag(index, 'reference to a member');
    const nameAndType = this.source.u2(this.offsetOf(index) + 3);
    return this.utf8(this.source.u2(this.entry(nameAndType, ConstantTag.NameAndType) + 1));
  }

  /** 4.4.8. */
  methodHandle(index: number): MethodHandle {
    const offset = this.entry(index, ConstantTag.MethodHandle);
    const referenceKind = this.source.u1(offset + 1);
    const reference = this.source.u2(offset + 2);
    if (referenceKind < ReferenceKind.getField || referenceKind > ReferenceKind.invokeInterface)
      this.source.fail(`constant ${index} has the unknown reference kind ${referenceKind}`, offset + 1);
    const member = referenceKind <= ReferenceKind.putStatic ? this.field(reference) : this.method(reference);
    return {
      referenceKind,
      owner: member.owner,
      name: member.name,
      descriptor: member.descriptor,
      isInterface: member.tag === ConstantTag.InterfaceMethodref,
    };
  }

  /** 4.4.10: a Dynamic or an InvokeDynamic. */
  dynamic(
    index: number,
    tag: typeof ConstantTag.Dynamic | typeof ConstantTag.InvokeDynamic,
  ): DynamicReference {
    const offset = this.entry(index, tag);
    const { name, descriptor } = this.nameAndType(this.source.u2(offset + 3));
    if (tag === ConstantTag.Dynamic ? !isFieldDescriptor(descriptor) : !isMethodDescriptor(descriptor))
      this.failAt(index, `has the wrong kind of descriptor: ${descriptor}`);
    return { bootstrap: this.source.u2(offset + 1), name, descriptor };
  }

  /** Throws RRV_CLASS_MALFORMED about the entry: `what` completes "constant 12 ...". */
  failAt(index: number, what: string): never {
    this.source.fail(`constant ${index} ${what}`, this.offsets[index] ?? 0);
  }

  private member(index: number, offset: number, tag: number): MemberReference {
    const owner = this.className(this.source.u2(offset + 1));
    const { name, descriptor } = this.nameAndType(this.source.u2(offset + 3));
    if (name === '') this.failAt(index, 'names a member without a name');
    return { tag, owner, name, descriptor };
  }

  /** Class, String, MethodType, Module and Package: one index of a Utf8. */
  private nameOf(index: number, tag: number): string {
    const offset = this.entry(index, tag);
    const known = this.decoded?.[index];
    if (known !== undefined) return known as string;
    const text = this.utf8(this.source.u2(offset + 1));
    this.remember(index, text);
    return text;
  }

  private remember(index: number, value: string | MemberReference): void {
    this.decoded ??= new Array<string | MemberReference | undefined>(this.count);
    this.decoded[index] = value;
  }

  /** The offset of an entry that must have the given tag. */
  private entry(index: number, tag: number): number {
    const offset = this.offsets[index];
    if (offset === undefined || offset === 0 || this.source.bytes[offset] !== tag)
      this.wrongTag(index, tagNames[tag]!);
    return offset;
  }

  private wrongTag(index: number, expected: string): never {
    const tag = this.tag(index);
    this.source.fail(
      tag === 0
        ? `there is no constant ${index}, which should be a ${expected}`
        : `constant ${index} is a ${tagNames[tag]} and should be a ${expected}`,
      this.offsets[index] ?? 0,
    );
  }
}
