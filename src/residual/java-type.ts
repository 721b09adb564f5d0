import { classOfDescriptor, toBinaryName } from '../classfile/descriptors.ts';
import { descriptorOfSourceType } from '../events/type-pattern.ts';

const javaLang = new Set([
  'Object',
  'String',
  'CharSequence',
  'Class',
  'Comparable',
  'Iterable',
  'Runnable',
  'Throwable',
  'StringBuilder',
  'StringBuffer',
  'Number',
  'Integer',
  'Long',
  'Character',
  'Boolean',
]);

/**
 * The field descriptor of an erased Java source type: `int`, `byte[]`, `java.util.Map$Entry`, and the common
 * names of java.lang without their package. Nested classes are written with `$`.
 */
export function descriptorOfJavaType(type: string): string {
  const element = type.replaceAll('[]', '');
  return descriptorOfSourceType(javaLang.has(element) ? `java.lang.${type}` : type);
}

/** The name by which a class hierarchy knows a Java source type: `java/util/List`, or an array descriptor. */
export function internalNameOf(type: string): string {
  const descriptor = descriptorOfJavaType(type);
  return classOfDescriptor(descriptor) ?? descriptor;
}

/** Whether values of the type are references: class and array types. */
export function isReference(fieldDescriptor: string): boolean {
  return classOfDescriptor(fieldDescriptor) !== undefined;
}

/** `java.util.List` for the field descriptor of a class or its internal name; array descriptors stay. */
export function javaName(type: string): string {
  return toBinaryName(type.endsWith(';') ? (classOfDescriptor(type) ?? type) : type);
}
