import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { compileJava, type Jdk } from '../../test/support/jdk.ts';
import { repositoryRoot } from '../../test/support/repository.ts';
import { rrv } from '../dacapo/rrv.ts';
import { summary } from '../dacapo/statistics.ts';

/** Name, and the options that it is instrumented with; none for the program as it is. */
const variants: Readonly<Record<string, readonly string[] | undefined>> = {
  plain: undefined,
  none: ['--analysis', 'none'],
  sound: [],
};
/** The properties that the loops of a kind are instrumented with. */
const kinds: Readonly<Record<string, readonly string[]>> = {
  collections: ['SafeIterator', 'SafeMapIterator'],
  iterators: ['SafeHasNext'],
};

/**
 * Loops whose points the analysis cannot remove, instrumented by the command line: nanoseconds of processor time for one of ten elements,
 * the median of processes in turn. A table for each kind.
 */
export function wovenLoopsTable(jdk: Jdk, folder: string, processes: number): string {
  return Object.keys(kinds)
    .map((kind) => tableOf(kind, jdk, folder, processes))
    .join('\n');
}

function tableOf(kind: string, jdk: Jdk, folder: string, processes: number): string {
  const properties = kinds[kind]!;
  const work = join(folder, 'loops');
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  const source = join(repositoryRoot(), 'benchmarks', 'runtime', 'loops', 'Loops.java');
  mkdirSync(join(work, 'plain'));
  compileJava(jdk, [source], join(work, 'plain'), ['--release', '8', '-Xlint:-options']);
  for (const [name, options] of Object.entries(variants)) {
    if (options === undefined) continue;
    const args = [join(work, 'plain'), '--prop', properties.join(), '--output', join(work, name), ...options];
    const run = rrv(['instrument', ...args]);
    if (run.status !== 0) throw new Error(run.stderr);
  }
  const figures = new Map<string, Map<string, number[]>>();
  for (let process = 0; process < processes; process++)
    for (const variant of Object.keys(variants)) {
      const args = ['-Drrv.quiet=true', '-cp', join(work, variant), 'Loops', '8', '150', kind];
      const run = spawnSync(join(jdk.home, 'bin', 'java'), args, { encoding: 'utf8' });
      if (run.status !== 0) throw new Error(run.stderr);
      for (const line of run.stdout.trim().split('\n')) {
        const [loop, nanoseconds] = line.split('\t');
        const ofLoop = figures.get(loop!) ?? new Map<string, number[]>();
        figures.set(loop!, ofLoop);
        ofLoop.set(variant, [...(ofLoop.get(variant) ?? []), Number(nanoseconds)]);
      }
    }
  return [
    `Loops of ten elements, instrumented by the command line (${properties.join(' and ')}), nanoseconds of processor time per loop, median of ${processes} processes in turn:`,
    '',
    `| loop over | ${Object.keys(variants).join(' | ')} |`,
    `|---|${Object.keys(variants)
      .map(() => '---')
      .join('|')}|`,
    ...[...figures].map(
      ([loop, ofLoop]) =>
        `| ${loop} | ${[...ofLoop.values()].map((all) => summary(all).median.toFixed(0)).join(' | ')} |`,
    ),
    '',
  ].join('\n');
}
