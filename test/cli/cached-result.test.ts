import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { gzip } from '../../src/archive/tar.ts';
import { instrumentCommand } from '../../src/cli/commands/instrument.ts';
import { jobDefaults } from '../../src/cli/options/job-options.ts';
import type { Terminal } from '../../src/cli/terminal.ts';
import { RrvError } from '../../src/diagnostics.ts';
import { jarOf } from '../support/jar.ts';
import { compileSources } from '../support/jdk.ts';
import { tarOf } from '../support/tar.ts';

/** Two classes with points; Part is compiled against a library that is not there. */
const sources = {
  'Main.java':
    'public class Main { public static void main(String[] a) { for (int i : java.util.List.of(1)) System.out.println(i); } }',
  'a/Part.java':
    'package a; public class Part extends Gone { Object last(java.util.Iterator<?> i) { return i.hasNext() ? i.next() : null; } }',
  'a/Gone.java': 'package a; public class Gone { }',
};
const root = mkdtempSync(join(tmpdir(), 'rrv-cached-result-'));
const text = (content: string): Uint8Array => new TextEncoder().encode(content);
const classOf = (name: string): Uint8Array => readFileSync(join(root, 'classes', `${name}.class`));
let folder: string;
const file = (name: string): string => join(folder, name);

beforeAll(() => compileSources(sources, join(root, 'src'), join(root, 'classes'), ['-g']));
afterAll(() => rmSync(root, { recursive: true, force: true }));
beforeEach(() => {
  folder = mkdtempSync(join(root, 'case-'));
});

type Options = Parameters<typeof instrumentCommand.run>[0];

/** Without analysis: what is kept of a result does not depend on it. */
const defaults: Omit<Options, 'inputs' | 'output'> = {
  ...jobDefaults,
  ...{
    prop: ['SafeHasNext,SafeIterator'],
    analysis: 'none',
    classPath: [],
    safeList: [],
    threads: 'confined',
  },
  ...{
    entry: ['all'],
    reflection: [],
    reflectionOf: [],
    limit: [],
    jdk: undefined,
    experimental: false,
    allowEmpty: false,
    json: true,
  },
  ...{ inPlace: false, runtime: 'embed', audit: false, quiet: undefined, verbose: true, color: undefined },
};

/** What a run leaves and says. `reused`: the program was not looked at. */
interface Outcome {
  readonly status: number | string;
  readonly said: readonly unknown[];
  readonly files: Readonly<Record<string, string>>;
  readonly reused: boolean;
}

/** Runs `rrv instrument` in this process. The output is removed again. */
async function run(
  input: string,
  options: Partial<Options> = {},
  environment: NodeJS.ProcessEnv = process.env,
): Promise<Outcome> {
  const output = options.inPlace === true ? undefined : file(`out-${input}`);
  const said: unknown[] = [];
  let reused = true;
  const say = (what: unknown): number => said.push(what);
  const terminal: Terminal = {
    ...{
      verbosity: 'verbose',
      dataColumns: Infinity,
      talkColumns: Infinity,
      showsProgress: false,
      data: say,
      say,
      diagnostic: say,
      progress: () => {},
    },
    detail: (line) => {
      if (line.startsWith('reading: ')) reused = false;
    },
  };
  let status: number | string;
  try {
    const all = { ...defaults, inputs: [file(input)], output, ...options };
    status = await instrumentCommand.run(all, { terminal, environment });
  } catch (error) {
    if (!(error instanceof RrvError)) throw error;
    status = error.diagnostic.code;
  }
  const files = filesOf(output ?? file(input));
  if (output !== undefined) rmSync(output, { recursive: true, force: true });
  return { status, said, files, reused };
}

function filesOf(path: string): Record<string, string> {
  if (!existsSync(path)) return {};
  if (!statSync(path).isDirectory()) return { '': readFileSync(path, 'base64') };
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' }).sort();
  const isFile = (name: string): boolean => statSync(join(path, name)).isFile();
  return Object.fromEntries(
    names.filter(isFile).map((name) => [name, readFileSync(join(path, name), 'base64')]),
  );
}

const withCache = (options: Partial<Options> = {}): Partial<Options> => ({
  ...options,
  cache: file('cache'),
});

/** Runs with the cache twice: both as without it, and the second takes the result of the first. */
async function expectReuse(input: string, options: Partial<Options> = {}): Promise<Outcome> {
  const plain = await run(input, options);
  expect(await run(input, withCache(options))).toEqual({ ...plain, reused: false });
  expect(await run(input, withCache(options))).toEqual({ ...plain, reused: true });
  return plain;
}

