import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { InstrumentRequest } from '../../../src/instrument/instrument-types.ts';
import type { World } from '../../../src/residual/analysis.ts';
import { instrumentDirectory, type MonitorReport } from '../../support/instrumented-program.ts';
import { defaultJdk, jdkOfRelease, runJava } from '../../support/jdk.ts';
import { compileRandom } from './other-byte-code.ts';
import { millisecondsFor } from './random-programs.ts';
import { type ProtocolKind, type ProtocolProgram, protocolProgram } from './random-protocols.ts';

/**
 * Programs with protocols of their own from seed RRV_RANDOM_SEED (1) on, RRV_PROTOCOLS_COUNT (15) of them, with random properties about these in every
 * formalism: what a program prints and its monitors report is the same with `none` and `sound`, in both worlds, for one thread and several, and where
 * violations throw; and an audit finds no difference. RRV_PROTOCOLS_JDK: the release that they run on.
 */
const count = Number(process.env.RRV_PROTOCOLS_COUNT ?? '15');
const firstSeed = Number(process.env.RRV_RANDOM_SEED ?? '1');
const jdk =
  process.env.RRV_PROTOCOLS_JDK === undefined
    ? defaultJdk()
    : jdkOfRelease(Number(process.env.RRV_PROTOCOLS_JDK))!;
const kinds: readonly ProtocolKind[] = ['plain', 'javaCode', 'handsOver'];
const batch = Math.min(20, Math.ceil(count / kinds.length));

const open: World = { kind: 'open' };
const closed: World = { kind: 'closed', entries: ['main'], reflection: [] };
const variants = {
  none: { analysis: 'none' },
  open: { analysis: 'sound', world: open },
  closed: { analysis: 'sound', world: closed },
  shared: { analysis: 'sound', world: open, threads: 'shared' },
  closedShared: { analysis: 'sound', world: closed, threads: 'shared' },
  audit: { analysis: 'sound', world: open, audit: true },
} as const satisfies Record<string, Partial<InstrumentRequest>>;
type Variant = keyof typeof variants;

const variantsOf: Readonly<Record<ProtocolKind, readonly Variant[]>> = {
  plain: ['none', 'open', 'closed', 'shared'],
  javaCode: ['none', 'open', 'closed', 'audit'],
  handsOver: ['none', 'shared', 'closedShared'],
};

test(
  `${count} programs with protocols of their own: sound changes no report`,
  () => {
    const differences: string[] = [];
    let [points, removed, paired, reporting, sites] = [0, 0, 0, 0, 0];
    for (let at = 0; at < count && differences.length === 0; at += batch) {
      const kind = kinds[(at / batch) % kinds.length]!;
      const programs = Array.from({ length: Math.min(batch, count - at) }, (_, index) =>
        protocolProgram(`P${firstSeed + at + index}`, firstSeed + at + index, kind),
      );
      const properties = programs.flatMap((program) => program.properties);
      const folder = mkdtempSync(join(tmpdir(), 'rrv-random-protocols-'));
      try {
        compileAll(programs, folder);
        const full = new Map<boolean, Ran>();
        for (const variant of variantsOf[kind]) {
          const woven = properties.map(({ property }) => property);
          const to = join(folder, variant);
          const { report } = instrumentDirectory(join(folder, 'before'), to, woven, variants[variant]);
          if (variant === variantsOf[kind][1]) {
            points += report.points.length;
            removed += report.points.filter(({ kept }) => !kept).length;
            paired += report.points.filter((point) => point.paired).length;
          }
          for (const throws of variant === 'audit' ? [false] : [false, true]) {
            const ran = runOf(to, throws);
            const name = `${kind}, seed ${firstSeed + at}, ${variant}${throws ? ', throwing' : ''}`;
            if (ran.trouble !== '') differences.push(`${name}: ${ran.trouble}`);
            const expected = full.get(throws);
            if (expected !== undefined) {
              differences.push(
                ...differencesOf(expected, ran, properties, variant).map((one) => `${name}: ${one}`),
              );
              continue;
            }
            full.set(throws, ran);
            if (throws) continue;
            const told = [...ran.reports.values()].filter((reports) => reports.length > 0);
            reporting += told.length;
            sites += told.reduce((sum, reports) => sum + reports.length, 0);
          }
        }
      } finally {
        if (differences.length === 0) rmSync(folder, { recursive: true, force: true });
        else console.log(`${folder}\n${differences.join('\n')}`);
      }
    }
    console.log(
      `${count} programs with protocols of their own from seed ${firstSeed}: ${removed} of ${points} points removed, ${paired} in pairs, ${reporting} properties with reports at ${sites} places`,
    );
    expect(differences).toEqual([]);
    expect(removed).toBeGreaterThan(points / 20);
    expect(reporting).toBeGreaterThan(count);
  },
  millisecondsFor(count) * 3,
);

/** Into `before`, with a class `Main` that runs all. */
function compileAll(programs: readonly ProtocolProgram[], folder: string): void {
  const runs = programs.map(({ name }) => `${name}.run();`).join(' ');
  compileRandom(
    {
      ...Object.fromEntries(programs.map(({ name, source }) => [`${name}.java`, source])),
      'Main.java': `public class Main { public static void main(String[] arguments) { ${runs} } }`,
    },
    join(folder, 'src'),
    join(folder, 'before'),
  );
}

interface Ran {
  readonly stdout: string;
  /** What should not have been said. */
  readonly trouble: string;
  /** By property. */
  readonly reports: ReadonlyMap<string, readonly string[]>;
}

function runOf(folder: string, throws: boolean): Ran {
  const file = `${folder}-${throws}.json`;
  const options = ['-Xverify:all', '-Xss16m', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];
  const settings = [`-Drrv.report=${file}`, ...(throws ? ['-Drrv.onViolation=throw'] : [])];
  const run = runJava(jdk, [...options, ...settings, '-cp', folder, 'Main']);
  if (run.status !== 0 || !existsSync(file)) throw new Error(`${folder}: ${run.stdout}${run.stderr}`);
  const report = JSON.parse(readFileSync(file, 'utf8')) as MonitorReport;
  return {
    stdout: run.stdout,
    trouble: (run.stderr.match(/.*(?:audit|internal|lost).*/g) ?? []).join('\n'),
    reports: new Map(
      report.properties.map(({ name, violations }) => [
        name,
        violations.map(
          ({ site, category, count: times, message }) =>
            `${site.class}.${site.method}:${site.line} ${site.pc} ${category} ${message} ${times} times`,
        ),
      ]),
    ),
  };
}

function differencesOf(
  expected: Ran,
  actual: Ran,
  properties: ProtocolProgram['properties'],
  variant: Variant,
): readonly string[] {
  const differences: string[] = [];
  // Java code of a property runs twice in an audit, once for each monitor.
  if (actual.stdout !== expected.stdout && variant !== 'audit') {
    const [left, right] = [expected.stdout.split('\n'), actual.stdout.split('\n')];
    const at = left.findIndex((line, index) => line !== right[index]);
    differences.push(`prints ${right[at]} and not ${left[at]}`);
  }
  for (const { property, text } of properties) {
    const [left, right] = [expected, actual].map(({ reports }) => reports.get(property.name) ?? []);
    const lost = left!.filter((one) => !right!.includes(one));
    const invented = right!.filter((one) => !left!.includes(one));
    if (lost.length + invented.length > 0)
      differences.push(`${text}\nlost ${lost.slice(0, 3)}\ninvented ${invented.slice(0, 3)}`);
  }
  return differences;
}
