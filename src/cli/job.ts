import { readFileSync } from 'node:fs';
import { javaReleaseOf, knownVersions } from '../classfile/class-file.ts';
import { toBinaryName, toInternalName } from '../classfile/descriptors.ts';
import {
  analysisUnknown,
  classMissing,
  classPathInstrumented,
  type Diagnostic,
  jdkNewer,
  jdkNotThere,
  pointsUnmonitored,
  RrvError,
  reflectionNotNoted,
} from '../diagnostics.ts';
import { type ClassHierarchy, classHierarchy } from '../hierarchy/class-hierarchy.ts';
import { archiveClassSource } from '../hierarchy/class-sources.ts';
import { type AnalysisName, analysisNames } from '../instrument/analysis-names.ts';
import { instrument } from '../instrument/instrument.ts';
import type { InstrumentResult, Progress } from '../instrument/instrument-types.ts';
import type { InstrumentationReport } from '../instrument/report.ts';
import { closestNames } from '../property/did-you-mean.ts';
import type { NotedReflection, Property } from '../property/model.ts';
import type { FactsFile } from '../residual/facts/facts-file.ts';
import { openCache, type RunEnvironment } from './cache/result-cache.ts';
import type { Context } from './command.ts';
import { orInputError, statusOf } from './files/file-access.ts';
import { classPathEntries, classPathSources, type LinkedSource } from './inputs/class-path.ts';
import { classNamesOf, labelsOf, type OpenInput, openInput } from './inputs/inputs.ts';
import { checkNamedOnce } from './inputs/named-once.ts';
import { requestedProperties } from './inputs/properties.ts';
import { archivesToUnpack, javaCompiler } from './java/java-compiler.ts';
import { findJdk, type Jdk, jdkClassSources } from './java/jdk.ts';
import { bodyCompiler } from './java/library-bodies.ts';
import { runtimeClasses } from './java/runtime-classes.ts';
import { classFilter, unusedFilters } from './options/class-filter.ts';
import type { JobOptions } from './options/job-options.ts';
import { type Limits, limitsOf } from './options/limits.ts';
import { worldOf } from './options/world.ts';
import { type UsedPaths, usedPaths } from './outputs/used-paths.ts';
import type { Terminal } from './terminal.ts';
import { rrvVersion } from './version.ts';

/** The inputs of a run and what they link against. */
export interface OpenJob {
  readonly jdk: Jdk;
  readonly inputs: readonly OpenInput[];
  readonly classPath: readonly string[];
  /** The class path, and what manifests name. */
  readonly linked: readonly LinkedSource[];
  readonly hierarchy: ClassHierarchy;
  readonly properties: readonly Property[];
  /** Of --safe-list. */
  readonly facts: readonly FactsFile[];
  readonly limits: Limits;
  readonly environment: RunEnvironment;
  readonly used: UsedPaths;
}