async function expectNoReuse(
  input: string,
  options: Partial<Options> = {},
  environment: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  const plain = await run(input, options, environment);
  expect(await run(input, withCache(options), environment)).toEqual({ ...plain, reused: false });
}

const app = (): Uint8Array => jarOf({ 'Main.class': classOf('Main'), 'META-INF/INDEX.LIST': text('') });
const part = (): Uint8Array => jarOf({ 'a/Part.class': classOf('a/Part') });

const factsAbout = (type: string): string => `version: 1\nsafe:\n  - class: ${type}\n    because: test\n`;

describe('the result of an earlier run is taken for', () => {
  test('a jar, with warnings', async () => {
    writeFileSync(
      file('app.jar'),
      jarOf({ 'Main.class': classOf('Main'), 'a/Part.class': classOf('a/Part') }),
    );
    writeFileSync(file('facts.yaml'), factsAbout('no.such.Type'));
    const { said, status } = await expectReuse('app.jar', { safeList: [file('facts.yaml')] });
    for (const code of ['RRV_CLASS_MISSING', 'RRV_FACT_UNUSED'])
      expect(said).toContainEqual(expect.objectContaining({ code }));
    expect(status).toBe(0);
  });

  test('an archive in an archive, until a byte in there changes', async () => {
    const war = (note: string): Uint8Array =>
      jarOf({
        'WEB-INF/classes/Main.class': classOf('Main'),
        'WEB-INF/lib/part.jar': jarOf({ 'a/Part.class': classOf('a/Part'), note: text(note) }),
      });
    writeFileSync(file('app.war'), war('one'));
    await expectReuse('app.war');
    writeFileSync(file('app.war'), war('two'));
    await expectNoReuse('app.war');
  });

  test('a directory with a jar, until a file that is no class changes', async () => {
    mkdirSync(file('app/lib'), { recursive: true });
    cpSync(join(root, 'classes/Main.class'), file('app/Main.class'));
    writeFileSync(file('app/lib/part.jar'), part());
    writeFileSync(file('app/note.txt'), 'one');
    symlinkSync('nowhere', file('app/link'));
    await expectReuse('app');
    writeFileSync(file('app/note.txt'), 'two');
    await expectNoReuse('app');
    cpSync(file('app/note.txt'), file('app/more.txt'));
    await expectNoReuse('app');
    renameSync(file('app/more.txt'), file('app/most.txt'));
    await expectNoReuse('app');
    writeFileSync(file('app/lib/part.jar'), app());
    await expectNoReuse('app');
  });

  test('a distribution, until one of its jars changes', async () => {
    const distribution = async (jar: Uint8Array): Promise<Uint8Array> =>
      gzip(await tarOf([{ name: 'app/app.jar', data: jar }]));
    writeFileSync(file('app.tgz'), await distribution(app()));
    await expectReuse('app.tgz');
    writeFileSync(file('app.tgz'), await distribution(part()));
    await expectNoReuse('app.tgz');
  });

  test('a class', async () => {
    cpSync(join(root, 'classes/Main.class'), file('Main.class'));
    await expectReuse('Main.class');
    cpSync(join(root, 'classes/a/Part.class'), file('Main.class'));
    await expectNoReuse('Main.class');
  });

  test('the analyses', async () => {
    writeFileSync(file('app.jar'), app());
    await expectReuse('app.jar', { analysis: 'sound' });
  });
});

