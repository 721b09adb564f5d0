import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { expect, test } from 'vitest';

/** What the core must not touch: it takes bytes and returns bytes. */
const effects =
  /^(?:node:)?(?:fs|fs\/promises|child_process|process|os|worker_threads|net|http|https|readline|timers|perf_hooks)$/;

const root = resolve(import.meta.dirname, '..');
const source = join(root, 'src');

/** By row of an import table. Every folder may import itself. */
type ImportTable = ReadonlyMap<string, Row>;

interface Row {
  readonly mayImport: ReadonlySet<string>;
  /** Whether they are named one by one: each has to be imported then. */
  readonly isNamed: boolean;
}

/** The tables of ARCHITECTURE.md, in order. Throws where a row names one that is not above it. */
function importTables(): readonly ImportTable[] {
  const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
  return text
    .split('| folder | may import |\n|---|---|\n')
    .slice(1)
    .map((table) => tableOf(table.split('\n\n')[0]!.split('\n')));
}

function tableOf(rows: readonly string[]): ImportTable {
  const table = new Map<string, Row>();
  for (const row of rows) {
    const [, folders = '', allowed = ''] = row.split('|').map((cell) => cell.trim());
    const above = [...table.keys()];
    const isNamed = allowed !== 'all of the above';
    const names = isNamed ? namesIn(allowed) : above;
    for (const name of names)
      if (!above.includes(name)) throw new Error(`${folders} may import ${name}, which is not above it`);
    for (const folder of namesIn(folders)) table.set(folder, { mayImport: new Set(names), isNamed });
  }
  return table;
}

function namesIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1]!);
}

function typeScriptFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name));
}

function importsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(
    (match) => match[1]!,
  );
}

/** Imports below `folder` that the table does not have, and rows of the table that nothing needs. */
function differences(folder: string, table: ImportTable): string[] {
  const problems = new Set<string>();
  const used = new Set<string>();
  const rowOf = (file: string): string => relative(folder, file).split(sep)[0]!;
  for (const file of typeScriptFiles(folder)) {
    const row = rowOf(file);
    const allowed = table.get(row);
    if (allowed === undefined) {
      problems.add(`${row} is not in the import table`);
      continue;
    }
    for (const target of importsOf(file)) {
      if (!target.startsWith('.')) continue;
      const imported = rowOf(resolve(dirname(file), target));
      if (imported === row || imported === '..') continue;
      used.add(`${row} ${imported}`);
      if (!allowed.mayImport.has(imported)) problems.add(`${relative(source, file)} imports ${imported}`);
    }
  }
  for (const [row, { mayImport, isNamed }] of table)
    for (const name of isNamed ? mayImport : [])
      if (!used.has(`${row} ${name}`)) problems.add(`${row} may import ${name}, and does not`);
  return [...problems];
}

test('imports are those of the tables in ARCHITECTURE.md, which go one way', () => {
  const [folders, residual, pointsTo, sound, instrument, cli, ...others] = importTables();
  expect(others).toEqual([]);
  expect(differences(source, folders!)).toEqual([]);
  expect(differences(join(source, 'residual'), residual!)).toEqual([]);
  expect(differences(join(source, 'residual', 'points-to'), pointsTo!)).toEqual([]);
  expect(differences(join(source, 'residual', 'sound'), sound!)).toEqual([]);
  expect(differences(join(source, 'instrument'), instrument!)).toEqual([]);
  expect(differences(join(source, 'cli'), cli!)).toEqual([]);
});

test('the core has no effects', () => {
  const problems: string[] = [];
  for (const file of typeScriptFiles(source)) {
    if (file.startsWith(join(source, 'cli', sep))) continue;
    for (const target of importsOf(file))
      if (effects.test(target)) problems.push(`${relative(source, file)} imports ${target}`);
    if (
      /\b(?:process\.(?!versions)|Date\.now|performance\.now|new Date\(\))/.test(
        readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, ''),
      )
    )
      problems.push(`${relative(source, file)} uses the process or the clock`);
  }
  expect(problems).toEqual([]);
});
