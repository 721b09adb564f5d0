/**
 * Builds what the npm package ships: `dist/cli` from `src/`, `dist/runtime/rrv-runtime.jar` from
 * `runtime-java/src`, beside it the Java code of the property library, compiled, and `dist/maven/rrv-maven.jar`
 * from `maven/src`. What is up to date by content hash is skipped, so calling this again costs some
 * milliseconds. Safe to run from several processes at once.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { findJdk } from './jdk.mjs';
import { withLock } from './lock.mjs';
import { outliner } from './outline.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'dist');
/** Each source file compiled: what `dist/cli` is put together from, and what tests start parts of rrv with. */
const modules = join(root, '.cache', 'modules');
const load = (name) => import(pathToFileURL(join(modules, `${name}.js`)).href);
const runtimeJar = join(dist, 'runtime', 'rrv-runtime.jar');
const libraryBodiesJar = join(dist, 'runtime', 'library-bodies.jar');
const mavenJar = join(dist, 'maven', 'rrv-maven.jar');
const stampFile = join(dist, '.build-stamp.json');
/** Not in `dist`: who runs rrv, or copies it, reads all that is there. */
const lock = join(root, '.cache', 'build.lock');
/** What stays in `dist` when it is built anew: what earlier versions put there goes, as rrv takes all code in it for its own. */
const builtNames = ['cli', 'runtime', 'maven', '.build-stamp.json'];

