import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readClassFile } from '../../../src/classfile/class-file.ts';
import { readCode } from '../../../src/classfile/code.ts';
import type { InstructionIndex } from '../../../src/classfile/instruction.ts';
import type { Point, PointId } from '../../../src/events/point.ts';
import type { Property } from '../../../src/property/model.ts';
import type { Decision } from '../../../src/residual/analysis.ts';
import { compileJava, defaultJdk, type Jdk, jdkOfRelease, runJava } from '../../support/jdk.ts';
import { builtinProperties, iteratorHasNext } from '../../support/named-properties.ts';
import type { JavaProgram } from './java-program.ts';
import { javaProgram } from './java-program.ts';
import { compileRandom } from './other-byte-code.ts';
import type { RandomProgram } from './random-java.ts';
import { analysedSupport, randomProgram, recordedSupport, runsAll } from './random-java.ts';
import { SliceMonitors } from './slice-monitors.ts';

/** One event of a run: the line it happened at, which of the copies that javac made of it, what it was, and the objects. */
export interface Recorded {
  readonly line: number;
  readonly copy: number;
  readonly operation: string;
  readonly objects: readonly string[];
}

export interface RanProgram {
  readonly source: RandomProgram;
  readonly java: JavaProgram;
  readonly trace: readonly Recorded[];
}

/** The language of random programs, and the JDK that compiles and runs them. */
export interface RandomJava {
  readonly java: 17 | 25;
  readonly jdk: Jdk;
}

/** The default JDK and the language of Java 17. */
export function randomJava17(): RandomJava {
  return { java: 17, jdk: defaultJdk() };
}

/** Java 25, where it is installed. */
export function randomJava25(): RandomJava | undefined {
  const jdk = jdkOfRelease(25);
  return jdk === undefined ? undefined : { java: 25, jdk };
}

/** What RRV_RANDOM_JDK says, 17 or 25. */
export function randomJava(): RandomJava {
  return process.env.RRV_RANDOM_JDK === '25' ? randomJava25()! : randomJava17();
}

/** How long a test of that many programs may take, on a busy machine: some seconds each. */
export function millisecondsFor(count: number): number {
  return 600_000 + count * 6_000;
}

/** `count` programs from consecutive seeds. */
export function randomPrograms(
  firstSeed: number,
  count: number,
  java: 17 | 25 = 17,
): readonly RandomProgram[] {
  return Array.from({ length: count }, (_, index) =>
    randomProgram(`P${firstSeed + index}`, firstSeed + index, java),
  );
}

/** Compiles the analysed versions of programs below a folder, with a class `Main` that runs those which it is called with; the classes' folder. */
export function compiledToRun(
  programs: readonly RandomProgram[],
  folder: string,
  { jdk, java }: RandomJava = randomJava17(),
): string {
  const sources = Object.fromEntries([
    ...programs.map(({ name, analysed }) => [`${name}.java`, analysed] as const),
    ['R.java', analysedSupport(java)] as const,
    ['Main.java', runsAll(java)] as const,
  ]);
  const classes = join(folder, 'before');
  compileRandom(sources, folder, classes, jdk);
  return classes;
}

/** Compiles and runs programs: two javac runs and one JVM for all of them. */
export function ranPrograms(
  sources: readonly RandomProgram[],
  properties: readonly Property[],
  { jdk, java }: RandomJava = randomJava17(),
): readonly RanProgram[] {
  const folder = mkdtempSync(join(tmpdir(), 'rrv-random-'));
  const write = (version: string, support: string, text: (one: RandomProgram) => string): string => {
    const from = join(folder, version);
    const to = join(folder, `${version}-classes`);
    mkdirSync(from);
    mkdirSync(to);
    const files = sources.map((one) => {
      writeFileSync(join(from, `${one.name}.java`), text(one));
      return join(from, `${one.name}.java`);
    });
    writeFileSync(join(from, 'R.java'), support);
    compileJava(jdk, [...files, join(from, 'R.java')], to, ['-g', '-Xlint:none']);
    return to;
  };
  const analysed = write('a', analysedSupport(java), (one) => one.analysed);
  const recorded = write('b', recordedSupport(java), (one) => one.recorded);
  const log = join(folder, 'trace');
  const run = runJava(jdk, ['-Xss1m', '-cp', recorded, 'R', log, ...sources.map(({ name }) => name)]);
  if (run.status !== 0) throw new Error(run.stderr);
  const copies = copiesOf(recorded);
  const traces = new Map<string, Recorded[]>();
  let current: Recorded[] = [];
  for (const text of readFileSync(log, 'utf8').split('\n')) {
    const [first, second, third, line, operation, ...objects] = text.split(' ');
    if (first === 'program') {
      current = [];
      traces.set(second!, current);
    } else if (first !== 'end' && first !== '') {
      const copy = copies.get(`${first} ${second} ${third}`);
      if (copy === undefined) throw new Error(`no call at ${first}.${second} ${third}`);
      current.push({ line: Number(line), copy, operation: operation!, objects });
    }
  }
  const files = new Map<string, Uint8Array>();
  for (const file of readdirSync(analysed)) {
    const bytes = readFileSync(join(analysed, file));
    files.set(readClassFile(bytes).name, bytes);
  }
  rmSync(folder, { recursive: true });
  return sources.map((source) => ({
    source,
    trace: traces.get(source.name)!,
    java: javaProgram(
      new Map(
        [...files].filter(
          ([name]) =>
            name === source.name ||
            name.startsWith(`${source.name}$`) ||
            name === 'R' ||
            name.startsWith('R$'),
        ),
      ),
      properties,
      jdk,
    ),
  }));
}

