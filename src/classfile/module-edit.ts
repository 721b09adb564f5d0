import type { Attribute } from './attribute.ts';
import { modulePackages } from './attributes/module.ts';
import { ByteWriter } from './byte-writer.ts';
import type { ClassFile } from './class-file.ts';
import { ConstantPoolBuilder } from './constant-pool-builder.ts';

/** What is added to a module descriptor. What it has already is not added again. */
export interface ModuleAdditions {
  /** Concealed packages, in internal form. */
  readonly packages: readonly string[];
  /** Modules to require. */
  readonly requires: readonly string[];
}

/** ACC_SYNTHETIC of `requires` (JVMS 4.7.25). */
const synthetic = 0x1000;

/**
 * A module-info.class with the additions. Packages are written only where the class has a ModulePackages
 * attribute (4.7.26): without one the module system scans the jar. Linear.
 */
export function editModule(file: ClassFile, additions: ModuleAdditions): Uint8Array {
  const pool = new ConstantPoolBuilder(file.pool, file.bootstrapMethods);
  const attributes = new ByteWriter(1024);
  attributes.u2(file.attributes.length);
  for (const attribute of file.attributes) {
    const content = editedContent(file, attribute, additions, pool);
    attributes.u2(attribute.nameIndex);
    attributes.u4(content.length);
    attributes.copy(content);
  }
  const { layout, bytes } = file;
  const out = new ByteWriter(bytes.length + 1024);
  out.copy(bytes, 0, layout.constantPool);
  pool.write(out);
  out.copy(bytes, layout.accessFlags, layout.attributes);
  out.copyFrom(attributes);
  return out.toBytes();
}

/**
 * What `jar --hash-modules` writes: digests of the jars of modules that depend on this one. Java refuses
 * others of their name.
 */
const hashesAttribute = 'ModuleHashes';

/** A module-info.class without hashes of other modules; undefined if it has none. Linear. */
export function withoutModuleHashes({ bytes, layout, attributes }: ClassFile): Uint8Array | undefined {
  const rest = attributes.filter(({ name }) => name !== hashesAttribute);
  if (rest.length === attributes.length) return undefined;
  const out = new ByteWriter(bytes.length);
  out.copy(bytes, 0, layout.attributes);
  out.u2(rest.length);
  for (const { nameIndex, info } of rest) {
    out.u2(nameIndex);
    out.u4(info.length);
    out.copy(info);
  }
  return out.toBytes();
}

function editedContent(
  file: ClassFile,
  attribute: Attribute,
  { packages, requires }: ModuleAdditions,
  pool: ConstantPoolBuilder,
): Uint8Array {
  const { info } = attribute;
  if (attribute.name === 'ModulePackages') {
    const present = new Set(modulePackages(file));
    const added = packages.filter((name) => !present.has(name));
    const out = new ByteWriter(info.length + 2 * added.length);
    out.u2(present.size + added.length);
    out.copy(info, 2);
    for (const name of added) out.u2(pool.packageName(name));
    return out.toBytes();
  }
  if (attribute.name !== 'Module' || requires.length === 0) return info;
  // module_name_index, module_flags, module_version_index, requires_count, then 6 bytes for each.
  const u2 = (at: number) => (info[at]! << 8) | info[at + 1]!;
  const count = u2(6);
  const present = new Set(
    Array.from({ length: count }, (_, index) => file.pool.moduleName(u2(8 + 6 * index))),
  );
  const added = requires.filter((name) => !present.has(name));
  const out = new ByteWriter(info.length + 6 * added.length);
  out.copy(info, 0, 6);
  out.u2(count + added.length);
  out.copy(info, 8, 8 + 6 * count);
  for (const name of added) {
    out.u2(pool.moduleName(name));
    out.u2(synthetic);
    out.u2(0);
  }
  out.copy(info, 8 + 6 * count);
  return out.toBytes();
}
