/**
 * Throughput of src/classfile over all classes of a JDK, next to ASM's on the same bytes and in the same run:
 * reading, reading with all code decoded, and writing with an event before and after every call. MB are of the
 * classes read. The first round is a cold process; later ones are warm. CPU time counts all threads of the
 * process (the JVM compiles and collects in others). `npm run bench:classfile [-- <JDK release> [rounds]]`.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { openJImage } from '../../src/archive/jimage.ts';
import { readClassFile } from '../../src/classfile/class-file.ts';
import { readCode } from '../../src/classfile/code.ts';
import { insertEverywhere } from '../../test/classfile/insert-everywhere.ts';
import { fileAccess } from '../../test/support/file-access.ts';
import { compileJava, defaultJdk, jdkOfRelease } from '../../test/support/jdk.ts';
import { mavenJars } from '../../test/support/maven.ts';
import { repositoryRoot } from '../../test/support/repository.ts';

const release = Number(process.argv[2] ?? 17);
const rounds = Number(process.argv[3] ?? 4);
const jdk = jdkOfRelease(release);
if (jdk === undefined) throw new Error(`there is no JDK ${release} here`);

const image = openJImage(fileAccess(join(jdk.home, 'lib/modules')));
const classes = [...image.classNames()].map((name) => image.readClass(name)!);
const megabytes = classes.reduce((sum, bytes) => sum + bytes.length, 0) / 1e6;
console.log(`JDK ${release}: ${classes.length} classes, ${megabytes.toFixed(1)} MB`);

interface Row {
  readonly who: string;
  readonly what: string;
  readonly round: number;
  readonly wallSeconds: number;
  readonly cpuSeconds: number;
}

const tasks: Record<string, (bytes: Uint8Array) => number> = {
  read: (bytes) => readClassFile(bytes).methods.length,
  decode: (bytes) => {
    const file = readClassFile(bytes);
    let instructions = 0;
    for (const method of file.methods) instructions += readCode(file, method)?.instructions.length ?? 0;
    return instructions;
  },
  edit: (bytes) => {
    const { written, events } = insertEverywhere(readClassFile(bytes), 'rrv/Events');
    return written.ok ? events : 0;
  },
};

function ours(): Row[] {
  const rows: Row[] = [];
  for (let round = 1; round <= rounds; round++)
    for (const [what, task] of Object.entries(tasks)) {
      const cpu = process.cpuUsage();
      const start = performance.now();
      let result = 0;
      for (const bytes of classes) result += task(bytes);
      const wallSeconds = (performance.now() - start) / 1000;
      const { user, system } = process.cpuUsage(cpu);
      if (result === 0) throw new Error(what);
      rows.push({ who: 'rrv', what, round, wallSeconds, cpuSeconds: (user + system) / 1e6 });
    }
  return rows;
}

function asm(): Row[] {
  const directory = mkdtempSync(join(tmpdir(), 'rrv-bench-'));
  try {
    const container = Buffer.alloc(classes.reduce((sum, bytes) => sum + 4 + bytes.length, 0));
    let at = 0;
    for (const bytes of classes) {
      at = container.writeUInt32BE(bytes.length, at);
      container.set(bytes, at);
      at += bytes.length;
    }
    writeFileSync(join(directory, 'classes'), container);
    const jars = mavenJars({ artifacts: ['org.ow2.asm:asm:9.10.1'] });
    const driver = join(repositoryRoot(), 'benchmarks', 'classfile', 'AsmBenchmark.java');
    compileJava(defaultJdk(), [driver], directory, ['-cp', jars.join(delimiter)]);
    const output = execFileSync(
      join(defaultJdk().home, 'bin/java'),
      [
        '-cp',
        [directory, ...jars].join(delimiter),
        'AsmBenchmark',
        join(directory, 'classes'),
        String(rounds),
      ],
      { encoding: 'utf8' },
    );
    return output
      .trim()
      .split('\n')
      .map((line) => {
        const [what, round, wall, cpu] = line.split(' ');
        return {
          who: 'ASM',
          what: what!,
          round: Number(round),
          wallSeconds: Number(wall),
          cpuSeconds: Number(cpu),
        };
      });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

const rows = [...ours(), ...asm()];
const rate = (seconds: number) => String(Math.round(megabytes / seconds)).padStart(6);
const best = (some: readonly number[]) => Math.min(...some);
console.log('\nMB/s             first round         best later round');
console.log('                 wall    CPU        wall    CPU');
for (const what of Object.keys(tasks))
  for (const who of ['rrv', 'ASM']) {
    const mine = rows.filter((row) => row.what === what && row.who === who);
    const later = mine.slice(1);
    console.log(
      `${what.padEnd(8)}${who.padEnd(6)}${rate(mine[0]!.wallSeconds)} ${rate(mine[0]!.cpuSeconds)}      ` +
        `${rate(best(later.map((row) => row.wallSeconds)))} ${rate(best(later.map((row) => row.cpuSeconds)))}`,
    );
  }
