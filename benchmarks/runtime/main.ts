import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import yargs from 'yargs';
import { hideBin } from 'yargs/helpers';
import { defaultJdk, jdkAt } from '../../test/support/jdk.ts';
import { allProperties, build } from './build.ts';
import { type Cell, heap, type JvmRequest, runCells, type Times } from './cells.ts';
import { loopTable, shortLivedTable } from './processes.ts';
import { allMonitors, creationSteps, eventTable, floor, floorTable, growthTable } from './tables.ts';
import { wovenLoopsTable } from './woven-loops.ts';

const options = await yargs(hideBin(process.argv))
  .scriptName('npm run bench:runtime --')
  .usage(
    '$0 [options]\n\nNanoseconds and bytes per event: a call that does nothing, WeakHashMap monitors written by hand, ' +
      'the same behind AspectJ advice, and the runtime of rrv.',
  )
  .options({
    quick: {
      type: 'boolean',
      default: false,
      describe: 'one thread, short iterations: figures are rough (3 minutes; without: 12)',
    },
    property: { type: 'array', string: true, choices: allProperties, default: allProperties },
    monitor: { type: 'array', string: true, choices: allMonitors, default: allMonitors },
    threads: { type: 'array', number: true, describe: 'default: 1 2 4; with --quick: 1' },
    live: { type: 'array', number: true, default: [10, 10_000, 1_000_000] },
    operation: {
      type: 'array',
      string: true,
      choices: ['use', 'scattered', 'create', 'floor'],
      describe:
        'default: all; with --quick: not scattered. use: events on live objects in the order of their creation; scattered: at random, one thread, most live objects; ' +
        'create: new slices; floor: what a new slice consists of, step by step',
    },
    loop: {
      type: 'boolean',
      default: true,
      describe:
        'also time the iterator loop as a whole process, and loops that are instrumented by the command line',
    },
    'only-loops': {
      type: 'boolean',
      default: false,
      describe: 'instead: the instrumented loops alone (a minute)',
    },
    limit: { type: 'number', default: 60, describe: 'seconds after which the JVM of some cells is stopped' },
    'short-lived': {
      type: 'number',
      describe: 'instead: that many iterators with ten events each in a heap of 64 MB, with each collector',
    },
    results: {
      type: 'string',
      describe:
        'what is printed is also written here, after every JVM; default: results.md in the working folder',
    },
    jdk: { type: 'string', describe: 'home of the JDK that runs the benchmark' },
  })
  .strict()
  .parse();

const jdk = options.jdk === undefined ? defaultJdk() : jdkAt(options.jdk);
if (jdk === undefined) throw new Error(`not a JDK: ${options.jdk}`);
const built = build(jdk);
const results = options.results ?? join(built.work, 'results.md');
const limit = options.limit * 1000;
const times: Times = options.quick ? { warm: 200, measure: 200, limit } : { warm: 300, measure: 500, limit };
/** A step of the floor is short, but has to see several collections. */
const floorTimes: Times = options.quick
  ? { warm: 300, measure: 500, limit }
  : { warm: 400, measure: 1200, limit };
const [least, most] = [Math.min(...options.live), Math.max(...options.live)];
const operations = options.operation ?? ['use', ...(options.quick ? [] : ['scattered']), 'create', 'floor'];
const threadCounts = options.threads ?? (options.quick ? [1] : [1, 2, 4]);
const began = Date.now();
const head = header();
const wovenProcesses = 5;
if (options.onlyLoops) show([head, wovenLoopsTable(jdk, built.work, wovenProcesses)]);
else if (options.shortLived === undefined) tables();
else show([head, shortLivedTable(built, options.shortLived)]);

/** JVM by JVM; the results file holds what is known so far. */
function tables(): void {
  const events: Cell[] = [];
  const steps: Cell[] = [];
  const requests = [...eventRequests(), ...floorRequests()];
  requests.forEach((request, index) => {
    const cells = runCells(built, request.benchmark === 'Creation' ? floorTimes : times, request);
    (request.benchmark === 'Events' ? events : steps).push(...cells);
    writeFileSync(results, parts(events, steps).join('\n'));
    const missing = cells.filter((cell) => typeof cell.figures === 'string').length;
    const named = Object.values(request.parameters).join(' ');
    process.stderr.write(
      `${index + 1}/${requests.length} ${named}${missing > 0 ? `: ${missing} cells failed` : ''}, ${seconds()} s\n`,
    );
  });
  const all = parts(events, steps);
  if (options.loop) all.push(loopTable(built), wovenLoopsTable(jdk!, built.work, wovenProcesses));
  all.push(`The run took ${seconds()} s.\n`);
  show(all);
}

function parts(events: readonly Cell[], steps: readonly Cell[]): string[] {
  const all = [head];
  if (events.length > 0) all.push(eventTable(events));
  for (const operation of ['use', 'scattered'])
    if (operations.includes(operation)) all.push(growthTable(events, operation, least, most));
  if (steps.length > 0) all.push(floorTable(steps));
  return all;
}

function show(all: readonly string[]): void {
  const text = all.join('\n');
  process.stdout.write(text);
  writeFileSync(results, text);
}

function seconds(): number {
  return Math.round((Date.now() - began) / 1000);
}

/** One JVM for each property, monitor and number of live objects. */
function eventRequests(): JvmRequest[] {
  const requests: JvmRequest[] = [];
  for (const property of options.property) {
    for (const live of options.live) {
      for (const monitor of [...options.monitor, ...(property === 'SafeHasNext' ? [floor] : [])]) {
        const threads = monitor === floor ? threadCounts.filter((count) => count === 1) : threadCounts;
        const cells = ['use', 'scattered', 'create']
          .filter((operation) => operations.includes(operation))
          .flatMap((operation) =>
            threads
              .filter(
                (count) => operation !== 'scattered' || (count === 1 && (live === least || live === most)),
              )
              .map((count) => ({ operation, threads: count })),
          );
        if (cells.length > 0)
          requests.push({ benchmark: 'Events', parameters: { property, monitor, live }, cells });
      }
    }
  }
  return requests;
}

/**
 * One JVM for each step: steps would share compiled code and the heap's past. Once more with survivor spaces that hold all that is made between
 * two collections: references that they do not hold are moved to the old generation, and not cleared until that is marked.
 */
function floorRequests(): JvmRequest[] {
  if (!operations.includes('floor')) return [];
  const large = ['-XX:SurvivorRatio=1', '-XX:TargetSurvivorRatio=95'];
  return (options.quick ? [[]] : [[], large]).flatMap((survivors) =>
    Object.keys(creationSteps).map((step) => ({
      benchmark: 'Creation',
      parameters: {},
      cells: [{ operation: step, threads: 1 }],
      options: survivors,
    })),
  );
}

function header(): string {
  return [
    `${cpus().length} x ${cpus()[0]?.model}, JDK ${jdk!.release}, ${heap.join(' ')}, load ${loadavg()[0]!.toFixed(1)}.`,
    'Cells: nanoseconds per event / processor time of the whole JVM per event, collector included (bytes per event).',
    'The calls of the program itself (`empty`) are in every column.',
    '',
  ].join('\n');
}
