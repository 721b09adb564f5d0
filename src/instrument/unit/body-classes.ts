import { toBinaryName } from '../../classfile/descriptors.ts';
import { renamePackage } from '../../classfile/rename-package.ts';
import { javaCompilerMissing, RrvError } from '../../diagnostics.ts';
import type { Property } from '../../property/model.ts';
import { remembering } from '../../remembering.ts';
import type { InstrumentRequest } from '../instrument-types.ts';
import { type JavaSource, javaBodySource } from '../java-code/java-code.ts';
import { withFieldsOfProgram } from '../java-code/program-fields.ts';
import { hashOf, packageForCompiling } from './unit-name.ts';

/** The classes of the Java code of properties (docs/runtime-protocol.md, "Java code of a property"). */
export interface CompiledBodies {
  /**
   * Those of these properties as classes of a unit's package (with the slash behind it): their bytes by
   * internal name.
   */
  inPackage(packageName: string, used: ReadonlySet<Property>): ReadonlyMap<string, Uint8Array>;
}

/** Internal name of the class of a property's slices; undefined for a property without Java code. */
export function bodyClass(property: Property, packageName: string): string | undefined {
  const simple = bodyName(property);
  return simple === undefined ? undefined : `${packageName}${simple}`;
}

/**
 * The simple name: a digest of what is compiled, so that code which was compiled before is known by it, and
 * properties with the same code share a class. Undefined without Java code.
 */
export const bodyName: (property: Property) => string | undefined = remembering((property: Property) => {
  const source = javaBodySource(property, 'p', 'Body');
  return source === undefined ? undefined : `Body_${hashOf([source.text])}`;
});

/** The Java code of properties as sources of one package. */
export interface BodySources {
  /** Internal name, with the slash behind it. It has the length of that of a unit, and is in no other text. */
  readonly packageName: string;
  readonly sources: readonly JavaSource[];
}

export function bodySources(properties: readonly Property[]): BodySources {
  const byName = new Map<string, Property>();
  for (const property of properties) {
    const simple = bodyName(property);
    if (simple !== undefined) byName.set(simple, property);
  }
  const packageName = packageForCompiling([...byName.keys()]);
  const binaryName = toBinaryName(packageName.slice(0, -1));
  const sources = [...byName].map(([simple, property]) => javaBodySource(property, binaryName, simple)!);
  return { packageName, sources };
}

/**
 * Compiles the code of all properties, once for all units: each unit has its own classes, which differ in
 * their package alone.
 *
 * @throws RrvError when there is code and no compiler, or for what the compiler says of it.
 */
export function compiledBodies(
  { properties: given, compileJava }: InstrumentRequest,
  properties: readonly Property[],
): CompiledBodies {
  const { packageName: own, sources } = bodySources(properties);
  if (sources.length > 0 && compileJava === undefined)
    throw new RrvError(javaCompilerMissing(given.find(({ javaCode }) => javaCode !== undefined)!.name));
  const fromCompiler = sources.length === 0 ? new Map<string, Uint8Array>() : compileJava!(sources);
  const reflects = sources.some(({ text }) => text.includes('getDeclaredField'));
  const compiled = [...fromCompiler].map(
    ([file, bytes]) => [file, reflects ? withFieldsOfProgram(bytes) : bytes] as const,
  );
  return {
    inPackage: (packageName, used) => {
      const names = new Set([...used].map(bodyName));
      return new Map(
        compiled.flatMap(([file, bytes]): [string, Uint8Array][] => {
          const simple = file.slice(own.length, -'.class'.length);
          // Others are nested in one of these.
          if (!names.has(simple.split('$', 1)[0])) return [];
          return [[`${packageName}${simple}`, renamePackage(bytes, own, packageName)]];
        }),
      );
    },
  };
}
