import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import { openJImage } from '../../archive/jimage.ts';
import { jdkNotFound, RrvError } from '../../diagnostics.ts';
import type { ClassSource } from '../../hierarchy/class-source.ts';
import { archiveClassSource, imageClassSource } from '../../hierarchy/class-sources.ts';
import { openFile } from '../files/file-access.ts';
import { jarArchive } from '../files/jar-archive.ts';

/** The JDK whose class library the program links against. */
export interface Jdk {
  readonly home: string;
  /** Feature release: 8, 17, 25. */
  readonly release: number;
  /** How it was found: `--jdk`, `JAVA_HOME` or `PATH`. */
  readonly foundBy: string;
  /** What JAVA_HOME says, where that is no JDK. */
  readonly passedOver?: string;
}

/** The class library from release 9 on, in `lib`. */
const imageName = 'modules';

/** Jars of JDK 8 in `lib` that the boot and extension class loaders read (sun.boot.class.path). */
const oldBootJars = ['rt.jar', 'jce.jar', 'jsse.jar', 'charsets.jar', 'jfr.jar', 'resources.jar'];

/**
 * The JDK that `--jdk` names, else JAVA_HOME, else the one that `java` on the PATH belongs to. A JRE will do.
 * Throws RrvError when there is none, or the named one is none.
 */
export function findJdk(option: string | undefined, environment: NodeJS.ProcessEnv): Jdk {
  if (option !== undefined) {
    const jdk = jdkAt(option, '--jdk');
    if (jdk === undefined) throw new RrvError(jdkNotFound(`${option} is not the home directory of a JDK`));
    return jdk;
  }
  const named = environment.JAVA_HOME === '' ? undefined : environment.JAVA_HOME;
  const ofName = named === undefined ? undefined : jdkAt(named, 'JAVA_HOME');
  if (ofName !== undefined) return ofName;
  const home = homeOnPath(environment.PATH ?? '');
  const jdk = home === undefined ? undefined : jdkAt(home, 'PATH');
  if (jdk !== undefined) return named === undefined ? jdk : { ...jdk, passedOver: named };
  throw new RrvError(jdkNotFound('neither JAVA_HOME nor the PATH leads to one'));
}

function homeOnPath(path: string): string | undefined {
  for (const folder of path.split(delimiter))
    for (const name of ['java', 'java.exe']) {
      const file = join(folder, name);
      // A folder on the PATH may hold a folder of that name, such as /usr/share.
      if (folder !== '' && existsSync(file) && statSync(file).isFile())
        return dirname(dirname(realpathSync(file)));
    }
  return undefined;
}

function jdkAt(home: string, foundBy: string): Jdk | undefined {
  if (existsSync(join(home, 'lib', imageName))) return { home, release: releaseOf(home) ?? 9, foundBy };
  if (libraryOfJdk8(home) !== undefined) return { home, release: releaseOf(home) ?? 8, foundBy };
  return undefined;
}

/** `lib` of a JRE 8, `jre/lib` of a JDK 8. */
function libraryOfJdk8(home: string): string | undefined {
  return [join(home, 'jre', 'lib'), join(home, 'lib')].find((lib) => existsSync(join(lib, 'rt.jar')));
}

function releaseOf(home: string): number | undefined {
  const file = join(home, 'release');
  if (!existsSync(file)) return undefined;
  const match = /^JAVA_VERSION="(?:1\.)?(\d+)/m.exec(readFileSync(file, 'utf8'));
  return match === null ? undefined : Number(match[1]);
}

/** The classes of a JDK: those of `lib/modules`, or of `rt.jar` and its neighbours before release 9. */
export function jdkClassSources(jdk: Jdk): ClassSource[] {
  return jdkLibraries(jdk).map((file) => {
    if (basename(file) === imageName)
      return imageClassSource(openJImage(openFile(file), { file }), `JDK ${jdk.release}`);
    return archiveClassSource(jarArchive(file, file), 'jdk', jdk.release);
  });
}

/** The files that hold its classes. */
export function jdkLibraries({ home }: Jdk): readonly string[] {
  const image = join(home, 'lib', imageName);
  if (existsSync(image)) return [image];
  const library = libraryOfJdk8(home);
  if (library === undefined) return [];
  return oldBootJars.map((name) => join(library, name)).filter((file) => existsSync(file));
}