/** Opens everything that the options name. Throws RrvError at the first thing that is wrong. */
export async function openJob(
  options: Pick<JobOptions, 'inputs' | 'prop' | 'classPath' | 'jdk' | 'safeList' | 'reflectionOf' | 'limit'>,
  context: Context,
): Promise<OpenJob> {
  const { terminal, environment } = context;
  const warn = (diagnostic: Diagnostic): void => terminal.diagnostic(diagnostic);
  const limits = limitsOf(options.limit);
  const jdk = findJdk(options.jdk, environment);
  terminal.detail(`JDK ${jdk.release} in ${jdk.home} (by ${jdk.foundBy})`);
  if (jdk.passedOver !== undefined) warn(jdkNotThere(jdk.passedOver, jdk.home));
  const newest = javaReleaseOf(knownVersions.highest);
  if (jdk.release > newest) warn(jdkNewer(jdk.release, newest));
  checkNamedOnce(options.inputs);
  const labels = labelsOf(options.inputs);
  const inputs: OpenInput[] = [];
  for (const [index, path] of options.inputs.entries())
    inputs.push(await openInput(path, labels[index]!, options.inputs.length > 1, warn, limits.archive));
  const classPath = classPathEntries(options.classPath, warn);
  const linked = classPathSources(
    classPath,
    inputs.flatMap(({ path, label, application }) =>
      application.archives.filter((archive) => archive.label === label).map((archive) => ({ path, archive })),
    ),
    jdk.release,
    limits.archive,
    warn,
  );
  const hierarchy = classHierarchy([
    ...inputs.flatMap(({ application }) =>
      application.archives.map((archive) => archiveClassSource(archive, 'application', jdk.release)),
    ),
    ...linked.map(({ source }) => source),
    ...jdkClassSources(jdk),
  ]);
  const isType = (binaryName: string): boolean => hierarchy.header(toInternalName(binaryName)) !== undefined;
  const { properties, files } = requestedProperties(options.prop, warn, isType, limits.automaton);
  const facts = await readFactsFiles(options.safeList);
  const linkedPaths = linked.map(({ path }) => path);
  return {
    jdk,
    inputs,
    classPath,
    linked,
    hierarchy,
    properties,
    facts,
    limits,
    environment: {
      jdk,
      linked,
      classPath,
      variables: environment,
      limits: limits.archive,
    },
    used: usedPaths([
      ...options.inputs.map((path) => ({ path, as: 'input' as const })),
      // A manifest may name the directory that everything is in; nothing is written over a jar that it names.
      ...[...classPath, ...linkedPaths.filter((path) => statusOf(path)?.isFile() === true)].map((path) => ({
        path,
        as: 'element of the class path' as const,
      })),
      ...files.map((path) => ({ path, as: 'file of properties' as const })),
      ...options.safeList.map((path) => ({ path, as: 'file of facts' as const })),
      ...options.reflectionOf.map((path) => ({ path, as: 'report of a run' as const })),
    ]),
  };
}

/** Runs the core over an open job. */
export async function runJob(
  options: JobOptions & { readonly runtime: 'embed' | 'external'; readonly audit: boolean },
  job: OpenJob,
  { terminal }: Context,
): Promise<InstrumentResult> {
  for (const diagnostic of unusedFilters(options, classNamesOf(job.inputs))) terminal.diagnostic(diagnostic);
  const cache = options.cache === undefined ? undefined : openCache(options.cache, job.environment);
  const runtime = runtimeClasses();
  const javac = javaCompiler({
    jdkHome: job.jdk.home,
    classPath: [...job.inputs.map(({ path }) => path), ...job.classPath],
    archives: archivesToUnpack(job.inputs.map(({ application }) => application)),
    runtimeClasses: runtime,
  });
  const compileJava = bodyCompiler(job.properties, javac);
  const progress = progressLine(terminal);
  const result = instrument({
    properties: job.properties,
    analysis: analysisNamed(options.analysis),
    threads: options.threads,
    world: worldOf(options, await notedIn(options.reflectionOf)),
    runtime: options.runtime,
    facts: job.facts,
    limits: job.limits.analysis,
    audit: options.audit,
    allowEmpty: options.allowEmpty,
    experimental: options.experimental,
    inputs: job.inputs.map(({ application }) => application),
    hierarchy: job.hierarchy,
    libraryRelease: job.jdk.release,
    mayInstrument: classFilter(options.include, options.exclude),
    runtimeClasses: runtime,
    ...(compileJava === undefined ? {} : { compileJava }),
    rrvVersion: rrvVersion(),
    onProgress: progress.show,
    ...(cache === undefined ? {} : { cache }),
  });
  progress.end();
  cache?.save((diagnostic) => terminal.diagnostic(diagnostic));
  for (const diagnostic of result.diagnostics) terminal.diagnostic(diagnostic);
  sayInstrumented(result.report, job.linked, terminal);
  sayMissing(result.report, job.jdk, terminal);
  sayUnmonitored(result.report, terminal);
  return result;
}

/** What the reports of --reflection-of have noted; undefined where there are none. Throws RRV_RUN_REPORT. */
async function notedIn(paths: readonly string[]): Promise<readonly NotedReflection[] | undefined> {
  if (paths.length === 0) return undefined;
  // Most runs have none, and need not load what reads them.
  const { runReportsOf } = await import('./inputs/run-reports.ts');
  const { mergeRuns } = await import('../report/violations/violation-report.ts');
  const { notedReflection } = await import('../report/violations/run-report.ts');
  const reports = [...runReportsOf(paths, () => false)];
  const silent = reports.find(({ report }) => report.reflection === undefined);
  if (silent !== undefined) throw new RrvError(reflectionNotNoted({ file: silent.path }));
  return mergeRuns(reports.map(({ report }) => report)).reflection!.map(notedReflection);
}

