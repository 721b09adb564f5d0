import type { ApplicationArchive } from '../archive/application.ts';
import { readClassHeader } from '../classfile/class-header.ts';

const webClasses = 'WEB-INF/classes/';

/** What of an archive uses what is added: a path, and the class file there (absent: an archive in it). */
export type ClassUser = readonly [entry: string, bytes?: Uint8Array];

/**
 * Where what is added to an archive has to stand, so that the given classes of it and the archives in it find
 * it: a web application's are below WEB-INF/classes. Classes at the root of a war start it
 * (`java -jar app.war`) and see nothing below. Of a directory, each folder counts whose classes stand where
 * their packages say: `build` has them in `build/classes/java/main`.
 */
export function classRoots(archive: ApplicationArchive, users: Iterable<ClassUser>): readonly string[] {
  switch (archive.kind) {
    case 'war':
      return [...new Set([...users].map(([entry]) => (entry.startsWith('WEB-INF/') ? webClasses : '')))];
    case 'directory':
      return [...new Set([...users].map(folderOfPackages))];
    default:
      return [''];
  }
}

/** The path without that of the package; '' where both differ. */
function folderOfPackages([entry, bytes]: ClassUser): string {
  const path = bytes === undefined ? undefined : `${readClassHeader(bytes)?.name}.class`;
  return path !== undefined && entry.endsWith(`/${path}`) ? entry.slice(0, -path.length) : '';
}
