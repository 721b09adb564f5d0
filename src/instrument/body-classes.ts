import { toBinaryName } from '../classfile/descriptors.ts';
import { renamePackage } from '../classfile/rename-package.ts';
import { javaCompilerMissing, RrvError } from '../diagnostics.ts';
import type { Property } from '../property/model.ts';
import type { InstrumentRequest } from './instrument-types.ts';
import { javaBodySource } from './java-code.ts';
import { packageForCompiling } from './unit-name.ts';

/** The classes of the Java code of properties (docs/runtime-protocol.md, "Java code of a property"). */
export interface CompiledBodies {
  /**
   * Those of these properties as classes of a unit's package (with the slash behind it): their bytes by
   * internal name.
   */
  inPackage(packageName: string, used: ReadonlySet<Property>): ReadonlyMap<string, Uint8Array>;
}

/** Internal name of the class of a property's slices; undefined for a property without Java code. */
export function bodyClass({ javaCode }: Property, packageName: string, index: number): string | undefined {
  return javaCode === undefined ? undefined : `${packageName}${simpleName(index)}`;
}

function simpleName(index: number): string {
  return `Body${index}`;
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
  const sourcesIn = (packageName: string) =>
    properties.flatMap(
      (property, index) =>
        javaBodySource(property, toBinaryName(packageName.slice(0, -1)), simpleName(index)) ?? [],
    );
  const own = packageForCompiling(sourcesIn('').map(({ text }) => text));
  const sources = sourcesIn(own);
  if (sources.length > 0 && compileJava === undefined)
    throw new RrvError(javaCompilerMissing(given.find(({ javaCode }) => javaCode !== undefined)!.name));
  const compiled = sources.length === 0 ? new Map<string, Uint8Array>() : compileJava!(sources);
  const byClass = new Map(properties.map((property, index) => [simpleName(index), property]));
  return {
    inPackage: (packageName, used) =>
      new Map(
        [...compiled].flatMap(([file, bytes]): [string, Uint8Array][] => {
          const simple = file.slice(own.length, -'.class'.length);
          // Others are nested in one of these.
          const property = byClass.get(simple.split('$', 1)[0]!)!;
          if (!used.has(property)) return [];
          return [[`${packageName}${simple}`, renamePackage(bytes, own, packageName)]];
        }),
      ),
  };
}
