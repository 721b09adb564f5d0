import { spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { builtCli, rrv } from '../support/cli.ts';
import { defaultJdk } from '../support/jdk.ts';
import { builtinProperties } from '../support/named-properties.ts';

const folder = mkdtempSync(join(tmpdir(), 'rrv-cli-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('data goes to stdout, talk to stderr', () => {
  test('properties lists the properties', () => {
    const run = rrv(['properties']);
    expect(run).toMatchObject({ status: 0, stderr: '' });
    const names = run.stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split(' ')[0]);
    expect(names).toEqual(expect.arrayContaining(builtinProperties.map(({ name }) => name)));
    expect(rrv(['properties', 'list']).stdout).toBe(run.stdout);
  });

  test('properties list --json is for programs', () => {
    const list: unknown = JSON.parse(rrv(['properties', 'list', '--json']).stdout);
    expect(list).toMatchObject({ schemaVersion: 1, properties: expect.any(Array) });
  });

  test('properties show prints events and monitor', () => {
    const run = rrv(['properties', 'show', 'SafeHasNext']);
    expect(run).toMatchObject({ status: 0, stderr: '' });
    expect(run.stdout).toContain('hasNext(i) after returning');
    expect(run.stdout).toMatch(/asked\n\s+next -> unknown/);
  });

  test('properties show keeps the lines of a formula under each other', () => {
    expect(rrv(['properties', 'show', 'SafeHasNext']).stdout).toMatch(/^ {2}unknown \[.*\n {2}asked \[/m);
  });

  test('properties show takes a .mop file, too', () => {
    const path = join(folder, 'own.mop');
    const event = 'event e before(Iterator i) : call(* Iterator+.next()) && target(i) { }';
    const own = (name: string) => `${name}(Iterator i) { ${event} ere : e e @match { } }`;
    writeFileSync(path, `import java.util.*; ${own('Own')} ${own('Other')}`);
    const run = rrv(['properties', 'show', path]);
    expect(run).toMatchObject({ status: 0, stderr: '' });
    expect(run.stdout).toContain('call(* java.util.Iterator+.next()) && target(i)');
    expect(run.stdout).toMatch(/^Other$/m);
    expect(rrv(['properties', 'show', path, '--format', 'dot']).stdout.match(/^digraph/gm)).toHaveLength(2);
    expect(JSON.parse(rrv(['properties', 'show', path, '--json']).stdout)).toMatchObject({
      properties: [{ name: 'Own' }, { name: 'Other' }],
    });
    writeFileSync(path, 'Own(Iterater i) { }');
    expect(rrv(['properties', 'show', path])).toMatchObject({ status: 2, stdout: '' });
  });

  test.each(['dot', 'svg', 'mop'])(
    'properties show prints %s or JSON, and not one of the two at will',
    (format) => {
      const run = rrv(['properties', 'show', 'SafeHasNext', '--json', '--format', format]);
      expect(run).toMatchObject({ status: 2, stdout: '' });
      expect(run.stderr).toMatch(`RRV_USAGE: --json and --format ${format}: one of them can be on stdout`);
    },
  );

  test('properties show says what Java is run, and what is reported again', () => {
    const path = join(folder, 'java.mop');
    const event = (name: string, body: string) =>
      `event ${name} before(Iterator i) : call(* Iterator+.${name}()) && target(i) { ${body} }`;
    writeFileSync(
      path,
      `import java.util.*;
P(Iterator i) {
  int n;
  ${event('next', 'n++;')} ${event('remove', '')}
  fsm :
    good [ next -> bad ]
    bad [ default bad ]
  alias wrong = bad
  @wrong { System.err.println(n); }
}
Q(Iterator i) { ${event('next', 'System.err.println(i);')} }`,
    );
    const show = (name: string) => rrv(['properties', 'show', `${path}#${name}`]).stdout;
    expect(show('P')).toContain('target(i)\n    runs Java\n  remove(i)');
    expect(show('P')).toContain('fsm\n    good [ next -> bad ]\n    bad [ default bad ]\n  alias wrong');
    expect(show('P')).toMatch(
      /bad \(wrong\)\n {4}next -> bad\n {4}remove -> bad\n {2}fail\n\nruns Java on wrong, which reports what it prints\n$/,
    );
    expect(show('Q')).toContain('target(i)\n    runs Java, which reports what it prints\n\nmonitor');
  });

  test('properties check compiles Java code, and says each mistake at its line', () => {
    const path = join(folder, 'coded.mop');
    const withCode = (code: string, condition: string) => `import java.util.*;
Coded(Iterator i) {
  int count;
  event e before(Iterator i) : call(* Iterator+.next()) && target(i) && condition(${condition}) {
    ${code}
  }
  ere : e e @match { }
}`;
    writeFileSync(path, withCode('count++;', 'count < 3'));
    const run = rrv(['properties', 'check', path]);
    expect(run).toMatchObject({ status: 0, stderr: '' });
    expect(run.stdout).toMatch(/^Coded$/m);
    expect(JSON.parse(rrv(['properties', 'check', path, '--json']).stdout)).toMatchObject({ name: 'Coded' });
    writeFileSync(path, withCode('count = "one";', 'counts < 3'));
    const wrong = rrv(['properties', 'check', path]);
    expect(wrong).toMatchObject({ status: 2, stdout: '' });
    expect(wrong.stderr.match(/coded\.mop:\d+/g)).toEqual(['coded.mop:4', 'coded.mop:5']);
  });

  test('env says which JDK is used, and why', () => {
    const jdk = defaultJdk();
    const run = rrv(['env', '--json'], { environment: { JAVA_HOME: jdk.home } });
    expect(run).toMatchObject({ status: 0, stderr: '' });
    expect(JSON.parse(run.stdout)).toMatchObject({ jdk: `${jdk.release} (${jdk.home}, by JAVA_HOME)` });
  });

  test('env says that JAVA_HOME is no JDK', () => {
    const run = rrv(['env'], { environment: { JAVA_HOME: folder } });
    expect(run).toMatchObject({ status: 0, stderr: expect.stringContaining('RRV_JDK_NOT_THERE') });
  });

  test('--help and --version', () => {
    expect(rrv(['--version']).stdout).toMatch(/^\d+\.\d+\.\d+/);
    expect(rrv(['help', 'properties', 'check']).stdout).toMatch(/^rrv properties check/);
    expect(rrv(['--help'])).toMatchObject({
      status: 0,
      stderr: '',
      stdout: expect.stringContaining('Exit codes'),
    });
  });

  test('help is as wide as COLUMNS says, up to a limit; what is no width says nothing', () => {
    const widest = (columns: string): number => {
      const { stdout } = rrv(['report', '--help'], { environment: { COLUMNS: columns } });
      return Math.max(...stdout.split('\n').map((line) => line.length));
    };
    expect(widest('60')).toBeLessThanOrEqual(60);
    const usual = widest('');
    expect(usual).toBeGreaterThan(90);
    for (const other of ['0', '-5', 'wide', '1000']) expect(widest(other)).toBe(usual);
  });
});

describe('wrong usage ends with exit code 2 and says what is meant', () => {
  test.each([
    [[], 'RRV_USAGE: name a command'],
    [['propertis'], 'unknown command propertis (did you mean properties?)'],
    [['zip', 'app.jar'], 'unknown command zip: see rrv --help'],
    [['--versoin'], 'Unknown argument: versoin (did you mean --version?)'],
    [['--bogus'], 'Unknown argument: bogus: see rrv --help'],
    [['instrument', '--bogus', 'app.jar'], 'Unknown argument: bogus'],
    [['--jar', 'app.jar'], 'unknown command app.jar'],
    [['analyze', 'app.jar'], '--prop (rrv properties lists them)'],
    [['properties', 'list', '--jsn'], 'Unknown argument: jsn (did you mean --json?)'],
    [['properties', 'show'], 'too few arguments: rrv properties show <name>'],
    [['analyze', 'app.jar', '--prop'], '--prop needs a value'],
    [['analyze', 'app.jar', '--prop', ''], 'RRV_USAGE: --prop is empty'],
    [
      ['analyze', 'app.jar', '-p', 'all', '--limit.archive', '3'],
      'Unknown argument: limit.archive (did you mean',
    ],
    [['analyze', 'app.jar', '-p', 'all', '--prop.a', 'all'], 'Unknown argument: prop.a'],
    [['analyze', '', '--prop', 'all'], 'RRV_USAGE: <inputs> is empty'],
    [['analyze', 'no.jar', '-p', 'all', '--class-path', ''], 'RRV_INPUT_UNREADABLE'],
    [['analyze', 'app.jar', '-p', 'all', '--include', ','], 'RRV_USAGE: --include ,: the list is empty'],
    [['report', 'no.json', '--exclude', ' , '], 'RRV_USAGE: --exclude  , : the list is empty'],
    [['analyze', 'app.jar', '-p', 'all', '--reflection', ','], 'RRV_USAGE: --reflection ,: the list'],
    [['analyze', 'app.jar', '-p', 'all', '--entry='], 'RRV_USAGE: --entry needs a value'],
    [['instrument', 'app.jar', '--prop', 'all', '-o', ''], 'RRV_USAGE: --output is empty'],
    [['instrument', 'app.jar', '--prop', 'all', '-o'], '-o needs a value'],
    [
      ['analyze', 'app.jar', '-p', 'all', '--threads', 'many'],
      '--threads many: it is one of confined, shared',
    ],
    [['properties', 'show', 'safeiterater'], 'Did you mean SafeIterator'],
    [['properties', 'show', '__proto__'], 'RRV_PROPERTY_UNKNOWN'],
    [['env', '--quiet', '--verbose'], 'mutually exclusive'],
    [['env', '@no-such-file'], 'RRV_ARGUMENT_FILE: cannot read the argument file: no such file'],
    [['env', `@${folder}`], 'cannot read the argument file: it is a directory'],
    [['analyze', 'app.jar', '--prop', '@eror'], 'with @error, @warning and @suggestion'],
    [['env', '--jdk', folder], 'RRV_JDK_NOT_FOUND'],
    [['graph', 'app.jar', 'A#m', '-p', 'all', '--show', 'cfg,graph'], '--show graph: it is one of automaton'],
    [
      ['analyze', 'app.jar', '-p', 'all', '--in-place', '-o', 'x'],
      '--in-place and --output exclude each other',
    ],
    [['graph', 'app.jar', 'A#m', '-p', 'all', '--show', ''], '--show is empty\n'],
    [['env', '--jdkk-home', folder], 'Unknown argument: jdkk-home (did you mean --jdk?)\n'],
    [['analyze', '-', '--prop', 'all'], '"-": rrv reads and writes files'],
    [['instrument', 'app.jar', '--prop', 'all', '-o', '-'], '"-": rrv reads and writes files'],
    [['analyze', '--prop', 'all', '--', '-no-such.jar'], 'at ./-no-such.jar'],
  ])('rrv %j', (args, message) => {
    const run = rrv(args);
    expect(run.status).toBe(2);
    expect(run.stdout).toBe('');
    expect(run.stderr).toContain(message);
    expect(run.stderr).not.toContain('    at ');
  });
});

test('arguments may stand in a file', () => {
  writeFileSync(join(folder, 'args'), '# which property\nshow "SafeHasNext"\n  --json');
  const run = rrv(['properties', `@${join(folder, 'args')}`]);
  expect(run.stderr).toBe('');
  expect(JSON.parse(run.stdout)).toMatchObject({ name: 'SafeHasNext' });
});

test('colour is for terminals, or for those who ask', () => {
  expect(rrv(['properties', 'show', 'x']).stderr).not.toContain('\u001b[');
  expect(rrv(['properties', 'show', 'x', '--color']).stderr).toContain(
    '\u001b[31;1merror RRV_PROPERTY_UNKNOWN',
  );
});

test.each([
  [{ FORCE_COLOR: '1', NO_COLOR: '1' }, [], true],
  [{ FORCE_COLOR: '0' }, [], false],
  [{ FORCE_COLOR: '' }, [], false],
  [{ FORCE_COLOR: '1' }, ['--no-color'], false],
])('%j %j asks for colour: %s', (environment, args, isColored) => {
  const { stderr } = rrv(['properties', 'show', 'x', ...args], { environment });
  expect(stderr.includes('\u001b[31;1m')).toBe(isColored);
});

test('a reader that stops early is no error', async () => {
  const child = spawn(process.execPath, [builtCli(), 'properties', 'list', '--json'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (data: Buffer) => {
    errors += data.toString();
  });
  child.stdout.destroy();
  expect(await new Promise((resolve) => child.on('exit', resolve))).toBe(0);
  expect(errors).toBe('');
});

test('nor is one of stderr: the exit code says what happened', async () => {
  const child = spawn(process.execPath, [builtCli(), 'env', '--jsn'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  child.stderr.destroy();
  expect(await new Promise((resolve) => child.on('exit', resolve))).toBe(2);
});

test.runIf(existsSync('/dev/full'))('data that cannot be written is an error', () => {
  const full = openSync('/dev/full', 'w');
  try {
    const run = spawnSync(process.execPath, [builtCli(), 'properties'], {
      stdio: ['ignore', full, 'pipe'],
      encoding: 'utf8',
    });
    expect(run.stderr).toBe('error RRV_OUTPUT_UNWRITABLE: cannot write to stdout: no space left on device\n');
    expect(run.status).toBe(2);
  } finally {
    closeSync(full);
  }
});

test.each([
  [['instrument', 'app.jar', '--porp', 'SafeIterator'], 'Unknown argument: porp (did you mean --prop?)'],
  [['analyze', 'app.jar', '-pall'], 'Unknown argument: -pall (did you mean -p all?)'],
  [['analyze', 'app.jar', '-p', 'all', '-cp', 'x'], 'Unknown argument: -cp (did you mean --cp?)'],
  [['instrument', 'app.jar', '-p', 'all', '-x'], 'Unknown argument: x\n'],
  [['instrument', 'app.jar', '-p', 'all', '--out', 'x'], 'Unknown argument: out (did you mean --output?)'],
  [['instrument', 'app.jar', '--property', 'all'], 'Unknown argument: property (did you mean --prop?)'],
  [['version'], 'unknown command version (did you mean --version?)'],
  [['properties', 'shwo'], 'Unknown argument: shwo (did you mean show?)'],
  [['properties', 'chek', 'x.mop'], 'Unknown argument: chek (did you mean check?)'],
  [['completion', 'tcsh'], 'bash, zsh, fish'],
  [['env', '--json=maybe'], '--json=maybe: it takes no value'],
  [
    ['instrument', 'app.jar', '-p', 'all', '--no-cache'],
    '--no-cache: there is no such option; leave --cache away',
  ],
  [
    ['analyze', 'app.jar', '-p', 'all', '--no-threads'],
    '--no-threads: there is no such option; leave --threads away',
  ],
])('%j says what was meant', (args, message) => {
  const run = rrv(args);
  expect(run).toMatchObject({ status: 2, stdout: '' });
  expect(run.stderr).toContain(message);
});

test('completion knows values, and the shell that is named', () => {
  const completed = (...words: string[]) =>
    rrv(['--get-yargs-completions', 'rrv', ...words])
      .stdout.trim()
      .split('\n');
  expect(completed('instrument', 'a.jar', '--analysis', 'p')).toEqual(['paper']);
  expect(completed('analyze', 'a.jar', '-p', 'SafeIterator,SafeHas')).toEqual(['SafeIterator,SafeHasNext']);
  expect(completed('analyze', 'a.jar', '--prop', '@e')).toEqual(['@error']);
  expect(rrv(['completion', 'zsh']).stdout).toMatch(/^#compdef rrv/);
  expect(rrv(['completion', '--help']).stdout).toContain('rrv completion [bash|zsh|fish]');
});

test('completion prints a script that names the command', () => {
  const run = rrv(['completion', 'bash']);
  expect(run).toMatchObject({ status: 0, stderr: '' });
  expect(run.stdout).toContain('complete -o bashdefault -o default -F _rrv_yargs_completions rrv');
  const completions = rrv(['--get-yargs-completions', 'rrv', 'in']).stdout.split('\n');
  expect(completions).toContain('instrument');
  expect(rrv(['--get-yargs-completions', 'rrv', 'env', '-'])).toMatchObject({ status: 0, stderr: '' });
});
