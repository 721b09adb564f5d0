import { AccessFlag } from '../../classfile/access-flags.ts';
import { annotationTypes } from '../../classfile/attributes/annotations.ts';
import type { ClassFile, MethodInfo } from '../../classfile/class-file.ts';
import { unlessMalformed } from '../../classfile/unless-malformed.ts';
import { remembering } from '../../remembering.ts';
import { type Request, requestKey } from '../../residual/call-graph/request.ts';
import { scanClass } from '../../residual/call-graph/scanned-code.ts';
import { isArrayOf, isIndex, isText } from '../../shape.ts';
import { digestOf } from '../result-cache.ts';

/** What the bytes of a class say about it, whatever else the program holds: kept in the cache by their digest. */
export interface ClassFacts {
  /** Internal name. */
  readonly name: string;
  /** Those of its direct supertypes, the superclass first. */
  readonly superTypes: readonly string[];
  /** Index of the method that a launcher starts the program with. */
  readonly mainMethod: number | undefined;
  /** Indices of the constructors, where objects of the class run while other classes of their own archive are loaded. */
  readonly hookConstructors: readonly number[];
  /** Indices of methods whose code is copied into other classes, which need not see what this one sees. */
  readonly copiedMethods: readonly number[];
  /**
   * Of what the call graph and the hierarchy read of the class. Analyses may read more only through
   * `ProgramClass.classFile` and `ClassHierarchy.classFile`, where decision-cache.ts notes it.
   */
  readonly outline: string;
  /** Indices of methods with an instruction that has the name of an event; undefined: not looked at. */
  readonly candidates: readonly number[] | undefined;
}

/**
 * What a launcher starts the program with: `public static void main(String[])` (JLS 12.1.4), or else what
 * JEP 512 takes, with the parameter first. The launcher of Java 25 does not ask for the version of the class.
 */
export function mainMethodOf(file: ClassFile): number | undefined {
  const flags = AccessFlag.public | AccessFlag.static;
  const named = (descriptor: string): readonly MethodInfo[] =>
    file.methods.filter((method) => method.name === 'main' && method.descriptor === descriptor);
  const withParameter = named('([Ljava/lang/String;)V');
  const found = withParameter.find(({ accessFlags }) => (accessFlags & flags) === flags);
  if (found !== undefined) return found.index;
  const left = AccessFlag.private | AccessFlag.abstract | AccessFlag.native;
  return [...withParameter, ...named('()V')].find(({ accessFlags }) => (accessFlags & left) === 0)?.index;
}

/** Weaving hooks of OSGi: the framework calls them for each class that it loads. */
const loadingHooks: ReadonlySet<string> = new Set(['org/osgi/framework/hooks/weaving/WeavingHook']);

/** What is made before its objects are called: see `ClassFacts`. */
export function hookConstructorsOf(file: ClassFile): readonly number[] {
  if (!file.interfaces.some((name) => loadingHooks.has(name))) return [];
  return file.methods.filter(({ name }) => name === '<init>').map(({ index }) => index);
}

/** What the names of Byte Buddy's annotations have in common, also where it has been put into another package. */
const advice = '/bytebuddy/asm/Advice$OnMethod';
const adviceBytes = Buffer.from(advice);
const isAdvice = (type: string): boolean =>
  type.endsWith(`${advice}Enter;`) || type.endsWith(`${advice}Exit;`);

/**
 * Advice of Byte Buddy, which takes the instructions out of the class file. Not modelled: `inline = false`,
 * with which it calls the method instead. None where annotations are damaged: nobody reads such. Only where
 * the constants have the name are annotations read, which takes longer than looking for it.
 */
export function copiedMethodsOf(file: ClassFile): readonly number[] {
  const { bytes, layout } = file;
  const constants = Buffer.from(bytes.buffer, bytes.byteOffset, layout.accessFlags);
  if (!constants.includes(adviceBytes)) return [];
  const isCopied = ({ attributes }: MethodInfo): boolean =>
    unlessMalformed(() => annotationTypes(attributes))?.some(isAdvice) ?? false;
  return file.methods.filter(isCopied).map(({ index }) => index);
}

/** O(instructions). Each request counts once, and its uses by number. */
export function outlineOf(file: ClassFile): string {
  const { name, superName, interfaces, accessFlags, methods } = file;
  const requests = new Map<string, number>();
  const numberOf = (request: Request): number => {
    const key = requestKey(request);
    const number = requests.get(key) ?? requests.size;
    requests.set(key, number);
    return number;
  };
  const known = remembering(numberOf);
  const scanned = scanClass(file, (request) => request).map(
    ({ requests: own, functions, ...method }): unknown => [
      method,
      own.map(known),
      functions.map(({ instruction, object: { runs, ...object } }) => [instruction, object, runs.map(known)]),
    ],
  );
  return digestOf([
    JSON.stringify([name, superName ?? null, interfaces, accessFlags]),
    JSON.stringify(methods.map((method) => method.accessFlags)),
    JSON.stringify(scanned),
    JSON.stringify([...requests.keys()]),
  ]);
}

/** Plain data for the cache. */
export function encodeFacts(facts: ClassFacts): unknown {
  const { name, superTypes, mainMethod, hookConstructors, copiedMethods, outline, candidates } = facts;
  return [name, superTypes, mainMethod ?? null, hookConstructors, copiedMethods, outline, candidates ?? null];
}

/** Undefined for anything that `encodeFacts` does not make. */
export function decodeFacts(value: unknown): ClassFacts | undefined {
  if (!Array.isArray(value) || value.length !== 7) return undefined;
  const [name, superTypes, mainMethod, hookConstructors, copiedMethods, outline, candidates] =
    value as readonly unknown[];
  if (!isText(name) || !isArrayOf(superTypes, isText) || !isText(outline)) return undefined;
  if (mainMethod !== null && !isIndex(mainMethod)) return undefined;
  if (!isArrayOf(hookConstructors, isIndex) || !isArrayOf(copiedMethods, isIndex)) return undefined;
  if (candidates !== null && !isArrayOf(candidates, isIndex)) return undefined;
  return {
    ...{ name, superTypes, mainMethod: mainMethod ?? undefined, hookConstructors, copiedMethods },
    ...{ outline, candidates: candidates ?? undefined },
  };
}
