import type { ApplicationArchive, ApplicationEntry, ArchiveChange } from '../../archive/application.ts';
import { readClassFile } from '../../classfile/class-file.ts';
import { editModule } from '../../classfile/module-edit.ts';
import { type Diagnostic, runtimeInSeveralModules } from '../../diagnostics.ts';
import { addTo } from '../../group-by.ts';
import type { InstrumentRequest } from '../instrument-types.ts';
import { packagesOf } from './packages.ts';

/** The name that the runtime's jar has as an automatic module. */
const runtimeModule = 'rrv.runtime';

/**
 * In a jar or a directory, also in its versioned part (JAR specification, "Multi-release JAR files"); the
 * folder before that is a module of its own where it is not the root.
 */
export const descriptorEntry = /^(.*?\/)??(?:META-INF\/versions\/\d+\/)?module-info\.class$/;

/**
 * The descriptors of an archive by where their module has its classes: the folder with the slash behind it,
 * '' for the root.
 */
function descriptorsOf(archive: ApplicationArchive): ReadonlyMap<string, readonly ApplicationEntry[]> {
  const descriptors = new Map<string, ApplicationEntry[]>();
  for (const entry of archive.entries()) {
    const found = descriptorEntry.exec(entry.name);
    if (found !== null) addTo(descriptors, found[1] ?? '', entry);
  }
  return descriptors;
}

/** Unique: the name of the archive for what is in no folder. */
export function moduleLabel({ label }: ApplicationArchive, folder: string): string {
  return folder === '' ? label : `${label}@${folder}`;
}

/**
 * In which of the archive's modules an entry is: the folder with the slash behind it; '' for all that is in no
 * folder with a descriptor of its own. `javac --module-source-path` makes a folder for each module, and
 * Elasticsearch has modules in folders of a jar. What stands in several modules has to be in several packages.
 */
export function moduleFolderOf(archive: ApplicationArchive): (entry: string) => string {
  const folders = descriptorsOf(archive);
  return (entry) => {
    for (let slash = entry.lastIndexOf('/'); slash > 0; slash = entry.lastIndexOf('/', slash - 1)) {
      const folder = entry.slice(0, slash + 1);
      if (folders.has(folder)) return folder;
    }
    return '';
  };
}

/**
 * Lets named modules reach what was added to them: packages of the unit and of an embedded runtime join the
 * module; with `--runtime external` the module requires the runtime's, also where only what patches it needs
 * that. Two modules that both carry the runtime could not be in one module layer, whether they are named or
 * automatic: when the program seems to run on the module path, a warning says what to do.
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
  const requires = request.runtime === 'external' ? [runtimeModule] : [];
  const carriers: string[] = [];
  const modules: ApplicationArchive[] = [];
  const patched = requires.length === 0 ? new Set() : patchedModules(changes);
  for (const [archive, change] of changes) {
    if (change.added.size === 0 && !patched.has(archive)) continue;
    const changed = new Map(change.changed);
    const descriptors = descriptorsOf(archive);
    for (const folder of descriptors.has('') ? descriptors.keys() : ['', ...descriptors.keys()]) {
      const packages = addedPackages(change, folder);
      if (packages.length === 0 && !(folder === '' && patched.has(archive))) continue;
      if (packages.includes(runtimePackage)) carriers.push(moduleLabel(archive, folder));
      const ofFolder = descriptors.get(folder) ?? [];
      if (ofFolder.length > 0) modules.push(archive);
      for (const { name, read } of ofFolder)
        changed.set(
          name,
          editModule(readClassFile(read(), { file: archive.label, entry: name }), { packages, requires }),
        );
    }
    adapted.set(archive, { ...change, changed });
  }
  // With a program in a plain jar, modules among its libraries are on the class path, too.
  const isModular = programs.size === 0 ? modules.length > 1 : modules.some((one) => programs.has(one));
  const diagnostics = isModular && carriers.length > 1 ? [runtimeInSeveralModules(carriers)] : [];
  return { changes: adapted, diagnostics };
}

/**
 * The modules without events of their own that share a package with an archive that has some and no descriptor: such
 * an archive, the tests of the module for example, gets into the module by `--patch-module`, and its code needs what
 * the module reads. O(entries).
 */
function patchedModules(
  changes: ReadonlyMap<ApplicationArchive, ArchiveChange>,
): ReadonlySet<ApplicationArchive> {
  const ofPatches = new Set<string>();
  const withoutEvents: ApplicationArchive[] = [];
  for (const [archive, { added }] of changes) {
    const isModule = descriptorsOf(archive).has('');
    if (isModule && added.size === 0) withoutEvents.push(archive);
    if (!isModule && added.size > 0) for (const name of classPackages(archive)) ofPatches.add(name);
  }
  return new Set(
    withoutEvents.filter((archive) => [...classPackages(archive)].some((name) => ofPatches.has(name))),
  );
}

/** Without that of module-info.class, the unnamed one. */
function classPackages(archive: ApplicationArchive): ReadonlySet<string> {
  const names = [...archive.entries()].map(({ name }) => name);
  return packagesOf(names.filter((name) => name.endsWith('.class') && !descriptorEntry.test(name)));
}

const runtimePackage = 'rrv/runtime';

/** Internal names of what joins the module in this folder: what was added to other folders is in no package of it. */
function addedPackages({ added }: ArchiveChange, folder: string): readonly string[] {
  const names = [...added.keys()].filter((name) => name.startsWith(folder));
  return [...packagesOf(names.map((name) => name.slice(folder.length)))].filter((name) =>
    name.startsWith('rrv/'),
  );
}
