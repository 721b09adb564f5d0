import { describe, expect, test } from 'vitest';
import { load, loadOne } from './load-support.ts';

/** `@@` marks where each warning must point; it is taken out of the text. */
function expectWarnings(marked: string, ...codes: readonly string[]): void {
  const parts = marked.split('@@');
  const text = parts.join('');
  let offset = 0;
  const places = parts.slice(0, -1).map((part) => {
    offset += part.length;
    const before = text.slice(0, offset).split('\n');
    return [before.length, before.at(-1)!.length + 1];
  });
  const { warnings } = load(text);
  expect(warnings.map(({ code }) => code).sort()).toEqual(codes.map((code) => `RRV_PROPERTY_${code}`).sort());
  expect(warnings.map(({ where }) => [where?.line, where?.column]).sort()).toEqual(places.sort());
  for (const { excerpt, hint } of warnings) {
    expect(excerpt).toMatch(/\n\s*\^$/);
    expect(hint).toMatch(/\S/);
  }
}

const events = `event a before(Iterator i) : call(* Iterator.next()) && target(i) { }
  event b before(Iterator i) : call(* Iterator.remove()) && target(i) { }`;
const over = (formula: string) => `import java.util.*;\nP(Iterator i) {\n  ${events}\n  ${formula} }`;

describe('a handler that no sequence of events leads to', () => {
  test.each(['ere : a b @match { }', 'ere : a b @fail { }', 'fsm : s [ a -> t ] t [ ] @t { }'])(
    'is not that of %s',
    (formula) => expectWarnings(over(formula)),
  );

  test.each([
    'ere : a ~(~empty) @ @@match { }',
    // Every word matches: none fails.
    'ere : ~empty @ @@fail { }',
    'fsm : s [ a -> s ] t [ b -> s ] @ @@t { }',
    'ere : a @match { } ere : empty @ @@match { }',
  ])('%s', (formula) => expectWarnings(over(formula), 'NEVER_REPORTED'));

  test('full-binding, and the events of no match bind all parameters', () => {
    const make =
      'event make after(Collection c) returning(Iterator i) : call(* Collection.iterator()) && target(c) { }';
    const full = (formula: string, handler: string) =>
      `import java.util.*; full-binding P(Collection c, Iterator i) { ${events} ${make} ${formula} @ ${handler}match { } }`;
    expectWarnings(full('ere : make a', ''));
    expectWarnings(full('ere : a b', '@@'), 'NEVER_REPORTED');
  });

  test('a property without a formula whose events print nothing', () => {
    expectWarnings(over('').replace('P(', '@@P('), 'NEVER_REPORTED');
    expectWarnings(over('').replace('{ }', '{ System.err.println("no"); }'));
    expectWarnings(over('').replace('{ }', '{ if (i != null) System.err.println("no"); }'));
  });
});

test('a parameter that no event binds', () => {
  const property = (modifier: string) =>
    `import java.util.*; ${modifier} P(Iterator i, List @@l) { ${events} ere : a b @ `;
  expectWarnings(`${property('')}match { } }`, 'PARAMETER_UNBOUND');
  expectWarnings(`${property('full-binding')}@@match { } }`, 'PARAMETER_UNBOUND', 'NEVER_REPORTED');
  expectWarnings(`import java.util.*; perthread P(Iterator i) { ${events} ere : a b @match { } }`);
});

describe('a state that no sequence of events leads to', () => {
  test.each([
    'fsm : s [ a -> t ] t [ ] @@u [ a -> v ] @@v [ a -> u ] @t { }',
    'fsm : s [ a -> s b -> s default t ] @@t [ ] @s { }',
  ])('%s', (formula) => {
    expectWarnings(over(formula), ...formula.match(/@@/g)!.map(() => 'STATE_UNREACHABLE'));
  });

  test.each([
    'fsm : s [ a -> s default t ] t [ ] @t { }',
    'fsm : s [ default -> t ] t [ ] alias x = t @x { }',
  ])('is not in %s', (formula) => expectWarnings(over(formula)));
});

describe('tags of the documentation comment', () => {
  const property = over('ere : a b @match { }');

  test('one that nobody knows', () => {
    const commented = `/** Text.\n * @@@precission high\n *   @@@flavour sweet\r\n * @author me {@code x}\n */ ${property}`;
    expectWarnings(commented, 'TAG_UNKNOWN', 'TAG_UNKNOWN');
    expect(load(commented.replaceAll('@@', '')).warnings.map(({ hint }) => hint)).toEqual([
      'Did you mean @precision?',
      'docs/property-language.md has the tags of documentation comments.',
    ]);
  });

  test('one behind other text of its line', () => {
    const commented = `/** Text. @@@severity error @@@group io\n * @precision high*/ ${property}`;
    expectWarnings(commented, 'TAG_UNKNOWN', 'TAG_UNKNOWN');
    const { warnings } = load(commented.replaceAll('@@', ''));
    expect(warnings.map(({ hint }) => hint)).toContain('Begin a line of the comment with @severity.');
    expectWarnings(`/** @severity error */ ${property}`);
    expectWarnings(`/** Write to me@report.org. {@code @wrong} */ ${property}`);
  });

  test('an annotation in code is none, but for one that is nearly a tag', () => {
    const code = '@wrong\n * @Override\n * void run() {\n * @nonnull Object o; }\n * @@@rigth\n * ok();';
    expectWarnings(`/** Text.\n * ${code} */ ${property}`, 'TAG_UNKNOWN');
    expect(loadOne(`/** Text.\n * @wrong\n * @Override void run() */ ${property}`).documentation.wrong).toBe(
      '@Override void run()',
    );
  });
});
