import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { delimiter, join } from 'node:path';
import yargs from 'yargs';
import { hideBin } from 'yargs/helpers';
import { unitDefinition } from '../../src/instrument/runtime-definition.ts';
import { cacheFolder } from '../../test/support/cache.ts';
import { compileJava, defaultJdk, jdkAt } from '../../test/support/jdk.ts';
import { mavenJar, mavenJars } from '../../test/support/maven.ts';
import { builtinProperties } from '../../test/support/named-properties.ts';
import { repositoryRoot } from '../../test/support/repository.ts';
import { fourParameters } from './four-parameters.ts';

const allProperties = ['SafeHasNext', 'SafeIterator', 'SafeMapIterator', 'Four'];
const allMonitors = ['empty', 'weakmap', 'aspectj', 'rrv'];
/** For one thread and SafeHasNext only. */
const floor = 'floor';
/** A young generation that is collected several times in each measurement. */
const heap = '-Xms3g -Xmx3g -Xmn128m';

const options = await yargs(hideBin(process.argv))
  .scriptName('npm run bench:runtime --')
  .usage(
    '$0 [options]\n\nNanoseconds and bytes per event: a call that does nothing, WeakHashMap monitors written by hand, ' +
      'the same behind AspectJ advice, and the runtime of rrv.',
  )
  .options({
    quick: { type: 'boolean', default: false, describe: 'one thread, short iterations: figures are rough' },
    property: { type: 'array', string: true, choices: allProperties, default: allProperties },
    threads: { type: 'array', number: true, describe: 'default: 1 2 4; with --quick: 1' },
    live: { type: 'array', number: true, default: [10, 10_000, 1_000_000] },
    operation: { type: 'array', string: true, choices: ['use', 'create'], default: ['use', 'create'] },
    loop: { type: 'boolean', default: true, describe: 'also time the iterator loop as a whole process' },
    'short-lived': {
      type: 'number',
      describe: 'instead: that many iterators with ten events each in a heap of 64 MB, with each collector',
    },
    results: { type: 'string', describe: 'also write what is printed to this file' },
    jdk: { type: 'string', describe: 'home of the JDK that runs the benchmark' },
  })
  .strict()
  .parse();

interface JmhResult {
  readonly benchmark: string;
  readonly threads: number;
  readonly params: { readonly property: string; readonly monitor: string; readonly live: string };
  readonly primaryMetric: { readonly score: number; readonly scoreError: number | 'NaN' };
  readonly secondaryMetrics: Readonly<Record<string, { readonly score: number }>>;
}

const jdk = options.jdk === undefined ? defaultJdk() : jdkAt(options.jdk);
if (jdk === undefined) throw new Error(`not a JDK: ${options.jdk}`);
const work = cacheFolder('runtime');
const classes = join(work, 'classes');
const here = join(repositoryRoot(), 'benchmarks', 'runtime');
rmSync(classes, { recursive: true, force: true });
mkdirSync(classes);
const jmh = mavenJars({ artifacts: ['org.openjdk.jmh:jmh-core:1.37'], transitive: true });
const aspectjrt = mavenJar('org.aspectj:aspectjrt:1.9.26');
build();
const [least, most] = [Math.min(...options.live), Math.max(...options.live)];
const threadCounts = options.threads ?? (options.quick ? [1] : [1, 2, 4]);
const text = options.shortLived === undefined ? tables() : shortLived(options.shortLived);
process.stdout.write(text);
if (options.results !== undefined) writeFileSync(options.results, text);

function tables(): string {
  const results = threadCounts.flatMap((threads) => measure(threads, options.property, allMonitors));
  if (threadCounts.includes(1) && options.property.includes('SafeHasNext'))
    results.push(...measure(1, ['SafeHasNext'], [floor]));
  const parts = [header(), table(results), growth(results)];
  if (options.loop) parts.push(loop());
  return parts.join('\n');
}

