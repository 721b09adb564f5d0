import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { javaReleaseOf, knownVersions } from '../../src/classfile/class-file.ts';
import { type ProcessRun, runToEnd } from './run-to-end.ts';
import { warmJavac } from './warm-javac.ts';

export interface Jdk {
  readonly home: string;
  /** Feature release: 8, 17, 25. */
  readonly release: number;
}

/** The JDK that tests use: JAVA_HOME, or the one that `javac` on the PATH belongs to. */
export function defaultJdk(): Jdk {
  const homes = [process.env.JAVA_HOME, homeOfCommand('javac')];
  for (const home of homes) {
    const jdk = home === undefined ? undefined : jdkAt(home);
    if (jdk !== undefined) return jdk;
  }
  throw new Error('no JDK found: set JAVA_HOME or put javac on the PATH');
}

/** A JDK of the given feature release: the default one, or one installed in a directory beside it. */
export function jdkOfRelease(release: number): Jdk | undefined {
  const start = defaultJdk();
  if (start.release === release) return start;
  const siblings = dirname(realpathSync(start.home));
  for (const name of readdirSync(siblings).sort()) {
    const jdk = jdkAt(join(siblings, name));
    if (jdk?.release === release) return jdk;
  }
  return undefined;
}

/** The default JDK and, where it is newer and installed beside it, that of Java 25: both run what the default one compiles. */
export function jdksOfTests(): readonly Jdk[] {
  const jdk = defaultJdk();
  const newer = jdk.release < 25 ? jdkOfRelease(25) : undefined;
  return newer === undefined ? [jdk] : [jdk, newer];
}

/** The releases behind 25 that rrv knows and that are installed beside the default JDK: what is tested of JDKs should hold there, too. */
export function newerReleases(): readonly number[] {
  const siblings = dirname(realpathSync(defaultJdk().home));
  const releases = readdirSync(siblings).map((name) => jdkAt(join(siblings, name))?.release ?? 0);
  const newest = javaReleaseOf(knownVersions.highest);
  return [...new Set(releases)]
    .filter((release) => release > 25 && release <= newest)
    .sort((one, other) => one - other);
}

/** Of the JDKs whose class libraries the tests know: 17, 25 and {@link newerReleases}. */
export function releasesOfTests(): readonly number[] {
  return [17, 25, ...newerReleases()];
}

/** Whether tests that read or weave each class of a JDK leave nothing out. */
export const isEveryJdkRead = process.env.RRV_EVERY_JDK === '1';

/**
 * The JDKs each of whose classes is read, woven or tried out, which takes minutes for one: the newest of these
 * releases that is installed; all of them with RRV_EVERY_JDK=1.
 */
export function jdksReadWhole(): readonly Jdk[] {
  const jdks = releasesOfTests()
    .map(jdkOfRelease)
    .filter((jdk): jdk is Jdk => jdk !== undefined);
  return isEveryJdkRead ? jdks : jdks.slice(-1);
}

function homeOfCommand(command: string): string | undefined {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const file = join(folder, command);
    if (existsSync(file)) return dirname(dirname(realpathSync(file)));
  }
  return undefined;
}

export function jdkAt(home: string): Jdk | undefined {
  if (!existsSync(join(home, 'bin', 'javac')) || !existsSync(join(home, 'release'))) return undefined;
  const version = /JAVA_VERSION="(?:1\.)?(\d+)/.exec(readFileSync(join(home, 'release'), 'utf8'))?.[1];
  return version === undefined ? undefined : { home: realpathSync(home), release: Number(version) };
}

/**
 * Compiles Java source files into `output`. `options` go first (for example `--release 8`). Throws what javac
 * says, as execFileSync does.
 */
export function compileJava(
  jdk: Jdk,
  sources: readonly string[],
  output: string,
  options: readonly string[] = [],
): void {
  const args = ['-nowarn', '-proc:none', '-d', output, ...options, ...sources];
  if (jdk.release >= 11 && warmJavac(jdk.home, args) === 0) return;
  execFileSync(join(jdk.home, 'bin', 'javac'), args, { stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Writes source files (`p/Name.java` to text) below `folder` and compiles them with the JDK into `output`. */
export function compileSources(
  sources: Readonly<Record<string, string>>,
  folder: string,
  output: string,
  options: readonly string[] = [],
  jdk: Jdk = defaultJdk(),
): void {
  const files = Object.entries(sources).map(([name, text]) => {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  });
  mkdirSync(output, { recursive: true });
  compileJava(jdk, files, output, options);
}

/** Runs `java` with the given arguments to its end, in `folder` or this process's, and returns what it printed. */
export function runJava(
  jdk: Jdk,
  args: readonly string[],
  environment: Record<string, string> = {},
  folder?: string,
): ProcessRun {
  return runToEnd(join(jdk.home, 'bin', 'java'), args, {
    environment: { ...process.env, ...environment },
    folder,
  });
}
