import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rrv } from '../../support/cli.ts';
import { compileJava, defaultJdk } from '../../support/jdk.ts';

const source = `import java.util.*;
public class Main {
  public static void main(String[] arguments) {
    new ArrayList<>(List.of("a")).clear();
  }
}
`;

/** The Java code of its event is the check, and says what it reports: no state of an automaton does. */
const property = `import java.util.Collection;
Cleared() {
  event clear before(Collection c) : call(* Collection+.clear()) && target(c) {
    if (!c.isEmpty()) System.err.println("cleared " + c.size());
  }
}
`;

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rrv-without-formula-'));
  writeFileSync(join(folder, 'Main.java'), source);
  writeFileSync(join(folder, 'Cleared.mop'), property);
  compileJava(defaultJdk(), [join(folder, 'Main.java')], join(folder, 'classes'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a property without a formula has no prefixes that the paper could look at: its points stay', () => {
  const run = rrv([
    ...['analyze', join(folder, 'classes'), '--prop', join(folder, 'Cleared.mop')],
    ...['--analysis', 'paper', '--json'],
  ]);
  expect(run.stderr).not.toContain('error');
  const { points } = JSON.parse(run.stdout) as { points: { kept: boolean; reason: string }[] };
  expect(points).toMatchObject([
    {
      kept: true,
      reason: 'every point is kept: the property has no formula, its Java code is the check',
    },
  ]);
});
