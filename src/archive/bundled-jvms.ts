import { type Diagnostic, ifReadable, imageKept } from '../diagnostics.ts';
import { isArchiveName } from './entry-name.ts';
import { openJImage } from './jimage.ts';
import { isJImage } from './jimage-tables.ts';
import type { RandomAccess } from './random-access.ts';
import { openZip } from './zip-reader.ts';

/** Where a JVM has its class library, from release 9 on as a run-time image, and before. */
const libraryPath = /(?:^|\/)lib\/(?:modules|rt\.jar)$/;

/** Prefixes of the modules that a JDK comes with; JavaFX is in some. */
const ofJdk = /^(?:java|jdk|javafx)\./;

type OpenFile = RandomAccess & { close?(): void };

/**
 * Those among the files of a program (paths with `/`) that are jars of a JVM that it comes with: their classes are the
 * class library's, which sees no monitor. Warns of run-time images that have modules of the program: they stay as they
 * are. What `open` refuses, or is damaged, is passed over. O(files x JVMs).
 */
export function jarsOfJvms(
  names: readonly string[],
  open: (name: string) => OpenFile,
  label: string,
  warn: (diagnostic: Diagnostic) => void,
): ReadonlySet<string> {
  const jars = new Set<string>();
  for (const name of names) {
    if (!libraryPath.test(name)) continue;
    const file = ifReadable(() => open(name));
    if (file === undefined) continue;
    const isImage = isJImage(file.read(0, Math.min(file.size, 4)));
    if (isImage) {
      const modules = ifReadable(() => [...openJImage(file).modules()]) ?? [];
      const own = modules.filter((module) => !ofJdk.test(module)).sort();
      if (own.length > 0) warn(imageKept(own, { entry: `${label}@${name}` }));
    }
    const folder = name.slice(0, name.lastIndexOf('/') + 1);
    if (isImage) jars.add(`${folder}jrt-fs.jar`);
    else if (holdsObject(file))
      for (const other of names) if (other.startsWith(folder) && isArchiveName(other)) jars.add(other);
    file.close?.();
  }
  return jars;
}

function holdsObject(file: RandomAccess): boolean {
  return ifReadable(() => openZip(file).find('java/lang/Object.class')) !== undefined;
}
