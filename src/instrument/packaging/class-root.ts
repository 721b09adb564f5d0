import type { ApplicationArchive } from '../../archive/application.ts';
import { readClassHeader } from '../../classfile/class-header.ts';
import { once } from '../../remembering.ts';

const webClasses = 'WEB-INF/classes/';
const bootClasses = 'BOOT-INF/classes/';

/** What of an archive uses what is added: a path, and the class file there (absent: an archive in it). */
export type ClassUser = readonly [entry: string, bytes?: Uint8Array];

/**
 * Where what is added to an archive has to stand, so that the given classes of it and the archives in it find
 * it: a web application's are below WEB-INF/classes. Classes at the root of a war start it
 * (`java -jar app.war`) and see nothing below. So it is with Spring Boot's jars, which are also unpacked
 * without what starts them (`-Djarmode=tools`). Of a directory, each folder counts whose classes stand where
 * their packages say: `build` has them in `build/classes/java/main`. Of another archive, so does each beside
 * the root: bundles of OSGi may have them in folders (`Bundle-ClassPath`).
 */
export function classRoots(archive: ApplicationArchive, users: Iterable<ClassUser>): readonly string[] {
  // Spring Boot's loader takes that folder for one of classes only where it is there.
  const hasFolder = once(() => hasBootClasses(archive));
  const isOfBoot = (entry: string): boolean => entry.startsWith('BOOT-INF/') && hasFolder();
  return [...new Set(Array.from(users, (user) => rootsOf(archive, user, isOfBoot)).flat())];
}

/** What `classRoots` asks of an archive besides its kind. O(entries). */
export function hasBootClasses(archive: ApplicationArchive): boolean {
  for (const { name } of archive.entries()) if (name.startsWith(bootClasses)) return true;
  return false;
}

function rootsOf(
  archive: ApplicationArchive,
  user: ClassUser,
  isOfBoot: (entry: string) => boolean,
): readonly string[] {
  const [entry, bytes] = user;
  switch (archive.kind) {
    case 'war':
      return [entry.startsWith('WEB-INF/') ? webClasses : ''];
    case 'jar':
    case 'ear':
      if (isOfBoot(entry)) return [bootClasses];
      // Who loads classes of a folder may see the root, or nothing but the folder.
      return ['', folderOfPackages(user).replace(versions, '')];
    case 'directory':
      return [bytes === undefined && isOfBoot(entry) ? bootClasses : folderOfPackages(user)];
    case 'class':
      return [''];
  }
}

/** JAR File Specification, "Multi-release JAR files": what all versions share is not in there. */
const versions = /META-INF\/versions\/\d+\/$/;

/** The path without that of the package; '' where both differ. */
function folderOfPackages([entry, bytes]: ClassUser): string {
  const path = bytes === undefined ? undefined : `${readClassHeader(bytes)?.name}.class`;
  return path !== undefined && entry.endsWith(`/${path}`) ? entry.slice(0, -path.length) : '';
}
