import type { Attribute } from './attribute.ts';
import type { ClassBytes } from './class-bytes.ts';
import { type ConstantPool, ConstantTag } from './constant-pool.ts';
import type { BootstrapMethod, LoadableConstant } from './instruction.ts';

/** How deep Dynamic constants may stand in the bootstrap arguments of others. Real code has a depth of 1 or 2. */
const maxDynamicDepth = 100;

/**
 * The BootstrapMethods attribute (JVMS 4.7.23), and through it the constants that need one (4.4.10).
 * Construction notes where the entries are; an entry is resolved once, when asked for.
 */
export class BootstrapMethods {
  readonly count: number;
  /** Where the attribute is; undefined if the class has none. */
  readonly attribute: Attribute | undefined;
  private readonly pool: ConstantPool;
  /** Offset of each entry's bootstrap_method_ref. */
  private readonly offsets: Uint32Array;
  private readonly known: (BootstrapMethod | undefined)[];
  /** Entries being resolved: an entry that needs itself is malformed (4.7.23: no cycles, 5.4.3.6). */
  private readonly resolving: number[] = [];

  constructor(pool: ConstantPool, attribute: Attribute | undefined) {
    this.pool = pool;
    this.attribute = attribute;
    if (attribute === undefined) {
      this.count = 0;
      this.offsets = new Uint32Array(0);
      this.known = [];
      return;
    }
    const source: ClassBytes = pool.source;
    const end = attribute.offset + attribute.length;
    const count = source.u2(attribute.offset);
    let at = attribute.offset + 2;
    if (attribute.length < 2 + 4 * count)
      source.fail(`BootstrapMethods is too short for ${count} entries`, attribute.offset);
    const offsets = new Uint32Array(count);
    for (let index = 0; index < count; index++) {
      offsets[index] = at;
      at += 4 + 2 * source.u2(at + 2);
      if (at > end) source.fail('BootstrapMethods is too short', attribute.offset);
    }
    if (at !== end) source.fail('BootstrapMethods is too long', at);
    this.count = count;
    this.offsets = offsets;
    this.known = new Array<BootstrapMethod | undefined>(count);
  }

  /** Pool indices of an entry's handle and arguments. */
  rawIndices(index: number): readonly number[] {
    const source: ClassBytes = this.pool.source;
    const at = this.offsets[index]!;
    const indices = [source.u2(at)];
    for (let count = source.u2(at + 2), k = 0; k < count; k++) indices.push(source.u2(at + 4 + 2 * k));
    return indices;
  }

  /** The entry at `index`, from 0. Throws RRV_CLASS_MALFORMED, also when it needs itself. */
  get(index: number): BootstrapMethod {
    const known = this.known[index];
    if (known !== undefined) return known;
    const source: ClassBytes = this.pool.source;
    const at = this.offsets[index];
    if (at === undefined) source.fail(`there is no bootstrap method ${index}`, this.attribute?.offset ?? 0);
    if (this.resolving.includes(index)) source.fail(`bootstrap method ${index} needs itself`, at);
    if (this.resolving.length === maxDynamicDepth)
      source.fail(`dynamic constants are nested more than ${maxDynamicDepth} deep`, at);
    this.resolving.push(index);
    try {
      const handle = this.pool.methodHandle(source.u2(at));
      const count = source.u2(at + 2);
      const constants: LoadableConstant[] = [];
      for (let k = 0; k < count; k++)
        constants.push(loadableConstant(this.pool, this, source.u2(at + 4 + 2 * k)));
      const method: BootstrapMethod = { handle, arguments: constants };
      this.known[index] = method;
      return method;
    } finally {
      this.resolving.pop();
    }
  }
}

/** The loadable constant at a pool index (JVMS table 4.4-C). Throws RRV_CLASS_MALFORMED for any other kind. */
export function loadableConstant(
  pool: ConstantPool,
  bootstrapMethods: BootstrapMethods,
  index: number,
): LoadableConstant {
  switch (pool.tag(index)) {
    case ConstantTag.Integer:
      return { kind: 'Integer', value: pool.integer(index) };
    case ConstantTag.Float:
      return { kind: 'Float', bits: pool.floatBits(index) };
    case ConstantTag.Long:
      return { kind: 'Long', value: pool.long(index) };
    case ConstantTag.Double:
      return { kind: 'Double', bits: pool.doubleBits(index) };
    case ConstantTag.String:
      return { kind: 'String', value: pool.string(index) };
    case ConstantTag.Class:
      return { kind: 'Class', name: pool.className(index) };
    case ConstantTag.MethodType:
      return { kind: 'MethodType', descriptor: pool.methodType(index) };
    case ConstantTag.MethodHandle:
      return { kind: 'MethodHandle', handle: pool.methodHandle(index) };
    case ConstantTag.Dynamic: {
      const { bootstrap, name, descriptor } = pool.dynamic(index, ConstantTag.Dynamic);
      return { kind: 'Dynamic', name, descriptor, bootstrap: bootstrapMethods.get(bootstrap) };
    }
    default:
      pool.offsetOf(index);
      return pool.failAt(index, 'is not loadable');
  }
}
