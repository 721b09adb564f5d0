import { join } from 'node:path';
import { openJImage } from '../../src/archive/jimage.ts';
import { openZip } from '../../src/archive/zip-reader.ts';
import { controlFlowGraph } from '../../src/cfg/control-flow-graph.ts';
import { readClassFile } from '../../src/classfile/class-file.ts';
import { readCode } from '../../src/classfile/code.ts';
import type { InstructionIndex } from '../../src/classfile/instruction.ts';
import type { Point, PointId } from '../../src/events/point.ts';
import { badPrefixesOf } from '../../src/residual/paper/bad-prefixes.ts';
import { mappedCfg } from '../../src/residual/paper/cfg-automaton.ts';
import { extendedAutomaton } from '../../src/residual/paper/extended-automaton.ts';
import { markViolating } from '../../src/residual/paper/one-pass-marking.ts';
import { fileAccess } from '../../test/support/file-access.ts';
import { defaultJdk, jdkOfRelease } from '../../test/support/jdk.ts';
import { mavenJars } from '../../test/support/maven.ts';
import { safeMapIterator } from '../../test/support/named-properties.ts';
import { fopJars } from '../dacapo/programs.ts';

/**
 * Is the time of the paper's analysis linear in the size of a method? Every method of JDK 25 (17 where there is
 * no 25) and of fop 0.95 with its libraries is analysed as if each of its calls were an event of
 * SafeMapIterator, letters in turn, and each field write an escape: far more than any real property asks, so that
 * large methods are not empty. Graph, mapping and marking are timed; parsing is not.
 */
interface Timed {
  readonly name: string;
  readonly instructions: number;
  readonly nanoseconds: number;
}

const bad = badPrefixesOf(safeMapIterator);
const extended = extendedAutomaton(bad);

/** Upper bounds of the size classes, in instructions. */
const bounds = [8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 65536];

function timeClass(bytes: Uint8Array): readonly Timed[] {
  const file = readClassFile(bytes);
  return file.methods.flatMap((method) => {
    const code = readCode(file, method);
    if (code === undefined) return [];
    const points: Point[] = [];
    code.instructions.forEach((instruction, index) => {
      if (instruction.form !== 'invoke') return;
      const event = safeMapIterator.events[points.length % safeMapIterator.events.length]!;
      points.push({
        id: points.length as PointId,
        property: safeMapIterator,
        event,
        input: '',
        entry: '',
        className: file.name,
        sourceFile: undefined,
        method: method.name,
        descriptor: method.descriptor,
        methodIndex: method.index,
        instruction: index as InstructionIndex,
        pc: 0,
        line: undefined,
        kind: 'call',
        position: event.advice === 'before' ? 'before' : 'afterReturning',
        values: [],
        test: { kind: 'always' },
      });
    });
    const start = process.hrtime.bigint();
    const cfg = controlFlowGraph(code);
    if (cfg.ok) {
      const escapes = (index: number): boolean => code.instructions[index]!.form === 'field';
      markViolating(mappedCfg(cfg.graph, points, escapes, bad.letterCount), extended);
    }
    const nanoseconds = Number(process.hrtime.bigint() - start);
    return [
      {
        name: `${file.name}.${method.name}${method.descriptor}${cfg.ok ? '' : ' (too many edges)'}`,
        instructions: code.instructions.length,
        nanoseconds,
      },
    ];
  });
}

function* jdkClasses(home: string): Generator<Uint8Array> {
  const image = openJImage(fileAccess(join(home, 'lib', 'modules')));
  for (const name of image.classNames()) {
    const bytes = image.readClass(name);
    if (bytes !== undefined) yield bytes;
  }
}

function* jarClasses(jars: readonly string[]): Generator<Uint8Array> {
  for (const jar of jars) {
    const zip = openZip(fileAccess(jar));
    for (const entry of zip.entries) if (entry.name.endsWith('.class')) yield zip.read(entry);
  }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function report(title: string, classes: Iterable<Uint8Array>): void {
  const all: Timed[] = [];
  for (const bytes of classes) all.push(...timeClass(bytes));
  const total = all.reduce((sum, one) => sum + one.instructions, 0);
  console.log(`\n${title}: ${all.length} methods, ${total} instructions`);
  console.log('instructions   methods   ns per instruction: median      mean');
  bounds.forEach((bound, index) => {
    const low = index === 0 ? 0 : bounds[index - 1]!;
    const inside = all.filter((one) => one.instructions > low && one.instructions <= bound);
    if (inside.length === 0) return;
    const sum = inside.reduce((time, one) => time + one.nanoseconds, 0);
    const instructions = inside.reduce((count, one) => count + one.instructions, 0);
    const middle = median(inside.map((one) => one.nanoseconds / one.instructions));
    const cells = [
      `to ${bound}`.padEnd(12),
      String(inside.length).padStart(10),
      middle.toFixed(0).padStart(28),
    ];
    console.log(`${cells.join('')}${(sum / instructions).toFixed(0).padStart(10)}`);
  });
  const slowest = [...all].sort((left, right) => right.nanoseconds - left.nanoseconds).slice(0, 3);
  for (const one of slowest)
    console.log(
      `slowest: ${(one.nanoseconds / 1e6).toFixed(1)} ms, ${one.instructions} instructions, ${one.name}`,
    );
}

const jdk = jdkOfRelease(25) ?? defaultJdk();
report(`JDK ${jdk.release}`, jdkClasses(jdk.home));
const fop = mavenJars(fopJars);
report('fop 0.95 with its libraries', jarClasses(fop));