/** Calls of the recorded version that are events, directly or through what `R.each` and `R.nextOf` made. */
const eventCalls = new Set([
  ...['iterator', 'hasNext', 'next', 'get', 'add', 'addAll', 'remove', 'put', 'keySet', 'values'],
  ...['addFirst', 'addLast', 'removeFirst', 'removeLast', 'putFirst', 'putLast'],
]);

/**
 * Per call of the recorded version, `class method pc`: its position among the event calls of its line with
 * that name. (javac copies finally blocks.)
 */
function copiesOf(folder: string): ReadonlyMap<string, number> {
  const copies = new Map<string, number>();
  for (const name of readdirSync(folder)) {
    const file = readClassFile(readFileSync(join(folder, name)));
    if (file.name === 'R' || file.name.startsWith('R$')) continue;
    const counts = new Map<string, number>();
    for (const method of [...file.methods].sort(byName)) {
      const code = readCode(file, method);
      code?.instructions.forEach((instruction, index) => {
        if (instruction.form !== 'invoke' || !eventCalls.has(instruction.name)) return;
        const at = index as InstructionIndex;
        const key = `${code.lineOf(at)} ${instruction.name}`;
        const count = counts.get(key) ?? 0;
        counts.set(key, count + 1);
        copies.set(`${file.name.replaceAll('/', '.')} ${method.name} ${code.pcOf(at)}`, count);
      });
    }
  }
  return copies;
}

/** As javac numbers lambda bodies by name, and everything else differs by name already. */
function byName(left: { readonly name: string }, right: { readonly name: string }): number {
  return left.name < right.name ? -1 : left.name > right.name ? 1 : 0;
}

const operations: Readonly<Record<string, string>> = {
  create: 'iterator',
  next: 'next',
  hasNext: 'hasNext',
  hasnexttrue: 'hasnexttrue',
  hasnextfalse: 'hasnextfalse',
  view: 'view',
};

/** Those whose events recorded runs have. */
export const recordedProperties: readonly Property[] = [...builtinProperties, iteratorHasNext];

/** The operation that an event of a property is recorded as. */
function operationOf(point: Point): string {
  const { name } = point.event;
  if (name === 'update') return point.property.name === 'SafeMapIterator' ? 'put' : 'update';
  return operations[name]!;
}

/** An event of a run with what the full monitor reported at it. */
export interface MonitoredEvent {
  readonly recorded: Recorded;
  readonly index: number;
  readonly point: Point;
  readonly symbol: number;
  /** `binding:category`, sorted; empty for no report. */
  readonly reports: string;
}

/** The events of the property in a recorded run, with the reports of RV. */
export function monitoredRun(ran: RanProgram, property: Property): readonly MonitoredEvent[] {
  const full = new SliceMonitors(property);
  const at = new Map<string, Point[]>();
  for (const point of [...ran.java.points].sort((left, right) =>
    left.method === right.method ? left.pc - right.pc : left.method < right.method ? -1 : 1,
  )) {
    if (point.property !== property) continue;
    const key = `${point.line} ${operationOf(point)}`;
    at.set(key, [...(at.get(key) ?? []), point]);
  }
  return ran.trace.flatMap((recorded, index) => {
    const { line, copy, operation, objects } = recorded;
    const points = at.get(`${line} ${operation}`) ?? [];
    if (points.length === 0) return [];
    const point = points[copy];
    if (point === undefined) throw new Error(`no copy ${copy} at line ${line} of ${ran.source.name}`);
    const symbol = property.events.indexOf(point.event);
    return { recorded, index, point, symbol, reports: full.step(symbol, objects) };
  });
}

/** The first report that RV and RRV do not share, from the run that RV monitored. */
export function firstDifferentReport(
  run: readonly MonitoredEvent[],
  property: Property,
  decisions: ReadonlyMap<PointId, Decision>,
): string | undefined {
  const residual = new SliceMonitors(property);
  for (const { recorded, index, point, symbol, reports } of run) {
    const { line, operation, objects } = recorded;
    const actual = decisions.get(point.id)!.kept ? residual.step(symbol, objects) : '';
    if (reports !== actual)
      return `${property.name}: step ${index}, line ${line} ${operation} ${objects.join(' ')}: RV <${reports}> RRV <${actual}>`;
  }
  return undefined;
}
