import { constants } from 'node:buffer';
import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runOf, violation } from '../report/violations/example.ts';
import { builtCli, rrv } from '../support/cli.ts';
import type { ProcessRun } from '../support/run-to-end.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rrv-report-'));
  mkdirSync(join(folder, 'runs'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const file = (name: string): string => join(folder, name);
const write = (name: string, report: object): void => writeFileSync(file(name), JSON.stringify(report));
const run = (...args: string[]): ProcessRun => rrv(['report', ...args], { cwd: folder });
const other = { ...violation, severity: 'warning', site: { ...violation.site, method: 'n' } } as const;

test('violations of all runs go to stdout, and the exit code is 1', () => {
  write('runs/1.json', runOf(violation));
  write('runs/2.json', runOf(violation, other));
  writeFileSync(file('runs/notes.txt'), 'no report');
  const { status, stdout, stderr } = run('runs');
  expect(stdout.split('\n')).toEqual([
    '4x error SafeIterator: the collection was updated at a.b.C.m(C.java:42)',
    '2x warning SafeIterator: the collection was updated at a.b.C.n(C.java:42)',
    '',
  ]);
  expect(stderr).toBe('2 places with violations; 2 runs, 26 events of 1 property\n');
  expect(status).toBe(1);
});

test('properties with errors come first', () => {
  const warned = runOf(other);
  write('1.json', { ...warned, properties: warned.properties.map((one) => ({ ...one, name: 'Before' })) });
  write('2.json', runOf(violation));
  expect(run('1.json', '2.json').stdout).toMatch(/^2x error SafeIterator.*\n2x warning Before.*\n$/);
});

test('several places in one line of source are one line, and said to be several places', () => {
  write('run.json', runOf(violation, { ...violation, site: { ...violation.site, pc: 99 } }, other));
  const { stdout, stderr } = run('run.json');
  expect(stdout).toMatch(/^4x error .*\n2x warning .*\n$/);
  expect(stderr).toBe('3 places with violations in 2 lines of source; 1 run, 13 events of 1 property\n');
  expect(run('run.json', '--max-violations', '2').status).toBe(1);
  expect(run('run.json', '--max-violations', '3').status).toBe(0);
});

test('what rrv report has written into the directory does not count again, unless it is named', () => {
  write('runs/1.json', runOf(violation));
  write('runs/2.json', runOf());
  const args = ['runs', '--report', 'json=runs/all.json', '--quiet'];
  const [first, second] = [run(...args), run(...args)];
  expect(second).toEqual(first);
  expect(second.stdout).toMatch(/^2x error/);
  // Nor is what a program wrote there replaced.
  expect(run('runs', '--report', 'csv=runs/1.json')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('RRV_OUTPUT_IS_INPUT'),
  });
  const named = run('runs/1.json', 'runs/all.json');
  expect(named.stdout).toMatch(/^4x error/);
  expect(named.stderr).toContain('; 3 runs, 39 events');
  for (const name of ['runs/1.json', 'runs/2.json']) rmSync(file(name));
  const { status, stderr } = run('runs');
  expect(stderr).toMatch(/RRV_RUN_REPORT_NONE[\s\S]*is passed over in a directory/);
  expect(status).toBe(2);
});

/** A report of `count` places, each with a stack trace of some 5 KB. */
function large(count: number): object {
  const stackTrace = Array.from(
    { length: 50 },
    (_, frame) => `a.b.C.m${frame}(${'C'.repeat(90)}.java:${frame})`,
  );
  return runOf(
    ...Array.from({ length: count }, (_, pc) => ({
      ...violation,
      site: { ...violation.site, pc },
      stackTrace,
    })),
  );
}

const withHeapOf = (megabytes: number, ...args: string[]): ProcessRun =>
  rrv(['report', ...args], {
    cwd: folder,
    environment: { NODE_OPTIONS: `--max-old-space-size=${megabytes}` },
  });

test('of many reports of one program no more is held than of one', () => {
  const text = JSON.stringify(large(400));
  for (let run = 0; run < 40; run++) writeFileSync(file(`runs/${run}.json`), text);
  const { status, stderr } = withHeapOf(64, 'runs');
  expect(stderr).toBe('400 places with violations in 1 line of source; 40 runs, 520 events of 1 property\n');
  expect(status).toBe(1);
});

test('a report that needs more memory than there is, is an error', () => {
  write('run.json', large(16000));
  const { status, stderr } = withHeapOf(32, 'run.json');
  expect(stderr).toMatch(/^error RRV_MEMORY: it needs more memory than \d+ MB\n.*rrv\.maxTraces/);
  expect(status).toBe(2);
});

test('a report that is longer than a text can be is an error', () => {
  writeFileSync(file('run.json'), '{');
  truncateSync(file('run.json'), constants.MAX_STRING_LENGTH + 1);
  const { status, stderr } = run('run.json');
  expect(stderr).toMatch(/^error RRV_RUN_REPORT_LONG: the report has \d+ bytes[\s\S]*at run\.json$/m);
  expect(status).toBe(2);
});

test('a file that is named twice, by itself and with its directory, is one run', () => {
  write('runs/1.json', runOf(violation));
  write('runs/2.json', runOf());
  symlinkSync(file('runs/1.json'), file('link.json'));
  const once = run('runs');
  expect(once.stdout).toMatch(/^2x error/);
  expect(run('runs', 'runs/1.json', './runs', 'link.json')).toEqual(once);
});

test('messages may have any letters', () => {
  write('run.json', runOf({ ...violation, message: 'größer als Ω' }));
  expect(run('run.json').stdout).toContain(': größer als Ω at ');
});

test('without violations the exit code is 0', () => {
  write('r.json', runOf());
  expect(run('r.json')).toEqual({
    status: 0,
    stdout: '',
    stderr: '0 places with violations; 1 run, 13 events of 1 property\n',
  });
});

test('what may be: a number of places, those of lower severity, those of a baseline', () => {
  write('r.json', runOf(violation, other));
  expect(run('r.json', '--max-violations', '2').status).toBe(0);
  expect(run('r.json', '--max-violations', '1').status).toBe(1);
  write('w.json', runOf(other));
  expect(run('w.json', '--fail-on', 'error')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('2x warning'),
  });
  expect(run('w.json', '--fail-on', 'warning').status).toBe(1);
  write('s.json', runOf({ ...other, severity: 'suggestion' }));
  expect(run('s.json').status).toBe(1);
  expect(run('s.json', '--fail-on', 'warning').status).toBe(0);
  expect(run('w.json', '--report', 'json=known.json').status).toBe(1);
  expect(run('r.json', '--baseline', 'known.json')).toMatchObject({
    status: 1,
    stdout: '2x error SafeIterator: the collection was updated at a.b.C.m(C.java:42)\n',
    stderr: '1 place with new violations, 1 known; 1 run, 13 events of 1 property\n',
  });
  expect(run('w.json', '--baseline', 'known.json')).toMatchObject({ status: 0, stdout: '' });
});

