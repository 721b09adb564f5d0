import { createHash } from 'node:crypto';
import { AccessFlag } from '../../classfile/access-flags.ts';
import { innerClasses } from '../../classfile/attributes/inner-classes.ts';
import { ByteWriter } from '../../classfile/byte-writer.ts';
import type { NewField } from '../../classfile/class-edit.ts';
import type { ClassFile } from '../../classfile/class-file.ts';
import { toBinaryName } from '../../classfile/descriptors.ts';
import { encodeModifiedUtf8 } from '../../classfile/modified-utf8.ts';

const { abstract, final, native, private: isPrivate, protected: isProtected, public: isPublic } = AccessFlag;
const { static: isStatic, strict, synchronized, transient, volatile } = AccessFlag;

/**
 * `private static final long serialVersionUID` with the value that the class has by default, so that members
 * may be added to it without changing its serial form.
 */
export function serialVersionField(file: ClassFile): NewField {
  return {
    accessFlags: isPrivate | isStatic | final | AccessFlag.synthetic,
    name: 'serialVersionUID',
    descriptor: 'J',
    constant: defaultSerialVersion(file),
  };
}

/**
 * Java Object Serialization Specification 4.6: the first eight bytes of a digest, the lowest first. O(n log
 * n) in the members.
 */
function defaultSerialVersion(file: ClassFile): bigint {
  const out = new ByteWriter(512);
  const text = (value: string): void => {
    const bytes = encodeModifiedUtf8(value);
    out.u2(bytes.length);
    out.copy(bytes);
  };
  const member = (name: string, flags: number, descriptor: string): void => {
    text(name);
    out.u4(flags);
    text(descriptor);
  };
  text(toBinaryName(file.name));
  out.u4(classModifiers(file));
  for (const name of [...file.interfaces].map(toBinaryName).sort()) text(name);
  const fieldFlags = isPublic | isPrivate | isProtected | isStatic | final | volatile | transient;
  for (const { name, descriptor, accessFlags } of sortedBy(file.fields, ({ name: key }) => key))
    if ((accessFlags & isPrivate) === 0 || (accessFlags & (isStatic | transient)) === 0)
      member(name, accessFlags & fieldFlags, descriptor);
  if (file.methods.some(({ name }) => name === '<clinit>')) member('<clinit>', isStatic, '()V');
  const methodFlags = isPublic | isProtected | isStatic | final | synchronized | native | abstract | strict;
  const visible = file.methods.filter(
    ({ name, accessFlags }) => name !== '<clinit>' && (accessFlags & isPrivate) === 0,
  );
  const constructors = visible.filter(({ name }) => name === '<init>');
  const methods = visible.filter(({ name }) => name !== '<init>');
  for (const { name, descriptor, accessFlags } of [
    ...sortedBy(constructors, (each) => each.descriptor),
    ...sortedBy(methods, (each) => `${each.name}\0${each.descriptor}`),
  ])
    member(name, accessFlags & methodFlags, descriptor.replaceAll('/', '.'));
  return createHash('sha1').update(out.toBytes()).digest().readBigInt64LE(0);
}

/** Class.getModifiers: of a member class those of the source. */
function classModifiers(file: ClassFile): number {
  const own = innerClasses(file).find(({ name }) => name === file.name);
  const flags = (own ?? file).accessFlags & (isPublic | final | AccessFlag.interface | abstract);
  if ((flags & AccessFlag.interface) === 0) return flags;
  const hasMethods = file.methods.some(({ name }) => name !== '<clinit>');
  return hasMethods ? flags | abstract : flags & ~abstract;
}

/** By UTF-16 units, as String.compareTo. */
function sortedBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  return [...items].sort((left, right) => {
    const [a, b] = [keyOf(left), keyOf(right)];
    return a < b ? -1 : a > b ? 1 : 0;
  });
}
