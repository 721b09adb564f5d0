import { ByteWriter } from './byte-writer.ts';
import type { ClassFile, MethodInfo } from './class-file.ts';
import { type CodeEdit, MethodCodeEdit } from './code-edit.ts';
import { shortJumpReach } from './code-layout.ts';
import { ConstantPoolBuilder, maxConstantPoolCount } from './constant-pool-builder.ts';
import type { NewMethod } from './method-body.ts';
import { copyAttribute } from './relocate-attributes.ts';
import { writeAttribute } from './write-attribute.ts';
import { writeEditedMethod } from './write-edited-method.ts';
import type { ClassWriteFailure } from './write-failure.ts';
import { writeNewMethod } from './write-method.ts';

export type { NewFrame, NewMethod } from './method-body.ts';
export type { ClassWriteFailure } from './write-failure.ts';

export interface NewField {
  readonly accessFlags: number;
  readonly name: string;
  readonly descriptor: string;
  /** ConstantValue of a long (JVMS 4.7.2). */
  readonly constant?: bigint;
}

export type ClassWriteResult =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly failures: readonly ClassWriteFailure[] };

/**
 * Edits of one class. What is not edited keeps its bytes: the constant pool only grows, methods without edits
 * are copied as they are, and a class without edits is returned unchanged.
 */
export interface ClassEdit {
  /** The edits of a method's code; the same object each time. Throws Error if it has none. */
  editCode(method: MethodInfo): CodeEdit;
  addMethod(method: NewMethod): void;
  addField(field: NewField): void;
  /** Internal name. One that the class implements directly is not added again. */
  addInterface(name: string): void;
  /** An attribute of the class with the given content. The content must not refer to the constant pool. */
  addAttribute(name: string, content: Uint8Array): void;
  /**
   * The edited class, or why it cannot be written; never a broken class. Throws RRV_CLASS_MALFORMED when
   * the pcs in an edited method's attributes make no sense. Linear. May be called again after more edits.
   */
  write(): ClassWriteResult;
}

export interface EditOptions {
  /** Jumps over more bytes than this get 32-bit offsets. Less than the default only makes sense in tests. */
  readonly shortJumpReach?: number;
}

/** Starts to edit a class. Nothing of it is changed. */
export function editClass(file: ClassFile, options: EditOptions = {}): ClassEdit {
  return new PoolPreservingEdit(file, options.shortJumpReach ?? shortJumpReach);
}

class PoolPreservingEdit implements ClassEdit {
  private readonly file: ClassFile;
  private readonly reach: number;
  private readonly codeEdits = new Map<number, MethodCodeEdit>();
  private readonly newMethods: NewMethod[] = [];
  private readonly newFields: NewField[] = [];
  private readonly newInterfaces = new Set<string>();
  private readonly newAttributes: { readonly name: string; readonly content: Uint8Array }[] = [];

  constructor(file: ClassFile, reach: number) {
    this.file = file;
    this.reach = reach;
  }

  editCode(method: MethodInfo): CodeEdit {
    const present = this.codeEdits.get(method.index);
    if (present !== undefined && present.method === method) return present;
    const edit = new MethodCodeEdit(this.file, method, this.reach);
    this.codeEdits.set(method.index, edit);
    return edit;
  }

  addMethod(method: NewMethod): void {
    this.newMethods.push(method);
  }

  addField(field: NewField): void {
    this.newFields.push(field);
  }

  addInterface(name: string): void {
    if (!this.file.interfaces.includes(name)) this.newInterfaces.add(name);
  }

  addAttribute(name: string, content: Uint8Array): void {
    this.newAttributes.push({ name, content });
  }

  write(): ClassWriteResult {
    const { file } = this;
    if (this.isEmpty()) return { ok: true, bytes: file.bytes };
    const failures: ClassWriteFailure[] = [];
    const pool = new ConstantPoolBuilder(file.pool, file.bootstrapMethods);
    const body = new ByteWriter(file.bytes.length + 1024);
    this.writeHeader(body, pool);
    this.writeFields(body, pool);
    this.writeMethods(body, pool, failures);
    this.writeAttributes(body, pool);
    this.checkCounts(pool, failures);
    if (failures.length > 0) return { ok: false, failures };
    const out = new ByteWriter(file.bytes.length + body.length);
    out.copy(file.bytes, 0, file.layout.constantPool);
    pool.write(out);
    out.copyFrom(body);
    return { ok: true, bytes: out.toBytes() };
  }