test('violations in chosen classes alone, also against a baseline and in all that is written', () => {
  const at = (name: string) => ({ ...violation, site: { ...violation.site, class: name } });
  write('r.json', runOf(at('a.b.C'), at('a.b.C$Inner'), at('a.b.CTest'), at('lib.D')));
  const classesOf = ({ stdout }: ProcessRun) => stdout.match(/(?<= at )[\w.$]+(?=\.m)/g);
  const own = run('r.json', '--include', 'a.**', '--exclude', '*Test, *C$*', '--report', 'json=own.json');
  expect(classesOf(own)).toEqual(['a.b.C']);
  expect(own.stderr).toBe('1 place with violations, 3 in other classes; 1 run, 13 events of 1 property\n');
  expect(own.status).toBe(1);
  const written = JSON.parse(readFileSync(file('own.json'), 'utf8'));
  expect(written.properties[0].violations).toHaveLength(1);
  const others = run('r.json', '--exclude', 'lib.**', '--baseline', 'own.json');
  expect(classesOf(others)).toEqual(['a.b.C$Inner', 'a.b.CTest']);
  expect(others.stderr).toMatch(/^2 places with new violations, 1 known, 1 in other classes;/);
  const none = run('r.json', '--include', 'a.c.**,a.b.Main');
  expect(none).toMatchObject({ status: 0, stdout: '' });
  expect(none.stderr).toMatch(/\n0 places with violations, 4 in other classes;/);
  const unused = /RRV_FILTER_UNUSED: --include (\S+) matches no class of the violations, nor of their stack/g;
  expect(Array.from(none.stderr.matchAll(unused), ([, pattern]) => pattern)).toEqual(['a.c.**', 'a.b.Main']);
  const library = { ...at('lib.D'), stackTrace: ['lib.D.m(D.java:1)', 'app//a.b.Main.main(Main.java:7)'] };
  write('l.json', runOf(library));
  expect(run('l.json', '--include', 'a.b.Main').stderr).toMatch(/^0 places with violations, 1 in other/);
  write('n.json', runOf());
  expect(run('n.json', '--include', 'a.b.Main').stderr).toMatch(/^0 places with violations; 1 run/);
});

