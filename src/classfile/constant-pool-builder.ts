import type { BootstrapMethods } from './bootstrap-methods.ts';
import { ByteWriter } from './byte-writer.ts';
import { type ConstantPool, ConstantTag } from './constant-pool.ts';
import type { BootstrapMethod, LoadableConstant, MethodHandle } from './instruction.ts';
import { encodeModifiedUtf8 } from './modified-utf8.ts';
import { ReferenceKind } from './reference-kind.ts';
import { writeAttribute } from './write-attribute.ts';

/** constant_pool_count is a u2 (JVMS 4.1); the same holds for num_bootstrap_methods (4.7.23). */
export const maxConstantPoolCount = 65535;

/** Probes after which an entry is taken as new. Equal entries twice are legal, so a bad hash only costs space. */
const maxProbes = 64;

/**
 * A constant pool that grows: the entries of an original pool keep their indices and bytes, new ones are
 * appended, and what is there already is found and used again. An entry is identified by its bytes. When it
 * grows beyond `maxConstantPoolCount` it goes on counting, so that the overflow can be reported with its
 * size; what is written then is useless. Construction is linear and happens on first use.
 */
export class ConstantPoolBuilder {
  /** constant_pool_count so far; may exceed the limit. */
  count: number;
  /** num_bootstrap_methods so far; may exceed the limit. */
  bootstrapCount: number;
  private readonly original: ConstantPool | undefined;
  private readonly originalBootstrapMethods: BootstrapMethods | undefined;
  private readonly originalCount: number;
  private readonly appended = new ByteWriter(256);
  /** Offsets of the appended entries in `appended`; the first has index originalCount. 0-length for second halves. */
  private readonly appendedOffsets: number[] = [];
  private readonly appendedBootstrapMethods = new ByteWriter(64);
  private readonly bootstrapByContent = new Map<string, number>();
  private bootstrapIndexed = false;
  private readonly texts = new Map<string, number>();
  /** Open addressing; 0 is free. Holds indices of the original pool and of appended entries. */
  private slots: Uint32Array = new Uint32Array(0);
  private used = 0;

  constructor(original?: ConstantPool, bootstrapMethods?: BootstrapMethods) {
    this.original = original;
    this.originalBootstrapMethods = bootstrapMethods;
    this.originalCount = original?.count ?? 1;
    this.count = this.originalCount;
    this.bootstrapCount = bootstrapMethods?.count ?? 0;
  }

  /** Throws RangeError when the text takes more than 65535 bytes: no class file can hold it. */
  utf8(text: string): number {
    const known = this.texts.get(text);
    if (known !== undefined) return known;
    const encoded = encodeModifiedUtf8(text);
    if (encoded.length > 65535)
      throw new RangeError(`a string of ${encoded.length} bytes does not fit into a constant`);
    const entry = new Uint8Array(3 + encoded.length);
    entry[0] = ConstantTag.Utf8;
    entry[1] = encoded.length >> 8;
    entry[2] = encoded.length;
    entry.set(encoded, 3);
    const index = this.intern(entry, entry.length);
    this.texts.set(text, index);
    return index;
  }

  className(name: string): number {
    return this.one(ConstantTag.Class, this.utf8(name));
  }

  /** CONSTANT_Module (4.4.11); only in module-info. */
  moduleName(name: string): number {
    return this.one(ConstantTag.Module, this.utf8(name));
  }

  /** CONSTANT_Package (4.4.12), in internal form; only in module-info. */
  packageName(name: string): number {
    return this.one(ConstantTag.Package, this.utf8(name));
  }

  nameAndType(name: string, descriptor: string): number {
    return this.two(ConstantTag.NameAndType, this.utf8(name), this.utf8(descriptor));
  }

  field(owner: string, name: string, descriptor: string): number {
    return this.two(ConstantTag.Fieldref, this.className(owner), this.nameAndType(name, descriptor));
  }

  method(owner: string, name: string, descriptor: string, isInterface: boolean): number {
    const tag = isInterface ? ConstantTag.InterfaceMethodref : ConstantTag.Methodref;
    return this.two(tag, this.className(owner), this.nameAndType(name, descriptor));
  }

