import type { ApplicationArchive } from '../archive/application.ts';

const webClasses = 'WEB-INF/classes/';

/**
 * Where what is added to an archive has to stand, so that the given classes of it and the archives in it find it: a web
 * application's are below WEB-INF/classes. Classes at the root of a war start it (`java -jar app.war`) and see nothing below.
 */
export function classRoots(archive: ApplicationArchive, users: Iterable<string>): readonly string[] {
  if (archive.kind !== 'war') return [''];
  return [...new Set([...users].map((entry) => (entry.startsWith('WEB-INF/') ? webClasses : '')))];
}
