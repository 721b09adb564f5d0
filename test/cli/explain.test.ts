import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rrv } from '../support/cli.ts';
import { jarOf } from '../support/jar.ts';
import { compileJava, defaultJdk } from '../support/jdk.ts';

const jdk = defaultJdk();
const folder = mkdtempSync(join(tmpdir(), 'rrv-method-'));
afterAll(() => rmSync(folder, { recursive: true }));

beforeAll(() => {
  mkdirSync(join(folder, 'classes'));
  writeFileSync(
    join(folder, 'Loops.java'),
    `package a;
import java.util.*;
class Loops {
  int sum(List<Integer> list) {
    int sum = 0;
    for (int one : list)
      sum += one;
    return sum;
  }
  int twice(List<Integer> list, boolean b) {
    Iterator<Integer> i = list.iterator();
    try {
      list.add(1);
      return b ? i.next() : 2;
    } catch (ConcurrentModificationException e) {
      return -1;
    }
  }
  void over(int x) {}
  void over(long x) {}
  void part(List<Integer> list) { list.add(1); }
  void part(Set<Integer> set) { set.remove(1); }
}`,
  );
  compileJava(jdk, [join(folder, 'Loops.java')], join(folder, 'classes'), ['-g']);
});

const run = (...args: string[]) => rrv(args, { cwd: folder, environment: { JAVA_HOME: jdk.home } });
const property = ['--prop', 'SafeIterator', '--analysis', 'none'];

describe('explain', () => {
  test('says of each point of the method whether it stays', () => {
    const result = run('explain', 'classes', 'a.Loops#twice', ...property);
    expect(result).toMatchObject({ status: 0, stderr: expect.not.stringContaining('error') });
    const lines = result.stdout.trimEnd().split('\n');
    expect(lines[0]).toBe('a.Loops#twice(Ljava/util/List;Z)I');
    expect(
      lines
        .slice(1)
        .map((line) => /^ {2}line (\d+), pc \d+: SafeIterator\.(\w+) kept: ./.exec(line)?.slice(1)),
    ).toEqual([
      ['11', 'create'],
      ['13', 'update'],
      ['14', 'next'],
    ]);
    const json: unknown = JSON.parse(
      run('explain', 'classes', 'a.Loops#twice', ...property, '--json').stdout,
    );
    expect(json).toMatchObject({ schemaVersion: 1, method: lines[0], points: [{}, {}, {}] });
    // A reason that says it itself does not say it twice.
    const sound = run('explain', 'classes', 'a.Loops#sum', '--prop', 'SafeIterator').stdout;
    expect(sound).toContain('SafeIterator.next removed: on every path');
  });

  test('tells methods of one name apart, and says where there is no point', () => {
    const part = run('explain', 'classes', 'a.Loops#part(Ljava/util/Set;)V', ...property).stdout;
    expect(part).toMatch(/^a\.Loops#part\(Ljava\/util\/Set;\)V\n {2}line 22, .*\n$/);
    expect(run('explain', 'classes', 'a.Loops#over(I)', ...property)).toMatchObject({
      status: 0,
      stdout: 'a.Loops#over(I)V: no point of the properties\n',
    });
    // Of a class that two archives have, that of the first.
    cpSync(join(folder, 'classes'), join(folder, 'twice'), { recursive: true });
    const bytes = readFileSync(join(folder, 'classes/a/Loops.class'));
    writeFileSync(join(folder, 'twice/lib.jar'), jarOf({ 'a/Loops.class': bytes }));
    expect(run('explain', 'twice', 'a.Loops#part(Ljava/util/Set;)V', ...property).stdout).toBe(part);
  });
});

test.each([
  ['a.Loops', 'no method a.Loops\n  Write package.Class#method'],
  ['a.Lops#sum', 'no class of the method a.Lops#sum\n  Did you mean a.Loops#sum?'],
  ['Loops#sum(I)', 'Did you mean a.Loops#sum(I)?'],
  ['a.Loops.sum', 'Did you mean a.Loops#sum?'],
  ['Loops.sum', 'Did you mean a.Loops#sum?'],
  ['a.Lops.sum', 'Did you mean a.Loops#sum?'],
  ['a.Loops.sum(Loops.java:6)', 'Did you mean a.Loops#sum?'],
  ['a.Loops::sum', 'Did you mean a.Loops#sum?'],
  ['app//a/Loops.sum', 'Did you mean a.Loops#sum?'],
  ['a.Loops#sums', 'Did you mean a.Loops#sum(Ljava/util/List;)I?'],
  ['a.Loops#sum(I)I', 'Did you mean a.Loops#sum(Ljava/util/List;)I?'],
  ['a.Loops#over', 'a.Loops#over(I)V, or a.Loops#over(J)V'],
])('explain of %s is an error', (method, message) => {
  const result = run('explain', 'classes', method, ...property);
  expect(result).toMatchObject({ status: 2, stdout: '' });
  expect(result.stderr).toContain(message);
});
