import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

/** ARCHITECTURE.md's import table: which folder of src may import which. Every folder may import itself. */
const mayImport: Record<string, readonly string[]> = {
  'diagnostics.ts': [],
  archive: ['diagnostics.ts'],
  classfile: ['diagnostics.ts'],
  hierarchy: ['diagnostics.ts', 'archive', 'classfile'],
  cfg: ['diagnostics.ts', 'classfile'],
  automata: ['diagnostics.ts'],
  property: ['diagnostics.ts', 'automata'],
  events: ['diagnostics.ts', 'classfile', 'cfg', 'hierarchy', 'property', 'automata'],
  residual: ['diagnostics.ts', 'classfile', 'cfg', 'hierarchy', 'property', 'automata', 'events'],
  instrument: [
    'diagnostics.ts',
    'archive',
    'classfile',
    'cfg',
    'hierarchy',
    'property',
    'automata',
    'events',
    'residual',
  ],
  report: ['diagnostics.ts', 'classfile', 'cfg', 'property', 'automata', 'events', 'residual', 'instrument'],
};

/** What the core must not touch: it takes bytes and returns bytes. */
const effects =
  /^(?:node:)?(?:fs|fs\/promises|child_process|process|os|worker_threads|net|http|https|readline|timers|perf_hooks)$/;

const source = resolve(import.meta.dirname, '../src');

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

/** `classfile` for src/classfile/a/b.ts, `diagnostics.ts` for src/diagnostics.ts. */
function folderOf(file: string): string {
  return relative(source, file).split('/')[0]!;
}

test('imports go one way, and the core has no effects', () => {
  const problems: string[] = [];
  for (const file of typeScriptFiles(source)) {
    const folder = folderOf(file);
    if (folder === 'cli') continue;
    const allowed = mayImport[folder];
    if (allowed === undefined) {
      problems.push(`${folder} is not in the import table`);
      continue;
    }
    for (const target of importsOf(file)) {
      if (target.startsWith('.')) {
        const imported = folderOf(resolve(dirname(file), target));
        if (imported !== folder && !allowed.includes(imported))
          problems.push(`${relative(source, file)} imports ${imported}`);
      } else if (effects.test(target)) problems.push(`${relative(source, file)} imports ${target}`);
    }
    if (
      /\b(?:process\.(?!versions)|Date\.now|performance\.now|new Date\(\))/.test(
        readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, ''),
      )
    )
      problems.push(`${relative(source, file)} uses the process or the clock`);
  }
  expect(problems).toEqual([]);
});
