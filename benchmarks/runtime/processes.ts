import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Build } from './build.ts';

/** 200,000 rounds of one iterator, five hasNext, four next: plain, and with the four properties of the library. */
export function loopTable(build: Build): string {
  const report = `-Drrv.report=${join(build.work, 'loop.json')}`;
  const lines = [
    'The iterator loop as a whole process, 200,000 rounds (best of five):',
    '',
    '| program | wall s | user + system s |',
    '|---|---|---|',
  ];
  const programs: readonly (readonly [string, readonly string[]])[] = [
    ['plain', ['PlainLoop', '200000']],
    ['four properties, report written', [report, 'Loop', build.unit, '200000']],
    ['the same with one round', [report, 'Loop', build.unit, '1']],
  ];
  for (const [name, args] of programs) {
    const times = Array.from({ length: 5 }, () => timed(build, ['-cp', build.classes, ...args]));
    const wall = Math.min(...times.map((time) => time.wall)).toFixed(2);
    lines.push(`| ${name} | ${wall} | ${Math.min(...times.map((time) => time.cpu)).toFixed(2)} |`);
  }
  return `${lines.join('\n')}\n`;
}

export function shortLivedTable(build: Build, iterators: number): string {
  const lines = [
    `${iterators} short-lived iterators with ten events each, -Xmx64m:`,
    '',
    '| collector | wall s | user + system s | answer |',
    '|---|---|---|---|',
  ];
  for (const collector of ['G1GC', 'SerialGC', 'ParallelGC']) {
    const main = ['rrv.runtime.ShortLived', build.unit, String(iterators)];
    const options = ['-Xmx64m', `-XX:+Use${collector}`, '-cp', build.classes];
    const { wall, cpu, output } = timed(build, [...options, ...main]);
    lines.push(`| ${collector} | ${wall.toFixed(1)} | ${cpu.toFixed(1)} | ${output} |`);
  }
  return `${lines.join('\n')}\n`;
}

/** Wall and processor seconds of a Java process, by the shell, and what it printed. */
function timed(build: Build, args: readonly string[]): { wall: number; cpu: number; output: string } {
  const command = [join(build.jdk.home, 'bin', 'java'), ...args];
  const run = spawnSync('bash', ['-c', 'time -p "$@"', 'bash', ...command], { encoding: 'utf8' });
  if (run.status !== 0) throw new Error(run.stderr);
  const seconds = (name: string) => Number(new RegExp(`^${name} ([\\d.]+)$`, 'm').exec(run.stderr)?.[1]);
  return { wall: seconds('real'), cpu: seconds('user') + seconds('sys'), output: run.stdout.trim() };
}
