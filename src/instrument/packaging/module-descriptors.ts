import type { ApplicationArchive, ArchiveChange } from '../../archive/application.ts';
import { readClassFile } from '../../classfile/class-file.ts';
import { editModule } from '../../classfile/module-edit.ts';
import { type Diagnostic, runtimeInSeveralModules } from '../../diagnostics.ts';
import type { InstrumentRequest } from '../instrument-types.ts';
import { packagesOf } from './packages.ts';

/** The name that the runtime's jar has as an automatic module. */
const runtimeModule = 'rrv.runtime';

/** In a jar or a directory, also in its versioned part (JAR specification, "Multi-release JAR files"). */
export const descriptorEntry = /^(?:META-INF\/versions\/\d+\/)?module-info\.class$/;

/**
 * Lets named modules reach what was added to them: packages of the unit and of an embedded runtime join the
 * module; with `--runtime external` the module requires the runtime's. Two modules that both carry the
 * runtime could not be in one module layer, whether they are named or automatic: when the program seems to
 * run on the module path, a warning says what to do.
 */
export function adaptModules(
  request: InstrumentRequest,
  changes: ReadonlyMap<ApplicationArchive, ArchiveChange>,
  /** Archives with a `main` method. */
  programs: ReadonlySet<ApplicationArchive>,
): {
  readonly changes: ReadonlyMap<ApplicationArchive, ArchiveChange>;
  readonly diagnostics: readonly Diagnostic[];
} {
  const adapted = new Map(changes);
  const carriers = [...changes].filter(([, { added }]) => packagesOf(added.keys()).has('rrv/runtime'));
  const modules: ApplicationArchive[] = [];
  for (const [archive, change] of changes) {
    if (change.added.size === 0) continue;
    // What was added to folders is in no package of the module.
    const packages = [...packagesOf(change.added.keys())].filter((name) => name.startsWith('rrv/'));
    const requires = request.runtime === 'external' ? [runtimeModule] : [];
    const changed = new Map(change.changed);
    let isModule = false;
    for (const entry of archive.entries()) {
      if (!descriptorEntry.test(entry.name)) continue;
      isModule = true;
      const file = readClassFile(entry.read(), { file: archive.label, entry: entry.name });
      changed.set(entry.name, editModule(file, { packages, requires }));
    }
    if (!isModule) continue;
    adapted.set(archive, { ...change, changed });
    modules.push(archive);
  }
  // With a program in a plain jar, modules among its libraries are on the class path, too.
  const isModular = programs.size === 0 ? modules.length > 1 : modules.some((one) => programs.has(one));
  const diagnostics =
    isModular && carriers.length > 1 ? [runtimeInSeveralModules(carriers.map(([{ label }]) => label))] : [];
  return { changes: adapted, diagnostics };
}
