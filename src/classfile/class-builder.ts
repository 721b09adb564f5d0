import { classTooLarge, RrvError } from '../diagnostics.ts';
import { ByteWriter } from './byte-writer.ts';
import type { NewField } from './class-edit.ts';
import { ConstantPoolBuilder, maxConstantPoolCount } from './constant-pool-builder.ts';
import type { NewMethod } from './method-body.ts';
import { writeAttribute } from './write-attribute.ts';
import { type ClassWriteFailure, describeWriteFailure } from './write-failure.ts';
import { writeNewMethod } from './write-method.ts';

/** A class from nothing. */
export interface ClassSpec {
  /**
   * 49 (Java 5) if absent: the last version that is verified by type inference (JVMS 4.10.2), so that
   * methods may branch without frames.
   */
  readonly majorVersion?: number;
  readonly accessFlags: number;
  /** Internal names. */
  readonly name: string;
  readonly superName: string;
  readonly interfaces: readonly string[];
  readonly fields: readonly NewField[];
  readonly methods: readonly NewMethod[];
  readonly sourceFile?: string;
}

const lastVersionWithoutFrames = 49;

/**
 * The bytes of a class. max_stack and max_locals are computed where they are not given. Throws
 * RRV_CLASS_TOO_LARGE when a limit of the format is exceeded, Error for a body that makes no sense.
 * Linear. The bytes depend on the specification only.
 */
export function buildClass(spec: ClassSpec): Uint8Array {
  const majorVersion = spec.majorVersion ?? lastVersionWithoutFrames;
  const pool = new ConstantPoolBuilder();
  const body = new ByteWriter();
  const failures: ClassWriteFailure[] = [];
  body.u2(spec.accessFlags);
  body.u2(pool.className(spec.name));
  body.u2(pool.className(spec.superName));
  body.u2(spec.interfaces.length);
  for (const name of spec.interfaces) body.u2(pool.className(name));
  body.u2(spec.fields.length);
  for (const field of spec.fields) {
    body.u2(field.accessFlags);
    body.u2(pool.utf8(field.name));
    body.u2(pool.utf8(field.descriptor));
    body.u2(0);
  }
  body.u2(spec.methods.length);
  for (const [index, method] of spec.methods.entries()) {
    const failure = writeNewMethod(body, pool, majorVersion, index, method);
    if (failure !== undefined) failures.push(failure);
  }
  writeAttributes(body, pool, spec);
  for (const what of ['interfaces', 'fields', 'methods'] as const)
    if (spec[what].length > 0xffff)
      failures.push({ kind: 'tooMany', what, given: spec[what].length, limit: 0xffff });
  if (pool.count > maxConstantPoolCount)
    failures.push({ kind: 'poolTooLarge', given: pool.count, limit: maxConstantPoolCount });
  if (pool.bootstrapCount > 0xffff)
    failures.push({ kind: 'tooMany', what: 'bootstrap methods', given: pool.bootstrapCount, limit: 0xffff });
  const failure = failures[0];
  if (failure !== undefined) throw new RrvError(classTooLarge(spec.name, describeWriteFailure(failure)));
  const out = new ByteWriter(body.length + 4096);
  out.u4(0xcafebabe);
  out.u2(0);
  out.u2(majorVersion);
  pool.write(out);
  out.copyFrom(body);
  return out.toBytes();
}

function writeAttributes(body: ByteWriter, pool: ConstantPoolBuilder, spec: ClassSpec): void {
  body.u2((spec.sourceFile === undefined ? 0 : 1) + (pool.bootstrapGrew ? 1 : 0));
  const { sourceFile } = spec;
  if (sourceFile !== undefined)
    writeAttribute(body, pool.utf8('SourceFile'), () => body.u2(pool.utf8(sourceFile)));
  if (pool.bootstrapGrew) pool.writeBootstrapMethods(body);
}
