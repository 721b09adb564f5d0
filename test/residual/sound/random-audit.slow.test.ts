import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { javaCompiler } from '../../../src/cli/java/java-compiler.ts';
import { runtimeClasses } from '../../../src/cli/java/runtime-classes.ts';
import { notedReflection } from '../../../src/report/violations/run-report.ts';
import type { World } from '../../../src/residual/analysis.ts';
import {
  directoryArchive,
  hierarchyOf,
  instrumentDirectory,
  type MonitorReport,
  runMonitored,
} from '../../support/instrumented-program.ts';
import { runJava } from '../../support/jdk.ts';
import { randomCodedProperties, randomRefusing } from './random-coded.ts';
import { randomContextFree } from './random-context-free.ts';
import {
  compiledToRun,
  millisecondsFor,
  randomJava,
  randomPrograms,
  recordedProperties,
} from './random-programs.ts';

/**
 * Random programs from seed RRV_RANDOM_SEED (1) on, as random.slow.test.ts has them, woven and run in one JVM: with the full and the residual
 * monitor side by side, so that silent points count, too, and with one of them at a time, so that deferred slices do; besides the recorded properties, twenty
 * random ones with Java code for each hundred programs. RRV_AUDIT_COUNT (100) of them; RRV_RANDOM_WORLD=closed: in a closed world; noted: in one where
 * reflection reaches what a run before has noted; RRV_RANDOM_JDK=25: of Java 25, with what is new there.
 */
const count = Number(process.env.RRV_AUDIT_COUNT ?? '100');
const level = randomJava();
const firstSeed = Number(process.env.RRV_RANDOM_SEED ?? '1');
const batch = 100;
/** A closed one begins where `Main` looks for its programs by reflection. */
const world: World =
  process.env.RRV_RANDOM_WORLD === undefined
    ? { kind: 'open' }
    : { kind: 'closed', entries: ['Main#main', '**#start'], reflection: ['**'] };
const isNoted = process.env.RRV_RANDOM_WORLD === 'noted';

