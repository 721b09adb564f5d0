import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadOverJavaUtil } from '../property/load-support.ts';
import { instrumentDirectory } from '../support/instrumented-program.ts';
import { compileSources, defaultJdk, runJava } from '../support/jdk.ts';

const program = `import java.util.*;
public class Outcome {
  public static void main(String[] arguments) {
    List<String> all = new ArrayList<>(List.of("a"));
    List<Iterator<String>> kept = List.of(all.iterator(), all.iterator(), all.iterator());
    try { all.clear(); } catch (RuntimeException e) { System.out.println("thrown"); }
    System.out.println(kept.size());
  }
}
`;

/** Three slices run into it at one event. */
const cleared = `import java.util.*;
Cleared(Collection c, Iterator i) {
  event create after(Collection c) returning(Iterator i) : call(* Collection+.iterator()) && target(c) { }
  event clear before(Collection c) : call(* Collection+.clear()) && target(c) { }
  fsm : start [ create -> open ] open [ clear -> bad ] bad [ ]
  @bad { }
}`;

/** Is found when the JVM goes down already. */
const unused = `import java.util.*;
Unused(Iterator i) {
  event create after() returning(Iterator i) : call(* Collection+.iterator()) { }
  event end after() : endProgram() { }
  ere : create end
  @match { }
}`;

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rrv-outcome-'));
  compileSources({ 'Outcome.java': program }, join(folder, 'source'), join(folder, 'before'), ['-g']);
  instrumentDirectory(join(folder, 'before'), join(folder, 'cleared'), [loadOverJavaUtil(cleared)]);
  instrumentDirectory(join(folder, 'before'), join(folder, 'unused'), [loadOverJavaUtil(unused)]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(name: string, onViolation: string) {
  return runJava(defaultJdk(), [`-Drrv.onViolation=${onViolation}`, '-cp', join(folder, name), 'Outcome']);
}

it('throws once where several slices violate, and reports each', () => {
  const [thrown, reported] = [run('cleared', 'throw'), run('cleared', 'report')];
  expect(reported.stderr).toMatch(/^rrv: 3x \w+ Cleared: .* at Outcome\.main\(Outcome\.java:6\)$/m);
  expect(reported).toMatchObject({ status: 0, stdout: '3\n' });
  expect(thrown).toMatchObject({ status: 0, stdout: 'thrown\n3\n', stderr: reported.stderr });
});

it('ends with its status where a violation is found at the end of the program', () => {
  const [ended, reported] = [run('unused', 'exit'), run('unused', 'report')];
  expect(reported.stderr).toMatch(/^rrv: 3x \w+ Unused: /m);
  expect(reported).toMatchObject({ status: 0, stdout: '3\n' });
  expect(ended).toMatchObject({ status: 1, stdout: '3\n', stderr: reported.stderr });
});
