import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builtCli, rrv } from '../support/cli.ts';
import { jarOf } from '../support/jar.ts';
import { compileJava, defaultJdk, runJava } from '../support/jdk.ts';
import { lineComments } from '../support/line-comments.ts';

/** What becomes of each point of SafeIterator when the code of Bad cannot be read. */
const program = `
import java.util.*;
public class Main {
  static void local() {
    List<Integer> list = new ArrayList<>();
    for (int i : list) // removed removed
      System.out.println(i);
  }
  static void given() {
    List<Integer> list = new ArrayList<>();
    Iterator<Integer> iterator = list.iterator(); // kept
    Bad.use(list);
    if (iterator.hasNext())
      iterator.next(); // kept
  }
  static void update(List<Integer> list) {
    list.add(1); // kept
  }
  public static void main(String[] args) {
    local();
    update(new ArrayList<>());
    if (args.length > 0) given();
  }
}
`;
const bad = `
class Bad {
  static void use(java.util.List<Integer> list) { if (list != null) Main.update(list); }
}
`;
/** aload_0, ifnull, aload_0, invokestatic */
const code = Uint8Array.of(0x2a, 0xc6, 0x00, 0x07, 0x2a, 0xb8);
/** Where in the code, and what is put there. */
const damages: readonly (readonly [name: string, at: number, bytes: readonly number[]])[] = [
  ['an opcode that there is not', 0, [0xfe]],
  ['a jump out of the code', 2, [0x7f, 0x7f]],
  ['a constant that there is not', 6, [0x7f, 0x7f]],
];

const folder = mkdtempSync(join(tmpdir(), 'rrv-damaged-'));
const file = (name: string): string => join(folder, name);
const bytesOf = (name: string): Uint8Array => readFileSync(file(`classes/${name}.class`));
let main: Uint8Array;

function damaged(original: Uint8Array, at: number, bytes: readonly number[]): Uint8Array {
  const all = Uint8Array.from(bytesOf('Bad'));
  const start = Buffer.from(all).indexOf(original);
  expect(start).toBeGreaterThan(0);
  all.set(bytes, start + at);
  return all;
}

beforeAll(() => {
  builtCli();
  mkdirSync(file('classes'));
  writeFileSync(file('Main.java'), program);
  writeFileSync(file('Bad.java'), bad);
  compileJava(defaultJdk(), [file('Main.java'), file('Bad.java')], file('classes'), ['-g']);
  main = bytesOf('Main');
});
afterAll(() => rmSync(folder, { recursive: true }));

const expected = lineComments(program, /^(removed|kept)( removed)?$/).flatMap(([line, what]) =>
  what.split(' ').map((one) => `${line} ${one}`),
);

const worlds = [[], ['--entry', 'main']].map((world) => [world] as const);

describe.each(damages)('%s', (_, at, bytes) => {
  test.each(worlds)(
    'in an excluded class that is left as it is, code of which may do anything %j',
    (world) => {
      writeFileSync(file('app.jar'), jarOf({ 'Main.class': main, 'Bad.class': damaged(code, at, bytes) }));
      expect(decisions(['--exclude', 'Bad', ...world])).toEqual(expected);
      expect(runJava(defaultJdk(), ['-cp', file('out.jar'), 'Main'])).toMatchObject({
        status: 0,
        stderr: '',
      });
    },
  );

  test.each(worlds)('in a class of the class path %j', (world) => {
    writeFileSync(file('app.jar'), jarOf({ 'Main.class': main }));
    writeFileSync(file('path.jar'), jarOf({ 'Bad.class': damaged(code, at, bytes) }));
    expect(decisions(['--class-path', file('path.jar'), ...world])).toEqual(expected);
  });
});

test.each(worlds.flatMap(([world]) => [[world, 'class path'] as const, [world, 'excluded'] as const]))(
  'a class that the JVM refuses because of a descriptor is one that is not there %j, %s',
  (world, where) => {
    const refused = damaged(Buffer.from('(Ljava/util/List;)V'), 0, [0x58]);
    writeFileSync(file('app.jar'), jarOf({ 'Main.class': main }));
    const without = decisions(world);
    writeFileSync(file('path.jar'), jarOf({ 'Bad.class': refused }));
    if (where === 'excluded')
      writeFileSync(file('app.jar'), jarOf({ 'Main.class': main, 'Bad.class': refused }));
    const options = where === 'excluded' ? ['--exclude', 'Bad'] : ['--class-path', file('path.jar')];
    expect(decisions([...options, ...world])).toEqual(without);
  },
);

function decisions(options: readonly string[]): readonly string[] {
  const run = rrv([
    ...['instrument', file('app.jar'), '--prop', 'SafeIterator', '-o', file('out.jar'), '--json'],
    ...options,
  ]);
  expect(run.stderr).not.toContain('error');
  const { points } = JSON.parse(run.stdout) as { points: { line: number; kept: boolean }[] };
  return points.map(({ line, kept }) => `${line} ${kept ? 'kept' : 'removed'}`);
}
