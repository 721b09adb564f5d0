import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadProperties } from '../../src/property/language/load.ts';
import type { Property } from '../../src/property/model.ts';
import { compileCase } from '../automata/support/compile-case.ts';
import { type SuiteCase, suiteCases } from '../automata/support/suite.ts';
import { instrumentDirectory, runMonitored } from '../support/instrumented-program.ts';
import { compileJava, defaultJdk } from '../support/jdk.ts';

/**
 * The data suite through everything: each case is a property of a generated class whose methods are the events;
 * each trace is an object on which they are called, one call per line; the monitors woven into the program
 * must report the expected categories at exactly those lines.
 */

const cases = suiteCases();
const folder = mkdtempSync(join(tmpdir(), 'rrv-suite-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function categoriesOf(each: SuiteCase): readonly string[] {
  if (each.categories !== undefined) return each.categories;
  if (each.formalism === 'ltl' || each.formalism === 'ptltl') return ['violation', 'validation'];
  return [...new Set(compileCase(each).categories.flat())];
}

function propertyOf(each: SuiteCase, number: number): Property {
  const name = `Case${number}`;
  const text = [
    `import suite.${name};`,
    `${name}(${name} o) {`,
    ...each.alphabet.map(
      (event) => `  event ${event} before(${name} o) : call(* ${name}.${event}()) && target(o) { }`,
    ),
    `  ${each.formalism} : ${each.formula}`,
    ...categoriesOf(each).map((category) => `  @${category} { System.err.println("${category}"); }`),
    '}',
  ].join('\n');
  return loadProperties(`${name}.mop`, text).properties[0]!;
}

/** The class of a case: its events as methods, its traces in `main`. `lines` gets the expectation per line. */
function javaOf(each: SuiteCase, number: number, lines: Map<number, readonly string[]>): string {
  const text = ['package suite;', `public class Case${number} {`];
  for (const event of each.alphabet) text.push(`  void ${event}() { }`);
  text.push('  public static void main(String[] arguments) {');
  each.traces.forEach(({ events }, trace) => {
    text.push(`    Case${number} trace${trace} = new Case${number}();`);
    for (const { event, categories } of events) {
      text.push(`    trace${trace}.${event}();`);
      lines.set(text.length, categories);
    }
  });
  text.push('  }', '}', '');
  return text.join('\n');
}

const expected = cases.map(() => new Map<number, readonly string[]>());
const found = cases.map(() => new Map<number, string[]>());

beforeAll(() => {
  const sources = join(folder, 'suite');
  mkdirSync(sources);
  const files = cases.map((each, number) => {
    const file = join(sources, `Case${number}.java`);
    writeFileSync(file, javaOf(each, number, expected[number]!));
    return file;
  });
  const main = join(sources, 'Main.java');
  const calls = cases.map((_, number) => `Case${number}.main(arguments);`).join(' ');
  writeFileSync(
    main,
    `package suite; class Main { public static void main(String[] arguments) { ${calls} } }`,
  );
  compileJava(defaultJdk(), [main, ...files], join(folder, 'plain'), ['-g']);
  instrumentDirectory(join(folder, 'plain'), join(folder, 'woven'), cases.map(propertyOf));
  const { report } = runMonitored(join(folder, 'woven'), 'suite.Main');
  for (const { name, violations } of report.properties)
    for (const { site, category, count } of violations) {
      const lines = found[Number(name.slice('Case'.length))]!;
      const line = lines.get(site.line) ?? [];
      line.push(...Array.from({ length: count }, () => category));
      lines.set(site.line, line);
    }
});

test.each(cases.map((each, number) => ({ name: each.name, number })))(
  'woven into a program: $name',
  ({ number }) => {
    const result = [...expected[number]!.keys()].map((line) => [
      line,
      (found[number]!.get(line) ?? []).sort(),
    ]);
    expect(result).toEqual([...expected[number]!].map(([line, categories]) => [line, categories]));
    expect([...found[number]!.keys()].filter((line) => !expected[number]!.has(line))).toEqual([]);
  },
);