test('what a message says makes no place of its own', () => {
  const inThread = (name: string) => ({ ...violation, message: `updated by ${name}` });
  write('known.json', runOf(inThread('pool-1')));
  write('r.json', runOf(inThread('pool-2'), inThread('pool-3')));
  const { status, stdout, stderr } = run('r.json');
  expect(stdout.match(/by pool-\d/g)).toEqual(['by pool-2', 'by pool-3']);
  expect(stderr).toMatch(/^1 place with violations;/);
  expect(status).toBe(1);
  expect(run('r.json', '--max-violations', '1').status).toBe(0);
  expect(run('r.json', '--baseline', 'known.json')).toEqual({
    status: 0,
    stdout: '',
    stderr: '0 places with new violations, 1 known; 1 run, 13 events of 1 property\n',
  });
});

test('a root of sources that is not there is said', () => {
  write('r.json', runOf(violation));
  const { status, stderr } = run('r.json', '--source', 'scr', '--source', '.');
  expect(stderr.match(/warning .*\n {2}at .*/g)).toEqual([
    'warning RRV_SOURCE_MISSING: there is no directory of sources\n  at scr',
  ]);
  expect(status).toBe(1);
});

test('a run without events is none that checked anything', () => {
  const { properties } = runOf();
  write('r.json', { ...runOf(), properties: [{ ...properties[0], events: { next: 0 } }] });
  expect(run('r.json')).toMatchObject({ status: 0, stderr: expect.stringContaining('RRV_RUN_NO_EVENT') });
  expect(run('r.json', '--strict').status).toBe(3);
});

test('where an instrumentation has left no event, no run has to report', () => {
  const instrumentation = (removed: number) => ({
    properties: [
      { name: 'SafeHasNext', instructions: { relevant: 1, removed: 1, improvement: 1 } },
      { name: 'SafeIterator', instructions: { relevant: 2, removed, improvement: null } },
    ],
  });
  write('all.json', instrumentation(2));
  write('some.json', instrumentation(1));
  const reports = ['--report', 'sarif=r.sarif', '--report', 'junit=r.xml', '--strict'];
  for (const runs of ['runs', 'no.json']) {
    const { status, stdout, stderr } = run(runs, '--instrumentation', 'all.json', ...reports);
    expect(stderr).toBe('0 places with violations; no run, as no event is left\n');
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
    expect(JSON.parse(readFileSync(file('r.sarif'), 'utf8')).runs[0].results).toEqual([]);
    expect(readFileSync(file('r.xml'), 'utf8')).toContain('<testsuites');
  }
  const both = ['--instrumentation', 'all.json', '--instrumentation', 'some.json'];
  expect(run('runs', ...both).stderr).toContain('RRV_RUN_REPORT_NONE');
  expect(run('no.json', ...both).stderr).toContain('RRV_INPUT_UNREADABLE');
  // What runs report counts all the same.
  write('runs/1.json', runOf(violation));
  expect(run('runs', '--instrumentation', 'all.json').status).toBe(1);
});

test('what the runtime lost is said', () => {
  write('r.json', { ...runOf(), dropped: { violations: 4, stackTraces: 0, events: 2 } });
  expect(run('r.json').stderr).toMatch(
    /RRV_RUN_REPORT_LOSSES: 4 violations[\s\S]*RRV_RUN_REPORT_LOSSES: 2 events/,
  );
});

