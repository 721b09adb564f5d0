import { toInternalName } from '../../classfile/descriptors.ts';
import { RrvError, runNoEvent, runReportLosses, sourceMissing, usage } from '../../diagnostics.ts';
import { type Severity, severities } from '../../property/model.ts';
import type { RunReport } from '../../report/violations/run-report.ts';
import type { ViolationReport } from '../../report/violations/violation-report.ts';
import type { Command, CommonOptions } from '../command.ts';
import { exitCode } from '../exit-code.ts';
import type { FoundReport } from '../inputs/run-reports.ts';

interface Options extends CommonOptions {
  readonly runs: readonly string[];
  readonly baseline: string | undefined;
  readonly instrumentation: readonly string[];
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly maxViolations: string;
  readonly failOn: Severity;
  readonly source: readonly string[];
  readonly report: readonly string[];
  readonly json: boolean;
  readonly strict: boolean;
}

export const reportCommand: Command<Options> = {
  syntax: 'report <runs..>',
  summary: 'Put together what runs of instrumented programs have reported; exit code 1 for violations',
  examples: [
    ['rrv report target/rrv', 'All reports in that directory'],
    [
      'rrv report target/rrv --report html=violations.html --source src/main/java',
      'A page with the source lines',
    ],
    ['rrv report target/rrv --report json=known.json', 'A baseline'],
    ['rrv report target/rrv --baseline known.json', 'Fail for new violations alone'],
    ["rrv report target/rrv --include 'org.example.**'", 'Those in classes of your own'],
  ],
  // Of what it reads little is kept, where runs of one program have much in common.
  thread: { name: 'report', inputs: () => [] },
  build: (yargs) =>
    yargs
      .positional('runs', {
        type: 'string',
        array: true,
        demandOption: true,
        describe: 'Files that programs wrote with rrv.report, or directories of them (*.json)',
      })
      .options({
        baseline: { type: 'string', describe: 'A report whose violations are known: those do not count' },
        instrumentation: {
          type: 'string',
          array: true,
          default: [],
          describe: 'What rrv instrument --report json=.. wrote: where it left no event, runs need no report',
        },
        include: {
          type: 'string',
          array: true,
          default: [],
          describe: 'Globs: only violations in these classes (org.example.**)',
        },
        exclude: {
          type: 'string',
          array: true,
          default: [],
          describe: 'Globs: no violations in these classes',
        },
        'max-violations': {
          type: 'string',
          default: '0',
          describe: 'Exit code 1 when there are more places with violations than that',
        },
        'fail-on': {
          choices: severities,
          default: 'suggestion',
          describe: 'The least severity that counts',
        },
        source: {
          type: 'string',
          array: true,
          default: [],
          describe: 'Root of source files (src/main/java), for html, sarif and junit; repeatable',
        },
        report: {
          type: 'string',
          array: true,
          default: [],
          describe: 'FORMAT=PATH with html, json, csv, sarif or junit (XML of JUnit); repeatable',
        },
        json: { type: 'boolean', default: false, describe: 'Print the report as JSON on stdout' },
        strict: {
          type: 'boolean',
          default: false,
          describe: 'Exit code 3 when no monitor has seen an event',
        },
      }) as unknown as ReturnType<Command<Options>['build']>,
  async run(options, { terminal }) {
    const { printReport, printReports, reportTargets, writeReports } = await import('../outputs/reports.ts');
    const { isNothingLeftIn, runReportAt, runReportsOf } = await import('../inputs/run-reports.ts');
    const { isSourceFolder, sourceFolders } = await import('../inputs/source-folders.ts');
    const { inTransaction } = await import('../outputs/transaction.ts');
    const { checkReportPaths, usedPaths } = await import('../outputs/used-paths.ts');
    const { violationFormats } = await import('../outputs/violation-formats.ts');
    const {
      classesIn,
      comparedWith,
      eventCount,
      isNew,
      mergeRuns,
      mostSevereFirst,
      placesIn,
      withinClasses,
    } = await import('../../report/violations/violation-report.ts');
    const { classFilter, unusedFilters } = await import('../options/class-filter.ts');
    const { lossesOf, sourceLineCount, violationLines } = await import('../../report/violations/text.ts');
    if (!/^\d+$/.test(options.maxViolations))
      throw new RrvError(usage('--max-violations: a number from 0 on is meant'));
    const targets = reportTargets(options.report, violationFormats, options.json);
    const { instrumentation } = options;
    const isNothingLeft = isNothingLeftIn(instrumentation);
    const paths: string[] = [];
    const all = mergeRuns(noting(runReportsOf(options.runs, isNothingLeft), paths));
    const used = usedPaths([
      ...paths.map((path) => ({ path, as: 'input' as const })),
      ...instrumentation.map((path) => ({ path, as: 'report of an instrumentation' as const })),
      ...(options.baseline === undefined ? [] : [{ path: options.baseline, as: 'baseline' as const }]),
    ]);
    checkReportPaths(targets, used, []);
    const meant = withinClasses(all, classFilter(options.include, options.exclude));
    const report =
      options.baseline === undefined ? meant : comparedWith(meant, runReportAt(options.baseline));
    const content = [report, sourceFolders(options.source)] as const;
    await inTransaction((outputs) => writeReports(targets, content, outputs));
    const isTaken = options.json || targets.some(({ path }) => path === '-');
    if (!isTaken)
      for (const { name, violations } of mostSevereFirst(report.properties))
        for (const line of violationLines(name, violations.filter(isNew))) terminal.data(line);
    printReports(targets, content, terminal);
    if (options.json) printReport(violationFormats.json(...content), terminal);
    const events = eventCount(report);
    const isUnchecked = events === 0 && !isNothingLeft();
    if (isUnchecked) terminal.diagnostic(runNoEvent());
    for (const loss of lossesOf(report)) terminal.diagnostic(runReportLosses(loss));
    for (const root of options.source) if (!isSourceFolder(root)) terminal.diagnostic(sourceMissing(root));
    const found = placesIn(report, isNew);
    const known = placesIn(report, (violation) => !isNew(violation));
    const lines = report.properties
      .map(({ violations }) => sourceLineCount(violations.filter(isNew)))
      .reduce((total, count) => total + count, 0);
    const leftOut = placesIn(all, () => true) - found - known;
    // A misspelt one leaves out everything: then no violation ends with exit code 1 any more.
    const unused =
      leftOut === 0
        ? []
        : unusedFilters(
            { include: options.include, exclude: [] },
            Array.from(classesIn(all), toInternalName),
            'the violations, nor of their stack traces',
          );
    for (const diagnostic of unused) terminal.diagnostic(diagnostic);
    terminal.say(summaryOf(report, { found, lines, known, leftOut, events }));
    const failing = severities.slice(0, severities.indexOf(options.failOn) + 1);
    const counting = placesIn(
      report,
      (violation) => isNew(violation) && failing.includes(violation.severity),
    );
    if (counting > Number(options.maxViolations)) return exitCode.findings;
    return options.strict && isUnchecked ? exitCode.partial : exitCode.done;
  },
};

/** The reports, whose paths are noted as they come. */
function* noting(found: Iterable<FoundReport>, paths: string[]): Generator<RunReport> {
  for (const { path, report } of found) {
    paths.push(path);
    yield report;
  }
}

function summaryOf(
  { properties, runs }: ViolationReport,
  counts: Readonly<Record<'found' | 'lines' | 'known' | 'leftOut' | 'events', number>>,
): string {
  const { found, lines, known, leftOut, events } = counts;
  const isCompared = properties.some(({ violations }) => violations.some((one) => one.known !== undefined));
  // What is printed has one line for all of them.
  const within = lines < found ? ` in ${counted(lines, 'line')} of source` : '';
  const places = `${counted(found, 'place')} with ${isCompared ? 'new ' : ''}violations`;
  const others = `${known > 0 ? `, ${known} known` : ''}${leftOut > 0 ? `, ${leftOut} in other classes` : ''}`;
  if (runs === 0) return `${places}; no run, as no event is left`;
  return `${places}${within}${others}; ${counted(runs, 'run')}, ${counted(events, 'event')} of ${counted(properties.length, 'property', 'properties')}`;
}

function counted(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`;
}
