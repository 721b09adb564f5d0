import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { repositoryRoot } from './repository.ts';

/** Files below test that a file imports, itself or through others. */
function importedBelowTest(file: string, seen: Set<string>): void {
  for (const [, path] of readFileSync(file, 'utf8').matchAll(/from '(\.[^']+\.ts)'/g)) {
    const imported = resolve(file, '..', path!);
    if (!imported.startsWith(join(repositoryRoot(), 'test')) || seen.has(imported)) continue;
    seen.add(imported);
    importedBelowTest(imported, seen);
  }
}

it('what benchmarks use, which run compiled in another folder, asks the repository for files', () => {
  const folder = join(repositoryRoot(), 'benchmarks');
  const files = new Set<string>();
  for (const name of readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory()))
    for (const file of readdirSync(join(folder, name.name)).filter((one) => one.endsWith('.ts')))
      importedBelowTest(join(folder, name.name, file), files);
  expect(files).toContain(join(repositoryRoot(), 'test', 'support', 'warm-javac.ts'));
  files.delete(join(repositoryRoot(), 'test', 'support', 'repository.ts'));
  const beside = [...files].filter((file) => readFileSync(file, 'utf8').includes('import.meta'));
  expect(beside).toEqual([]);
});
