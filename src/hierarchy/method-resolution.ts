import { AccessFlag } from '../classfile/access-flags.ts';
import type { ClassFile } from '../classfile/class-file.ts';
import { addTo } from '../group-by.ts';
import type { ClassHeader } from './class-reader.ts';

/** What resolution needs to know of a method. */
interface MethodEntry {
  /** Undefined: any (JVMS 2.9.3). */
  readonly descriptor: string | undefined;
  readonly accessFlags: number;
  /** Position in the class's table of methods. */
  readonly index: number;
}

/**
 * The methods of a class by name. Those of one name are few, so that comparing descriptors costs less than a
 * key of both, which would be put together and hashed at each question.
 */
export type MethodTable = ReadonlyMap<string, readonly MethodEntry[]>;

/** Linear in the methods of the class. */
export function methodTable(file: ClassFile): MethodTable {
  const table = new Map<string, MethodEntry[]>();
  for (const { name, descriptor, accessFlags, index } of file.methods) {
    addTo(table, name, { descriptor, accessFlags, index });
    if (isSignaturePolymorphic(file.name, descriptor, accessFlags))
      addTo(table, name, { descriptor: undefined, accessFlags, index });
  }
  return table;
}

function methodIn(table: MethodTable | undefined, name: string, descriptor: string): MethodEntry | undefined {
  const entries = table?.get(name);
  return entries?.findLast((entry) => entry.descriptor === descriptor);
}

const polymorphicFlags = AccessFlag.varargs | AccessFlag.native;

/** JVMS 2.9.3: such a method is found whatever the descriptor. */
function isSignaturePolymorphic(className: string, descriptor: string, accessFlags: number): boolean {
  return (
    (className === 'java/lang/invoke/MethodHandle' || className === 'java/lang/invoke/VarHandle') &&
    (accessFlags & polymorphicFlags) === polymorphicFlags &&
    descriptor.startsWith('([Ljava/lang/Object;)')
  );
}

interface Classes {
  /** Records a missing class. */
  header(name: string, neededBy: string): ClassHeader | undefined;
  methodTable(name: string): MethodTable | undefined;
  /** Those of the type and its supertypes, nearest first. */
  interfaces(name: string): readonly string[];
  isSubtype(sub: string, superName: string): boolean | undefined;
}

interface Found extends MethodEntry {
  readonly owner: string;
}

/**
 * JVMS 5.4.3.3 for a class, 5.4.3.4 for an interface, without access checks: the class and its super
 * classes (of an interface: itself and the public instance methods of Object), then the maximally-specific
 * method of the superinterfaces, then any method there that is neither private nor static. Where a super
 * class is missing there is no answer, since it may declare the method.
 */
export function resolve(
  classes: Classes,
  owner: string,
  name: string,
  descriptor: string,
): Found | undefined {
  const start = classes.header(owner, owner);
  if (start === undefined) return undefined;
  const seen = new Set<string>();
  for (let header: ClassHeader | undefined = start; header !== undefined; ) {
    seen.add(header.name);
    const table = classes.methodTable(header.name);
    const entry =
      methodIn(table, name, descriptor) ?? table?.get(name)?.find((one) => one.descriptor === undefined);
    const isObjectOfInterface = start.isInterface && header !== start;
    if (entry !== undefined && (!isObjectOfInterface || isPublicInstance(entry)))
      return { owner: header.name, ...entry };
    if (header.superName === undefined || seen.has(header.superName)) break;
    const next = classes.header(header.superName, header.name);
    if (next === undefined) return undefined;
    header = next;
  }
  const candidates: Found[] = [];
  for (const superInterface of classes.interfaces(owner)) {
    const entry = methodIn(classes.methodTable(superInterface), name, descriptor);
    if (entry === undefined || (entry.accessFlags & (AccessFlag.private | AccessFlag.static)) !== 0) continue;
    candidates.push({ owner: superInterface, ...entry });
  }
  const maximallySpecific = candidates.filter(
    (candidate) =>
      !candidates.some(
        (other) => other !== candidate && classes.isSubtype(other.owner, candidate.owner) === true,
      ),
  );
  const concrete = maximallySpecific.filter(({ accessFlags }) => (accessFlags & AccessFlag.abstract) === 0);
  return concrete.length === 1 ? concrete[0] : (maximallySpecific[0] ?? candidates[0]);
}

function isPublicInstance({ accessFlags }: MethodEntry): boolean {
  return (accessFlags & (AccessFlag.public | AccessFlag.static)) === AccessFlag.public;
}