test(
  `${count} random programs: an audit and a comparison of reports find no difference`,
  () => {
    let silent = 0;
    let [deferred, once, paired] = [0, 0, 0];
    let [begun, begunLater] = [0, 0];
    let removed = 0;
    let reporting = 0;
    let [coded, codedRemoved] = [0, 0];
    let [contextFree, contextFreeRemoved] = [0, 0];
    let [refusing, refusingRemoved, refusingSilent] = [0, 0, 0];
    for (let seed = firstSeed; seed < firstSeed + count; seed += batch) {
      const folder = mkdtempSync(join(tmpdir(), 'rrv-random-audit-'));
      try {
        const programs = randomPrograms(seed, Math.min(batch, firstSeed + count - seed), level.java);
        const before = compiledToRun(programs, folder, level);
        const ofRun = {
          hierarchy: hierarchyOf(directoryArchive(before), level.jdk),
          // What is new in Java 25 updates collections in threads that are joined.
          world,
          threads: level.java === 25 ? ('shared' as const) : ('confined' as const),
          compileJava: javaCompiler({
            jdkHome: level.jdk.home,
            classPath: [before],
            runtimeClasses: runtimeClasses(),
          })!,
        };
        const after = join(folder, 'after');
        const properties = [
          ...recordedProperties,
          ...randomCodedProperties(seed, 10),
          ...randomRefusing(seed, 12),
          ...randomContextFree(seed, 6, recordedProperties),
        ];
        if (isNoted) {
          const all = programs.map(({ name }) => name);
          instrumentDirectory(before, join(folder, 'noting'), properties, { analysis: 'sound', ...ofRun });
          const { report } = runMonitored(join(folder, 'noting'), 'Main', all, level.jdk);
          const noted = report.reflection!.map(notedReflection);
          ofRun.world = { kind: 'closed', entries: ['Main#main'], reflection: [], noted };
        }
        const { report } = instrumentDirectory(before, after, properties, {
          analysis: 'sound',
          audit: true,
          ...ofRun,
        });
        for (const { property, kept, reason } of report.points) {
          const isRefusing = property.startsWith('Refusing');
          if (!kept && property.startsWith('Coded')) codedRemoved++;
          if (!kept && property.startsWith('Grammar')) contextFreeRemoved++;
          if (!kept && isRefusing) refusingRemoved++;
          if (!kept) removed++;
          else if (reason.includes('; silent for')) isRefusing ? refusingSilent++ : silent++;
        }
        const all = programs.map(({ name }) => name);
        // How far a program gets that takes all memory differs, and with it what other programs' events find.
        const plain = runJava(level.jdk, ['-Xss16m', '-cp', before, 'Main', ...all]).stdout;
        const endless = endingBy('OutOfMemoryError', all, plain);
        const names = all.filter((name) => !endless.includes(name));
        const { run, report: audited } = runMonitored(after, 'Main', names, level.jdk);
        expect(run.stderr).not.toMatch(/audit/);
        expect(run.status).toBe(0);
        const [full, residual] = (['none', 'sound'] as const).map((analysis) => {
          const woven = instrumentDirectory(before, join(folder, analysis), properties, {
            analysis,
            ...ofRun,
          });
          if (analysis === 'sound') {
            deferred += woven.report.points.filter((point) => point.deferred).length;
            once += woven.report.points.filter((point) => point.once).length;
            paired += woven.report.points.filter((point) => point.paired).length;
          }
          return runMonitored(join(folder, analysis), 'Main', names, level.jdk);
        });
        expect(residual!.run.stdout).toBe(full!.run.stdout);
        const isComparable = isOfNone(endingBy('StackOverflowError', names, full!.run.stdout));
        expect(violations(residual!.report, isComparable)).toEqual(violations(full!.report, isComparable));
        begun += created(full!.report);
        begunLater += created(residual!.report);
        const reportsOf = (prefix: string): number =>
          full!.report.properties
            .filter(({ name }) => name.startsWith(prefix))
            .reduce((sum, one) => sum + one.violations.length, 0);
        refusing += reportsOf('Refusing');
        coded += reportsOf('Coded');
        contextFree += reportsOf('Grammar');
        reporting += audited.properties.reduce((sum, { violations }) => sum + violations.length, 0);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    }
    console.log(
      `${count} programs from seed ${firstSeed} audited: ${removed} points removed, ${silent} silent, ${deferred} of deferred slices, ${once} told once, ${paired} in pairs, ${reporting} reports, ${begunLater} monitors instead of ${begun}; with Java code ${codedRemoved} points removed, ${coded} reports; that may refuse anything ${refusingRemoved} removed, ${refusingSilent} silent, ${refusing} reports; context-free ${contextFreeRemoved} removed, ${contextFree} reports`,
    );
    expect(codedRemoved).toBeGreaterThan(count);
    expect(coded).toBeGreaterThan(count / 4);
    expect([refusingRemoved > count, refusingSilent > count / 20, refusing > count / 4]).toEqual([
      true,
      true,
      true,
    ]);
    expect(contextFree).toBeGreaterThan(count);
    expect(silent).toBeGreaterThan(count / 10);
    expect(deferred).toBeGreaterThan(count / 10);
    // Few properties have pairs: of other seeds perhaps none.
    if (firstSeed === 1) expect(paired).toBeGreaterThan(count / 10);
    expect(reporting).toBeGreaterThan(count / 20);
  },
  millisecondsFor(count),
);

/** How deep those get that overflow the stack differs from run to run, and with it how many slices report. */
function endingBy(error: string, names: readonly string[], stdout: string): readonly string[] {
  const lines = new Set(stdout.split('\n'));
  return names.filter((name) => lines.has(`${name} ends by class java.lang.${error}`));
}

function isOfNone(names: readonly string[]): (className: string) => boolean {
  return (className) => !names.some((name) => className === name || className.startsWith(`${name}$`));
}

function violations({ properties }: MonitorReport, isComparable: (className: string) => boolean) {
  return properties.map(({ name, violations: all }) => [
    name,
    all
      .filter(({ site }) => isComparable(site.class))
      .map(({ site, category, count }) => [site.class, site.method, site.pc, category, count]),
  ]);
}

function created({ properties }: MonitorReport): number {
  return properties.reduce((sum, { monitors }) => sum + monitors.created, 0);
}
