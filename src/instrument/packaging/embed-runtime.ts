import type { ApplicationArchive, ArchiveChange } from '../../archive/application.ts';
import type { InstrumentRequest } from '../instrument-types.ts';
import { type ClassUser, classRoots } from './class-root.ts';

/**
 * Adds the runtime to the outermost archives whose classes need it, so that each output runs as it is. The
 * modules of an enterprise archive are loaded separately: each gets its own. So do archives in an archive
 * that nobody but the program itself knows how to load (unpacked somewhere, in a class loader that does not
 * see the outer archive, in another JVM).
 */
export function embedRuntime(
  request: InstrumentRequest,
  changes: ReadonlyMap<ApplicationArchive, ArchiveChange>,
): ReadonlyMap<ApplicationArchive, ArchiveChange> {
  if (request.runtime === 'external') return changes;
  const byLabel = new Map([...changes.keys()].map((archive) => [archive.label, archive]));
  const users = new Map<ApplicationArchive, ClassUser[]>();
  for (const [archive, { added, changed }] of changes) {
    if (added.size === 0) continue;
    const { host, path } = hostOf(archive, byLabel);
    const ofHost = users.get(host) ?? [];
    for (const user of path === undefined ? changed : [[path] as const]) ofHost.push(user);
    users.set(host, ofHost);
  }
  const embedded = new Map(changes);
  for (const [host, entries] of users) {
    const change = changes.get(host)!;
    const added = new Map(change.added);
    for (const root of classRoots(host, entries))
      for (const [name, bytes] of request.runtimeClasses) added.set(root + name, bytes);
    embedded.set(host, { ...change, added });
  }
  return embedded;
}

/**
 * Where containers and Spring Boot's loaders look for libraries; they load them beside the classes of the
 * archive.
 */
const libraries = /^(?:BOOT|WEB)-INF\//;

/**
 * The outermost archive around this one whose class loader also loads this one's classes, and the path to it
 * in there.
 */
function hostOf(
  archive: ApplicationArchive,
  byLabel: ReadonlyMap<string, ApplicationArchive>,
): { readonly host: ApplicationArchive; readonly path: string | undefined } {
  let host = archive;
  let path: string | undefined;
  for (;;) {
    const end = host.label.lastIndexOf('@');
    const parent = end < 0 ? undefined : byLabel.get(host.label.slice(0, end));
    const name = host.label.slice(end + 1);
    if (parent === undefined || !libraries.test(name)) return { host, path };
    host = parent;
    path = name;
  }
}