describe('the result of an earlier run is not taken with another', () => {
  const property = (message: string): string =>
    `import java.util.*; P(Iterator i) { event e before(Iterator i) : call(* Iterator+.next()) && target(i) { }
     ere : e e @match { System.out.println("${message}"); } }`;

  test('option, property text or text of facts', async () => {
    writeFileSync(file('app.jar'), app());
    writeFileSync(file('p.mop'), property('one'));
    writeFileSync(file('facts.yaml'), factsAbout('no.such.Type'));
    const options = { prop: [file('p.mop')], safeList: [file('facts.yaml')] };
    await expectReuse('app.jar', options);
    writeFileSync(file('p.mop'), property('two'));
    await expectNoReuse('app.jar', options);
    writeFileSync(file('facts.yaml'), factsAbout('no.such.Other'));
    await expectNoReuse('app.jar', options);
    const others: readonly Partial<Options>[] = [
      { exclude: ['b.**'] },
      { include: ['**'] },
      { include: ['Main'] },
      { threads: 'shared' },
      { audit: true },
      { runtime: 'external' },
      { allowEmpty: true },
      { experimental: true },
      { analysis: 'sound' },
      { analysis: 'sound', entry: ['main'] },
    ];
    for (const other of others) {
      await run('app.jar', withCache(options));
      await expectNoReuse('app.jar', { ...options, ...other });
    }
  });

  test('compiler, or class path for it', async () => {
    mkdirSync(file('app'), { recursive: true });
    cpSync(join(root, 'classes/Main.class'), file('app/Main.class'));
    writeFileSync(file('app/part.jar'), part());
    writeFileSync(file('library.jar'), jarOf({ 'a/Gone.class': classOf('a/Gone') }));
    const [library, inside] = [file('library.jar'), file('app/part.jar')];
    await expectReuse('app', { classPath: [library] });
    // What the input holds is no part of the class path, but the compiler looks there.
    await expectNoReuse('app', { classPath: [library, inside] });
    await expectNoReuse('app', { classPath: [inside, library] });
    await expectReuse('app', { classPath: [library] });
    await expectNoReuse('app', { classPath: [library] }, { ...process.env, _JAVA_OPTIONS: '-Xmx1g' });
    await expectReuse('app', { classPath: [library] });
    writeFileSync(library, part());
    await expectNoReuse('app', { classPath: [library] });
    await expectReuse('app', { classPath: [file('app/gone.jar')] });
  });
});

test('a run that fails leaves no result', async () => {
  writeFileSync(file('app.jar'), jarOf({ 'a/Gone.class': classOf('a/Gone') }));
  for (const _ of [1, 2]) expect(await run('app.jar', withCache())).toMatchObject({ status: 'RRV_NO_POINT' });
  expect(readdirSync(file('cache'))).toEqual([]);
});

test('a file that is not read may be unreadable', async () => {
  mkdirSync(file('app'));
  cpSync(join(root, 'classes/Main.class'), file('app/Main.class'));
  writeFileSync(file('app/secret'), '');
  chmodSync(file('app/secret'), 0);
  const inPlace = { classPath: [file('app/secret')], inPlace: true };
  expect(await run('app', withCache(inPlace))).toMatchObject({ status: 0 });
});

test('--in-place: the result is that of the input as it was', async () => {
  const instrument = (options: Partial<Options>): Promise<Outcome> => {
    writeFileSync(file('app.jar'), app());
    return run('app.jar', { ...options, inPlace: true });
  };
  const plain = await instrument({});
  expect(plain.status).toBe(0);
  expect(await instrument(withCache())).toEqual({ ...plain, reused: false });
  expect(await instrument(withCache())).toEqual({ ...plain, reused: true });
  // Now the input is the output of the run before.
  const again = await run('app.jar', withCache({ inPlace: true }));
  expect(again).toMatchObject({ status: 'RRV_ALREADY_INSTRUMENTED' });
});

test('a cache in the input is a part of it', async () => {
  mkdirSync(file('app'));
  cpSync(join(root, 'classes/Main.class'), file('app/Main.class'));
  const first = await run('app', { cache: file('app/cache') });
  expect(first).toMatchObject({ status: 0, reused: false });
  expect(await run('app', { cache: file('app/cache') })).toMatchObject({ reused: false, said: first.said });
});

test.each([
  ['result', '{"changes":'],
  ['weaving', '{"asked":'],
])('a damaged %s is passed over, and the runs behind have a whole one', async (_, head) => {
  writeFileSync(file('app.jar'), app());
  const plain = await expectReuse('app.jar');
  const paths = readdirSync(file('cache')).map((name) => file(`cache/${name}`));
  const path = paths.find((one) => readFileSync(one).includes(head))!;
  const bytes = readFileSync(path);
  const key = bytes.indexOf('\n', 65) + 1;
  const spoilt = [0, 70, key, key + 9, bytes.length >> 1, bytes.length - 1].map((at) => {
    const copy = Buffer.from(bytes);
    copy[at]! ^= 1;
    return copy;
  });
  const cut = [0, 64, 66, key, bytes.length - 1].map((size) => bytes.subarray(0, size));
  for (const damaged of [...spoilt, ...cut]) {
    writeFileSync(path, damaged);
    expect(await run('app.jar', withCache())).toEqual({ ...plain, reused: false });
    expect(readFileSync(path).equals(bytes)).toBe(true);
  }
  expect(await run('app.jar', withCache())).toEqual({ ...plain, reused: true });
});
