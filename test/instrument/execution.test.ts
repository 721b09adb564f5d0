import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadProperties } from '../../src/property/language/load.ts';
import { instrumentDirectory, type MonitorReport, runMonitored } from '../support/instrumented-program.ts';
import { compileJava, defaultJdk, runJava } from '../support/jdk.ts';
import { program, properties } from './bodies-program.ts';

/** `execution` and `staticinitialization`: bodies of every shape. aspectj.slow.test.ts asks AspectJ. */

const folder = mkdtempSync(join(tmpdir(), 'rrv-bodies-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const variants = [
  ['current', ['-g']],
  ['Java 8', ['-g', '--release', '8']],
] as const;

describe.each(variants)('%s', (name, options) => {
  let report: MonitorReport;
  let before: string;
  let after: string;
  let reasons: readonly string[];

  beforeAll(() => {
    const [plain, woven] = [join(folder, name, 'before'), join(folder, name, 'after')];
    const source = join(folder, 'Bodies.java');
    writeFileSync(source, program);
    compileJava(defaultJdk(), [source], plain, options);
    before = runJava(defaultJdk(), ['-cp', plain, 'Bodies']).stdout;
    const lookup = (type: string) => /^(?:java\.(?:lang|io)\.[A-Z]\w+|Bodies(?:\$\w+)?)$/.test(type);
    const loaded = loadProperties('bodies.mop', properties, { lookup }).properties;
    const result = instrumentDirectory(plain, woven, loaded, { analysis: 'sound' });
    expect(result.report.points.filter(({ unmonitored }) => unmonitored !== undefined)).toEqual([]);
    reasons = [...new Set(result.report.points.map(({ reason }) => reason))];
    const { run, report: found } = runMonitored(woven, 'Bodies');
    report = found;
    after = run.stdout;
  });

  const property = (wanted: string) => report.properties.find(({ name: given }) => given === wanted)!;

  test('the program behaves as before', () => {
    expect(before).toContain('java.lang.IllegalStateException: three');
    expect(before).toContain('java.lang.ExceptionInInitializerError');
    expect(after).toBe(before);
  });

  test('bodies of methods', () => {
    expect(property('Bodies').events).toEqual({
      loop: 2,
      looped: 2,
      first: 1,
      changed: 2,
      failed: 2,
      returned: 2,
      either: 4,
      recursive: 4,
      annotated: 4,
      declared: 1,
      lambda: 5,
      never: 0,
      inner: 0,
      created: 2,
      main: 1,
    });
  });

  test('objects are those of the body', () => {
    expect(property('Objects').events).toEqual({
      go: 1,
      size: 1,
      compare: 1,
      made: 2,
      begun: 2,
      inner: 2,
      thrown: 1,
      none: 1,
    });
  });

  test('class initialisers, also of classes that have none', () => {
    // Made, Constant, Impl, Generic, None, Color, Color$1, Broken, Tables, Kept.
    expect(property('Classes').events).toEqual({
      all: 10,
      initialised: 9,
      broken: 1,
      serializable: 1,
      constant: 1,
    });
  });

  test('places are those of the bodies', () => {
    const places = property('Objects').violations.map(({ site }) => `${site.method} ${site.line}`);
    expect(places).toContain('go 10');
    expect(places).toContain('<init> 15');
  });

  test('no analysis removes a point, and the report says why', () => {
    expect(reasons).toEqual(['every point is kept: the property has events at the bodies of methods']);
  });
});
