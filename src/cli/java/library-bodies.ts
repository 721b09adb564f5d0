import { openZip } from '../../archive/zip-reader.ts';
import { packageOf, toInternalName } from '../../classfile/descriptors.ts';
import { renamePackage } from '../../classfile/rename-package.ts';
import { addTo } from '../../group-by.ts';
import type { InstrumentRequest } from '../../instrument/instrument-types.ts';
import type { JavaSource } from '../../instrument/java-code/java-code.ts';
import { bodyName } from '../../instrument/unit/body-classes.ts';
import type { Property } from '../../property/model.ts';
import { openFile } from '../files/file-access.ts';
import { libraryBodiesJar } from '../version.ts';

type Compile = NonNullable<InstrumentRequest['compileJava']>;

/**
 * The compiler for the Java code of these properties: what the library's properties have was compiled when rrv
 * was built, and is taken from there. `javac`: for all else. Undefined where that is missing and needed.
 */
export function bodyCompiler(
  properties: readonly Property[],
  javac: Compile | undefined,
): Compile | undefined {
  const coded = properties.filter(({ javaCode }) => javaCode !== undefined);
  if (coded.length === 0) return javac;
  const known = libraryBodies();
  if (javac === undefined && !coded.every((property) => known.has(bodyName(property)!))) return undefined;
  return (sources) => {
    const others: JavaSource[] = [];
    const classes = new Map<string, Uint8Array>();
    for (const source of sources) {
      const internalName = toInternalName(source.className);
      const own = packageOf(internalName);
      const compiled = known.get(internalName.slice(own.length));
      if (compiled === undefined) others.push(source);
      for (const { packageName, name, bytes } of compiled ?? [])
        classes.set(`${own}${name}.class`, renamePackage(bytes, packageName, own));
    }
    return others.length === 0 ? classes : new Map([...classes, ...javac!(others)]);
  };
}

interface LibraryClass {
  /** With the slash behind it. */
  readonly packageName: string;
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** By simple name of the outermost class. */
function libraryBodies(): ReadonlyMap<string, readonly LibraryClass[]> {
  const bodies = new Map<string, LibraryClass[]>();
  const file = libraryBodiesJar();
  if (file === undefined) return bodies;
  const zip = openZip(openFile(file), { file });
  for (const entry of zip.entries) {
    const [, packageName, name, outermost] = /^(.*\/)((\w+)(?:\$.*)?)\.class$/.exec(entry.name)!;
    addTo(bodies, outermost!, { packageName: packageName!, name: name!, bytes: zip.read(entry) });
  }
  return bodies;
}
