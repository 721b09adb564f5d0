// What `npm start` shows: the sample program before and after, the violations that only the monitor sees, and
// how many points each analysis leaves. Everything happens in a temporary directory.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

const root = join(import.meta.dirname, '..');
const rrv = join(root, 'dist', 'cli', 'main.js');
const properties = 'SafeIterator,SafeListIterator,SafeMapIterator,SafeHasNext';
const work = mkdtempSync(join(tmpdir(), 'rrv-demo-'));

/** A tool of the JDK: from JAVA_HOME, else from the PATH. */
function jdkTool(name) {
  const home = process.env.JAVA_HOME;
  const candidate = home === undefined ? undefined : join(home, 'bin', name);
  if (candidate !== undefined && existsSync(candidate)) return candidate;
  for (const folder of (process.env.PATH ?? '').split(delimiter))
    if (existsSync(join(folder, name))) return join(folder, name);
  throw new Error(`${name} was not found: install a JDK (11 or later) or set JAVA_HOME`);
}

function run(command, args, options = {}) {
  const result = spawnSync(command, args, { encoding: 'utf8', cwd: work, ...options });
  if (result.error) throw result.error;
  return result;
}

function must(command, args) {
  const result = run(command, args);
  if (result.status !== 0) throw new Error(`${command} ${args.join(' ')}\n${result.stdout}${result.stderr}`);
  return result;
}

function title(text) {
  console.log(`\n${text}\n${'-'.repeat(text.length)}`);
}

function indent(text) {
  return text.trimEnd().replace(/^/gm, '  ');
}

/** Instruments app.jar and returns the report. */
function instrument(analysis, output) {
  const report = `${analysis}.json`;
  const args = [
    rrv,
    'instrument',
    'app.jar',
    '--prop',
    properties,
    '--analysis',
    analysis,
    '-o',
    output,
    '--report',
    `json=${report}`,
    '--quiet',
  ];
  must(process.execPath, args);
  return JSON.parse(readFileSync(join(work, report), 'utf8'));
}

try {
  const sources = join(root, 'examples', 'warehouse', 'src', 'warehouse');
  const files = readdirSync(sources).map((name) => join(sources, name));
  must(jdkTool('javac'), ['-g', '-d', 'classes', ...files]);
  must(jdkTool('jar'), [
    '--create',
    '--file',
    'app.jar',
    '--main-class',
    'warehouse.Warehouse',
    '-C',
    'classes',
    '.',
  ]);

  title('The program as it is: java -jar app.jar');
  const before = run(jdkTool('java'), ['-jar', 'app.jar']);
  console.log(indent(before.stdout));
  console.log(`  (exit status ${before.status}, no exception)`);

  const analyses = readAnalyses();
  const reports = new Map(
    analyses.map((analysis) => [analysis, instrument(analysis, `app-${analysis}.jar`)]),
  );
  const last = analyses.at(-1);

  title(`The same program instrumented: rrv instrument app.jar --prop ${properties} -o app-${last}.jar`);
  const runs = analyses.map((analysis) => run(jdkTool('java'), ['-jar', `app-${analysis}.jar`]));
  const after = runs.at(-1);
  const same = runs.every((one) => one.stdout === before.stdout && one.status === before.status);
  console.log(`  standard output and exit status: ${same ? 'the same' : 'DIFFERENT'}`);
  console.log(`  what the monitors say on standard error:\n${indent(after.stderr)}`);

  title('Points: instructions that call the monitor, found and left');
  const rows = [['property', ...analyses]];
  const names = reports.get(last).properties.map((property) => property.name);
  names.forEach((name, index) => {
    const cells = analyses.map((analysis) => {
      const { relevant, removed } = reports.get(analysis).properties[index].instructions;
      return `${relevant - removed} of ${relevant}`;
    });
    rows.push([name, ...cells]);
  });
  const agrees = (index) => runs[index].stderr === runs[0].stderr;
  rows.push(['reports as none', ...analyses.map((_, index) => (agrees(index) ? 'yes' : 'no'))]);
  for (const row of rows)
    console.log(`  ${row.map((cell, column) => cell.padEnd(column === 0 ? 18 : 10)).join('  ')}`.trimEnd());
  console.log('\n  none: every point is kept. paper: the published method to the letter, which may lose or');
  console.log('  invent reports (docs/paper.md). sound: what is removed cannot change a report.');
  if (!same || (last === 'sound' && !agrees(runs.length - 1)) || !/^.*Stock\.java:\d+/m.test(after.stderr))
    process.exitCode = 1;
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** The analyses that this version offers, weakest first, from its own help. */
function readAnalyses() {
  const help = run(process.execPath, [rrv, 'instrument', '--help']).stdout;
  const offered = /--analysis\s[^:]*:([a-z, ]+)/.exec(help)?.[1] ?? '';
  return ['none', 'paper', 'sound'].filter((name) => offered.includes(name));
}
