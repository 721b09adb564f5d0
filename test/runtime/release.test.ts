import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runtimeWorkspace, type Workspace } from './runtime-jar.ts';

let space: Workspace;
beforeAll(() => {
  // javac --release 8 refuses every later method of the class library.
  space = runtimeWorkspace([]);
});
afterAll(() => space.remove());

it('is class version 52 (Java 8) throughout, without internal classes', () => {
  const folder = join(space.classes, 'rrv', 'runtime');
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name)));
  expect(files.length).toBeGreaterThan(50);
  expect([...new Set(files.map((bytes) => bytes.readUInt32BE(4)))]).toEqual([52]);
  for (const bytes of files) expect(bytes.toString('latin1')).not.toMatch(/sun\/misc|jdk\/internal/);
});

it('needs no module but java.base', () => {
  const jdeps = join(space.jdk.home, 'bin', 'jdeps');
  const needed = execFileSync(jdeps, ['--print-module-deps', space.classes], { encoding: 'utf8' });
  expect(needed.trim()).toBe('java.base');
});
