import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { concatenate } from '../../src/archive/concatenate.ts';
import { bytesAccess } from '../../src/archive/random-access.ts';
import { gunzip, gzip, readTar } from '../../src/archive/tar.ts';
import { openZip } from '../../src/archive/zip-reader.ts';
import { rrv } from '../support/cli.ts';
import { jarOf } from '../support/jar.ts';
import { compileJava, compileSources, defaultJdk, runJava } from '../support/jdk.ts';
import type { ProcessRun } from '../support/run-to-end.ts';
import { tarOf } from '../support/tar.ts';

const jdk = defaultJdk();
const fixtures = mkdtempSync(join(tmpdir(), 'rrv-cli-fixtures-'));
const text = (content: string): Uint8Array => new TextEncoder().encode(content);
let folder: string;
const file = (name: string): string => join(folder, name);

/** A program with one violation of SafeIterator (Main.java:10), and a class without any point. */
const program = `
import java.util.*;
public class Main {
  public static void main(String[] args) {
    List<Integer> list = new ArrayList<>(List.of(1, 2, 3));
    for (Integer one : list) System.out.println(one);
    Iterator<Integer> iterator = list.iterator();
    list.remove(0);
    try {
      iterator.next();
    } catch (ConcurrentModificationException e) {
      System.out.println("caught " + new Plain().name());
    }
  }
}
class Plain { String name() { return "it"; } }
`;

beforeAll(() => {
  mkdirSync(join(fixtures, 'classes/a/b'), { recursive: true });
  writeFileSync(join(fixtures, 'Main.java'), program);
  writeFileSync(
    join(fixtures, 'Part.java'),
    'package a.b; public class Part { public static int n(java.util.List<Integer> l) { int n = 0; for (int i : l) n += i; return n; } }',
  );
  compileJava(jdk, [join(fixtures, 'Main.java'), join(fixtures, 'Part.java')], join(fixtures, 'classes'), [
    '-g',
  ]);
  writeFileSync(
    join(fixtures, 'app.jar'),
    jar({ 'Main.class': classOf('Main'), 'Plain.class': classOf('Plain') }),
  );
});
afterAll(() => rmSync(fixtures, { recursive: true }));

