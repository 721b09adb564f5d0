import { execFileSync, spawn } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join, parse } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unitDefinition } from '../../src/instrument/unit/runtime-definition.ts';
import { readRunReport } from '../../src/report/violations/run-report.ts';
import { violationLines } from '../../src/report/violations/text.ts';
import { mergeRuns } from '../../src/report/violations/violation-report.ts';
import { compileSources, defaultJdk, runJava } from '../support/jdk.ts';
import { builtinProperties } from '../support/named-properties.ts';
import { javaSources, runtimeWorkspace, type Workspace } from './runtime-jar.ts';

const java = join(import.meta.dirname, 'java');
let space: Workspace;
let definition: string;

beforeAll(() => {
  space = runtimeWorkspace(javaSources(java));
  const text = unitDefinition({ rrvVersion: '1.2.3', analysis: 'sound', properties: builtinProperties });
  definition = space.file('unit.txt', text.join(''));
});
afterAll(() => space.remove());

interface Report {
  schemaVersion: number;
  rrvVersion: string;
  analysis: string;
  properties: {
    name: string;
    events: Record<string, number>;
    monitors: { created: number; collected: number; live: number };
    violations: { count: number; category: string; message: string; site: object; stackTrace: string[] }[];
  }[];
}

function drive(options: readonly string[], args: readonly string[] = [], environment = {}) {
  return runJava(
    space.jdk,
    [...options, '-cp', space.classes, 'IteratorDriver', definition, ...args],
    environment,
  );
}

function readReport(name: string): Report {
  return JSON.parse(readFileSync(join(space.folder, name), 'utf8')) as Report;
}

const lines = [
  'rrv: 3x error SafeIterator: the collection was updated after this iterator was created at a.b.Main.m(Main.java:42)',
  'rrv: 1x error SafeMapIterator: the map was updated after this iterator over its view was created at a.b.Main.m(Main.java:57)',
  'rrv: 1x error SafeMapIterator: the map was updated after this iterator over its view was created at a.b.Main.m(Main.java:58)',
  'rrv: 2x warning SafeHasNext: next() was called without hasNext() before it at a.b.Main.m(Main.java:60)',
];

