import type { ApplicationArchive } from '../archive/application.ts';

/** Where classes of an archive stand: a web application's are below WEB-INF/classes. */
export function classRoot(archive: ApplicationArchive): string {
  return archive.kind === 'war' ? 'WEB-INF/classes/' : '';
}