/** Paths of all files below `folder` with one of the given endings, sorted. */
function filesBelow(folder, endings) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && endings.some((ending) => entry.name.endsWith(ending)))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function hashOf(files, salt) {
  const hash = createHash('sha256').update(salt);
  for (const file of files)
    hash.update(`\0${relative(root, file).split(sep).join('/')}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

function readStamp() {
  try {
    return JSON.parse(readFileSync(stampFile, 'utf8'));
  } catch {
    return {};
  }
}

function writeStamp(stamp) {
  const temporary = `${stampFile}.${process.pid}`;
  writeFileSync(temporary, `${JSON.stringify(stamp)}\n`);
  renameSync(temporary, stampFile);
}

/** Modules that hold facts as text, and the function of each that parses it. */
const factsModules = {
  'java-class-library': 'javaClassLibraryFacts',
  'quiet-library-code': 'quietLibraryCode',
};

/**
 * Puts the parsed facts where the compiled modules have the text: otherwise every run of rrv loads the parser and parses them,
 * which takes 2 percent of its time on 26 jars. What is undefined is left out, so it must mean the same as what is not there.
 */
async function parseFacts() {
  for (const [name, parser] of Object.entries(factsModules)) {
    const file = join(modules, 'residual', 'facts', `${name}.js`);
    const facts = (await load(`residual/facts/${name}`))[parser]();
    const json = JSON.stringify(JSON.stringify(facts));
    writeFileSync(file, `const facts = JSON.parse(${json});\nexport const ${parser} = () => facts;\n`);
  }
}

/** What the build does is part of what it makes. */
const self = fileURLToPath(import.meta.url);

async function buildTypeScript(stamp, log) {
  const sources = filesBelow(join(root, 'src'), ['.ts']);
  const configuration = ['tsconfig.json', 'tsconfig.build.json', 'package.json', 'package-lock.json'];
  const hash = hashOf([...sources, self, ...configuration.map((name) => join(root, name))], 'typescript');
  const isThere = [join(dist, 'cli', 'main.js'), join(modules, 'cli', 'main.js')].every(existsSync);
  if (stamp.typescript === hash && isThere) return;
  log('compiling src to dist');
  rmSync(modules, { recursive: true, force: true });
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const run = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (run.status !== 0) throw new Error(`tsc failed:\n${run.stdout}${run.stderr}`);
  await parseFacts();
  await bundle();
  stamp.typescript = hash;
  writeStamp(stamp);
}

/**
 * Puts the modules that one step of rrv loads into one file: Node takes a fifth of a short run to find and load four hundred of them. What rrv
 * depends on is installed beside it, and no part of them.
 */
async function bundle() {
  const made = mkdtempSync(join(dist, '.cli-'));
  try {
    const { build: rolldown } = await import('rolldown');
    await rolldown({
      input: ['main', 'command-worker'].map((name) => join(modules, 'cli', `${name}.js`)),
      platform: 'node',
      external: (id) => !id.startsWith('.') && !isAbsolute(id),
      logLevel: 'warn',
      output: { dir: made, format: 'esm', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    });
    // A directory for what is temporary is closed to others, and whoever may read the checkout may run rrv.
    chmodSync(made, 0o777 & ~process.umask());
    for (const name of readdirSync(dist))
      if (!builtNames.includes(name) && join(dist, name) !== made)
        rmSync(join(dist, name), { recursive: true, force: true });
    rmSync(join(dist, 'cli'), { recursive: true, force: true });
    renameSync(made, join(dist, 'cli'));
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

/** Runs javac; throws an Error with what it says when it has anything to say. */
function compile(...args) {
  const options = ['-g', '-proc:none', '-Xlint:all,-options,-processing', '-Werror'];
  try {
    execFileSync(findJdk().javac, [...options, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    throw new Error(`javac failed:\n${error.stdout ?? ''}${error.stderr ?? error.message}`);
  }
}

async function buildRuntime(stamp, log) {
  const sources = filesBelow(join(root, 'runtime-java', 'src'), ['.java']);
  const descriptor = join(root, 'runtime-java', 'module', 'module-info.java');
  const writer = join(modules, 'archive', 'zip-writer.js');
  const makers = [
    writer,
    ...filesBelow(join(modules, 'classfile'), ['.js']),
    join(root, 'scripts', 'outline.mjs'),
  ];
  const hash = hashOf([...sources, descriptor, ...makers, self], 'runtime');
  if (stamp.runtime === hash && existsSync(runtimeJar)) return;
  log('compiling runtime-java to dist/runtime/rrv-runtime.jar');
  const classes = mkdtempSync(join(dist, '.runtime-'));
  try {
    compile('--release', '8', '-d', classes, ...sources);
    // Java 8 does not look there.
    const versioned = join(classes, 'META-INF', 'versions', '9');
    compile('--release', '9', '--patch-module', `rrv.runtime=${classes}`, '-d', versioned, descriptor);
    const { writeZip, newEntry } = await load('archive/zip-writer');
    const version = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;
    const manifest = [
      'Manifest-Version: 1.0',
      'Multi-Release: true',
      'Implementation-Title: rrv-runtime',
      `Implementation-Version: ${version}`,
      '',
      '',
    ].join('\r\n');
    const entries = [newEntry('META-INF/MANIFEST.MF', Buffer.from(manifest))];
    const outlined = await outliner(load);
    for (const file of filesBelow(classes, ['.class'])) {
      const name = relative(classes, file).split(sep).join('/');
      entries.push(newEntry(name, outlined(readFileSync(file))));
    }
    writeJar(runtimeJar, writeZip(entries));
  } finally {
    rmSync(classes, { recursive: true, force: true });
  }
  stamp.runtime = hash;
  writeStamp(stamp);
}

/** Compiled against our own signatures of Maven's API: what sets rrv up has no Maven, and asks no repository of Maven's. */
async function buildMavenExtension(stamp, log) {
  const folder = join(root, 'maven');
  const signatures = filesBelow(join(folder, 'api'), ['.java']);
  const sources = filesBelow(join(folder, 'src'), ['.java']);
  const components = join(folder, 'src', 'META-INF', 'sisu', 'javax.inject.Named');
  const writer = join(modules, 'archive', 'zip-writer.js');
  const hash = hashOf([...signatures, ...sources, components, writer, self], 'maven');
  if (stamp.maven === hash && existsSync(mavenJar)) return;
  log('compiling maven to dist/maven/rrv-maven.jar');
  const made = mkdtempSync(join(dist, '.maven-'));
  try {
    const [api, classes] = [join(made, 'api'), join(made, 'classes')];
    compile('--release', '8', '-d', api, ...signatures);
    compile('--release', '8', '--class-path', api, '-d', classes, ...sources);
    const { writeZip, newEntry } = await load('archive/zip-writer');
    const entries = [newEntry('META-INF/sisu/javax.inject.Named', readFileSync(components))];
    for (const file of filesBelow(classes, ['.class']))
      entries.push(newEntry(relative(classes, file).split(sep).join('/'), readFileSync(file)));
    writeJar(mavenJar, writeZip(entries));
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
  stamp.maven = hash;
  writeStamp(stamp);
}

/** All of it or nothing. */
function writeJar(file, pieces) {
  mkdirSync(dirname(file), { recursive: true });
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, Buffer.concat([...pieces]));
  renameSync(temporary, file);
}

/**
 * Compiles the Java code of the library's properties, which takes javac a second: more than the rest of a run on a small
 * program. What has not changed is known by the names of its classes.
 */
async function buildLibraryBodies(stamp, log) {
  const hash = `${stamp.typescript} ${stamp.runtime}`;
  if (stamp.libraryBodies === hash && existsSync(libraryBodiesJar)) return;
  const { libraryTexts, libraryProperty } = await load('property/library/index');
  const { bodySources } = await load('instrument/unit/body-classes');
  const { javaCompiler } = await load('cli/java/java-compiler');
  const { runtimeClassesIn } = await load('cli/java/runtime-classes');
  const { writeZip, newEntry } = await load('archive/zip-writer');
  log('compiling the Java code of the property library to dist/runtime/library-bodies.jar');
  const { sources } = bodySources([...libraryTexts.keys()].map(libraryProperty));
  const runtimeClasses = runtimeClassesIn(runtimeJar);
  const compile = javaCompiler({ jdkHome: findJdk().home, classPath: [], runtimeClasses });
  const entries = [...compile(sources)].map(([name, bytes]) => newEntry(name, bytes));
  writeJar(libraryBodiesJar, writeZip(entries));
  stamp.libraryBodies = hash;
  writeStamp(stamp);
}

/** Brings `dist/` up to date. `log` gets one line per step that had to be done. */
export async function build(log = (line) => console.error(`build: ${line}`)) {
  for (const folder of [dist, dirname(lock)]) mkdirSync(folder, { recursive: true });
  await withLock(lock, async () => {
    const stamp = readStamp();
    await buildTypeScript(stamp, log);
    await buildRuntime(stamp, log);
    await buildMavenExtension(stamp, log);
    await buildLibraryBodies(stamp, log);
  });
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(realpathSync(process.argv[1])).href) {
  try {
    await build();
  } catch (error) {
    console.error(`build: ${error.message}`);
    process.exitCode = 2;
  }
}
