import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { builtCli } from '../support/cli.ts';
import { mavenJar } from '../support/maven.ts';

const folder = mkdtempSync(join(tmpdir(), 'rrv-hidden-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Hidden classes of objects that one access meets before there is one for each object. */
const limit = 300;

/** Accesses (`LoadIC,name,line:column`, as V8 writes them) that meet more hidden classes than that. */
function accessesByHiddenClass(...args: readonly string[]): string[] {
  const log = join(folder, 'ic.log');
  const flags = ['--log-ic', `--logfile=${log}`, '--no-logfile-per-isolate'];
  const output = join(folder, 'output');
  const run = spawnSync(process.execPath, [...flags, builtCli(), 'instrument', ...args, '-o', output]);
  expect(run.status).toBe(0);
  rmSync(output, { recursive: true, force: true });
  const hiddenClasses = new Map<string, Set<string>>();
  for (const line of readFileSync(log, 'latin1').split('\n')) {
    const [kind, , , row, column, , , map, name] = line.split(',');
    if (!kind!.endsWith('IC') || map === undefined) continue;
    const access = `${kind},${name},${row}:${column}`;
    const known = hiddenClasses.get(access);
    if (known === undefined) hiddenClasses.set(access, new Set([map]));
    else known.add(map);
  }
  return [...hiddenClasses].filter(([, maps]) => maps.size > limit).map(([access]) => access);
}

test.each([
  ['the open world', []],
  ['the closed world', ['--entry', 'org.**', '--reflection', 'none']],
  ['a cache', ['--cache', join(folder, 'cache')]],
])('no object has a hidden class of its own: %s', (_, options) => {
  const properties = ['--prop', 'SafeIterator,SafeListIterator,SafeMapIterator,SafeHasNext', ...options];
  // Those that loading our modules has; an application of few classes shows them.
  const ofModules = new Set(accessesByHiddenClass(mavenJar('org.hamcrest:hamcrest-core:1.3'), ...properties));
  const found = accessesByHiddenClass(mavenJar('xalan:xalan:2.7.1'), ...properties);
  expect(found.filter((access) => !ofModules.has(access))).toEqual([]);
});
