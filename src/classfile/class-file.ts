import { classVersionUnsupported, type Place, RrvError } from '../diagnostics.ts';
import { type Attribute, attributesEnd, findAttribute, readAttributes } from './attribute.ts';
import { BootstrapMethods } from './bootstrap-methods.ts';
import { ClassBytes } from './class-bytes.ts';
import { ConstantPool } from './constant-pool.ts';
import { isFieldDescriptor, isMethodDescriptor } from './descriptors.ts';

/**
 * JVMS 4.1, table 4.1-A: Java 1.0.2 to Java SE 27. Classes of newer versions are read as if they were of the
 * highest; who reads a program asks `majorVersionOf` whether it wants them.
 */
export const knownVersions = Object.freeze({ lowest: 45, highest: 71 });

/** The feature release of Java that class files of a version came with: 27 for 71. */
export const javaReleaseOf = (majorVersion: number): number => majorVersion - 44;

/** Of bytes that begin as a class file does (`hasClassMagic`); 0 when they end before it. */
export function majorVersionOf(bytes: Uint8Array): number {
  return ((bytes[6] ?? 0) << 8) | (bytes[7] ?? 0);
}

/**
 * A class file (JVMS 4.1) over its bytes. Its structure has been walked and is sound: every table and
 * attribute lies where it says. What constants and attributes say is read when asked for, and every such
 * question may throw RRV_CLASS_MALFORMED (test/classfile/check-class-file.ts asks them all).
 */
export interface ClassFile {
  readonly bytes: Uint8Array;
  /** What diagnostics about this class say about its place. */
  readonly where: Place;
  readonly majorVersion: number;
  readonly minorVersion: number;
  readonly accessFlags: number;
  /** Internal form: `java/util/List`. */
  readonly name: string;
  /** Undefined for java/lang/Object and for module-info. */
  readonly superName: string | undefined;
  readonly interfaces: readonly string[];
  readonly fields: readonly FieldInfo[];
  readonly methods: readonly MethodInfo[];
  readonly attributes: readonly Attribute[];
  readonly pool: ConstantPool;
  /** The BootstrapMethods attribute (4.7.23); empty if there is none. */
  readonly bootstrapMethods: BootstrapMethods;
  /** The SourceFile attribute (4.7.10). */
  readonly sourceFile: string | undefined;
  readonly layout: ClassFileLayout;
}

/** Offsets in the file, for those that copy parts of it. */
export interface ClassFileLayout {
  /** Of constant_pool_count. */
  readonly constantPool: number;
  /** Of access_flags, which follows the pool. */
  readonly accessFlags: number;
  /** Of fields_count. */
  readonly fields: number;
  /** Of methods_count. */
  readonly methods: number;
  /** Of the class's attributes_count. */
  readonly attributes: number;
}

/** field_info (4.5) or method_info (4.6). `index` is its position in the class's table of these, from 0. */
interface MemberInfo {
  readonly accessFlags: number;
  readonly name: string;
  readonly descriptor: string;
  readonly attributes: readonly Attribute[];
  readonly index: number;
  /** Offsets of its first byte and of the first byte behind it. */
  readonly start: number;
  readonly end: number;
}

export type FieldInfo = MemberInfo;
export type MethodInfo = MemberInfo;

const magic = 0xcafebabe;

/** Whether bytes start as a class file does (JVMS 4.1). */
export function hasClassMagic(bytes: Uint8Array): boolean {
  return bytes.length >= 4 && new DataView(bytes.buffer, bytes.byteOffset).getUint32(0) === magic;
}

/**
 * Reads a class file. `where` is the place that errors name. The bytes are kept, not copied: do not change
 * them. Throws RRV_CLASS_MALFORMED, or RRV_CLASS_VERSION for versions below `knownVersions`. Linear;
 * memory is proportional to the numbers of constants, fields, methods and attributes.
 */
export function readClassFile(bytes: Uint8Array, where: Place = {}): ClassFile {
  return new ParsedClassFile(new ClassBytes(bytes, where));
}

class ParsedClassFile implements ClassFile {
  readonly bytes: Uint8Array;
  readonly majorVersion: number;
  readonly minorVersion: number;
  readonly accessFlags: number;
  readonly fields: readonly FieldInfo[];
  readonly methods: readonly MethodInfo[];
  readonly attributes: readonly Attribute[];
  readonly pool: ConstantPool;
  readonly layout: ClassFileLayout;
  private readonly source: ClassBytes;
  private knownInterfaces: readonly string[] | undefined;
  private knownBootstrapMethods: BootstrapMethods | undefined;

