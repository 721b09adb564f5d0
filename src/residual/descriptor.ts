/** The parameter types of a method descriptor (JVMS 4.3.3) as field descriptors. O(length). */
export function parameterDescriptors(methodDescriptor: string): readonly string[] {
  const types: string[] = [];
  let position = 1;
  while (methodDescriptor[position] !== ')' && position < methodDescriptor.length) {
    let end = position;
    while (methodDescriptor[end] === '[') end += 1;
    end = methodDescriptor[end] === 'L' ? methodDescriptor.indexOf(';', end) + 1 : end + 1;
    if (end <= position) throw new Error(`malformed method descriptor ${methodDescriptor}`);
    types.push(methodDescriptor.slice(position, end));
    position = end;
  }
  return types;
}

/** The result type of a method descriptor: a field descriptor or `V`. */
export function resultDescriptor(methodDescriptor: string): string {
  return methodDescriptor.slice(methodDescriptor.indexOf(')') + 1);
}

/** Whether values of the type are references: class and array types. */
export function isReference(fieldDescriptor: string): boolean {
  return fieldDescriptor.startsWith('L') || fieldDescriptor.startsWith('[');
}

/** The name by which a class hierarchy knows a reference type: `java/util/List`, or the array descriptor itself. */
export function typeName(fieldDescriptor: string): string {
  return fieldDescriptor.startsWith('L') ? fieldDescriptor.slice(1, -1) : fieldDescriptor;
}

const primitives: Readonly<Record<string, string>> = {
  boolean: 'Z',
  byte: 'B',
  char: 'C',
  short: 'S',
  int: 'I',
  long: 'J',
  float: 'F',
  double: 'D',
};

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
  const dimensions = (type.length - type.replaceAll('[]', '').length) / 2;
  const element = type.replaceAll('[]', '');
  const name = javaLang.has(element) ? `java.lang.${element}` : element;
  return '['.repeat(dimensions) + (primitives[element] ?? `L${name.replaceAll('.', '/')};`);
}
