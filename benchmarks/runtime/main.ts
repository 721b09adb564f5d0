import { execFileSync } from 'node:child_process';
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

const options = await yargs(hideBin(process.argv))
  .scriptName('npm run bench:runtime --')
  .usage(
    '$0 [options]\n\nNanoseconds and bytes per event: a call that does nothing, WeakHashMap monitors written by hand, ' +
      'the same behind AspectJ advice, and the runtime of rrv.',
  )
  .options({
    quick: { type: 'boolean', default: false, describe: 'one short iteration each: figures are rough' },
    property: { type: 'array', string: true, choices: allProperties, default: allProperties },
    threads: { type: 'array', number: true, default: [1, 2, 4] },
    live: { type: 'array', number: true, default: [10, 10_000, 1_000_000] },
    operation: { type: 'array', string: true, choices: ['use', 'create'], default: ['use', 'create'] },
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
const results = options.threads.flatMap(measure);
process.stdout.write(table(results));

function build(): void {
  const runtime = join(repositoryRoot(), 'runtime-java', 'src', 'rrv', 'runtime');
  compileJava(jdk!, filesIn(runtime), classes, ['--release', '8']);
  const sources = filesIn(join(here, 'java', 'rrvbench'));
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

function measure(threads: number): JmhResult[] {
  const output = join(work, `jmh-${threads}.json`);
  const time = options.quick ? '200ms' : '1s';
  const iterations = options.quick ? '2' : '5';
  execFileSync(
    join(jdk!.home, 'bin', 'java'),
    [
      ...['-cp', [classes, aspectjrt, ...jmh].join(delimiter), 'org.openjdk.jmh.Main'],
      `rrvbench.Events.(${options.operation.join('|')})$`,
      ...['-t', String(threads), '-f', '1', '-wi', iterations, '-w', time, '-i', iterations, '-r', time],
      ...['-prof', 'gc', '-rf', 'json', '-rff', output, '-v', 'SILENT', '-foe', 'true'],
      ...['-p', `property=${options.property.join(',')}`, '-p', `monitor=${allMonitors.join(',')}`],
      ...['-p', `live=${options.live.join(',')}`],
      ...['-jvmArgs', `-Xms2g -Xmx2g -Drrvbench.unit=${join(work, 'unit.txt')}`],
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
  return JSON.parse(readFileSync(output, 'utf8')) as JmhResult[];
}

/** `use` of SafeHasNext is two events; everything else is one. */
function eventsOf(result: JmhResult): number {
  return result.benchmark.endsWith('.use') && result.params.property === 'SafeHasNext' ? 2 : 1;
}

function table(all: readonly JmhResult[]): string {
  const lines = [
    `${cpus().length} x ${cpus()[0]?.model}, JDK ${jdk!.release}, load ${loadavg()[0]!.toFixed(1)}; ns (bytes) per event`,
    '',
    `| property | operation | threads | live | ${allMonitors.join(' | ')} |`,
    `|---|---|---|---|${allMonitors.map(() => '---|').join('')}`,
  ];
  const rows = new Map<string, string[]>();
  for (const result of all) {
    const { property, monitor, live } = result.params;
    const operation = result.benchmark.slice(result.benchmark.lastIndexOf('.') + 1);
    const key = `| ${property} | ${operation} | ${result.threads} | ${live} |`;
    const row = rows.get(key) ?? allMonitors.map(() => '');
    const events = eventsOf(result);
    const bytes =
      result.secondaryMetrics['gc.alloc.rate.norm'] ?? result.secondaryMetrics['·gc.alloc.rate.norm'];
    const nanoseconds = (result.primaryMetric.score / events).toFixed(1);
    row[allMonitors.indexOf(monitor)] =
      `${nanoseconds} (${((bytes?.score ?? Number.NaN) / events).toFixed(0)})`;
    rows.set(key, row);
  }
  for (const [key, row] of rows) lines.push(`${key} ${row.join(' | ')} |`);
  return `${lines.join('\n')}\n`;
}
