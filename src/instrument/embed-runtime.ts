import type { ApplicationArchive, ArchiveChange } from '../archive/application.ts';
import { classRoot } from './class-root.ts';
import type { InstrumentRequest } from './instrument-types.ts';

/**
 * Adds the runtime to the outermost archives whose classes need it, so that each output runs as it is. The
 * modules of an enterprise archive are loaded separately: each gets its own.
 */
export function embedRuntime(
  request: InstrumentRequest,
  changes: ReadonlyMap<ApplicationArchive, ArchiveChange>,
): ReadonlyMap<ApplicationArchive, ArchiveChange> {
  if (request.runtime === 'external') return changes;
  const byLabel = new Map([...changes.keys()].map((archive) => [archive.label, archive]));
  const hosts = new Set<ApplicationArchive>();
  for (const [archive, change] of changes) if (change.added.size > 0) hosts.add(hostOf(archive, byLabel));
  const embedded = new Map(changes);
  for (const host of hosts) {
    const change = changes.get(host)!;
    const added = new Map(change.added);
    for (const [name, bytes] of request.runtimeClasses) added.set(classRoot(host) + name, bytes);
    embedded.set(host, { ...change, added });
  }
  return embedded;
}

/** The outermost archive around this one whose class loader also loads this one's classes. */
function hostOf(
  archive: ApplicationArchive,
  byLabel: ReadonlyMap<string, ApplicationArchive>,
): ApplicationArchive {
  let host = archive;
  for (;;) {
    const end = host.label.lastIndexOf('@');
    const parent = end < 0 ? undefined : byLabel.get(host.label.slice(0, end));
    if (parent === undefined || parent.kind === 'ear') return host;
    host = parent;
  }
}
