import { AccessFlag } from '../../../src/classfile/access-flags.ts';
import { readCode } from '../../../src/classfile/code.ts';
import { Op } from '../../../src/classfile/opcodes.ts';
import type { ClassLibrary, Found } from './class-library.ts';

/**
 * Why a method of the class library may run code of the program, as far as its byte code and all that it can run say;
 * undefined: it cannot. Stricter than `openCalls`: in every package, class initialisers are looked at, too, and a
 * virtual call on anything that can be extended, an unknown native method and a dynamic call are reasons. The building
 * of exceptions is passed over, as nothing but their own constructors is called there.
 */
export function whyNotQuiet(library: ClassLibrary, start: Found): string | undefined {
  const seen = new Set<string>();
  const work: Found[] = [start];
  const initialise = (name: string): void => {
    for (const type of superClasses(library, name)) {
      const method = library.file(type)?.methods.find((one) => one.name === '<clinit>');
      if (method !== undefined) work.push({ file: library.file(type)!, method });
    }
  };
  initialise(start.file.name);
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    const { file, method } = next;
    const key = `${file.name}.${method.name}${method.descriptor}`;
    if (seen.has(key)) continue;
    seen.add(key);
    if (method.name === '<clinit>' && atStart.has(file.name)) continue;
    if (quietMethods.has(`${file.name}.${method.name}`)) continue;
    if ((method.accessFlags & AccessFlag.native) !== 0) return `${key} is native`;
    for (const instruction of readCode(file, method)?.instructions ?? []) {
      if (instruction.form === 'invokedynamic') return `${key} makes a dynamic call`;
      if (instruction.form === 'type' && instruction.opcode === Op.new) initialise(instruction.type);
      if (instruction.form === 'field' && isStatic(instruction.opcode)) initialise(instruction.owner);
      if (instruction.form !== 'invoke') continue;
      const { owner, name, descriptor, opcode } = instruction;
      const buildsException = name === '<init>' && library.superTypes(owner).has('java/lang/Throwable');
      if (owner.startsWith('[') || buildsException) continue;
      if (quietMethods.has(`${owner}.${name}`) || buildsText(owner, descriptor)) continue;
      const target =
        library.find(owner, name, descriptor) ?? abstractMethod(library, owner, name, descriptor);
      if (target === undefined) return `${key} calls ${owner}.${name}, which is not there`;
      if (opcode === Op.invokestatic) initialise(target.file.name);
      const isBound =
        opcode === Op.invokestatic ||
        opcode === Op.invokespecial ||
        (target.method.accessFlags & (AccessFlag.private | AccessFlag.final)) !== 0;
      if (isBound) work.push(target);
      else if (isExtendable(library, owner)) return `${key} calls ${owner}.${name}`;
      else
        for (const type of library.subtypes(owner)) {
          const found = library.find(type, name, descriptor);
          if (found !== undefined) work.push(found);
        }
    }
  }
  return undefined;
}

/** Of strings and numbers, as messages of exceptions are. */
function buildsText(owner: string, descriptor: string): boolean {
  return owner === 'java/lang/StringBuilder' && /^\((?:[A-Z]|Ljava\/lang\/String;)*\)/.test(descriptor);
}

/** Whether a class of the program can be a subtype: packages of the JDK's own are not exported. */
function isExtendable(library: ClassLibrary, type: string): boolean {
  return [...library.subtypes(type)].some((one) => {
    const flags = library.file(one)?.accessFlags ?? 0;
    return (
      /^(?:java|javax|org)\//.test(one) &&
      (flags & AccessFlag.public) !== 0 &&
      (flags & AccessFlag.final) === 0
    );
  });
}

function abstractMethod(
  library: ClassLibrary,
  owner: string,
  name: string,
  descriptor: string,
): Found | undefined {
  for (const type of library.superTypes(owner)) {
    const file = library.file(type);
    const method = file?.methods.find((one) => one.name === name && one.descriptor === descriptor);
    if (file !== undefined && method !== undefined) return { file, method };
  }
  return undefined;
}

function isStatic(opcode: number): boolean {
  return opcode === Op.getstatic || opcode === Op.putstatic;
}

function* superClasses(library: ClassLibrary, name: string): Generator<string> {
  for (let type: string | undefined = name; type !== undefined; type = library.file(type)?.superName)
    yield type;
}

/** Initialised before any class of the program is. */
const atStart: ReadonlySet<string> = new Set([
  'java/lang/Class',
  'java/lang/Object',
  'java/lang/String',
  'java/lang/StringUTF16',
  'java/lang/System',
  'java/lang/Thread',
  'java/lang/ref/Reference',
  'java/util/concurrent/atomic/AtomicInteger',
  'jdk/internal/misc/Unsafe',
  'jdk/internal/misc/VM',
]);

/**
 * Native methods, and what is not followed, that run no code of the program. `Class.desiredAssertionStatus` asks class
 * loaders, of which classes of the boot loader have none; handles are those of fields of the class library.
 */
const quietMethods: ReadonlySet<string> = new Set([
  ...['desiredAssertionStatus', 'getPrimitiveClass', 'isArray', 'isPrimitive', 'isInterface'].map(
    (name) => `java/lang/Class.${name}`,
  ),
  ...['doubleToRawLongBits', 'longBitsToDouble'].map((name) => `java/lang/Double.${name}`),
  ...['floatToRawIntBits', 'intBitsToFloat'].map((name) => `java/lang/Float.${name}`),
  'java/lang/Object.getClass',
  'java/lang/Runtime.availableProcessors',
  ...['arraycopy', 'currentTimeMillis', 'identityHashCode', 'nanoTime'].map(
    (name) => `java/lang/System.${name}`,
  ),
  'java/lang/Thread.currentThread',
  'java/lang/reflect/Array.newArray',
  'java/util/concurrent/atomic/AtomicLong.VMSupportsCS8',
  'jdk/internal/misc/CDS.initializeFromArchive',
  'jdk/internal/util/Preconditions.outOfBounds',
  ...['arrayElementVarHandle', 'lookup'].map((name) => `java/lang/invoke/MethodHandles.${name}`),
  'java/lang/invoke/MethodHandles$Lookup.findVarHandle',
  ...['set', 'setRelease', 'compareAndSet', 'getAndAdd', 'releaseFence'].map(
    (name) => `java/lang/invoke/VarHandle.${name}`,
  ),
  ...[
    'arrayBaseOffset0',
    'arrayIndexScale0',
    'compareAndSetInt',
    'compareAndSetLong',
    'compareAndSetReference',
    'fullFence',
    'getIntVolatile',
    'objectFieldOffset0',
    'objectFieldOffset1',
    'putByte',
    'putReference',
    'putReferenceVolatile',
    'putShort',
    'storeFence',
  ].map((name) => `jdk/internal/misc/Unsafe.${name}`),
]);
