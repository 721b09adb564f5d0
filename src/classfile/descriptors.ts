/** Field and method descriptors (JVMS 4.3). Types stay strings: `I`, `Ljava/lang/String;`, `[[J`. */

export interface MethodDescriptor {
  /** Field descriptors, in order, without the receiver. */
  readonly parameters: readonly string[];
  /** A field descriptor, or `V`. */
  readonly returnType: string;
}

/** JVMS 4.3.2: an array type has at most 255 dimensions. */
const maxDimensions = 255;

/** The offset behind the field type that starts at `at`, or -1 if there is none. Linear in that type. */
function skipFieldType(descriptor: string, at: number): number {
  const start = at;
  while (descriptor.charCodeAt(at) === 0x5b) at++;
  if (at - start > maxDimensions) return -1;
  switch (descriptor.charCodeAt(at)) {
    case 0x42: // B
    case 0x43: // C
    case 0x44: // D
    case 0x46: // F
    case 0x49: // I
    case 0x4a: // J
    case 0x53: // S
    case 0x5a: // Z
      return at + 1;
    case 0x4c: {
      // L
      const end = descriptor.indexOf(';', at);
      return end <= at + 1 ? -1 : end + 1;
    }
    default:
      return -1;
  }
}

/** JVMS 4.3.2. Whether class names in it are valid is not looked at. */
export function isFieldDescriptor(text: string): boolean {
  return skipFieldType(text, 0) === text.length;
}

/** JVMS 4.3.3; class names as in `isFieldDescriptor`, and any number of parameters. */
export function isMethodDescriptor(text: string): boolean {
  if (text.charCodeAt(0) !== 0x28) return false;
  let at = 1;
  while (text.charCodeAt(at) !== 0x29) {
    at = skipFieldType(text, at);
    if (at < 0) return false;
  }
  return text === `${text.slice(0, at)})V` || skipFieldType(text, at + 1) === text.length;
}

/** Throws a plain Error on text that is no method descriptor: the readers have checked all that they return. */
export function parseMethodDescriptor(text: string): MethodDescriptor {
  if (!isMethodDescriptor(text)) throw new Error(`${text} is not a method descriptor`);
  const parameters: string[] = [];
  let at = 1;
  while (text.charCodeAt(at) !== 0x29) {
    const end = skipFieldType(text, at);
    parameters.push(text.slice(at, end));
    at = end;
  }
  return { parameters, returnType: text.slice(at + 1) };
}

/** What follows the closing parenthesis: a field descriptor, or `V`. */
export function returnTypeOf(methodDescriptor: string): string {
  return methodDescriptor.slice(methodDescriptor.lastIndexOf(')') + 1);
}

/** A method descriptor without the result, parentheses included: `(I[J)`. */
export function parametersOf(methodDescriptor: string): string {
  return methodDescriptor.slice(0, methodDescriptor.lastIndexOf(')') + 1);
}

/**
 * Name and parameters, by which an override is found: it may narrow the result. (Compilers differ in whether
 * a bridge method with the overridden descriptor stands beside it.)
 */
export function selector(name: string, methodDescriptor: string): string {
  return `${name}${parametersOf(methodDescriptor)}`;
}

/** Words (local variables, stack entries) that a value of the type takes: 2 for `J` and `D`, 0 for `V`. */
export function wordsOf(type: string): 0 | 1 | 2 {
  switch (type) {
    case 'J':
    case 'D':
      return 2;
    case 'V':
      return 0;
    default:
      return 1;
  }
}

/** Words of all parameters, without the receiver. Linear, allocates nothing. */
export function parameterWords(methodDescriptor: string): number {
  let words = 0;
  let at = 1;
  while (methodDescriptor.charCodeAt(at) !== 0x29) {
    const unit = methodDescriptor.charCodeAt(at);
    const end = skipFieldType(methodDescriptor, at);
    if (end < 0) throw new Error(`${methodDescriptor} is not a method descriptor`);
    words += unit === 0x44 || unit === 0x4a ? 2 : 1;
    at = end;
  }
  return words;
}

/** The number of parameters, without the receiver; each is one whatever words it takes. Linear. */
export function parameterCount(methodDescriptor: string): number {
  let count = 0;
  for (let at = 1; methodDescriptor.charCodeAt(at) !== 0x29; count++) {
    at = skipFieldType(methodDescriptor, at);
    if (at < 0) throw new Error(`${methodDescriptor} is not a method descriptor`);
  }
  return count;
}

/** A value's computational type (JVMS 2.11.1): `I` for boolean, byte, char, short and int; `A` for references. */
export type ComputationalType = 'I' | 'J' | 'F' | 'D' | 'A';

/** The computational type of a field descriptor. */
export function computationalType(type: string): ComputationalType {
  switch (type.charCodeAt(0)) {
    case 0x4a:
      return 'J';
    case 0x46:
      return 'F';
    case 0x44:
      return 'D';
    case 0x4c:
    case 0x5b:
      return 'A';
    default:
      return 'I';
  }
}

/**
 * The field descriptor of what a CONSTANT_Class names (JVMS 4.4.1): `Ljava/lang/String;` for
 * `java/lang/String`, and `[I` for `[I`.
 */
export function descriptorOfClass(name: string): string {
  return name.charCodeAt(0) === 0x5b ? name : `L${name};`;
}

/** The inverse: `java/lang/String` for `Ljava/lang/String;`, `[I` for `[I`; undefined for a primitive. */
export function classOfDescriptor(type: string): string | undefined {
  switch (type.charCodeAt(0)) {
    case 0x4c:
      return type.slice(1, -1);
    case 0x5b:
      return type;
    default:
      return undefined;
  }
}

/** The package of a class by its internal name, with the slash behind it; empty for the unnamed one. */
export function packageOf(internalName: string): string {
  return internalName.slice(0, internalName.lastIndexOf('/') + 1);
}

/**
 * `java.util.Map$Entry` for `java/util/Map$Entry`: the binary name (JLS 13.1) that is written in internal
 * form in class files (JVMS 4.2.1).
 */
export function toBinaryName(internalName: string): string {
  return internalName.replaceAll('/', '.');
}

/** The inverse: `java/util/Map$Entry` for `java.util.Map$Entry`. */
export function toInternalName(binaryName: string): string {
  return binaryName.replaceAll('.', '/');
}