/** Reads the files of --safe-list. Throws RRV_FACTS_MALFORMED with line and column. */
async function readFactsFiles(files: readonly string[]): Promise<readonly FactsFile[]> {
  if (files.length === 0) return [];
  // Most runs have none, and need not load the parser.
  const { readFactsFile } = await import('../residual/facts/facts-file.ts');
  return files.map((file) =>
    readFactsFile(
      orInputError(file, () => readFileSync(file, 'utf8')),
      file,
    ),
  );
}

/** Asking for an analysis that is not there is an error: nothing weaker is put in its place. */
function analysisNamed(name: string): AnalysisName {
  const found = analysisNames.find((candidate) => candidate === name);
  if (found === undefined)
    throw new RrvError(analysisUnknown(name, analysisNames, closestNames(name, analysisNames)[0]));
  return found;
}

/** On a terminal one line that changes, at most twenty times a second; with --verbose a line per phase. */
function progressLine(terminal: Terminal) {
  let phase: Progress['phase'] | undefined;
  let phaseStart = performance.now();
  let shownAt = 0;
  const endPhase = (now: number): void => {
    if (phase !== undefined) terminal.detail(`${phase}: ${((now - phaseStart) / 1000).toFixed(1)} s`);
  };
  return {
    show(progress: Progress): void {
      const now = performance.now();
      if (progress.phase !== phase) {
        endPhase(now);
        phase = progress.phase;
        phaseStart = now;
      } else if (!terminal.showsProgress || now - shownAt < 50) return;
      shownAt = now;
      terminal.progress(progressText(progress));
    },
    end(): void {
      endPhase(performance.now());
      terminal.progress(undefined);
    },
  };
}

function progressText(progress: Progress): string {
  const { phase, done, total } = progress;
  const about = 'property' in progress ? [phase, progress.property] : [phase];
  return [...about, ...(total === 0 ? ['...'] : [`${done}/${total}`])].join(' ');
}

/** Without an analysis nothing is left out that events in the class path could need. */
function sayInstrumented(
  { analysis }: InstrumentationReport,
  linked: readonly LinkedSource[],
  terminal: Terminal,
): void {
  if (analysis === 'none') return;
  const paths = linked.filter(({ isInstrumented }) => isInstrumented()).map(({ path }) => path);
  if (paths.length > 0) terminal.diagnostic(classPathInstrumented(paths));
}

/** How many missing classes are named one by one. */
const missingShown = 5;

function sayMissing({ missingClasses }: InstrumentationReport, jdk: Jdk, terminal: Terminal): void {
  const [first] = missingClasses;
  if (first === undefined) return;
  const shown = terminal.verbosity === 'verbose' ? missingClasses.length : missingShown;
  const named = missingClasses.slice(0, shown).map(({ name }) => toBinaryName(name));
  const needing = first.neededBy === first.name ? undefined : toBinaryName(first.neededBy);
  const inJdk = missingClasses.find(({ name }) => name.startsWith('java/'));
  terminal.diagnostic(
    classMissing(
      named,
      needing,
      missingClasses.length - named.length,
      inJdk && { name: toBinaryName(inJdk.name), release: jdk.release },
    ),
  );
}

function sayUnmonitored(report: InstrumentationReport, terminal: Terminal): void {
  const points = report.points.filter(({ unmonitored }) => unmonitored !== undefined);
  const first = points[0];
  if (first === undefined) return;
  const example = `${first.class}.${first.method}${first.descriptor}: ${first.unmonitored}`;
  terminal.diagnostic(pointsUnmonitored(points.length, example));
}

/** Whether something had to be left as it was. */
export function isPartial(report: InstrumentationReport): boolean {
  return report.points.some(({ unmonitored }) => unmonitored !== undefined);
}
