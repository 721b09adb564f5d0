import { type Attribute, findAttribute } from './attribute.ts';
import type { ClassBytes } from './class-bytes.ts';
import type { ConstantPool } from './constant-pool.ts';

/** Reads the content of one attribute from front to back, never beyond its end. Offsets are absolute. */
export class AttributeCursor {
  readonly pool: ConstantPool;
  /** Offset of the next byte. */
  at: number;
  readonly end: number;
  private readonly source: ClassBytes;
  private readonly name: string;

  constructor(attribute: Attribute) {
    this.pool = attribute.pool;
    this.source = attribute.pool.source;
    this.name = attribute.name;
    this.at = attribute.offset;
    this.end = attribute.offset + attribute.length;
  }

  u1(): number {
    return this.source.u1(this.advance(1));
  }

  u2(): number {
    return this.source.u2(this.advance(2));
  }

  skip(length: number): void {
    this.advance(length);
  }

  utf8(): string {
    return this.pool.utf8(this.u2());
  }

  /** A CONSTANT_Class. */
  className(): string {
    return this.pool.className(this.u2());
  }

  /** What `read` returns for a pool index, or undefined for index 0. */
  optional<T>(read: (index: number) => T): T | undefined {
    const index = this.u2();
    return index === 0 ? undefined : read(index);
  }

  /** A u2 count and that many items. The count is not trusted: every item takes bytes. */
  list<T>(read: () => T): readonly T[] {
    const items: T[] = [];
    for (let count = this.u2(); count > 0; count--) items.push(read());
    return items;
  }

  /** Throws unless all of the content has been read. */
  finish(): void {
    if (this.at !== this.end) this.fail(`has ${this.end - this.at} bytes too many`);
  }

  /** Throws RRV_CLASS_MALFORMED: `what` completes "attribute LocalVariableTable ...". */
  fail(what: string, at: number = this.at): never {
    this.source.fail(`attribute ${this.name} ${what}`, at);
  }

  private advance(length: number): number {
    const at = this.at;
    if (at + length > this.end) this.fail('is too short');
    this.at = at + length;
    return at;
  }
}

/** Reads the first attribute of that name to its end; undefined if there is none. */
export function readAttribute<T>(
  attributes: readonly Attribute[],
  name: string,
  read: (cursor: AttributeCursor) => T,
): T | undefined {
  const attribute = findAttribute(attributes, name);
  return attribute === undefined ? undefined : readContent(attribute, read);
}

/** Reads an attribute to its end. */
export function readContent<T>(attribute: Attribute, read: (cursor: AttributeCursor) => T): T {
  const cursor = new AttributeCursor(attribute);
  const content = read(cursor);
  cursor.finish();
  return content;
}