beforeEach(() => {
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  folder = mkdtempSync(join(tmpdir(), 'rrv-cli-'));
  cpSync(join(fixtures, 'app.jar'), file('app.jar'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const classOf = (name: string): Uint8Array => readFileSync(join(fixtures, 'classes', `${name}.class`));

function jar(entries: Record<string, Uint8Array>): Uint8Array {
  const manifest = text('Manifest-Version: 1.0\r\nMain-Class: Main\r\n\r\n');
  return jarOf({ 'META-INF/MANIFEST.MF': manifest, ...entries });
}

/** Every file with its content, to see that nothing was left behind or touched. */
function snapshot(): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => {
      const status = lstatSync(file(name));
      const content = status.isFile()
        ? createHash('sha256')
            .update(readFileSync(file(name)))
            .digest('hex')
        : '';
      return `${name} ${status.mode.toString(8)} ${content}`;
    });
}

function run(...args: string[]): ProcessRun {
  return rrv(args, { cwd: folder, environment: { JAVA_HOME: jdk.home } });
}

const property = ['--prop', 'SafeIterator'];
const ownProperty =
  'Own(Object o) { event e before(Object o) : call(* Object+.hashCode()) && target(o) { } ere : e e @match { System.err.println("twice"); } }';

/** For the name of a file. */
const tooLong = 'a'.repeat(300);

describe('bad input: exit code 2, a clear message, nothing left behind, the input untouched', () => {
  const damagedClass = (): Uint8Array => classOf('Main').slice(0, 200);
  /** Name, what makes the input, arguments after `instrument`, what stderr says. */
  const cases: [string, () => void, string[], string[]][] = [
    ['not a jar', () => writeFileSync(file('x.jar'), 'no archive'), ['x.jar', ...property], ['RRV_ARCHIVE_NOT_ZIP', 'at x.jar']],
    ['neither jar nor class', () => writeFileSync(file('x.txt'), 'text'), ['x.txt', ...property], ['RRV_INPUT_KIND']],
    ['a .jmod', () => writeFileSync(file('x.jmod'), 'JM\x01\0PK\x03\x04'), ['x.jmod', ...property], ['RRV_INPUT_KIND', 'a .jmod file', 'jmod create', 'at x.jmod']],
    ['a pipe', () => void execFileSync('mkfifo', [file('x.jar')]), ['x.jar', ...property], ['RRV_INPUT_UNREADABLE', 'it is neither a file nor a directory', 'at x.jar']],
    ['a pipe on the class path', () => void execFileSync('mkfifo', [file('x.jar')]), ['app.jar', ...property, '--cp', 'x.jar'], ['RRV_INPUT_UNREADABLE', 'at x.jar']],
    ['a file that is not there', () => {}, ['no.jar', ...property], ['RRV_INPUT_UNREADABLE', 'no such file', 'at no.jar']],
    ['an empty directory', () => mkdirSync(file('empty')), ['empty', ...property], ['RRV_INPUT_EMPTY']],
    [
      'a truncated jar',
      () => writeFileSync(file('x.jar'), readFileSync(file('app.jar')).subarray(0, 700)),
      ['x.jar', ...property],
      ['RRV_ARCHIVE_TRUNCATED', 'at x.jar'],
    ],
    [
      'a truncated class',
      () => writeFileSync(file('Main.class'), damagedClass()),
      ['Main.class', ...property],
      ['RRV_CLASS_MALFORMED', 'at byte', 'Main.class'],
    ],
    [
      'a class whose name leads out of the output',
      () => {
        const bytes = Buffer.from(classOf('Main'));
        bytes.write('../p', bytes.indexOf('\0\u0004Main') + 2);
        writeFileSync(file('Main.class'), bytes);
      },
      ['Main.class', ...property, '-o', 'out'],
      ['RRV_CLASS_MALFORMED', 'its name is "../p"', 'Main.class'],
    ],
    [
      'a corrupt class in a jar',
      () => writeFileSync(file('x.jar'), jar({ 'Main.class': classOf('Main'), 'a/Bad.class': damagedClass() })),
      ['x.jar', ...property],
      ['RRV_CLASS_MALFORMED', 'at byte', 'at x.jar@a/Bad.class'],
    ],
    [
      'a corrupt class in a jar in a jar',
      () => writeFileSync(file('x.war'), jar({ 'WEB-INF/lib/y.jar': jar({ 'a/Bad.class': damagedClass() }) })),
      ['x.war', ...property],
      ['RRV_CLASS_MALFORMED', 'at x.war@WEB-INF/lib/y.jar@a/Bad.class'],
    ],
    ['an unknown property', () => {}, ['app.jar', '--prop', 'SafeIterater'], ['RRV_PROPERTY_UNKNOWN', 'Did you mean SafeIterator']],
    ['a property without a name', () => {}, ['app.jar', ...property, '--prop', ','], ['RRV_USAGE: --prop SafeIterator --prop ,: a name is empty']],
    ['no property', () => {}, ['app.jar'], ['RRV_USAGE', 'prop']],
    ['a .mop file that is not there', () => {}, ['app.jar', '--prop', 'no.mop'], ['RRV_INPUT_UNREADABLE', 'at no.mop']],
    ['an unknown analysis', () => {}, ['app.jar', ...property, '--analysis', 'pape'], ['RRV_ANALYSIS_UNKNOWN', 'did you mean paper']],
    ['an unknown report format', () => {}, ['app.jar', ...property, '--report', 'jsn=x'], ['RRV_REPORT_FORMAT', 'did you mean json']],
    ['XML, which is no format here', () => {}, ['app.jar', ...property, '--report', 'xml=x'], ['RRV_REPORT_FORMAT', 'there is no report format "xml"\n']],
    ['two reports on stdout', () => {}, ['app.jar', ...property, '--json', '--report', 'csv=-'], ['--json and a --report to -']],
    ['two reports in one file', () => symlinkSync('x.json', file('link.json')), ['app.jar', ...property, '--report', 'csv=link.json', '--report', 'json=x.json'], ['RRV_USAGE', 'the same file']],
    ['a report in the place of a directory', () => mkdirSync(file('x.json')), ['app.jar', ...property, '--report', 'json=x.json'], ['RRV_OUTPUT_UNWRITABLE', 'it is a directory', 'at x.json']],
    ['a report without a path', () => {}, ['app.jar', ...property, '--report', 'json'], ['FORMAT=PATH']],
    ['output equal to input', () => {}, ['app.jar', ...property, '-o', './app.jar'], ['RRV_OUTPUT_IS_INPUT', '--in-place']],
    [
      'output that is a link to the input',
      () => symlinkSync('app.jar', file('link.jar')),
      ['app.jar', ...property, '-o', 'link.jar'],
      ['RRV_OUTPUT_IS_INPUT'],
    ],
    [
      'output that is the input under another name',
      () => linkSync(file('app.jar'), file('same.jar')),
      ['app.jar', ...property, '-o', 'same.jar'],
      ['RRV_OUTPUT_IS_INPUT'],
    ],
    [
      'output that is on the class path',
      () => cpSync(file('app.jar'), file('lib.jar')),
      ['app.jar', ...property, '--cp', 'lib.jar', '-o', 'lib.jar'],
      ['RRV_OUTPUT_IS_INPUT'],
    ],
    [
      'output within the input',
      () => cpSync(join(fixtures, 'classes'), file('classes'), { recursive: true }),
      ['classes', ...property, '-o', 'classes/out'],
      ['RRV_OUTPUT_IS_INPUT'],
    ],
    [
      'output that is a file of properties',
      () => writeFileSync(file('own.mop'), ownProperty),
      ['app.jar', '--prop', 'own.mop', '-o', 'own.mop'],
      ['RRV_OUTPUT_IS_INPUT', 'a file of properties'],
    ],
    ['a report in the place of the input', () => {}, ['app.jar', ...property, '--report', 'html=app.jar', '-o', 'x.jar'], ['the report would overwrite an input']],
    [
      'a report in the place of a class of the input',
      () => cpSync(join(fixtures, 'classes'), file('classes'), { recursive: true }),
      ['classes', ...property, '--report', 'html=classes/Main.class', '-o', 'x'],
      ['the report would overwrite an input'],
    ],
    [
      'a report in the place of a class-path element',
      () => cpSync(file('app.jar'), file('lib.jar')),
      ['app.jar', ...property, '--cp', 'lib.jar', '--report', 'json=./lib.jar', '-o', 'x.jar'],
      ['the report would overwrite an element of the class path'],
    ],
    [
      'a report in the place of a file of facts',
      () => writeFileSync(file('facts.yaml'), 'version: 1\n'),
      ['app.jar', ...property, '--safe-list', 'facts.yaml', '--report', 'csv=facts.yaml'],
      ['the report would overwrite a file of facts'],
    ],
    ['a report in the place of the output', () => {}, ['app.jar', ...property, '--report', 'html=x.jar', '-o', 'x.jar'], ['--report x.jar', 'the output x.jar']],
    [
      'a report in a directory that is written anew',
      () => cpSync(join(fixtures, 'classes'), file('classes'), { recursive: true }),
      ['classes', ...property, '--report', 'html=out/r.html', '-o', 'out'],
      ['--report out/r.html', 'the output out'],
    ],
    ['output below a file', () => {}, ['app.jar', ...property, '-o', 'app.jar/out.jar'], ['RRV_OUTPUT_UNWRITABLE', 'no directory']],
    ['output in a directory of a directory that is not there', () => {}, ['app.jar', ...property, '-o', 'a/b/out.jar'], ['RRV_OUTPUT_UNWRITABLE']],
    [
      'an output directory with other files',
      () => {
        cpSync(join(fixtures, 'classes'), file('classes'), { recursive: true });
        mkdirSync(file('out'));
        writeFileSync(file('out/mine.txt'), 'mine');
      },
      ['classes', ...property, '-o', 'out'],
      ['RRV_OUTPUT_DIRECTORY_IN_USE'],
    ],
    ['an output in the place of a source', () => writeFileSync(file('Main.java'), 'class Main {}'), ['app.jar', ...property, '-o', 'Main.java'], ['RRV_OUTPUT_FILE_IN_USE', 'Main.java']],
    ['a report below a file', () => {}, ['app.jar', ...property, '--report', 'json=app.jar/r'], ['RRV_OUTPUT_UNWRITABLE']],
    [
      'two inputs with one output',
      () => {
        for (const name of ['one', 'two']) {
          mkdirSync(file(name));
          cpSync(file('app.jar'), file(`${name}/app.jar`));
        }
      },
      ['one/app.jar', 'two/app.jar', ...property, '-o', 'out'],
      ['RRV_OUTPUT_CLASH'],
    ],
    ...[['classes', 'classes/Main.class'], ['classes/Main.class', 'classes']].map((inputs): (typeof cases)[number] => [
      `a directory and a class of it: ${inputs.join(', ')}`,
      () => cpSync(join(fixtures, 'classes'), file('classes'), { recursive: true }),
      [...inputs, ...property, '--in-place'],
      ['RRV_INPUT_TWICE: this input is in classes', 'classes/Main.class\n'],
    ]),
    ['an input that is named twice', () => {}, ['app.jar', './app.jar', ...property, '-o', 'out'], ['RRV_INPUT_TWICE: this input is app.jar,', './app.jar\n']],
    ['the same as it was written', () => {}, ['app.jar', 'app.jar', ...property], ['RRV_INPUT_TWICE: the input is named twice']],
    [
      'two classes of one name',
      () => {
        for (const name of ['one', 'two']) {
          mkdirSync(file(name));
          writeFileSync(file(`${name}/Main.class`), classOf('Main'));
        }
      },
      ['one/Main.class', 'two/Main.class', ...property, '-o', 'out'],
      ['RRV_OUTPUT_CLASH', 'out/Main.class\n'],
    ],
    ['an output with a name that is too long', () => {}, ['app.jar', ...property, '-o', `${tooLong}.jar`], ['RRV_OUTPUT_UNWRITABLE', 'name too long']],
    ['a report with such a name', () => {}, ['app.jar', ...property, '--report', `json=${tooLong}`], ['RRV_OUTPUT_UNWRITABLE', 'name too long']],
    ['a .mop file with such a name', () => {}, ['app.jar', '--prop', `${tooLong}.mop`], ['RRV_INPUT_UNREADABLE', 'name too long']],
    [
      'a class path that is a link to itself',
      () => symlinkSync('circle', file('circle')),
      ['app.jar', ...property, '--class-path', 'circle'],
      ['RRV_INPUT_UNREADABLE', 'too many symbolic links'],
    ],
    ['--in-place with --output', () => {}, ['app.jar', ...property, '--in-place', '-o', 'x.jar'], ['exclude each other']],
    ['no class', () => { mkdirSync(file('src')); writeFileSync(file('src/A.java'), 'class A {}'); }, ['src', ...property], ['RRV_NO_POINT: nothing to monitor: the inputs have no class', 'target/classes']],
    ['no point', () => {}, ['app.jar', ...property, '--include', 'Plain'], ['RRV_NO_POINT', '--allow-empty']],
    ['a JDK that is none', () => {}, ['app.jar', ...property, '--jdk', '.'], ['RRV_JDK_NOT_FOUND']],
  ]; // biome-ignore format: a table

  test.each(cases)('%s', (_, prepare, args, messages) => {
    prepare();
    const before = snapshot();
    const { status, stdout, stderr } = run('instrument', ...args);
    expect(stderr.split('\n')[0]).toMatch(/^error RRV_[A-Z_]+: /);
    for (const message of messages) expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/^ {4}at /m);
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(snapshot()).toEqual(before);
  });

  test.skipIf(process.platform === 'win32')(
    'an input that is named twice, where nothing is written; a link is another',
    () => {
      symlinkSync('app.jar', file('link.jar'));
      symlinkSync('.', file('folder'));
      mkdirSync(file('lib/x'), { recursive: true });
      symlinkSync('lib', file('libraries'));
      cpSync(file('app.jar'), file('lib/x/app.jar'));
      for (const inputs of [
        ['lib', 'lib/x/app.jar'],
        ['lib/x', './lib'],
        ['libraries/x', 'lib'],
        ['libraries', 'lib/x'],
      ] as const) {
        const { status, stdout, stderr } = run('analyze', ...inputs, ...property);
        expect(stderr).toMatch(
          /^error RRV_INPUT_TWICE: this input is in (?:\.\/)?lib(?:raries)?, which is named, too\n {2}at \w+\/x/,
        );
        expect([status, stdout]).toEqual([2, '']);
      }
      for (const other of ['./app.jar', 'folder/app.jar']) {
        const { status, stdout, stderr } = run('analyze', 'app.jar', other, ...property);
        expect(stderr).toBe(
          `error RRV_INPUT_TWICE: this input is app.jar, which is named, too\n  at ${other}\n  Name it once: all that is in it would count twice.\n`,
        );
        expect([status, stdout]).toEqual([2, '']);
      }
      expect(run('analyze', 'app.jar', 'link.jar', ...property).status).toBe(0);
      const { stderr } = run('instrument', 'app.jar', 'link.jar', ...property, '--in-place');
      expect(stderr).toContain('RRV_OUTPUT_CLASH');
      expect(stderr).toContain('Name one of them: a link leads to the other');
    },
  );

  test('an output of rrv as input', () => {
    expect(run('instrument', 'app.jar', ...property, '-o', 'out.jar').status).toBe(0);
    const before = snapshot();
    const again = run('instrument', 'out.jar', ...property);
    expect(again.status).toBe(2);
    expect(again.stderr).toContain('error RRV_ALREADY_INSTRUMENTED');
    expect(snapshot()).toEqual(before);
  });

  test('an output of rrv beside an input, whatever its name', () => {
    expect(run('instrument', 'app.jar', ...property, '-o', 'out.jar').status).toBe(0);
    mkdirSync(file('backups'));
    cpSync(file('app.jar'), file('backups/app.jar'));
    cpSync(file('out.jar'), file('backups/app.jar.bak'));
    const before = snapshot();
    const backup = run('instrument', 'backups', ...property, '-o', 'out');
    expect(backup.status).toBe(2);
    expect(backup.stderr).toContain(
      'backups@app.jar.bak is already instrumented\n  Pass the original; build',
    );
    expect(backup.stderr).toContain('a backup perhaps, out of it');
    expect(snapshot()).toEqual(before);
    rmSync(file('backups/app.jar.bak'));
    cpSync(join(fixtures, 'classes'), file('classes'), { recursive: true });
    expect(run('instrument', 'classes', ...property, '-o', 'backups/old/classes').status).toBe(0);
    expect(run('instrument', 'backups', ...property, '-o', 'out').stderr).toContain(
      'RRV_ALREADY_INSTRUMENTED: backups@old/classes is already instrumented\n',
    );
  });
});

describe('the output', () => {
  test('of a jar runs as before and reports its violation; the same input gives the same bytes', () => {
    const before = readFileSync(file('app.jar'));
    const first = run('instrument', 'app.jar', ...property, '-o', 'out.jar');
    expect(first).toMatchObject({ status: 0, stdout: '' });
    expect(run('instrument', 'app.jar', ...property).status).toBe(0);
    expect(Buffer.compare(readFileSync(file('out.jar')), readFileSync(file('app-rrv.jar')))).toBe(0);
    expect(Buffer.compare(readFileSync(file('app.jar')), before)).toBe(0);
    const original = runJava(jdk, ['-jar', file('app.jar')]);
    const monitored = runJava(jdk, ['-Xverify:all', '-jar', file('out.jar')]);
    expect(original).toMatchObject({ status: 0, stdout: '1\n2\n3\ncaught it\n' });
    expect(monitored).toMatchObject({ status: original.status, stdout: original.stdout });
    expect(monitored.stderr).toContain('Main.java:10');
  });

  test('keeps what did not change byte for byte', () => {
    run('instrument', 'app.jar', ...property, '-o', 'out.jar');
    const [before, after] = ['app.jar', 'out.jar'].map((name) =>
      openZip(bytesAccess(readFileSync(file(name)))),
    );
    expect(after!.entries.slice(0, 3).map(({ name }) => name)).toEqual(
      before!.entries.map(({ name }) => name),
    );
    expect(after!.read(after!.find('Plain.class')!)).toEqual(before!.read(before!.find('Plain.class')!));
    expect(after!.read(after!.find('Main.class')!)).not.toEqual(before!.read(before!.find('Main.class')!));
  });

  test('is replaced by the next one, whatever its name', () => {
    expect(run('instrument', 'app.jar', ...property, '-o', 'monitored').status).toBe(0);
    writeFileSync(file('empty'), '');
    for (const output of ['monitored', 'empty'])
      expect(run('instrument', 'app.jar', ...property, '-o', output).status).toBe(0);
    expect(Buffer.compare(readFileSync(file('monitored')), readFileSync(file('empty')))).toBe(0);
  });

  test('in place replaces the input and keeps its permissions', () => {
    chmodSync(file('app.jar'), 0o755);
    expect(run('instrument', 'app.jar', ...property, '--in-place').status).toBe(0);
    expect(statSync(file('app.jar')).mode & 0o777).toBe(0o755);
    expect(readdirSync(folder)).toEqual(['app.jar']);
    expect(runJava(jdk, ['-jar', file('app.jar')]).stderr).toContain('Main.java:10');
  });

  test('of a directory is a directory, which a second run replaces', () => {
    cpSync(join(fixtures, 'classes'), file('classes'), { recursive: true });
    writeFileSync(file('classes/data.txt'), 'data');
    const before = snapshot().filter((line) => line.startsWith('classes'));
    expect(run('instrument', 'classes', ...property, '-o', 'out').status).toBe(0);
    writeFileSync(file('out/stale.txt'), '');
    expect(run('instrument', 'classes', ...property, '-o', 'out').status).toBe(0);
    expect(snapshot().filter((line) => line.startsWith('classes'))).toEqual(before);
    expect(readFileSync(file('out/data.txt'), 'utf8')).toBe('data');
    expect(existsSync(file('out/stale.txt'))).toBe(false);
    expect(runJava(jdk, ['-cp', file('out'), 'Main']).stderr).toContain('Main.java:10');
    expect(run('instrument', 'classes', ...property, '--in-place').status).toBe(0);
    expect(runJava(jdk, ['-cp', file('classes'), 'Main']).stderr).toContain('Main.java:10');
    expect(readdirSync(folder).sort()).toEqual(['app.jar', 'classes', 'out']);
  });

  test('of a directory of archives, one in another, is one that a second run replaces', () => {
    mkdirSync(file('lib'));
    writeFileSync(file('lib/outer.jar'), jarOf({ 'lib/app.jar': readFileSync(file('app.jar')) }));
    expect(run('instrument', 'lib', ...property, '-o', 'out').status).toBe(0);
    expect(run('instrument', 'lib', ...property, '-o', 'out').status).toBe(0);
    expect(readdirSync(file('out'))).toEqual(['outer.jar']);
    // What has other files, a build directory perhaps, holds an output and is none.
    writeFileSync(file('out/mine.txt'), '');
    writeFileSync(file('out/damaged.jar'), 'PK\u0003\u0004');
    expect(run('instrument', 'lib', ...property, '-o', 'out').stderr).toContain('OUTPUT_DIRECTORY_IN_USE');
    expect(readdirSync(file('out')).sort()).toEqual(['damaged.jar', 'mine.txt', 'outer.jar']);
    // Nor is an earlier state of the input, which nobody has instrumented.
    cpSync(file('lib'), file('copy'), { recursive: true });
    writeFileSync(file('copy/outer.jar'), jarOf({ 'lib/app.jar': Buffer.of() }));
    expect(run('instrument', 'lib', ...property, '-o', 'copy').stderr).toContain('OUTPUT_DIRECTORY_IN_USE');
  });

  test('of a distribution in a ZIP archive is one, whose jars are instrumented, and which a second run replaces', () => {
    const start = text('#!/bin/sh\n');
    writeFileSync(
      file('app.zip'),
      jarOf({ 'app/bin/app': start, 'app/lib/app.jar': readFileSync(file('app.jar')) }),
    );
    for (let each = 0; each < 2; each++) {
      const { status, stderr } = run('instrument', 'app.zip', ...property, '-o', 'out.zip');
      expect(stderr).toContain('wrote out.zip');
      expect(status).toBe(0);
    }
    const zip = openZip(bytesAccess(readFileSync(file('out.zip'))));
    expect(zip.entries.map(({ name }) => name)).toEqual(['app/bin/app', 'app/lib/app.jar']);
    expect(zip.read(zip.find('app/bin/app')!)).toEqual(start);
    writeFileSync(file('run.jar'), zip.read(zip.find('app/lib/app.jar')!));
    expect(runJava(jdk, ['-cp', file('run.jar'), 'Main']).stderr).toContain('Main.java:10');
  });

  test('of a directory without events is a copy, which a second run replaces', () => {
    mkdirSync(file('classes/below'), { recursive: true });
    cpSync(join(fixtures, 'classes/a/b/Part.class'), file('classes/a/b/Part.class'));
    writeFileSync(file('classes/below/data.txt'), 'data');
    const again = () =>
      run('instrument', 'classes', '--prop', 'Thread_SetDaemonBeforeStart', '-o', 'out', '--allow-empty');
    const snapshotOf = (name: string) => snapshot().filter((line) => line.startsWith(name));
    expect([again().status, again().status]).toEqual([0, 0]);
    expect(snapshotOf('out').map((line) => line.replace('out', 'classes'))).toEqual(snapshotOf('classes'));
    const refused = (change: () => void): void => {
      change();
      const before = snapshot();
      expect(again().stderr).toContain('OUTPUT_DIRECTORY_IN_USE');
      expect(snapshot()).toEqual(before);
    };
    refused(() => writeFileSync(file('out/below/data.txt'), 'dato'));
    refused(() => rmSync(file('out/below/data.txt')));
    refused(() => {
      writeFileSync(file('out/below/data.txt'), 'data');
      writeFileSync(file('out/mine.txt'), '');
    });
    refused(() => {
      rmSync(file('out/mine.txt'));
      rmSync(file('out/below/data.txt'));
      mkdirSync(file('out/rrv/runtime'), { recursive: true });
      writeFileSync(file('out/rrv/runtime/mine.txt'), '');
    });
    rmSync(file('out/rrv'), { recursive: true });
    writeFileSync(file('out/below/data.txt'), 'data');
    expect(again().status).toBe(0);
  });

  test('of a class is a directory with the class in its package', () => {
    cpSync(join(fixtures, 'classes/a/b/Part.class'), file('Part.class'));
    expect(run('instrument', 'Part.class', ...property, '--analysis', 'none').status).toBe(0);
    expect(existsSync(file('Part-rrv/a/b/Part.class'))).toBe(true);
    expect(readdirSync(file('Part-rrv')).sort()).toEqual(['a', 'rrv']);
    // Whatever its name.
    cpSync(file('Part.class'), file('part'));
    const named = ['part', ...property, '--analysis', 'none', '-o', 'out'];
    expect(run('instrument', ...named).status).toBe(0);
    expect(readdirSync(file('out')).sort()).toEqual(['a', 'rrv']);
  });

  test('of several classes is one directory, and the runtime is there once', () => {
    cpSync(join(fixtures, 'classes/a/b/Part.class'), file('Part.class'));
    cpSync(join(fixtures, 'classes/Main.class'), file('Main.class'));
    const written = run('instrument', 'Part.class', 'Main.class', ...property, '-o', 'out');
    expect(written.status).toBe(0);
    expect(written.stderr.match(/^wrote .*$/gm)).toEqual(['wrote out']);
    expect(readdirSync(file('out')).sort()).toEqual(['Main.class', 'a', 'rrv']);
    expect(runJava(jdk, ['-cp', file('out'), 'Main']).stderr).toContain('Main.java:10');
    expect(run('instrument', 'Part.class', 'Main.class', ...property).status).toBe(0);
    expect(readdirSync(file('Main-rrv')).sort()).toEqual(['Main.class', 'rrv']);
  });

  test('of many inputs is told in one line', () => {
    const folders = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}/classes`);
    for (const folder of folders) cpSync(join(fixtures, 'classes'), file(folder), { recursive: true });
    const written = (...args: string[]) =>
      run('instrument', ...args, ...property).stderr.match(/^(?:wrote|replaced) .*$/gm);
    expect(written(...folders)).toEqual(['wrote 5 outputs beside their inputs']);
    expect(written(...folders, '--in-place')).toEqual(['replaced 5 inputs']);
    const jars = folders.map((_, at) => `${at}.jar`);
    for (const jar of jars) cpSync(join(fixtures, 'app.jar'), file(jar));
    expect(written(...jars, '-o', 'out')).toEqual(['wrote 5 outputs to out']);
  });

  test('compiles the Java code of a property against jars in jars, and classes of a web application', () => {
    const part = readFileSync(join(fixtures, 'classes/a/b/Part.class'));
    const web = { 'WEB-INF/classes/a/b/Part.class': part };
    writeFileSync(file('classes.war'), jar(web));
    writeFileSync(file('lib.war'), jar({ 'WEB-INF/lib/part.jar': jar({ 'a/b/Part.class': part }) }));
    writeFileSync(file('boot.jar'), jar({ 'BOOT-INF/classes/a/b/Part.class': part }));
    writeFileSync(
      file('uses.mop'),
      `import java.util.*; import a.b.Part;
      Uses(Iterator i) {
        event e before(Iterator i) : call(* Iterator+.next()) && target(i) && condition(Part.n(new ArrayList()) == 0) { }
        ere : e e @match { }
      }`,
    );
    for (const input of ['classes.war', 'lib.war', 'boot.jar'])
      expect(run('instrument', input, '--prop', 'uses.mop', '-o', `out-${input}`)).toMatchObject({
        status: 0,
      });
    writeFileSync(file('none.war'), jar({ 'WEB-INF/classes/Main.class': classOf('Main') }));
    const none = run('instrument', 'none.war', '--prop', 'uses.mop', '-o', 'out.war');
    expect(none).toMatchObject({ status: 2, stderr: expect.stringContaining('RRV_PROPERTY_JAVA') });
  });

  test('of a jar with jars in it has them instrumented, stored ones still stored', () => {
    const inner = jar({ 'a/b/Part.class': classOf('a/b/Part') });
    // The jar tool stores with 0: what Spring Boot needs.
    mkdirSync(file('boot/BOOT-INF/lib'), { recursive: true });
    writeFileSync(file('boot/BOOT-INF/lib/part.jar'), inner);
    runTool('jar', 'c0f', file('boot.jar'), '-C', file('boot'), 'BOOT-INF');
    const script = text('#!/bin/sh\nexit 0\n');
    writeFileSync(file('boot.jar'), concatenate([script, readFileSync(file('boot.jar'))]));
    expect(run('instrument', 'boot.jar', ...property, '--analysis', 'none', '-o', 'out.jar').status).toBe(0);
    const output = readFileSync(file('out.jar'));
    expect(output.subarray(0, script.length)).toEqual(Buffer.from(script));
    expect(runTool('jar', 'tf', file('out.jar'))).toContain('rrv/runtime/Unit.class');
    const outer = openZip(bytesAccess(output));
    const nested = outer.find('BOOT-INF/lib/part.jar')!;
    expect(nested.method).toBe(0);
    const nestedZip = openZip(bytesAccess(outer.read(nested)));
    expect(nestedZip.entries.some(({ name }) => /^rrv\/unit\/u[0-9a-f]+\/Events\.class$/.test(name))).toBe(
      true,
    );
    expect(nestedZip.read(nestedZip.find('a/b/Part.class')!)).not.toEqual(
      Uint8Array.from(classOf('a/b/Part')),
    );
  });

  test('of a distribution is the distribution with its jars instrumented', async () => {
    const members = [
      { name: 'app/bin/run', mode: 0o755, data: text('#!/bin/sh\n') },
      { name: 'app/lib/app.jar', data: readFileSync(file('app.jar')) },
      { name: 'app/none.zip', data: text('none') },
    ];
    writeFileSync(file('app.tar.gz'), gzip(await tarOf(members)));
    const { status, stderr } = run('instrument', 'app.tar.gz', ...property);
    expect(status).toBe(0);
    expect(stderr).toContain('RRV_NESTED_ARCHIVE_SKIPPED');
    expect(stderr).toContain('app.tar.gz@app/none.zip');
    const output = await readTar(gunzip(readFileSync(file('app-rrv.tar.gz'))));
    expect(output.map(({ header: { name, mode } }) => [name, mode])).toEqual([
      ['app/bin/run', 0o755],
      ['app/lib/app.jar', 0o644],
      ['app/none.zip', 0o644],
    ]);
    expect(Buffer.from(output[2]!.data).toString()).toBe('none');
    writeFileSync(file('from-tar.jar'), output[1]!.data);
    expect(runJava(jdk, ['-jar', file('from-tar.jar')]).stderr).toContain('Main.java:10');
    // Without an event it is the same, as it was compressed.
    writeFileSync(file('fast.tar.gz'), gzipSync(gunzip(readFileSync(file('app.tar.gz'))), { level: 1 }));
    const none = ['--exclude', '**', '--allow-empty', '-o', 'same.tar.gz'];
    expect(run('instrument', 'fast.tar.gz', ...property, ...none).status).toBe(0);
    expect(readFileSync(file('same.tar.gz'))).toEqual(readFileSync(file('fast.tar.gz')));
  });

  test('of a multi-release module has every version instrumented, and is a module', () => {
    const source = (version: number): string =>
      `package p; import java.util.*; public class V { public static void main(String[] a) { List<Integer> l = new ArrayList<>(); l.add(1); Iterator<Integer> i = l.iterator(); l.add(2); try { i.next(); } catch (ConcurrentModificationException e) { System.out.println(${version}); } } }`;
    for (const [name, version] of [
      ['base', 8],
      ['newer', 11],
    ] as const) {
      mkdirSync(file(name));
      writeFileSync(file(`${name}/V.java`), source(version));
      writeFileSync(file(`${name}/module-info.java`), 'module m { exports p; }');
      const sources = ['V.java', 'module-info.java'].map((java) => file(`${name}/${java}`));
      compileJava(jdk, sources, file(`${name}/classes`), ['--release', '11']);
    }
    rmSync(file('newer/classes/module-info.class'));
    runTool('jar', 'cfe', file('m.jar'), 'p.V', '-C', file('base/classes'), '.', '--release', '11', '-C', file('newer/classes'), '.'); // biome-ignore format: a command line
    expect(run('instrument', 'm.jar', ...property, '-o', 'out.jar', '--analysis', 'none').status).toBe(0);
    for (const args of [
      ['-p', file('out.jar'), '-m', 'm'],
      ['-jar', file('out.jar')],
    ]) {
      const monitored = runJava(jdk, args);
      expect(monitored).toMatchObject({ status: 0, stdout: '11\n' });
      expect(monitored.stderr).toContain('SafeIterator');
    }
    const zip = openZip(bytesAccess(readFileSync(file('out.jar'))));
    const original = openZip(bytesAccess(readFileSync(file('m.jar'))));
    for (const name of ['p/V.class', 'META-INF/versions/11/p/V.class'])
      expect(zip.find(name)!.crc).not.toBe(original.find(name)!.crc);
  });

  test('of several inputs is a directory, made when it is not there', () => {
    writeFileSync(file('part.jar'), jar({ 'a/b/Part.class': classOf('a/b/Part') }));
    expect(run('instrument', 'app.jar', 'part.jar', ...property, '-o', 'out').status).toBe(0);
    expect(readdirSync(file('out')).sort()).toEqual(['app.jar', 'part.jar']);
    const path = [file('out/app.jar'), file('out/part.jar')].join(delimiter);
    expect(runJava(jdk, ['-cp', path, 'Main'])).toMatchObject({ status: 0, stdout: '1\n2\n3\ncaught it\n' });
  });

  test('is written without points if that is allowed', () => {
    const args = ['app.jar', ...property, '--include', 'Plain', '--allow-empty', '-o', 'out.jar'];
    expect(run('instrument', ...args)).toMatchObject({ status: 0, stdout: '' });
    expect(runJava(jdk, ['-jar', file('out.jar')])).toMatchObject({ status: 0, stderr: '' });
  });

  test('has no monitors where no event is left, which is said', () => {
    const nobodyViolates = 'no event is left: no run can violate these properties';
    const said = `${nobodyViolates}, and none writes a report\n`;
    const hasNext = ['--prop', 'SafeHasNext', '--exclude', 'Main', '--allow-empty'];
    cpSync(join(fixtures, 'classes'), file('classes'), { recursive: true });
    expect(run('instrument', 'classes', ...hasNext, '-o', 'out').stderr).toContain(said);
    expect(existsSync(file('out/rrv'))).toBe(false);
    // A program with a `main` writes its report, for which it needs the runtime.
    const closed = ['classes', '--prop', 'SafeHasNext', '--include', 'a.**,Plain'];
    const withMain = ['idle', '--prop', 'SafeHasNext'];
    compileSources(
      {
        'Idle.java':
          'public class Idle { public static void main(String[] a) { for (int i : java.util.List.of(1)) System.out.println(i); } }',
      },
      folder,
      file('idle'),
    );
    const idle = run('instrument', ...withMain, '--runtime', 'external', '-o', 'idle-out').stderr;
    expect(idle).toContain(`${nobodyViolates}\n`);
    expect(idle).toContain('add the runtime to the class path');
    expect(run('instrument', ...closed, '--runtime', 'external', '-o', 'library').stderr).not.toContain(
      'add the runtime',
    );
    // Some points stay, all do, and there were none.
    expect(run('instrument', 'classes', ...property, '-o', 'some').stderr).not.toContain(said);
    expect(run('instrument', 'classes', ...hasNext, '-o', 'kept', '--audit').stderr).not.toContain(said);
    expect(run('instrument', 'classes', ...hasNext, '-o', 'none', '--include', 'Plain').stderr).not.toContain(
      said,
    );
  });

  test('leaves excluded classes as they are', () => {
    cpSync(join(fixtures, 'classes'), file('classes'), { recursive: true });
    const result = run('instrument', 'classes', ...property, '-o', 'out', '--exclude', 'a.**', '--json');
    const report = JSON.parse(result.stdout) as { points: { class: string }[] };
    expect(new Set(report.points.map((point) => point.class))).toEqual(new Set(['Main']));
    expect(readFileSync(file('out/a/b/Part.class'))).toEqual(Buffer.from(classOf('a/b/Part')));
  });
});

test.each([
  [
    ['--analysis', 'none'],
    ['reading', 'weaving'],
  ],
  [
    ['--analysis', 'paper'],
    ['reading', 'analysing', 'weaving'],
  ],
  [[], ['reading', 'scanning', 'call graph', 'analysing', 'weaving']],
  [
    ['--entry', 'main'],
    ['reading', 'scanning', 'call graph', 'closed world', 'analysing', 'weaving'],
  ],
])('--verbose has a line with the time of each step: %j', (options, steps) => {
  const { stderr } = run('analyze', 'app.jar', ...property, ...options, '--verbose');
  expect([...stderr.matchAll(/^([a-z ]+): \d+\.\d s$/gm)].map(([, step]) => step)).toEqual(steps);
});

describe('reports', () => {
  test('of all formats in one run; --json on stdout, the table on stderr', () => {
    const formats = ['html', 'json', 'csv', 'sarif'];
    const args = formats.flatMap((format) => ['--report', `${format}=report.${format}`]);
    const result = run('analyze', 'app.jar', ...property, '--analysis', 'none', '--json', ...args);
    expect(result.status).toBe(0);
    expect(readdirSync(folder).sort()).toEqual(
      ['app.jar', ...formats.map((format) => `report.${format}`)].sort(),
    );
    expect(readFileSync(file('report.json'), 'utf8')).toBe(result.stdout);
    const report = JSON.parse(result.stdout) as { points: unknown[]; properties: unknown[] };
    expect(report).toMatchObject({ schemaVersion: 1, inputs: ['app.jar'], threads: 'confined' });
    expect(report.points.length).toBe(5);
    expect(readFileSync(file('report.csv'), 'utf8').trimEnd().split('\r\n').length).toBe(6);
    expect(result.stderr).toMatch(/^SafeIterator +1 +0 +1 +0 +5 +0 +\d+ +1\.00$/m);
  });

  test('analyze takes the arguments of an instrument, and writes no program', () => {
    const before = readFileSync(file('app.jar'));
    const plain = run('analyze', 'app.jar', ...property, '--json').stdout;
    for (const output of [['-o', 'out.jar'], ['--in-place']]) {
      const args = ['app.jar', ...property, ...output, '--runtime', 'external', '--audit'];
      expect(run('analyze', ...args, '--json').stdout).toBe(plain);
    }
    expect(readdirSync(folder)).toEqual(['app.jar']);
    expect(readFileSync(file('app.jar'))).toEqual(before);
  });

  test('two properties of one name are refused, the same one twice is not', () => {
    const own = (more: string): string =>
      `Own(Iterator i) { event e before(Iterator i) : call(* Iterator+.next()) && target(i) { } ere : e ${more} @match { } }`;
    writeFileSync(file('one.mop'), `import java.util.*; ${own('')}`);
    writeFileSync(file('two.mop'), `import java.util.*; ${own('e')}`);
    const clash = run('analyze', 'app.jar', '--prop', 'one.mop,two.mop');
    expect(clash).toMatchObject({ status: 2, stdout: '' });
    expect(clash.stderr).toContain(
      'RRV_USAGE: two properties are named Own (in one.mop and two.mop): give one another name',
    );
    expect(run('analyze', 'app.jar', '--prop', 'one.mop,./one.mop').status).toBe(0);
  });

  test('--quiet says nothing', () => {
    expect(run('instrument', 'app.jar', ...property, '--quiet')).toMatchObject({
      status: 0,
      stdout: '',
      stderr: '',
    });
  });
});

describe('the class path', () => {
  beforeEach(() => {
    mkdirSync(file('src'));
    mkdirSync(file('lib-classes'));
    mkdirSync(file('classes'));
    writeFileSync(file('src/Bag.java'), 'public class Bag extends java.util.ArrayList<String> {}');
    writeFileSync(
      file('src/User.java'),
      'public class User { public static void main(String[] a) { Bag b = new Bag(); b.iterator(); b.add("x"); } }',
    );
    compileJava(jdk, [file('src/Bag.java')], file('lib-classes'));
    compileJava(jdk, [file('src/User.java')], file('classes'), ['-cp', file('lib-classes')]);
    mkdirSync(file('lib'));
    runTool('jar', 'cf', file('lib/bag.jar'), '-C', file('lib-classes'), '.');
  });
  const points = (result: ProcessRun): number =>
    (JSON.parse(result.stdout) as { points: unknown[] }).points.length;

  test('decides which types are collections; what is missing is told', () => {
    // As a build without dependencies says it.
    const without = run('analyze', 'classes', ...property, '--json', '--allow-empty', '--class-path', '');
    expect(points(without)).toBe(0);
    expect(without.stderr).toContain('warning RRV_CLASS_MISSING: class Bag was not found');
    mkdirSync(file('upper'));
    cpSync(file('lib/bag.jar'), file('upper/BAG.JAR'));
    for (const path of ['lib/bag.jar', 'lib-classes', join('lib', '*'), join('upper', '*')]) {
      const result = run('analyze', 'classes', ...property, '--json', '--class-path', path);
      expect(result.stderr).not.toContain('warning');
      expect(points(result)).toBe(2);
    }
  });

  test('an empty element, which is the working directory to java, is passed over, and that is told', () => {
    cpSync(file('lib-classes/Bag.class'), file('Bag.class'));
    for (const [path, found] of [
      [`lib${delimiter}`, 0],
      [`${delimiter}lib/bag.jar`, 2],
      ['.', 2],
    ] as const) {
      const args = ['classes', ...property, '--json', '--allow-empty', '--class-path', path];
      const result = run('analyze', ...args);
      const warnings = [...result.stderr.matchAll(/^warning (?!RRV_CLASS_MISSING).*$/gm)].map(
        ([line]) => line,
      );
      expect(warnings).toEqual(
        path === '.'
          ? []
          : [
              `warning RRV_CLASS_PATH_EMPTY: --class-path ${path}: an empty element of the class path is passed over`,
            ],
      );
      expect(points(result)).toBe(found);
    }
  });

  test('that an earlier run has instrumented is told, as its events are not known', () => {
    expect(run('instrument', 'app.jar', ...property, '-o', 'woven.jar').status).toBe(0);
    expect(run('instrument', 'app.jar', ...property, '-o', 'woven', '--analysis', 'none').status).toBe(0);
    const analysed = (classPath: string, ...options: string[]) =>
      run('analyze', 'classes', ...property, '--allow-empty', '--class-path', classPath, ...options).stderr;
    const code = 'warning RRV_CLASS_PATH_INSTRUMENTED: ';
    expect(analysed('woven.jar')).toContain(
      `${code}woven.jar on the class path is instrumented by another run`,
    );
    expect(analysed(['lib/bag.jar', 'woven.jar', 'woven'].join(delimiter))).toContain(
      `${code}2 elements of the class path are (woven.jar is one) instrumented by another run`,
    );
    expect(analysed('woven.jar', '--analysis', 'none')).not.toContain('RRV_CLASS_PATH_INSTRUMENTED');
    expect(analysed('app.jar')).not.toContain('RRV_CLASS_PATH_INSTRUMENTED');
  });

  test('a missing class that only a JDK can have is one of another JDK', () => {
    const stub = 'package java.util; public class Later extends ArrayList<String> {}';
    const patch = ['--patch-module', `java.base=${file('later')}`];
    compileSources({ 'java/util/Later.java': stub }, file('later'), file('later-classes'), patch);
    writeFileSync(
      file('src/Old.java'),
      'class Old { void run(java.util.Later all) { all.iterator().next(); } }',
    );
    const library = ['--patch-module', `java.base=${file('later-classes')}`];
    compileJava(jdk, [file('src/Old.java')], file('old'), library);
    const { stderr } = run('analyze', 'old', ...property, '--allow-empty');
    expect(stderr).toContain('warning RRV_CLASS_MISSING: class java.util.Later was not found');
    expect(stderr).toContain(
      `  JDK ${jdk.release} has no java.util.Later: name the JDK that the program runs on with --jdk or JAVA_HOME.\n`,
    );
  });

  test('five missing classes are named, the others counted', () => {
    const types = ['A', 'B', 'C', 'D', 'E', 'F', 'G'];
    const user = (name: string, used: readonly string[]): string =>
      `class ${name} { void run() { ${used.map((type) => `new ${type}().iterator();`).join(' ')} } }`;
    const bags = types.map((name) => `class ${name} extends java.util.ArrayList<String> {}`);
    writeFileSync(
      file('src/All.java'),
      [...bags, user('Six', types.slice(1)), user('Seven', types)].join('\n'),
    );
    compileJava(jdk, [file('src/All.java')], file('all'));
    const said = (name: string, ...options: string[]): string =>
      run('analyze', join('all', `${name}.class`), ...property, '--allow-empty', ...options).stderr;
    expect(said('Six')).toContain('6 classes were not found');
    expect(said('Six')).toContain('(B, C, D, E, F and 1 more: --verbose or a --report names them)');
    expect(said('Seven')).toContain('(A, B, C, D, E and 2 more: --verbose or a --report names them)');
    expect(said('Seven', '--verbose')).toContain('(A, B, C, D, E, F, G)');
  });

  test('leaves out what cannot be read in a directory', () => {
    // As nobody keeps root from reading: a path that is too long.
    const name = 'n'.repeat(200);
    mkdirSync(file('beside/lib'), { recursive: true });
    const script = `for i in $(seq 25); do mkdir ${name} && cd -P ${name} || exit 1; done`;
    execFileSync('sh', ['-c', script], { cwd: file('beside') });
    try {
      writeFileSync(file('manifest'), 'Class-Path: beside/ lib/bag.jar\n');
      runTool('jar', 'cfm', file('user.jar'), file('manifest'), '-C', file('classes'), '.');
      expect(points(run('analyze', 'user.jar', ...property, '--json'))).toBe(2);
    } finally {
      execFileSync('rm', ['-rf', file('beside')]);
    }
  });

  test('leaves out a directory with too much in it that the manifest names, and warns', () => {
    cpSync(file('lib-classes'), file('beside/a'), { recursive: true });
    cpSync(file('lib-classes'), file('beside'), { recursive: true });
    writeFileSync(file('manifest'), 'Class-Path: beside/\n');
    runTool('jar', 'cfm', file('user.jar'), file('manifest'), '-C', file('classes'), '.');
    const count = readdirSync(file('beside'), { recursive: true }).length;
    expect(count).toBe(3);
    const analyzed = (most: number): ProcessRun =>
      run(
        'analyze',
        'user.jar',
        ...property,
        '--json',
        '--allow-empty',
        '--limit',
        `archive.classPathDirectory=${most}`,
      );
    const taken = analyzed(count);
    expect(points(taken)).toBe(2);
    expect(taken.stderr).not.toContain('RRV_CLASS_PATH_DIRECTORY');
    const passedOver = analyzed(count - 1);
    expect(points(passedOver)).toBe(0);
    expect(passedOver.stderr).toMatch(
      new RegExp(
        `^warning RRV_CLASS_PATH_DIRECTORY: the manifest of user.jar .* more than ${count - 1} `,
        'm',
      ),
    );
    expect(passedOver.stderr).toContain('warning RRV_CLASS_MISSING');
    rmSync(file('beside'), { recursive: true });
  });

  test('includes what the manifest of the input names', () => {
    symlinkSync('circle', file('circle'));
    const folded = `${tooLong}.jar`.replaceAll(/.{60}/g, '$&\n ');
    writeFileSync(file('lib/bag.pom'), '<project/>');
    writeFileSync(file('lib/cut.jar'), readFileSync(file('lib/bag.jar')).subarray(0, 100));
    writeFileSync(
      file('manifest'),
      `Class-Path: lib/bag.pom lib/cut.jar lib/bag.jar lib/not-there.jar\n  circle ${folded}\n`,
    );
    runTool('jar', 'cfm', file('user.jar'), file('manifest'), '-C', file('classes'), '.');
    expect(points(run('analyze', 'user.jar', ...property, '--json'))).toBe(2);
  });

  test('includes what the manifest of a jar on it names', () => {
    writeFileSync(file('manifest'), 'Class-Path: bag.jar\n');
    runTool('jar', 'cfm', file('lib/outer.jar'), file('manifest'));
    const args = ['classes', ...property, '--json', '--class-path', 'lib/outer.jar'];
    expect(points(run('analyze', ...args))).toBe(2);
  });
});

test('inputs of one name are told apart by their paths', () => {
  for (const name of ['one', 'two']) {
    mkdirSync(file(name));
    cpSync(file('app.jar'), file(`${name}/app.jar`));
  }
  cpSync(file('app.jar'), file('two/other.jar'));
  const { stdout } = run('analyze', 'one/app.jar', 'two/app.jar', 'two/other.jar', ...property, '--json');
  const { inputs, points } = JSON.parse(stdout) as { inputs: string[]; points: { input: string }[] };
  expect(inputs).toEqual(['one/app.jar', 'two/app.jar', 'other.jar']);
  expect([...new Set(points.map(({ input }) => input))]).toEqual(inputs);
});

test('an empty directory among others is passed over, with a warning', () => {
  cpSync(join(fixtures, 'classes'), file('classes'), { recursive: true });
  mkdirSync(file('test-classes'));
  const result = run('instrument', 'classes', 'test-classes', ...property, '--in-place');
  expect(result.status).toBe(0);
  expect(result.stderr).toMatch(/^warning RRV_INPUT_EMPTY[\s\S]*at test-classes$/m);
  expect(readdirSync(file('test-classes'))).toEqual([]);
});

test('a filter that matches nothing is said', () => {
  const result = run(
    'analyze',
    'app.jar',
    ...property,
    '--exclude',
    'Mian',
    '--exclude',
    'a.b.**,{Main,Maine}',
    '--allow-empty',
  );
  expect(result.stderr).toContain('warning RRV_FILTER_UNUSED: --exclude Mian matches no class of the inputs');
  expect(run('analyze', 'app.jar', ...property, '--include', 'Main').stderr).not.toContain(
    'RRV_FILTER_UNUSED',
  );
});

test('a JAVA_HOME that is no JDK is said', () => {
  const environment = { JAVA_HOME: folder, PATH: join(jdk.home, 'bin') };
  const result = rrv(['analyze', 'app.jar', ...property], { cwd: folder, environment });
  expect(result.status).toBe(0);
  expect(result.stderr).toContain(`warning RRV_JDK_NOT_THERE: JAVA_HOME (${folder}) is no JDK`);
});

test('temporary files that cannot be written are no bug', () => {
  const environment = { JAVA_HOME: jdk.home, TMPDIR: file('nowhere') };
  writeFileSync(
    file('own.mop'),
    'import java.util.List; Own(List l) { int n; event add before(List l) : call(* List+.remove(int)) && target(l) { n++; } ere : add @match { } }',
  );
  const result = rrv(['analyze', 'app.jar', '--prop', 'own.mop'], { cwd: folder, environment });
  expect(result.status).toBe(2);
  expect(result.stderr).toContain('RRV_TEMPORARY');
});

function runTool(name: string, ...args: string[]): string {
  return execFileSync(join(jdk.home, 'bin', name), args, { encoding: 'utf8', stdio: 'pipe' });
}
