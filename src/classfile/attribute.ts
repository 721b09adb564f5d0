import type { ConstantPool } from './constant-pool.ts';

/**
 * An attribute (JVMS 4.7): its name and where its content is. What it says is read by the function for
 * attributes of that name, on demand; unknown ones are carried as they are (4.7.1).
 */
export class Attribute {
  readonly pool: ConstantPool;
  readonly nameIndex: number;
  /** Offset of the content in the class file; the six bytes in front are attribute_name_index and attribute_length. */
  readonly offset: number;
  /** attribute_length. */
  readonly length: number;

  constructor(pool: ConstantPool, nameIndex: number, offset: number, length: number) {
    this.pool = pool;
    this.nameIndex = nameIndex;
    this.offset = offset;
    this.length = length;
  }

  get name(): string {
    return this.pool.utf8(this.nameIndex);
  }

  /** The content, not copied. */
  get info(): Uint8Array {
    return this.pool.source.bytes.subarray(this.offset, this.offset + this.length);
  }
}

/** The first attribute of that name. */
export function findAttribute(attributes: readonly Attribute[], name: string): Attribute | undefined {
  for (const attribute of attributes) if (attribute.name === name) return attribute;
  return undefined;
}

/** Offset behind the attributes whose count is at `at`. Throws as `readAttributes` does. */
export function attributesEnd(pool: ConstantPool, at: number): number {
  const { source } = pool;
  let offset = at + 2;
  for (let left = source.u2(at); left > 0; left--) {
    const length = source.u4(offset + 2);
    if (offset + 6 + length > source.length)
      source.fail(`an attribute of ${length} bytes does not fit`, offset);
    offset += 6 + length;
  }
  if (offset > source.length) source.fail('attributes do not fit', at);
  return offset;
}

/** Offset of the content of the Code attribute among those whose count is at `at`; -1: there is none. */
export function codeContent(pool: ConstantPool, at: number): number {
  const { source } = pool;
  let offset = at + 2;
  for (let left = source.u2(at); left > 0; left--) {
    if (pool.utf8(source.u2(offset)) === 'Code') return offset + 6;
    offset += 6 + source.u4(offset + 2);
  }
  return -1;
}

/**
 * Reads attributes_count and the attributes that start at `at`; `end` is the offset behind the last one,
 * `limit` the first byte that they must not reach. Linear in their number.
 */
export function readAttributes(
  pool: ConstantPool,
  at: number,
  limit: number = pool.source.length,
): { readonly attributes: readonly Attribute[]; readonly end: number } {
  const source = pool.source;
  const count = source.u2(at);
  let offset = at + 2;
  const attributes: Attribute[] = [];
  for (let index = 0; index < count; index++) {
    const length = source.u4(offset + 2);
    if (offset + 6 + length > limit) source.fail(`an attribute of ${length} bytes does not fit`, offset);
    attributes.push(new Attribute(pool, source.u2(offset), offset + 6, length));
    offset += 6 + length;
  }
  if (offset > limit) source.fail('attributes do not fit', at);
  return { attributes, end: offset };
}
