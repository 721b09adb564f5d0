import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join, relative, sep } from 'node:path';
import { cacheFolder } from '../../test/support/cache.ts';
import { debianFile } from '../../test/support/debian.ts';
import { defaultJdk, type Jdk, runJava } from '../../test/support/jdk.ts';
import { type MavenRequest, mavenJar, mavenJars } from '../../test/support/maven.ts';
import { repositoryRoot } from '../../test/support/repository.ts';
import { contents, derived, hashOf } from './derived.ts';

export type ProgramName = 'fop' | 'pmd' | 'sunflow';
export type Size = 'small' | 'default' | 'large';

export const programNames: readonly ProgramName[] = ['fop', 'sunflow', 'pmd'];

/** One of the paper's programs in the version that DaCapo 9.12 shipped, with its libraries, ready to run. */
export interface Program {
  readonly name: ProgramName;
  /** The program's own jar; the paper's tables are about it. */
  readonly mainJar: string;
  /** The program and its libraries, in class-path order. */
  readonly jars: readonly string[];
  /** What else stands on the class path and is never instrumented: the driver, golden images. */
  readonly support: readonly string[];
  readonly systemProperties: readonly string[];
  /** Arguments of the driver after the number of iterations. */
  arguments(size: Size): string[];
  /** What the driver has to print as the check; the same on every JDK. */
  expected(size: Size): string;
}

/** Fetches what is absent (Maven artifacts, a Debian package), generates the inputs and compiles the driver. */
export function prepareProgram(name: ProgramName): Program {
  const program = { fop, pmd, sunflow }[name]();
  return { ...program, support: [...program.support, compileDrivers()] };
}

/** fop 0.95 and its libraries. */
export const fopJars: MavenRequest = {
  artifacts: [
    'org.apache.xmlgraphics:fop:0.95',
    'avalon-framework:avalon-framework-api:4.2.0',
    'avalon-framework:avalon-framework-impl:4.2.0',
    'xalan:serializer:2.7.1',
    'xalan:xalan:2.7.1',
    'xml-apis:xml-apis:1.3.04',
  ],
  transitive: true,
  // The same framework once more, under the coordinates that fop 0.95 names and that were never published.
  exclude: ['org.apache.avalon.framework'],
};

function fop(): Program {
  const jars = mavenJars(fopJars);
  const chapters: Record<Size, number> = { small: 4, default: 20, large: 200 };
  const checks: Record<Size, string> = {
    small: '19p-3312f386c3fd',
    default: '96p-a49f1d87b720',
    large: '940p-780fb9daee99',
  };
  return {
    name: 'fop',
    jars,
    mainJar: named(jars, 'fop-'),
    support: [],
    systemProperties: ['-Dorg.apache.commons.logging.Log=org.apache.commons.logging.impl.NoOpLog'],
    arguments: (size) => [fopInput(size, chapters[size])],
    expected: (size) => checks[size],
  };
}

function fopInput(size: Size, chapters: number): string {
  const file = join(cacheFolder('inputs', 'fop'), `${size}.fo`);
  if (!existsSync(file)) {
    const run = runJava(defaultJdk(), ['-cp', compileDrivers(), 'FoBook', String(chapters), file]);
    if (run.status !== 0) throw new Error(`FoBook failed: ${run.stderr}`);
  }
  return file;
}

function pmd(): Program {
  const jars = mavenJars({
    artifacts: [
      'pmd:pmd:4.2.5',
      // Without ant on the class path, racing messages about it corrupt pmd's report.
      'ant:ant:1.6.5',
      'jaxen:jaxen:1.1.1',
      'asm:asm:3.1',
      'junit:junit:3.8.1',
      'xerces:xercesImpl:2.9.1',
      'xml-apis:xml-apis:1.3.04',
    ],
  });
  const checks: Record<Size, string> = {
    small: '1l-eed330117ac3',
    default: '435l-3477e1474e1c',
    large: '594l-cc30475c3c62',
  };
  return {
    name: 'pmd',
    jars,
    mainJar: named(jars, 'pmd-'),
    support: [],
    systemProperties: [],
    arguments(size) {
      const folder = pmdInput();
      // What DaCapo's argument list really makes PMD 4.2.5 use is rulesets/basic.xml; no threads, so that
      // every run has the same events.
      return [join(folder, 'src'), join(folder, `${size}.lst`), 'rulesets/basic.xml', '0'];
    },
    expected: (size) => checks[size],
  };
}

