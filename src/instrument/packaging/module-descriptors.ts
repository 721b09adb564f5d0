import type { ApplicationArchive, ArchiveChange } from '../../archive/application.ts';
import { readClassFile } from '../../classfile/class-file.ts';
import { editModule } from '../../classfile/module-edit.ts';
import { type Diagnostic, runtimeInSeveralModules } from '../../diagnostics.ts';
import type { InstrumentRequest } from '../instrument-types.ts';
import { packagesOf } from './packages.ts';

/** The name that the runtime's jar has as an automatic module. */
const runtimeModule = 'rrv.runtime';

/**
 * In a jar or a directory, also in its versioned part (JAR specification, "Multi-release JAR files"); the
 * folder before that is a module of its own where it is not the root.
 */
export const descriptorEntry = /^(.*?\/)??(?:META-INF\/versions\/\d+\/)?module-info\.class$/;

/** Where the modules of an archive have their classes: folders with the slash behind them, '' for the root. */
function moduleFolders(archive: ApplicationArchive): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const { name } of archive.entries()) {
    const found = descriptorEntry.exec(name);
    if (found !== null) folders.add(found[1] ?? '');
  }
  return folders;
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
  const folders = moduleFolders(archive);
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
  const requires = request.runtime === 'external' ? [runtimeModule] : [];
  const carriers: string[] = [];
  const modules: ApplicationArchive[] = [];
  for (const [archive, change] of changes) {
    if (change.added.size === 0) continue;
    const changed = new Map(change.changed);
    const folders = moduleFolders(archive);
    for (const folder of folders.has('') ? folders : ['', ...folders]) {
      const packages = addedPackages(change, folder);
      if (packages.includes(runtimePackage)) carriers.push(moduleLabel(archive, folder));
      if (packages.length > 0 && folders.has(folder)) modules.push(archive);
    }
    for (const entry of archive.entries()) {
      const found = descriptorEntry.exec(entry.name);
      if (found === null) continue;
      const packages = addedPackages(change, found[1] ?? '');
      if (packages.length === 0) continue;
      const file = readClassFile(entry.read(), { file: archive.label, entry: entry.name });
      changed.set(entry.name, editModule(file, { packages, requires }));
    }
    adapted.set(archive, { ...change, changed });
  }
  // With a program in a plain jar, modules among its libraries are on the class path, too.
  const isModular = programs.size === 0 ? modules.length > 1 : modules.some((one) => programs.has(one));
  const diagnostics = isModular && carriers.length > 1 ? [runtimeInSeveralModules(carriers)] : [];
  return { changes: adapted, diagnostics };
}

const runtimePackage = 'rrv/runtime';

/** Internal names of what joins the module in this folder: what was added to other folders is in no package of it. */
function addedPackages({ added }: ArchiveChange, folder: string): readonly string[] {
  const names = [...added.keys()].filter((name) => name.startsWith(folder));
  return [...packagesOf(names.map((name) => name.slice(folder.length)))].filter((name) =>
    name.startsWith('rrv/'),
  );
}