  private isEmpty(): boolean {
    for (const edit of this.codeEdits.values()) if (!edit.isEmpty) return false;
    return (
      this.newMethods.length + this.newFields.length + this.newInterfaces.size + this.newAttributes.length ===
      0
    );
  }

  private writeHeader(out: ByteWriter, pool: ConstantPoolBuilder): void {
    const { bytes, layout, interfaces } = this.file;
    out.copy(bytes, layout.accessFlags, layout.accessFlags + 6);
    out.u2(interfaces.length + this.newInterfaces.size);
    out.copy(bytes, layout.accessFlags + 8, layout.fields);
    for (const name of this.newInterfaces) out.u2(pool.className(name));
  }

  private writeFields(out: ByteWriter, pool: ConstantPoolBuilder): void {
    const { bytes, layout, fields } = this.file;
    out.u2(fields.length + this.newFields.length);
    out.copy(bytes, layout.fields + 2, layout.methods);
    for (const { accessFlags, name, descriptor, constant } of this.newFields) {
      out.u2(accessFlags);
      out.u2(pool.utf8(name));
      out.u2(pool.utf8(descriptor));
      out.u2(constant === undefined ? 0 : 1);
      if (constant === undefined) continue;
      writeAttribute(out, pool.utf8('ConstantValue'), () =>
        out.u2(pool.loadable({ kind: 'Long', value: constant })),
      );
    }
  }

  private writeMethods(out: ByteWriter, pool: ConstantPoolBuilder, failures: ClassWriteFailure[]): void {
    const { bytes, layout, methods, majorVersion } = this.file;
    out.u2(methods.length + this.newMethods.length);
    let copied = layout.methods + 2;
    const edits = [...this.codeEdits.values()]
      .filter((edit) => !edit.isEmpty)
      .sort((a, b) => a.method.index - b.method.index);
    for (const edit of edits) {
      out.copy(bytes, copied, edit.method.start);
      const failure = writeEditedMethod(out, pool, edit);
      if (failure !== undefined) failures.push(failure);
      copied = edit.method.end;
    }
    out.copy(bytes, copied, layout.attributes);
    for (const [k, method] of this.newMethods.entries()) {
      const failure = writeNewMethod(out, pool, majorVersion, methods.length + k, method);
      if (failure !== undefined) failures.push(failure);
    }
  }

  private writeAttributes(out: ByteWriter, pool: ConstantPoolBuilder): void {
    const { bytes, layout, attributes } = this.file;
    const hasBootstrapMethods = this.file.bootstrapMethods.attribute !== undefined;
    out.u2(this.attributeCount(pool));
    if (!pool.bootstrapGrew) out.copy(bytes, layout.attributes + 2);
    else
      for (const attribute of attributes)
        if (attribute === this.file.bootstrapMethods.attribute) pool.writeBootstrapMethods(out);
        else copyAttribute(out, attribute);
    if (pool.bootstrapGrew && !hasBootstrapMethods) pool.writeBootstrapMethods(out);
    for (const { name, content } of this.newAttributes)
      writeAttribute(out, pool.utf8(name), () => out.copy(content));
  }

  private attributeCount(pool: ConstantPoolBuilder): number {
    const added = pool.bootstrapGrew && this.file.bootstrapMethods.attribute === undefined ? 1 : 0;
    return this.file.attributes.length + this.newAttributes.length + added;
  }

  private checkCounts(pool: ConstantPoolBuilder, failures: ClassWriteFailure[]): void {
    const { file } = this;
    if (pool.count > maxConstantPoolCount)
      failures.push({ kind: 'poolTooLarge', given: pool.count, limit: maxConstantPoolCount });
    const counts = {
      interfaces: file.interfaces.length + this.newInterfaces.size,
      fields: file.fields.length + this.newFields.length,
      methods: file.methods.length + this.newMethods.length,
      attributes: this.attributeCount(pool),
      'bootstrap methods': pool.bootstrapCount,
    };
    for (const [what, given] of Object.entries(counts))
      if (given > 0xffff)
        failures.push({ kind: 'tooMany', what: what as keyof typeof counts, given, limit: 0xffff });
  }
}
