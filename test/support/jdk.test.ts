import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { compileJava, defaultJdk } from './jdk.ts';
import { warmJavac } from './warm-javac.ts';

const folder = mkdtempSync(join(tmpdir(), 'rrv-javac-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const jdk = defaultJdk();

function source(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

function output(name: string): string {
  mkdirSync(join(folder, name));
  return join(folder, name);
}

const classesOf = (directory: string) =>
  readdirSync(directory)
    .sort()
    .map((name) => [name, readFileSync(join(directory, name)).toString('hex')]);

test('a warm javac writes what the command writes, again and again', () => {
  const file = source('A.java', 'class A { Runnable r = () -> System.out.println("é"); class B { } }');
  const expected = output('command');
  execFileSync(join(jdk.home, 'bin', 'javac'), ['-g', '-d', expected, file]);
  for (const name of ['first', 'second']) {
    const own = output(name);
    expect(warmJavac(jdk.home, ['-g', '-d', own, file])).toBe(0);
    expect(classesOf(own)).toEqual(classesOf(expected));
  }
});

test('it knows classes that have changed since', () => {
  const [library, classes] = [output('library'), output('classes')];
  const user = source('User.java', 'class User { int user = Used.used; }');
  compileJava(jdk, [source('Used.java', 'class Used { static int used; }')], library);
  compileJava(jdk, [user], classes, ['-cp', library]);
  compileJava(jdk, [source('Used.java', 'class Used { static int other; }')], library);
  expect(() => compileJava(jdk, [user], classes, ['-cp', library])).toThrow('Used.used');
});

test('mistakes are said as by the command, and the next call works', () => {
  const bad = source('Bad.java', 'class Bad { int f() { } }');
  expect(() => compileJava(jdk, [bad], output('bad'))).toThrow('missing return statement');
  compileJava(jdk, [source('Good.java', 'class Good { }')], output('good'));
  expect(readdirSync(join(folder, 'good'))).toEqual(['Good.class']);
});

test('where there is no such JVM the command has to be run', () => {
  expect(warmJavac(join(folder, 'no', 'jdk'), [])).toBeUndefined();
  expect(warmJavac(join(folder, 'no', 'jdk'), [])).toBeUndefined();
});