describe('the report at exit', () => {
  it('comes out on the standard error of the process, also where a test runner has taken System.err', () => {
    const run = runJava(space.jdk, ['-cp', space.classes, 'TakenError', definition]);
    expect(run.stderr.trim().split('\n')).toEqual(lines);
    expect(run.stdout).toBe('');
  });

  // Windows has names of all letters whatever the locale.
  it.skipIf(process.platform === 'win32')(
    'is written where the name of the working directory has letters that the locale does not have',
    () => {
      const jörg = join(space.folder, 'Jörg');
      mkdirSync(jörg);
      symlinkSync('linked.json', join(jörg, 'link.json'));
      writeFileSync(join(jörg, 'linked.json'), 'old');
      for (const name of ['a.json', 'a.json', 'new/folder/b-%p.json', 'link.json']) {
        const args = [`-Drrv.report=${name}`, '-cp', space.classes, 'IteratorDriver', definition];
        const run = runJava(space.jdk, args, { LC_ALL: 'C' }, jörg);
        expect(run.stderr.trim().split('\n')).toEqual(lines);
      }
      const [made] = readdirSync(join(jörg, 'new', 'folder'));
      for (const name of ['a.json', `new/folder/${made}`, 'linked.json'])
        expect(readReport(join('Jörg', name)).properties.length).toBe(4);
      expect(lstatSync(join(jörg, 'link.json')).isSymbolicLink()).toBe(true);
      expect(readdirSync(jörg).sort()).toEqual(['a.json', 'link.json', 'linked.json', 'new']);
    },
  );

  // Java 24 and later have no security manager.
  const hasManager =
    (process.env.RRV_RUNTIME_ON !== undefined || defaultJdk().release < 24) && process.platform !== 'win32';
  it.runIf(hasManager).each([
    ['all', 'permission java.security.AllPermission;', lines, true],
    ['no', '', undefined, false],
  ])(
    'comes out where callers are allowed to do nothing, and the runtime %s',
    (name, granted, expected, isWritten) => {
      const callers = join(space.folder, `callers-${name}`);
      const caller =
        'public class Caller { public static void main(String[] a) throws Exception { IteratorDriver.main(a); } }';
      const forJava8 = ['--release', '8', '-cp', space.classes];
      compileSources({ 'Caller.java': caller }, join(callers, 'source'), join(callers, 'classes'), forJava8);
      const policy = space.file(
        `${name}.policy`,
        `grant codeBase "file:${space.classes}/" { ${granted} };\ngrant { permission java.io.FilePermission "<<ALL FILES>>", "read"; };\n`,
      );
      const report = join(space.folder, `managed-${name}.json`);
      const options = [
        '-Djava.security.manager',
        `-Djava.security.policy==${policy}`,
        `-Drrv.report=${report}`,
      ];
      const classPath = [join(callers, 'classes'), space.classes].join(delimiter);
      const run = runJava(space.jdk, [...options, '-cp', classPath, 'Caller', definition]);
      const said = run.stderr.split('\n').filter((line) => line.startsWith('rrv: '));
      expect(run.status).toBe(0);
      const refused = 'access denied ("java.';
      expect(said).toEqual(
        expected ?? [
          `rrv: no exit hook, so violations are printed as they come, each place once: ${refused}lang.RuntimePermission" "shutdownHooks")`,
          `rrv: settings cannot be read: ${refused}util.PropertyPermission" "rrv.report" "read")`,
          ...lines.map((line) => line.replace(/\d+x/, '1x')),
        ],
      );
      expect(existsSync(report)).toBe(isWritten);
    },
  );

  it.runIf(hasManager)('is made where the program is not shown the class loader above its own', () => {
    const launching = `import java.io.File; import java.net.*;
      public class Launching { public static void main(String[] a) throws Exception {
        URL[] urls = { new File(a[0]).toURI().toURL(), new File(a[1]).toURI().toURL() };
        Class.forName("Idling", true, new URLClassLoader(urls)).getMethod("start").invoke(null); } }`;
    const idling = `public class Idling extends rrv.runtime.Unit {
        protected String[] definition() { return new String[] {"rrv-unit\\t1\\nversion\\t0\\nanalysis\\tnone\\n"}; }
        protected String site(int index) { return null; }
        protected boolean isIdle() { return true; }
        public static void start() { rrv.runtime.Registry.register(new Idling()); } }`;
    const at = (name: string): string => join(space.folder, name, 'classes');
    const forJava8 = ['--release', '8', '-cp', space.classes];
    for (const [name, text] of Object.entries({ Launching: launching, Idling: idling }))
      compileSources({ [`${name}.java`]: text }, join(space.folder, name, 'source'), at(name), forJava8);
    const granted = `grant codeBase "file:${at('Launching')}/" { permission java.security.AllPermission; };\n`;
    const options = [
      '-Djava.security.manager',
      `-Djava.security.policy==${space.file('shown.policy', granted)}`,
    ];
    const program = ['-cp', at('Launching'), 'Launching', `${at('Idling')}/`, `${space.classes}/`];
    const said = runJava(space.jdk, [...options, ...program])
      .stderr.split('\n')
      .filter((line) => line.startsWith('rrv: '));
    expect(said.map((line) => line.slice(0, line.indexOf(':', 5)))).toEqual([
      'rrv: no exit hook, so violations are printed as they come, each place once',
      'rrv: settings cannot be read',
    ]);
  });

  it('is lost where the program has closed the standard error, but for the file', () => {
    const closing =
      'public class Closing { public static void main(String[] a) throws Exception { System.err.close(); IteratorDriver.main(a); } }';
    const classes = join(space.folder, 'closing');
    const forJava8 = ['--release', '8', '-cp', space.classes];
    compileSources({ 'Closing.java': closing }, join(classes, 'source'), classes, forJava8);
    const options = [
      `-Drrv.report=${join(space.folder, 'closed.json')}`,
      '-cp',
      [classes, space.classes].join(delimiter),
    ];
    const run = runJava(space.jdk, [...options, 'Closing', definition]);
    expect([run.status, run.stdout, run.stderr]).toEqual([0, '', '']);
    expect(readReport('closed.json').properties).toHaveLength(4);
  });

  it('stands in the directory of the start, whatever that is called', () => {
    const folder = join(space.folder, '100%% %p');
    mkdirSync(folder);
    const options = ['-Drrv.report=r%%.json', '-cp', space.classes];
    const run = runJava(space.jdk, [...options, 'IteratorDriver', definition], {}, folder);
    expect([run.status, readdirSync(folder)]).toEqual([0, ['r%.json']]);
  });

  it('has one line per site on stderr and everything in the file', () => {
    const run = drive([`-Drrv.report=${join(space.folder, 'r-%p.json')}`]);
    expect(run.stderr.trim().split('\n')).toEqual(lines);
    expect(run.status).toBe(0);
    const files = readdirSync(space.folder).filter((name) => name.startsWith('r-'));
    expect(files).toHaveLength(1);
    expect(files[0]).toMatch(/^r-\d+\.json$/);
    const report = readReport(files[0]!);
    expect([report.schemaVersion, report.rrvVersion, report.analysis]).toEqual([1, '1.2.3', 'sound']);
    expect(report.properties.map((property) => property.name)).toEqual(
      builtinProperties.map((property) => property.name),
    );
    const [iterator, , map, hasNext] = report.properties;
    expect(iterator!.events).toEqual({ create: 3, update: 1, next: 9 });
    expect(iterator!.monitors).toEqual({ created: 3, collected: 3, live: 0 });
    expect(map!.events).toEqual({ view: 3, create: 2, update: 1, next: 3 });
    // Two views, two iterators; the iterators' slices have reported for good.
    expect(map!.monitors).toEqual({ created: 4, collected: 2, live: 2 });
    expect(hasNext!.monitors).toEqual({ created: 2, collected: 0, live: 2 });
    const violation = iterator!.violations[0]!;
    expect(violation).toMatchObject({
      count: 3,
      category: 'match',
      message: 'the collection was updated after this iterator was created',
      site: { class: 'a.b.Main', method: 'm', descriptor: '()V', pc: 126, file: 'Main.java', line: 42 },
    });
    expect(violation.stackTrace).toHaveLength(1);
    expect(violation.stackTrace[0]).toMatch(/^IteratorDriver\.main\(IteratorDriver\.java:\d+\)$/);
  });

  it('is what rrv report reads, and its lines are the same', () => {
    const file = join(space.folder, 'read.json');
    expect(drive([`-Drrv.report=${file}`]).status).toBe(0);
    const { properties, runs } = mergeRuns([readRunReport(readFileSync(file, 'utf8'), file)]);
    expect(runs).toBe(1);
    const read = properties.flatMap(({ name, violations }) =>
      violationLines(name, violations).map((line) => `rrv: ${line}`),
    );
    // Runs that are put together need not have their properties in one order.
    expect(read.toSorted()).toEqual(lines.toSorted());
  });

  it('is written after System.exit, an uncaught exception and SIGTERM', async () => {
    const exit = drive([], ['exit'], { RRV_REPORT: join(space.folder, 'exit.json') });
    expect(exit.status).toBe(7);
    expect(readReport('exit.json').properties).toHaveLength(4);
    const thrown = drive([`-Drrv.report=${join(space.folder, 'throw.json')}`, '-Drrv.quiet=true'], ['throw']);
    expect(thrown.status).toBe(1);
    expect(thrown.stderr).not.toContain('rrv:');
    expect(readReport('throw.json').properties).toHaveLength(4);
    const killed = await new Promise<string>((resolve) => {
      const child = spawn(
        join(space.jdk.home, 'bin', 'java'),
        [
          `-Drrv.report=${join(space.folder, 'term.json')}`,
          '-cp',
          space.classes,
          'IteratorDriver',
          definition,
          'wait',
        ],
        { stdio: ['ignore', 'pipe', 'pipe'] },
      );
      let talk = '';
      child.stderr.on('data', (data) => {
        talk += data;
      });
      child.stdout.once('data', () => child.kill('SIGTERM'));
      child.once('close', () => resolve(talk));
    });
    expect(killed.trim().split('\n')).toEqual(lines);
    expect(readReport('term.json').properties[0]!.violations).toHaveLength(1);
  });

  it('leaves nothing half-written and says so when the place is not writable', () => {
    const blocked = space.file('plain', 'a file, not a folder');
    const run = drive([`-Drrv.report=${join(blocked, 'r.json')}`]);
    expect(run.status).toBe(0);
    expect(run.stderr).toContain('rrv: the report could not be written');
    expect(existsSync(join(space.folder, 'plain', 'r.json'))).toBe(false);
    expect(readdirSync(space.folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it.runIf(process.platform === 'linux')('names the file that was asked for, where none can be made', () => {
    const run = drive(['-Drrv.report=/proc/r.json']);
    expect(run.status).toBe(0);
    expect(run.stderr).toContain(
      'rrv: the report could not be written to /proc/r.json: java.io.FileNotFoundException: /proc/r.json (No such file or directory)\n',
    );
  });

  it('says so when the place is a directory, of which the root has no name', () => {
    const { root } = parse(space.folder);
    for (const place of [root, space.folder]) {
      const run = drive([`-Drrv.report=${place}`]);
      expect(run.status).toBe(0);
      expect(run.stderr).toContain(
        `rrv: the report could not be written to ${place}: java.io.FileNotFoundException: ${place} (Is a directory)\n`,
      );
    }
  });

  it.skipIf(process.platform === 'win32')(
    'leaves links and pipes where they are, and writes through them',
    () => {
      const target = space.file('target.json', '');
      const link = join(space.folder, 'link.json');
      symlinkSync(target, link);
      drive([`-Drrv.report=${link}`]);
      expect(lstatSync(link).isSymbolicLink()).toBe(true);
      expect(readReport('target.json').properties[0]!.violations).toHaveLength(1);
      const pipe = join(space.folder, 'pipe');
      const copy = join(space.folder, 'copy.json');
      const shell = spawn('sh', ['-c', `mkfifo "${pipe}" && cat "${pipe}" > "${copy}"`]);
      while (!existsSync(pipe)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
      drive([`-Drrv.report=${pipe}`]);
      expect(lstatSync(pipe).isFIFO()).toBe(true);
      return new Promise<void>((done) => shell.on('exit', () => done())).then(() =>
        expect(readReport('copy.json').properties[0]!.violations).toHaveLength(1),
      );
    },
  );

  it.skipIf(process.platform === 'win32')(
    'is written where a link leads to that has nothing there yet',
    () => {
      for (const [name, leads] of [
        ['first.json', 'second.json'],
        ['second.json', 'store/new.json'],
      ] as const)
        symlinkSync(leads, join(space.folder, name));
      drive([`-Drrv.report=${join(space.folder, 'first.json')}`]);
      for (const name of ['first.json', 'second.json'])
        expect(lstatSync(join(space.folder, name)).isSymbolicLink()).toBe(true);
      expect(readReport('store/new.json').properties[0]!.violations).toHaveLength(1);
      expect(readdirSync(join(space.folder, 'store'))).toEqual(['new.json']);
      symlinkSync('loop.json', join(space.folder, 'loop.json'));
      const loop = drive([`-Drrv.report=${join(space.folder, 'loop.json')}`]);
      expect(loop.stderr).toContain('rrv: the report could not be written');
      expect(lstatSync(join(space.folder, 'loop.json')).isSymbolicLink()).toBe(true);
    },
  );

  it('may have a name as long as the system lets it be', () => {
    const name = `${'r'.repeat(250)}.json`;
    drive([`-Drrv.report=${join(space.folder, name)}`]);
    expect(readReport(name).properties[0]!.violations).toHaveLength(1);
  });

  it('obeys rrv.onViolation', () => {
    const thrown = drive(['-Drrv.onViolation=throw']);
    expect(thrown.status).toBe(1);
    expect(thrown.stderr).toContain(
      'rrv.runtime.ViolationException: SafeIterator error at a.b.Main.m(Main.java:42): the collection was updated',
    );
    const ended = drive(['-Drrv.onViolation=exit']);
    expect(ended.status).toBe(1);
    expect(ended.stderr).toContain('SafeIterator');
  });

  it('says which settings have values without a meaning, and goes on without them', () => {
    const run = drive(
      [
        '-Drrv.onViolation=fail',
        '-Drrv.maxSites=many',
        '-Drrv.maxTraces=-1',
        '-Drrv.engine=x',
        '-Drrv.debug=1',
      ],
      [],
      {
        RRV_QUIET: '1',
        RRV_REPORT: '',
      },
    );
    expect(run.status).toBe(0);
    expect(run.stderr.trim().split('\n')).toEqual([
      ...lines,
      'rrv: rrv.quiet is false or true, not 1: taken as false',
      'rrv: rrv.onViolation is report, throw or exit, not fail: taken as report',
      'rrv: rrv.maxSites is a number from 0 on, not many: taken as 10000',
      'rrv: rrv.maxTraces is a number from 0 on, not -1: taken as 1000',
      'rrv: rrv.engine is fastest or general, not x: taken as fastest',
      'rrv: rrv.debug is false or true, not 1: taken as false',
    ]);
    expect(drive(['-Drrv.onViolation=THROW']).status).toBe(1);
    expect(drive(['-Drrv.onViolation=']).stderr.trim().split('\n')).toEqual(lines);
  });

  it('takes a property that is set to nothing for the default, whatever the variable says', () => {
    const unwanted = join(space.folder, 'unwanted.json');
    const environment = { RRV_REPORT: unwanted, RRV_QUIET: 'true', RRV_ON_VIOLATION: 'throw' };
    const run = drive(['-Drrv.report=', '-Drrv.quiet=', '-Drrv.onViolation='], [], environment);
    expect([run.status, run.stderr.trim().split('\n')]).toEqual([0, lines]);
    expect(existsSync(unwanted)).toBe(false);
  });

  it('says which names are no settings, and what may be meant', () => {
    const misspelt = ['-Drrv.reprot=r.json', '-Drrv.onviolation=throw', '-Drrv.maxSite=1', '-Drrv.a\nb=1'];
    const known = ['-Drrv.debug=true', '-Drrvsettings=1', '-Drrv.maxFrames=7'];
    const environment = {
      RRV_MAXSITES: '1',
      RRV_REPROT: 'r.json',
      // Somebody's own.
      ...{ RRV_RANDOM_COUNT: '3', RRV_REPORTS: 'r', RRV_RUNTIME_ON: 'x', RRV_EDITS: '1', RRV_DEBUG: '1' },
    };
    const run = drive([...misspelt, ...known], [], environment);
    expect(run.status).toBe(0);
    expect(run.stderr.trim().split('\n')).toEqual([
      ...lines,
      'rrv: rrv.a b is no setting',
      'rrv: rrv.maxSite is no setting: did you mean rrv.maxSites?',
      'rrv: rrv.onviolation is no setting: did you mean rrv.onViolation?',
      'rrv: rrv.reprot is no setting: did you mean rrv.report?',
      'rrv: RRV_MAXSITES is no setting: did you mean RRV_MAX_SITES?',
      'rrv: RRV_REPROT is no setting: did you mean RRV_REPORT?',
    ]);
    expect(drive([...misspelt, '-Drrv.quiet=true']).stderr).toBe('');
  });

  it('says nothing of names where the properties do not tell theirs', () => {
    const run = runJava(space.jdk, ['-Drrv.reprot=x', '-cp', space.classes, 'OwnProperties', definition]);
    expect(run.stderr.trim().split('\n')).toEqual(lines);
  });

  it('has places without file or line, and names of any letters, as they are', () => {
    const options = [`-Drrv.report=${join(space.folder, 'odd.json')}`, '-cp', space.classes];
    // The file is in UTF-8 whatever the JVM writes in.
    const encodings = ['file.encoding=ISO-8859-1', 'stderr.encoding=UTF-8', 'sun.stderr.encoding=UTF-8'];
    const run = runJava(
      space.jdk,
      [...encodings.map((encoding) => `-D${encoding}`), ...options, 'OddNames', definition],
      { LC_ALL: 'C.UTF-8' },
    );
    const told = 'rrv: 1x warning SafeHasNext: next() was called without hasNext() before it at';
    expect(run.stderr.trim().split('\n')).toEqual([
      `${told} p.NoFile.m(Unknown Source)`,
      // Two places, which nobody could tell apart.
      `${told.replace('1x', '2x')} p.NoLine.m(NoLine.java)`,
      `${told} p.Odd"\\? ?ä.m\u2028(Odd.java:0)`,
    ]);
    const descriptor = '()V';
    expect(readReport('odd.json').properties[3]!.violations.map(({ site }) => site)).toEqual([
      { class: 'p.NoFile', method: 'm', descriptor, pc: 1 },
      { class: 'p.NoLine', method: 'm', descriptor, pc: 2, file: 'NoLine.java' },
      { class: 'p.NoLine', method: 'm', descriptor, pc: 5, file: 'NoLine.java' },
      { class: 'p.Odd"\\\u0001\n\ud800ä', method: 'm\u2028', descriptor, pc: 3, file: 'Odd.java', line: 0 },
    ]);
  });

  it('tells of one violation that is not listed', () => {
    const run = runJava(space.jdk, ['-Drrv.maxSites=3', '-cp', space.classes, 'OddNames', definition]);
    expect(run.stderr.trim().split('\n').at(-1)).toBe(
      'rrv: 1 violation at a further place is not listed (rrv.maxSites)',
    );
  });

  it.skipIf(process.platform === 'win32')(
    'goes behind what stands in the file that the standard output is',
    () => {
      const log = join(space.folder, 'log');
      const java = join(space.jdk.home, 'bin', 'java');
      const command = `{ echo before; "${java}" -Drrv.report=/dev/stdout -cp "${space.classes}" IteratorDriver "${definition}"; echo; echo behind; } > "${log}"`;
      execFileSync('sh', ['-c', command], { stdio: 'pipe' });
      const [before, report, behind] = readFileSync(log, 'utf8').trim().split('\n');
      expect([before, behind]).toEqual(['before', 'behind']);
      expect((JSON.parse(report!) as Report).properties).toHaveLength(4);
    },
  );

  it('has events of one name once, with the sum', () => {
    const text = readFileSync(definition, 'utf8').replace('event\tupdate\t', 'event\tnext\t');
    const unit = space.file('one-name.txt', text);
    const file = join(space.folder, 'one-name.json');
    runJava(space.jdk, [`-Drrv.report=${file}`, '-cp', space.classes, 'IteratorDriver', unit]);
    expect(readFileSync(file, 'utf8')).toContain('"name":"SafeIterator","events":{"create":3,"next":10}');
  });

  it('is in the encoding that the standard error of the JVM has', () => {
    const encoding = ['stderr.encoding', 'sun.stderr.encoding'].map((name) => `-D${name}=ISO-8859-1`);
    const run = runJava(
      space.jdk,
      [...encoding, '-Drrv.engine=ä', '-cp', space.classes, 'IteratorDriver', definition],
      { LC_ALL: 'C.UTF-8' },
    );
    // Read as UTF-8, where the letter has two bytes.
    expect(run.stderr).toContain('rrv.engine is fastest or general, not \ufffd: taken as fastest');
  });

  it('keeps as many places, traces and frames as it is told, none included', () => {
    const calling = `public class Calling {
      public static void main(String[] a) throws Exception { deeper(a); }
      static void deeper(String[] a) throws Exception { IteratorDriver.main(a); } }`;
    const classes = join(space.folder, 'calling');
    compileSources({ 'Calling.java': calling }, join(classes, 'source'), classes, [
      ...['--release', '8'],
      ...['-cp', space.classes],
    ]);
    const kept = (...options: string[]) => {
      const file = join(space.folder, 'kept', 'in', 'limits.json');
      const path = ['-cp', [classes, space.classes].join(delimiter)];
      const run = runJava(space.jdk, [...options, `-Drrv.report=${file}`, ...path, 'Calling', definition]);
      const report = JSON.parse(readFileSync(file, 'utf8')) as Report & { dropped: object };
      const violations = report.properties.flatMap((property) => property.violations);
      const frames = violations.map(({ stackTrace }) => stackTrace.map((frame) => frame.split('(')[0]));
      return { said: run.stderr.trim().split('\n'), frames, dropped: report.dropped };
    };
    const [first, ...others] = ['IteratorDriver.main', 'Calling.deeper', 'Calling.main'];
    expect(kept().frames).toEqual(lines.map(() => [first, ...others]));
    expect(kept('-Drrv.maxFrames=2').frames).toEqual(lines.map(() => [first, others[0]]));
    const dropped = { violations: 0, stackTraces: 0, events: 0 };
    expect(kept('-Drrv.maxFrames=0')).toEqual({ said: lines, frames: lines.map(() => []), dropped });
    expect(kept('-Drrv.maxTraces=0')).toEqual({
      said: lines,
      frames: lines.map(() => []),
      dropped: { ...dropped, stackTraces: 4 },
    });
    expect(kept('-Drrv.maxSites=0')).toEqual({
      said: ['rrv: 7 violations at further places are not listed (rrv.maxSites)'],
      frames: [],
      dropped: { ...dropped, violations: 7 },
    });
  });

  it('caps sites and traces and counts what it dropped', () => {
    const run = drive([
      `-Drrv.report=${join(space.folder, 'cap.json')}`,
      '-Drrv.maxSites=2',
      '-Drrv.maxTraces=1',
    ]);
    expect(run.stderr.trim().split('\n')).toEqual([
      lines[0],
      lines[1],
      'rrv: 3 violations at further places are not listed (rrv.maxSites)',
    ]);
    const report = readReport('cap.json') as Report & { dropped: object };
    expect(report.dropped).toEqual({ violations: 3, stackTraces: 1, events: 0 });
  });
});