test('sources below the roots are found, and nothing else', () => {
  mkdirSync(file('src/a/b'), { recursive: true });
  writeFileSync(file('src/a/b/C.java'), Array.from({ length: 50 }, (_, at) => `// ${at + 1}`).join('\r\n'));
  writeFileSync(file('secret'), 'secret\n'.repeat(50));
  const at = (method: string, file: string) => ({ ...violation, site: { ...violation.site, method, file } });
  const outside = at('n', '../../../secret');
  const tooLong = at('o', `${'n'.repeat(300)}.java`);
  write('r.json', runOf(violation, outside, tooLong));
  const reports = ['--report', 'html=v.html', '--report', 'sarif=v.sarif'];
  // The first root that has a file counts.
  mkdirSync(file('later/a/b'), { recursive: true });
  writeFileSync(file('later/a/b/C.java'), '// later\n'.repeat(50));
  const roots = ['none', 'src', 'later'].flatMap((root) => ['--source', root]);
  expect(run('r.json', ...roots, ...reports).status).toBe(1);
  const page = readFileSync(file('v.html'), 'utf8');
  expect(page).toContain('<b>   42  // 42</b>');
  expect(page).not.toContain('secret\n');
  expect(readFileSync(file('v.sarif'), 'utf8')).toContain('"uri": "src/a/b/C.java"');
  run('r.json', '--source', file('src'), ...reports.slice(2));
  expect(readFileSync(file('v.sarif'), 'utf8')).toContain('"uri": "src/a/b/C.java"');
  // Outside of the working directory they have their whole address.
  const elsewhere = { cwd: file('runs') };
  rrv(['report', '../r.json', '--source', '../src', '--report', 'sarif=v.sarif'], elsewhere);
  expect(readFileSync(file('runs/v.sarif'), 'utf8')).toContain(
    `"uri": "${pathToFileURL(file('src/a/b/C.java'))}"`,
  );
});

test('reports may go to stdout, alone', () => {
  write('r.json', runOf(violation));
  expect(JSON.parse(run('r.json', '--json').stdout)).toMatchObject({ runs: 1 });
  expect(run('r.json', '--report', 'csv=-').stdout).toMatch(/^property,severity/);
});

test.skipIf(process.platform === 'win32')('a report may go into a pipe that a descriptor stands for', () => {
  write('r.json', runOf(violation));
  const command = `"${process.execPath}" "${builtCli()}" report r.json --quiet --report csv=/dev/stdout | cat`;
  const { stdout, stderr } = spawnSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(stdout).toContain('property,severity');
});

test.each([
  ['a file that is not there', ['no.json'], 'RRV_INPUT_UNREADABLE'],
  ['a directory without reports', ['runs'], 'RRV_RUN_REPORT_NONE'],
  [
    'an instrumentation that is none',
    ['runs', '--instrumentation', 'r.json'],
    'RRV_INSTRUMENTATION_REPORT: ',
  ],
  [
    'an instrumentation that is not there',
    ['r.json', '--instrumentation', 'no.json'],
    'RRV_INPUT_UNREADABLE',
  ],
  [
    'a report over an instrumentation',
    ['r.json', '--instrumentation', 'b.json', '--report', 'csv=b.json'],
    'overwrite a report of an instrumentation',
  ],
  ['something else', ['else.json'], 'RRV_RUN_REPORT: '],
  ['a baseline that is none', ['r.json', '--baseline', 'else.json'], 'at else.json'],
  ['a number that is none', ['r.json', '--max-violations', 'x'], '--max-violations'],
  ['no number', ['r.json', '--max-violations='], '--max-violations is empty'],
  ['a report over a run', ['r.json', '--report', 'json=r.json'], 'RRV_OUTPUT_IS_INPUT'],
  [
    'a report over the baseline',
    ['r.json', '--baseline', 'b.json', '--report', 'json=b.json'],
    'overwrite a baseline',
  ],
  ['two reports on stdout', ['r.json', '--json', '--report', 'csv=-'], '--json and a --report to -'],
  ['a format that is none', ['r.json', '--report', 'jsn=x'], '"jsn" (did you mean json?)'],
  ["XML, which only JUnit's is", ['r.json', '--report', 'xml=x'], '"xml" (did you mean junit?)'],
])('%s: exit code 2', (_, args, message) => {
  write('r.json', runOf());
  write('b.json', runOf());
  write('else.json', { points: [] });
  const { status, stdout, stderr } = run(...args);
  expect(stderr).toContain(message);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
});
