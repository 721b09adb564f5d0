import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { compileJava, defaultJdk } from '../support/jdk.ts';

const fixtures = join(import.meta.dirname, '../fixtures/classfile');

let directories: string[] = [];

/** A new directory that is removed when the test file is done (test/support/setup.ts). */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'rrv-classfile-'));
  directories.push(directory);
  return directory;
}

export function removeTemporaryDirectories(): void {
  for (const directory of directories) rmSync(directory, { recursive: true, force: true });
  directories = [];
}

/** All class files below a directory, by internal name. */
export function classesIn(directory: string): Map<string, Uint8Array> {
  const classes = new Map<string, Uint8Array>();
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true }))
    if (entry.isFile() && entry.name.endsWith('.class')) {
      const file = join(entry.parentPath, entry.name);
      classes.set(relative(directory, file).slice(0, -'.class'.length), readFileSync(file));
    }
  return classes;
}

/** Compiles fixtures of test/fixtures/classfile with the JDK of the tests; the classes by internal name. */
export function compileFixtures(
  names: readonly string[],
  options: readonly string[] = ['-g'],
): { readonly directory: string; readonly classes: Map<string, Uint8Array> } {
  const directory = temporaryDirectory();
  compileJava(
    defaultJdk(),
    names.map((name) => join(fixtures, name)),
    directory,
    options,
  );
  return { directory, classes: classesIn(directory) };
}