  methodHandle(handle: MethodHandle): number {
    const { referenceKind, owner, name, descriptor, isInterface } = handle;
    const reference =
      referenceKind <= ReferenceKind.putStatic
        ? this.field(owner, name, descriptor)
        : this.method(owner, name, descriptor, isInterface);
    scratch[0] = ConstantTag.MethodHandle;
    scratch[1] = referenceKind;
    scratch[2] = reference >> 8;
    scratch[3] = reference;
    return this.intern(scratch, 4);
  }

  invokeDynamic(name: string, descriptor: string, bootstrap: BootstrapMethod): number {
    return this.two(
      ConstantTag.InvokeDynamic,
      this.bootstrapMethod(bootstrap),
      this.nameAndType(name, descriptor),
    );
  }

  /** A constant of JVMS table 4.4-C. Recursive only in the nesting of the dynamic constants it is given. */
  loadable(constant: LoadableConstant): number {
    switch (constant.kind) {
      case 'Integer':
        return this.four(ConstantTag.Integer, constant.value);
      case 'Float':
        return this.four(ConstantTag.Float, constant.bits);
      case 'Long':
        return this.eight(ConstantTag.Long, constant.value);
      case 'Double':
        return this.eight(ConstantTag.Double, constant.bits);
      case 'String':
        return this.one(ConstantTag.String, this.utf8(constant.value));
      case 'Class':
        return this.className(constant.name);
      case 'MethodType':
        return this.one(ConstantTag.MethodType, this.utf8(constant.descriptor));
      case 'MethodHandle':
        return this.methodHandle(constant.handle);
      case 'Dynamic':
        return this.two(
          ConstantTag.Dynamic,
          this.bootstrapMethod(constant.bootstrap),
          this.nameAndType(constant.name, constant.descriptor),
        );
    }
  }

  /** Index in the BootstrapMethods attribute of an entry with this content. */
  bootstrapMethod(method: BootstrapMethod): number {
    const indices = [
      this.methodHandle(method.handle),
      ...method.arguments.map((argument) => this.loadable(argument)),
    ];
    this.indexOriginalBootstrapMethods();
    const key = indices.join();
    const known = this.bootstrapByContent.get(key);
    if (known !== undefined) return known;
    const index = this.bootstrapCount++;
    this.bootstrapByContent.set(key, index);
    this.appendedBootstrapMethods.u2(indices[0]!);
    this.appendedBootstrapMethods.u2(indices.length - 1);
    for (const argument of indices.slice(1)) this.appendedBootstrapMethods.u2(argument);
    return index;
  }

  /** Whether entries were added to BootstrapMethods. */
  get bootstrapGrew(): boolean {
    return this.appendedBootstrapMethods.length > 0;
  }

  /** The BootstrapMethods attribute: the original entries as they are, then the new ones. */
  writeBootstrapMethods(out: ByteWriter): void {
    writeAttribute(out, this.utf8('BootstrapMethods'), () => {
      out.u2(this.bootstrapCount);
      const attribute = this.originalBootstrapMethods?.attribute;
      if (attribute !== undefined) out.copy(attribute.info, 2);
      out.copyFrom(this.appendedBootstrapMethods);
    });
  }

  /** constant_pool_count and constant_pool. */
  write(out: ByteWriter): void {
    out.u2(this.count);
    if (this.original !== undefined) {
      const { source, end } = this.original;
      out.copy(source.bytes, 10, end);
    }
    out.copyFrom(this.appended);
  }

  private one(tag: number, index: number): number {
    scratch[0] = tag;
    scratch[1] = index >> 8;
    scratch[2] = index;
    return this.intern(scratch, 3);
  }

  private two(tag: number, first: number, second: number): number {
    return this.four(tag, (first << 16) | (second & 0xffff));
  }

  private four(tag: number, value: number): number {
    scratch[0] = tag;
    scratch[1] = value >> 24;
    scratch[2] = value >> 16;
    scratch[3] = value >> 8;
    scratch[4] = value;
    return this.intern(scratch, 5);
  }