/** The sources of pmd 4.2.4, and the lists of DaCapo's three sizes. */
function pmdInput(): string {
  const folder = cacheFolder('inputs', 'pmd');
  if (existsSync(join(folder, 'small.lst'))) return folder;
  const sources = join(folder, 'src');
  rmSync(sources, { recursive: true, force: true });
  mkdirSync(sources);
  const archive = mavenJar('pmd:pmd:4.2.4:sources');
  execFileSync(join(defaultJdk().home, 'bin', 'jar'), ['xf', archive, 'net'], { cwd: sources });
  const files = readdirSync(sources, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.java'))
    .map((entry) => relative(sources, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort(byUpperCase);
  const list = (name: string, entries: readonly string[]) =>
    writeFileSync(join(folder, `${name}.lst`), `${entries.join('\n')}\n`);
  list('large', files);
  list('default', files.slice(0, 220));
  list('small', ['net/sourceforge/pmd/ast/Token.java']);
  return folder;
}

/** As `LC_ALL=C sort -f`: by upper case, then by the bytes. */
function byUpperCase(left: string, right: string): number {
  const upper = compare(left.toUpperCase(), right.toUpperCase());
  return upper === 0 ? compare(left, right) : upper;
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

function sunflow(): Program {
  const sunflowJar = debianFile('libsunflow-java', 'usr/share/java/sunflow-0.07.2.svn396.jar');
  const jars = [sunflowJar, mavenJar('org.codehaus.janino:janino:2.5.16')];
  const resolutions: Record<Size, number> = { small: 32, default: 256, large: 512 };
  return {
    name: 'sunflow',
    jars,
    mainJar: sunflowJar,
    support: [goldenImages(jars)],
    systemProperties: [],
    // One thread: then every run has the same events.
    arguments: (size) => [String(resolutions[size]), '1'],
    expected: () => 'image-ok',
  };
}

/** Sunflow's golden images, made by sunflow itself, uninstrumented. The folder goes on the class path. */
function goldenImages(jars: readonly string[]): string {
  const folder = cacheFolder('inputs', 'sunflow');
  const done = join(folder, 'complete');
  if (!existsSync(done)) {
    mkdirSync(join(folder, 'resources'), { recursive: true });
    const command = ['-Djava.awt.headless=true', '-cp', [...jars, folder].join(delimiter)];
    execFileSync(join(defaultJdk().home, 'bin', 'java'), [...command, 'org.sunflow.Benchmark', '-regen'], {
      cwd: folder,
      stdio: 'pipe',
      maxBuffer: 1 << 26,
    });
    writeFileSync(done, '');
  }
  return folder;
}

function named(jars: readonly string[], prefix: string): string {
  const jar = jars.find((file) => file.slice(file.lastIndexOf(sep) + 1).startsWith(prefix));
  if (jar === undefined) throw new Error(`no ${prefix}*.jar among ${jars.join(', ')}`);
  return jar;
}

let compiledDrivers: string | undefined;

/** Compiles the drivers (workloads/*.java) against the programs; returns the class folder. */
function compileDrivers(): string {
  if (compiledDrivers === undefined) {
    const sources = join(repositoryRoot(), 'benchmarks', 'dacapo', 'workloads');
    const files = readdirSync(sources).map((name) => join(sources, name));
    const classPath = [
      ...mavenJars(fopJars),
      debianFile('libsunflow-java', 'usr/share/java/sunflow-0.07.2.svn396.jar'),
    ];
    const options = ['-nowarn', '-proc:none', '--release', '8', '-Xlint:-options'];
    compiledDrivers = derived('drivers', hashOf(contents(files)), (work) => {
      const args = [...options, '-d', work, '-cp', classPath.join(delimiter), ...files];
      execFileSync(join(defaultJdk().home, 'bin', 'javac'), args, { stdio: 'pipe' });
    });
  }
  return compiledDrivers;
}

export interface Iteration {
  readonly milliseconds: number;
  /** Processor time of all threads (collector and compiler included); absent where it is not measured. */
  readonly processorMilliseconds?: number;
  readonly check: string;
}

export interface WorkloadResult {
  readonly status: number | null;
  readonly iterations: readonly Iteration[];
  /** Bytes in use after a forced collection at the end of the run; only when asked for. */
  readonly heap: number | undefined;
  readonly nonHeap: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

export interface WorkloadRun {
  readonly program: Program;
  readonly jdk: Jdk;
  readonly size: Size;
  readonly iterations?: number;
  /** In place of the program's own jars. */
  readonly jars?: readonly string[];
  /** Behind everything else on the class path. */
  readonly extraClassPath?: readonly string[];
  readonly javaOptions?: readonly string[];
  readonly measureHeap?: boolean;
  /** A file of this run alone. */
  readonly resultFile: string;
}

/** Runs the driver in a JVM of its own. Does not judge the result: see {@link problemsOf}. */
export function runWorkload(run: WorkloadRun): WorkloadResult {
  const { program, size } = run;
  rmSync(run.resultFile, { force: true });
  const classPath = [...(run.jars ?? program.jars), ...program.support, ...(run.extraClassPath ?? [])];
  const { status, stdout, stderr } = runJava(run.jdk, [
    '-Djava.awt.headless=true',
    ...program.systemProperties,
    `-Dworkload.result=${run.resultFile}`,
    `-Dworkload.originals=${program.jars.join(delimiter)}`,
    ...(run.measureHeap === true ? ['-Dworkload.heap=true'] : []),
    ...(run.javaOptions ?? []),
    '-cp',
    classPath.join(delimiter),
    'Workload',
    program.name,
    String(run.iterations ?? 1),
    ...program.arguments(size),
  ]);
  const lines = existsSync(run.resultFile) ? readFileSync(run.resultFile, 'utf8').split('\n') : [];
  const words = lines.map((line) => line.split(' '));
  const bytes = (name: string) => {
    const found = words.find(([first]) => first === name)?.[1];
    return found === undefined ? undefined : Number(found);
  };
  return {
    status,
    stdout,
    stderr,
    iterations: words
      .filter(([first]) => first === 'iteration')
      .map(([, milliseconds, processor, check]) => ({
        milliseconds: Number(milliseconds),
        processorMilliseconds: Number(processor),
        check: check ?? '',
      })),
    heap: bytes('heap'),
    nonHeap: bytes('nonheap'),
  };
}

/** What is wrong with a run, in words; empty when it did what the program does uninstrumented. */
export function problemsOf(run: WorkloadRun, result: WorkloadResult): string[] {
  const problems: string[] = [];
  if (result.status !== 0) problems.push(`exit status ${result.status}: ${result.stderr.slice(-2000)}`);
  const wanted = run.iterations ?? 1;
  if (result.iterations.length !== wanted)
    problems.push(`${result.iterations.length} of ${wanted} iterations ended`);
  for (const { check } of result.iterations)
    if (check !== run.program.expected(run.size))
      problems.push(`check ${check}, expected ${run.program.expected(run.size)}`);
  return problems;
}
