import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { ApplicationArchive } from '../../src/archive/application.ts';
import { openJImage } from '../../src/archive/jimage.ts';
import { javaCompiler } from '../../src/cli/java/java-compiler.ts';
import { runtimeClasses } from '../../src/cli/java/runtime-classes.ts';
import { type ClassHierarchy, classHierarchy } from '../../src/hierarchy/class-hierarchy.ts';
import { archiveClassSource, imageClassSource } from '../../src/hierarchy/class-sources.ts';
import { instrument } from '../../src/instrument/instrument.ts';
import type { InstrumentRequest, InstrumentResult } from '../../src/instrument/instrument-types.ts';
import type { Property } from '../../src/property/model.ts';
import type { ReflectionUse } from '../../src/report/violations/run-report.ts';
import { fileAccess } from './file-access.ts';
import { defaultJdk, type Jdk, runJava } from './jdk.ts';
import { plainRequest } from './plain-request.ts';
import type { ProcessRun } from './run-to-end.ts';

/** A directory of class files as an input. */
export function directoryArchive(folder: string, label = 'classes'): ApplicationArchive {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
  return {
    label,
    kind: 'directory',
    entries: () => names.map((name) => ({ name, read: () => readFileSync(join(folder, name)) })),
  };
}

/** The hierarchy over one directory of classes and the JDK. */
export function hierarchyOf(archive: ApplicationArchive, jdk: Jdk = defaultJdk()): ClassHierarchy {
  const image = openJImage(fileAccess(join(jdk.home, 'lib', 'modules')));
  return classHierarchy([
    archiveClassSource(archive, 'application', jdk.release),
    imageClassSource(image, 'JDK'),
  ]);
}

/** Instruments a directory of classes into another one, in this process. */
export function instrumentDirectory(
  from: string,
  to: string,
  properties: readonly Property[],
  options: Partial<InstrumentRequest> = {},
): InstrumentResult {
  const archive = directoryArchive(from);
  const result = instrument({
    ...plainRequest(),
    properties,
    inputs: [{ label: archive.label, archives: [archive] }],
    hierarchy: hierarchyOf(archive),
    compileJava: javaCompiler({
      jdkHome: defaultJdk().home,
      classPath: [from],
      runtimeClasses: runtimeClasses(),
    })!,
    ...options,
  });
  for (const entry of archive.entries()) writeFile(join(to, entry.name), entry.read());
  for (const change of result.archives.values())
    for (const [name, bytes] of [...change.changed, ...change.added]) writeFile(join(to, name), bytes);
  return result;
}

function writeFile(path: string, bytes: Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
}

/** The runtime's JSON report, as docs of the interface fix it. */
export interface MonitorReport {
  readonly reflection?: readonly ReflectionUse[];
  readonly schemaVersion: number;
  readonly analysis: string;
  readonly dropped: { readonly violations: number; readonly stackTraces: number; readonly events: number };
  readonly properties: readonly {
    readonly name: string;
    readonly events: Readonly<Record<string, number>>;
    readonly monitors: { readonly created: number; readonly collected: number; readonly live: number };
    readonly violations: readonly {
      readonly count: number;
      readonly category: string;
      readonly message: string;
      readonly site: {
        readonly class: string;
        readonly method: string;
        readonly descriptor: string;
        readonly pc: number;
        readonly file: string;
        readonly line: number;
      };
      readonly stackTrace: readonly string[];
    }[];
  }[];
}

/** Runs a main class with every class verified; returns what it printed and what its monitors reported. */
export function runMonitored(
  folder: string,
  mainClass: string,
  args: readonly string[] = [],
  jdk: Jdk = defaultJdk(),
): { run: ProcessRun; report: MonitorReport } {
  const file = join(folder, '..', `${mainClass}-${process.hrtime.bigint()}.json`);
  // Generated programs recurse deep: with little stack, what is woven decides whether it overflows.
  const options = ['-Xverify:all', '-Xss16m', `-Drrv.report=${file}`];
  const run = runJava(jdk, [...options, '-cp', folder, mainClass, ...args]);
  if (!existsSync(file)) throw new Error(`no report of ${mainClass}: ${run.stdout}${run.stderr}`);
  return { run, report: JSON.parse(readFileSync(file, 'utf8')) as MonitorReport };
}
