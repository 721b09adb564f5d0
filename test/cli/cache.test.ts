import { spawn, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { concatenate } from '../../src/archive/concatenate.ts';
import { newEntry, writeZip } from '../../src/archive/zip-writer.ts';
import { builtCli, rrv } from '../support/cli.ts';
import { compileJava, compileSources, defaultJdk } from '../support/jdk.ts';
import { repositoryRoot } from '../support/repository.ts';

const folder = mkdtempSync(join(tmpdir(), 'rrv-cli-cache-'));
const cache = join(folder, 'cache');
const [app, library] = [join(folder, 'app.jar'), join(folder, 'library.jar')];
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Packs a class compiled from source. */
function jar(to: string, name: string, source: string, classPath: string): void {
  const work = mkdtempSync(join(folder, 'src-'));
  writeFileSync(join(work, `${name}.java`), source);
  compileJava(defaultJdk(), [join(work, `${name}.java`)], join(work, 'out'), ['-g', '-cp', classPath]);
  const entry = newEntry(`${name}.class`, readFileSync(join(work, 'out', `${name}.class`)));
  writeFileSync(to, concatenate([...writeZip([entry])]));
}

function libraryThat(does: string): void {
  const source = `public class Library { public static void look(java.util.Iterator<?> i, Object[] box) { ${does} } }`;
  jar(library, 'Library', source, folder);
}

beforeAll(() => {
  libraryThat('');
  const loop = 'Library.look(i, box); while (i.hasNext()) i.next();';
  const source = `public class App { void run(java.util.List<String> l, Object[] box) { java.util.Iterator<String> i = l.iterator(); ${loop} } }`;
  jar(app, 'App', source, library);
});

const common = [app, '--prop', 'SafeHasNext,SafeIterator', '--class-path', library];
let count = 0;

/** The output's bytes and the report. */
function instrument(options: readonly string[] = []): readonly string[] {
  const output = join(folder, `out${count++}.jar`);
  const run = rrv(['instrument', ...common, '-o', output, '--json', ...options]);
  expect(run.stderr.replaceAll(output, '')).not.toContain('RRV_');
  expect(run.status).toBe(0);
  return [readFileSync(output, 'base64'), run.stdout];
}

test('a cache in an output that is written anew is refused, and nothing is left', () => {
  const loop = 'class Loop { void run(java.util.Iterator<?> i) { while (i.hasNext()) i.next(); } }';
  const input = join(folder, 'classes');
  compileSources({ 'Loop.java': loop }, join(folder, 'sources'), input);
  const output = join(folder, 'instrumented');
  const run = rrv([
    'instrument',
    input,
    '--prop',
    'SafeHasNext',
    '-o',
    output,
    '--cache',
    join(output, 'cache'),
  ]);
  expect(run).toMatchObject({ status: 2, stdout: '' });
  expect(run.stderr).toContain('is in the output');
  expect(existsSync(output)).toBe(false);
});

test('with and without --cache the bytes are the same, and so are they when nothing changed', () => {
  const plain = instrument();
  expect(instrument(['--cache', cache])).toEqual(plain);
  const files = readdirSync(cache).sort();
  const written = files.map((name) => statSync(join(cache, name)).mtimeMs);
  expect(files.length).toBeGreaterThan(1);
  expect(instrument(['--cache', cache])).toEqual(plain);
  expect(files.map((name) => statSync(join(cache, name)).mtimeMs)).toEqual(written);
  expect(readdirSync(cache).sort()).toEqual(files);
});

test('another build of rrv takes nothing from it', () => {
  const own = join(folder, 'builds');
  const [one, other] = ['one', 'other'].map((name) => {
    const copy = join(folder, `build-${name}`);
    cpSync(dirname(dirname(builtCli())), join(copy, 'dist'), { recursive: true });
    copyFileSync(join(repositoryRoot(), 'package.json'), join(copy, 'package.json'));
    symlinkSync(join(repositoryRoot(), 'node_modules'), join(copy, 'node_modules'));
    return join(copy, 'dist/cli/main.js');
  }) as [string, string];
  appendFileSync(other, '// another build\n');
  const reads = (cli: string): boolean => {
    const run = spawnSync(process.execPath, [cli, 'analyze', ...common, '--cache', own, '--verbose'], {
      encoding: 'utf8',
    });
    expect(run.status).toBe(0);
    return run.stderr.includes('reading: ');
  };
  expect([one, one, other, other].map(reads)).toEqual([true, false, true, false]);
});

test('a library that changed is looked into again', () => {
  instrument(['--cache', cache]);
  const before = instrument();
  libraryThat('box[0] = i;');
  const after = instrument();
  expect(after[0]).not.toBe(before[0]);
  expect(instrument(['--cache', cache])).toEqual(after);
});

test('damaged files of the cache are passed over', () => {
  const plain = instrument();
  instrument(['--cache', cache]);
  for (const [index, name] of readdirSync(cache).entries()) {
    const file = join(cache, name);
    const bytes = readFileSync(file);
    if (index % 3 === 0) writeFileSync(file, bytes.subarray(0, bytes.length >> 1));
    else if (index % 3 === 1) writeFileSync(file, '');
    else {
      bytes[bytes.length - 9]! ^= 1;
      writeFileSync(file, bytes);
    }
  }
  expect(instrument(['--cache', cache])).toEqual(plain);
});

test('two runs may share a new cache at the same time', async () => {
  const shared = join(folder, 'shared', 'cache');
  const plain = instrument();
  const runs = [1, 2].map((number) => {
    const output = join(folder, `both${number}.jar`);
    const args = [builtCli(), 'instrument', ...common, '-o', output, '--cache', shared, '--quiet'];
    const child = spawn(process.execPath, args, { stdio: 'ignore' });
    return new Promise<string>((done) =>
      child.on('exit', (status) => done(status === 0 ? readFileSync(output, 'base64') : `status ${status}`)),
    );
  });
  expect(await Promise.all(runs)).toEqual([plain[0], plain[0]]);
  expect(readdirSync(shared).filter((name) => !name.endsWith('.rrvcache'))).toEqual([]);
  expect(instrument(['--cache', shared])).toEqual(plain);
});

test('a cache that cannot be made is an error of its own', () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  // Linux says of /proc/x that it cannot be made because there is no such directory.
  for (const path of [
    file,
    join(file, 'cache'),
    ...(existsSync('/proc/self') ? ['/proc/x', '/proc/x/y'] : []),
  ]) {
    const run = rrv(['analyze', ...common, '--cache', path]);
    expect(run.status).toBe(2);
    expect(run.stderr).toContain('RRV_CACHE_UNUSABLE');
  }
});
