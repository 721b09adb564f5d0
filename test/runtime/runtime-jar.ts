import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { compileJava, defaultJdk, type Jdk } from '../support/jdk.ts';

const runtimeSources = join(import.meta.dirname, '..', '..', 'runtime-java', 'src', 'rrv', 'runtime');

/** Java sources below a folder. */
export function javaSources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.java'))
    .sort()
    .map((name) => join(folder, name));
}

export interface Workspace {
  readonly folder: string;
  readonly jdk: Jdk;
  /** Where the runtime and the drivers are compiled to. */
  readonly classes: string;
  file(name: string, text: string): string;
  remove(): void;
}

/** A temporary folder with the compiled runtime (`--release 8`) and the given drivers. */
export function runtimeWorkspace(drivers: readonly string[], jdk: Jdk = defaultJdk()): Workspace {
  const folder = mkdtempSync(join(tmpdir(), 'rrv-runtime-'));
  const classes = join(folder, 'classes');
  mkdirSync(classes);
  compileJava(jdk, javaSources(runtimeSources), classes, ['--release', '8']);
  if (drivers.length > 0) compileJava(jdk, drivers, classes, ['--release', '8', '-cp', classes]);
  return {
    folder,
    jdk,
    classes,
    file(name, text) {
      const path = join(folder, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
      return path;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