  constructor(source: ClassBytes) {
    if (source.u4(0) !== magic) source.fail('it does not start with 0xCAFEBABE', 0);
    this.minorVersion = source.u2(4);
    this.majorVersion = source.u2(6);
    if (this.majorVersion < knownVersions.lowest)
      throw new RrvError(classVersionUnsupported(this.majorVersion, knownVersions, source.where));
    const pool = new ConstantPool(source, 8);
    this.source = source;
    this.bytes = source.bytes;
    this.pool = pool;
    this.accessFlags = source.u2(pool.end);
    const interfacesCount = source.u2(pool.end + 6);
    const fieldsStart = pool.end + 8 + 2 * interfacesCount;
    const fields = readMembers(pool, fieldsStart, false);
    const methodsStart = fields.end;
    const methods = readMembers(pool, methodsStart, true);
    const attributesStart = methods.end;
    this.fields = fields.members;
    this.methods = methods.members;
    const { attributes, end } = readAttributes(pool, attributesStart);
    if (end !== source.length) source.fail(`${source.length - end} bytes follow the class`, end);
    this.attributes = attributes;
    this.layout = {
      constantPool: 8,
      accessFlags: pool.end,
      fields: fieldsStart,
      methods: methodsStart,
      attributes: attributesStart,
    };
  }

  get where(): Place {
    return this.source.where;
  }

  get name(): string {
    return this.pool.className(this.source.u2(this.layout.accessFlags + 2));
  }

  get superName(): string | undefined {
    const index = this.source.u2(this.layout.accessFlags + 4);
    return index === 0 ? undefined : this.pool.className(index);
  }

  get interfaces(): readonly string[] {
    if (this.knownInterfaces === undefined) {
      const names: string[] = [];
      for (let at = this.layout.accessFlags + 8; at < this.layout.fields; at += 2)
        names.push(this.pool.className(this.source.u2(at)));
      this.knownInterfaces = names;
    }
    return this.knownInterfaces;
  }

  get bootstrapMethods(): BootstrapMethods {
    this.knownBootstrapMethods ??= new BootstrapMethods(
      this.pool,
      findAttribute(this.attributes, 'BootstrapMethods'),
    );
    return this.knownBootstrapMethods;
  }

  get sourceFile(): string | undefined {
    const attribute = findAttribute(this.attributes, 'SourceFile');
    if (attribute === undefined) return undefined;
    if (attribute.length !== 2) this.source.fail('SourceFile is not 2 bytes long', attribute.offset);
    return this.pool.utf8(this.source.u2(attribute.offset));
  }
}

/** field_info and method_info have the same shape. */
class Member implements MemberInfo {
  readonly index: number;
  readonly start: number;
  readonly end: number;
  private readonly pool: ConstantPool;
  private readonly isMethod: boolean;
  private knownAttributes: readonly Attribute[] | undefined;

  constructor(isMethod: boolean, pool: ConstantPool, index: number, start: number, end: number) {
    this.isMethod = isMethod;
    this.pool = pool;
    this.index = index;
    this.start = start;
    this.end = end;
  }

  /** Most are never asked for. */
  get attributes(): readonly Attribute[] {
    this.knownAttributes ??= readAttributes(this.pool, this.start + 6).attributes;
    return this.knownAttributes;
  }

  get accessFlags(): number {
    return this.pool.source.u2(this.start);
  }

  get name(): string {
    return this.pool.utf8(this.pool.source.u2(this.start + 2));
  }

  get descriptor(): string {
    const index = this.pool.source.u2(this.start + 4);
    const descriptor = this.pool.utf8(index);
    if (this.isMethod ? !isMethodDescriptor(descriptor) : !isFieldDescriptor(descriptor))
      this.pool.failAt(index, `is not the descriptor of a ${this.isMethod ? 'method' : 'field'}`);
    return descriptor;
  }
}

/** Reads a count and that many members at `at`; `end` is the offset behind them. */
function readMembers(
  pool: ConstantPool,
  at: number,
  isMethod: boolean,
): { readonly members: readonly Member[]; readonly end: number } {
  const count = pool.source.u2(at);
  const members: Member[] = [];
  let start = at + 2;
  for (let index = 0; index < count; index++) {
    const end = attributesEnd(pool, start + 6);
    members.push(new Member(isMethod, pool, index, start, end));
    start = end;
  }
  return { members, end: start };
}