function build(): void {
  const runtime = join(repositoryRoot(), 'runtime-java', 'src', 'rrv', 'runtime');
  compileJava(jdk!, filesIn(runtime), classes, ['--release', '8']);
  const drivers = join(repositoryRoot(), 'test', 'runtime', 'java');
  const loopSources = ['Loop', 'FileUnit'].map((name) => join(drivers, `${name}.java`));
  compileJava(jdk!, [...loopSources, ...filesIn(join(drivers, 'rrv', 'runtime'))], classes, ['-cp', classes]);
  const sources = [...filesIn(join(here, 'java', 'rrvbench')), join(here, 'java', 'PlainLoop.java')];
  const processor = mavenJars({
    artifacts: ['org.openjdk.jmh:jmh-generator-annprocess:1.37'],
    transitive: true,
  });
  const classPath = [classes, ...jmh].join(delimiter);
  execFileSync(
    join(jdk!.home, 'bin', 'javac'),
    ['-nowarn', '-d', classes, '-cp', classPath, '-processorpath', processor.join(delimiter), ...sources],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const template = readFileSync(join(here, 'aspectj', 'Woven.java.txt'), 'utf8');
  const woven = allProperties.map((property) => {
    const file = join(work, `Woven${property}.java`);
    writeFileSync(file, template.replaceAll('@PROPERTY@', property));
    return file;
  });
  const ajc = mavenJar('org.aspectj:aspectjtools:1.9.26');
  execFileSync(
    join(jdk!.home, 'bin', 'java'),
    [
      ...['-cp', ajc, 'org.aspectj.tools.ajc.Main', '-1.8', '-nowarn', '-Xlint:ignore'],
      ...['-cp', [classes, aspectjrt].join(delimiter), '-d', classes],
      ...[...woven, join(here, 'aspectj', 'Aspects.aj')],
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
  const properties = [...builtinProperties, fourParameters];
  const text = unitDefinition({ rrvVersion: 'benchmark', analysis: 'none', properties });
  writeFileSync(join(work, 'unit.txt'), text.join(''));
}

function filesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.java'))
    .map((name) => join(folder, name));
}

function java(...args: readonly string[]): void {
  execFileSync(join(jdk!.home, 'bin', 'java'), args, { stdio: ['ignore', 'inherit', 'inherit'] });
}

/** `create` runs with the fewest and the most live objects only, to save time. */
function measure(threads: number, properties: readonly string[], monitors: readonly string[]): JmhResult[] {
  return options.operation.flatMap((operation) => {
    const live = operation === 'use' ? options.live : [...new Set([least, most])];
    return runJmh(operation, threads, live, properties, monitors);
  });
}

function runJmh(
  operation: string,
  threads: number,
  live: readonly number[],
  properties: readonly string[],
  monitors: readonly string[],
): JmhResult[] {
  const output = join(work, 'jmh.json');
  const [warm, time] = options.quick ? ['300ms', '300ms'] : ['500ms', '600ms'];
  java(
    ...['-cp', [classes, aspectjrt, ...jmh].join(delimiter), 'org.openjdk.jmh.Main'],
    `rrvbench.Events.${operation}$`,
    ...['-t', String(threads), '-f', '1', '-wi', '1', '-w', warm, '-i', '1', '-r', time],
    ...[
      '-prof',
      'gc',
      '-prof',
      'rrvbench.CpuTime',
      '-rf',
      'json',
      '-rff',
      output,
      '-v',
      'SILENT',
      '-foe',
      'true',
    ],
    ...['-p', `property=${properties.join(',')}`, '-p', `monitor=${monitors.join(',')}`],
    ...['-p', `live=${live.join(',')}`],
    ...['-jvmArgs', `${heap} -Drrvbench.unit=${join(work, 'unit.txt')}`],
  );
  return JSON.parse(readFileSync(output, 'utf8')) as JmhResult[];
}

function operationOf(result: JmhResult): string {
  return result.benchmark.slice(result.benchmark.lastIndexOf('.') + 1);
}

/** `use` of SafeHasNext is two events; everything else is one. */
function eventsOf(result: JmhResult): number {
  return operationOf(result) === 'use' && result.params.property === 'SafeHasNext' ? 2 : 1;
}

function secondary(result: JmhResult, name: string): number {
  const metric = result.secondaryMetrics[name] ?? result.secondaryMetrics[`·${name}`];
  return (metric?.score ?? Number.NaN) / eventsOf(result);
}

function header(): string {
  return [
    `${cpus().length} x ${cpus()[0]?.model}, JDK ${jdk!.release}, ${heap}, load ${loadavg()[0]!.toFixed(1)}.`,
    'Cells: nanoseconds per event / processor time of the whole JVM per event, collector included (bytes per event).',
    'The calls of the program itself (`empty`) are in every column.',
    '',
  ].join('\n');
}

function table(all: readonly JmhResult[]): string {
  const columns = [...allMonitors, floor];
  const lines = [
    `| property | operation | threads | live | ${columns.join(' | ')} |`,
    `|---|---|---|---|${columns.map(() => '---|').join('')}`,
  ];
  const rows = new Map<string, string[]>();
  for (const result of all) {
    const { property, monitor, live } = result.params;
    const key = `| ${property} | ${operationOf(result)} | ${result.threads} | ${live} |`;
    const row = rows.get(key) ?? columns.map(() => '');
    const wall = result.primaryMetric.score / eventsOf(result);
    const bytes = secondary(result, 'gc.alloc.rate.norm').toFixed(0);
    row[columns.indexOf(monitor)] = `${wall.toFixed(1)} / ${secondary(result, 'cpu').toFixed(1)} (${bytes})`;
    rows.set(key, row);
  }
  for (const [key, row] of rows) lines.push(`${key} ${row.join(' | ')} |`);
  return `${lines.join('\n')}\n`;
}

/** Processor time per event at the most live objects, and how many times that at the fewest; one thread. */
function growth(all: readonly JmhResult[]): string {
  const columns = [...allMonitors, floor];
  const lines = [
    `Processor time of \`use\` with ${most} live objects, one thread (times the cost with ${least}):`,
    '',
    `| property | ${columns.join(' | ')} |`,
    `|---|${columns.map(() => '---|').join('')}`,
  ];
  for (const property of options.property) {
    const cells = columns.map((monitor) => {
      const cost = (live: number) => {
        const found = all.find(
          (result) =>
            result.threads === 1 &&
            operationOf(result) === 'use' &&
            result.params.property === property &&
            result.params.monitor === monitor &&
            result.params.live === String(live),
        );
        return found === undefined ? Number.NaN : secondary(found, 'cpu');
      };
      const at = cost(most);
      return Number.isNaN(at) ? '' : `${at.toFixed(1)} (${(at / cost(least)).toFixed(1)})`;
    });
    lines.push(`| ${property} | ${cells.join(' | ')} |`);
  }
  return `${lines.join('\n')}\n`;
}

/** 200,000 rounds of one iterator, five hasNext, four next: plain, and with the four properties of the mission. */
function loop(): string {
  const report = `-Drrv.report=${join(work, 'loop.json')}`;
  const lines = [
    'The iterator loop as a whole process, 200,000 rounds (best of five):',
    '',
    '| program | wall s | user + system s |',
    '|---|---|---|',
  ];
  const programs: readonly (readonly [string, readonly string[]])[] = [
    ['plain', ['PlainLoop', '200000']],
    ['four properties, report written', [report, 'Loop', join(work, 'unit.txt'), '200000']],
    ['the same with one round', [report, 'Loop', join(work, 'unit.txt'), '1']],
  ];
  for (const [name, args] of programs) {
    const times = Array.from({ length: 5 }, () => timed(['-cp', classes, ...args]));
    const wall = Math.min(...times.map((time) => time.wall)).toFixed(2);
    lines.push(`| ${name} | ${wall} | ${Math.min(...times.map((time) => time.cpu)).toFixed(2)} |`);
  }
  return `${lines.join('\n')}\n`;
}

/** Wall and processor seconds of a Java process, by the shell, and what it printed. */
function timed(args: readonly string[]): { wall: number; cpu: number; output: string } {
  const command = [join(jdk!.home, 'bin', 'java'), ...args];
  const run = spawnSync('bash', ['-c', 'time -p "$@"', 'bash', ...command], { encoding: 'utf8' });
  if (run.status !== 0) throw new Error(run.stderr);
  const seconds = (name: string) => Number(new RegExp(`^${name} ([\\d.]+)$`, 'm').exec(run.stderr)?.[1]);
  return { wall: seconds('real'), cpu: seconds('user') + seconds('sys'), output: run.stdout.trim() };
}

function shortLived(iterators: number): string {
  const lines = [
    `${iterators} short-lived iterators with ten events each, -Xmx64m:`,
    '',
    '| collector | wall s | user + system s | answer |',
    '|---|---|---|---|',
  ];
  for (const collector of ['G1GC', 'SerialGC', 'ParallelGC']) {
    const main = ['rrv.runtime.ShortLived', join(work, 'unit.txt'), String(iterators)];
    const { wall, cpu, output } = timed(['-Xmx64m', `-XX:+Use${collector}`, '-cp', classes, ...main]);
    lines.push(`| ${collector} | ${wall.toFixed(1)} | ${cpu.toFixed(1)} | ${output} |`);
  }
  return `${lines.join('\n')}\n`;
}
