import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, relative, sep } from 'node:path';
import type { ApplicationArchive } from '../../archive/application.ts';
import { javaCompilerFailed, RrvError, temporaryUnwritable } from '../../diagnostics.ts';
import type { InstrumentRequest } from '../../instrument/instrument-types.ts';
import { javaErrors } from '../../instrument/java-code/java-errors.ts';
import { reasonOf } from '../files/system-reason.ts';
import { runChild } from '../thread/child-process.ts';
import { holdTemporary, interrupt, interruptOf } from '../thread/interrupts.ts';

export interface JavaCompilerOptions {
  /** Home directory of a JDK. */
  readonly jdkHome: string;
  /** What the code may refer to besides the JDK and the runtime: jars and directories. */
  readonly classPath: readonly string[];
  /** More of the class path that javac cannot read where it is: jars in jars, web applications. */
  readonly archives?: readonly ApplicationArchive[];
  /** By entry name. */
  readonly runtimeClasses: ReadonlyMap<string, Uint8Array>;
}

/**
 * The JDK's javac as the instrumenter wants it, for the Java code of properties; undefined when the JDK has
 * none. Works in a temporary directory that is removed. The classes are of version 52, as the runtime's.
 */
export function javaCompiler(options: JavaCompilerOptions): InstrumentRequest['compileJava'] {
  const javac = ['javac', 'javac.exe']
    .map((name) => join(options.jdkHome, 'bin', name))
    .find((file) => existsSync(file));
  if (javac === undefined) return undefined;
  return (sources) => {
    const folder = join(tmpdir(), `rrv-javac-${process.pid}-${randomBytes(6).toString('hex')}`);
    const letGo = holdTemporary({ path: folder, kind: 'tree' });
    try {
      orTemporaryError(() => mkdirSync(folder, { mode: 0o700 }));
      const sourceFolder = join(folder, 'source');
      const runtime = join(folder, 'runtime');
      const output = join(folder, 'classes');
      for (const [name, bytes] of options.runtimeClasses) write(join(runtime, name), bytes);
      for (const { path, text } of sources) write(join(sourceFolder, path), Buffer.from(text, 'utf8'));
      mkdirSync(output);
      const unpacked = (options.archives ?? []).map((archive, index) => {
        const target = join(folder, 'class-path', String(index));
        unpackClasses(archive, target);
        return target;
      });
      const argumentFile = join(folder, 'arguments');
      const args = [
        ...['-source', '8', '-target', '8', '-encoding', 'UTF-8', '-proc:none', '-nowarn', '-Xlint:none'],
        // Sources that lie on the class path are not compiled, and plugins that do are not started.
        ...['-sourcepath', sourceFolder, '-processorpath', output],
        ...['-cp', [runtime, ...options.classPath, ...unpacked].join(delimiter), '-d', output],
        ...sources.map(({ path }) => join(sourceFolder, path)),
      ];
      write(argumentFile, Buffer.from(argumentText(args)));
      const run = runChild({
        file: javac,
        // The messages are parsed, so they must not be translated.
        args: ['-J-Duser.language=en', '-J-Dfile.encoding=UTF-8', `@${argumentFile}`],
        // Options for other programs' sources are not for these.
        environment: { ...process.env, LC_ALL: unicodeLocale, JDK_JAVAC_OPTIONS: '' },
      });
      const signal = interruptOf(run);
      if (signal !== undefined) interrupt(signal);
      if (run.status !== 0) {
        const talk = `${run.stderr}${run.stdout}`;
        const [first, ...further] = javaErrors(talk, sources);
        const message = run.error ?? talk.trim().slice(0, shownTalk);
        throw new RrvError(first ?? javaCompilerFailed(message, { file: sources[0]!.sourceFile }), further);
      }
      return new Map(
        readdirSync(output, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name))
          .map((file) => [relative(output, file).split(sep).join('/'), readFileSync(file)]),
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
      letGo();
    }
  };
}

/**
 * Arguments as a file that javac reads: a class path may be longer than what an operating system takes for a
 * new process.
 */
function argumentText(args: readonly string[]): string {
  return args.map((argument) => `"${argument.replace(/[\\"]/g, '\\$&')}"\n`).join('');
}

/**
 * A locale in which the JVM finds files whose names have letters beyond ASCII, as Node does in any. All systems that
 * Node runs on have it, or need none for that.
 */
const unicodeLocale = 'C.UTF-8';

/** Characters of what javac says, where none of it is an error that could be read. */
const shownTalk = 2000;

/** Where web applications and Spring Boot keep their classes. */
const classFolders = /^(?:WEB-INF|BOOT-INF)\/classes\//;

/** The archives that javac cannot read as files of the inputs. */
export function archivesToUnpack(
  inputs: readonly { readonly label: string; readonly archives: readonly ApplicationArchive[] }[],
): ApplicationArchive[] {
  return inputs.flatMap(({ label, archives }) =>
    archives.filter((archive) => {
      if (archive.label !== label || (archive.kind !== 'jar' && archive.kind !== 'directory')) return true;
      for (const { name } of archive.entries()) if (classFolders.test(name)) return true;
      return false;
    }),
  );
}

function unpackClasses(archive: ApplicationArchive, target: string): void {
  for (const { name, read } of archive.entries()) {
    const path = name.replace(classFolders, '');
    if (!path.endsWith('.class') || /^(?:META-INF\/|WEB-INF\/|BOOT-INF\/|module-info)/.test(path)) continue;
    if (path.split('/').includes('..')) continue;
    write(join(target, path), read());
  }
}

function write(path: string, bytes: Uint8Array): void {
  orTemporaryError(() => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
  });
}

function orTemporaryError<T>(action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw new RrvError(temporaryUnwritable(reasonOf(error), tmpdir()));
  }
}
