import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { builtCli, rrv } from '../support/cli.ts';
import { compileJava, defaultJdk, runJava } from '../support/jdk.ts';

let folder: string;
beforeAll(() => {
  builtCli();
  folder = mkdtempSync(join(tmpdir(), 'rrv-limits-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A class with one point whose constant pool has six of 65,535 entries left. */
function fullPool(): string {
  const constants = 32_722;
  const lines = ['import java.util.*;', 'public class Pool {'];
  for (let first = 0; first < constants; first += 3000) {
    lines.push(`static String m${first}(int x) { switch (x) {`);
    for (let n = first; n < Math.min(constants, first + 3000); n++) lines.push(`case ${n}: return "s${n}";`);
    lines.push('default: return null; } }');
  }
  lines.push('public static void main(String[] a) {');
  lines.push('Iterator<String> i = new ArrayList<>(List.of("x")).iterator();');
  lines.push('System.out.println(i.next() + m0(1)); } }');
  return lines.join('\n');
}

test('a class whose constant pool is full stays as it was, its points are unmonitored, --strict says 3', () => {
  writeFileSync(join(folder, 'Pool.java'), fullPool());
  compileJava(defaultJdk(), [join(folder, 'Pool.java')], join(folder, 'classes'));
  const args = ['--prop', 'SafeHasNext', '--analysis', 'none', '-o', 'out', '--strict', '--json'];
  const run = rrv(['instrument', 'classes', ...args], { cwd: folder });
  expect(run.status).toBe(3);
  expect(run.stderr).toMatch(/RRV_POINTS_UNMONITORED: 1 point/);
  const { points } = JSON.parse(run.stdout) as { points: { kept: boolean; unmonitored?: string }[] };
  expect(points).toHaveLength(1);
  expect(points[0]).toMatchObject({
    kept: true,
    unmonitored: expect.stringContaining('the class has no room'),
  });
  expect(readFileSync(join(folder, 'out', 'Pool.class'))).toEqual(
    readFileSync(join(folder, 'classes', 'Pool.class')),
  );
  expect(runJava(defaultJdk(), ['-Xverify:all', '-cp', join(folder, 'out'), 'Pool']).stdout).toBe('xs1\n');
});