  private eight(tag: number, value: bigint): number {
    const view = new DataView(scratch.buffer);
    view.setUint8(0, tag);
    view.setBigInt64(1, BigInt.asIntN(64, value));
    return this.intern(scratch, 9);
  }

  /** The index of the entry with the bytes entry[0, length). */
  private intern(entry: Uint8Array, length: number): number {
    if (this.slots.length === 0) this.indexOriginalPool();
    const mask = this.slots.length - 1;
    let slot = hash(entry, 0, length) & mask;
    for (let probe = 0; probe < maxProbes; probe++) {
      const index = this.slots[slot]!;
      if (index === 0) break;
      if (this.equals(index, entry, length)) return index;
      slot = (slot + 1) & mask;
    }
    const index = this.count;
    this.appendedOffsets.push(this.appended.length);
    this.appended.copy(entry, 0, length);
    this.count++;
    if (entry[0] === ConstantTag.Long || entry[0] === ConstantTag.Double) {
      this.appendedOffsets.push(this.appended.length);
      this.count++;
    }
    if (this.slots[slot] === 0) {
      this.slots[slot] = index;
      this.used++;
      if (2 * this.used > this.slots.length) this.rehash();
    }
    return index;
  }

  private equals(index: number, entry: Uint8Array, length: number): boolean {
    if (index < this.originalCount) {
      const original = this.original!;
      const bytes = original.source.bytes;
      const start = original.offsetOf(index);
      if (bytes.length - start < length) return false;
      for (let k = 0; k < length; k++) if (bytes[start + k] !== entry[k]) return false;
      return true;
    }
    const start = this.appendedOffsets[index - this.originalCount]!;
    return this.appended.equals(start, entry, length);
  }

  private indexOriginalPool(): void {
    let size = 64;
    while (size < 3 * this.originalCount) size *= 2;
    this.slots = new Uint32Array(size);
    const { original } = this;
    if (original === undefined) return;
    const bytes = original.source.bytes;
    for (let index = 1; index < original.count; index++) {
      if (original.tag(index) === 0) continue;
      const start = original.offsetOf(index);
      this.place(index, hash(bytes, start, original.entryEnd(index)));
    }
  }

  private rehash(): void {
    const old = this.slots;
    this.slots = new Uint32Array(2 * old.length);
    this.used = 0;
    for (const index of old) {
      if (index === 0) continue;
      if (index < this.originalCount) {
        const start = this.original!.offsetOf(index);
        this.place(index, hash(this.original!.source.bytes, start, this.original!.entryEnd(index)));
      } else {
        const entry = this.appended.toBytes(
          this.appendedOffsets[index - this.originalCount],
          this.appendedOffsets[index - this.originalCount + 1],
        );
        this.place(index, hash(entry, 0, entry.length));
      }
    }
  }

  private place(index: number, hashed: number): void {
    const mask = this.slots.length - 1;
    let slot = hashed & mask;
    for (let probe = 0; probe < maxProbes; probe++) {
      if (this.slots[slot] === 0) {
        this.slots[slot] = index;
        this.used++;
        return;
      }
      slot = (slot + 1) & mask;
    }
  }

  private indexOriginalBootstrapMethods(): void {
    if (this.bootstrapIndexed) return;
    this.bootstrapIndexed = true;
    const original = this.originalBootstrapMethods;
    for (let index = 0; index < (original?.count ?? 0); index++) {
      const key = original!.rawIndices(index).join();
      if (!this.bootstrapByContent.has(key)) this.bootstrapByContent.set(key, index);
    }
  }
}

/** Entries of fixed length are put together here. */
const scratch = new Uint8Array(9);

/** Of long entries only the first and the last bytes count. */
function hash(bytes: Uint8Array, start: number, end: number): number {
  let h = end - start;
  const head = Math.min(end, start + 40);
  for (let at = start; at < head; at++) h = (Math.imul(h, 31) + bytes[at]!) | 0;
  for (let at = Math.max(head, end - 40); at < end; at++) h = (Math.imul(h, 31) + bytes[at]!) | 0;
  h ^= h >>> 15;
  h = Math.imul(h, 0x2c1b3c6d);
  return h ^ (h >>> 12);
}
