import { describe, expect, test } from 'vitest';
import { declaredProperties } from '../../src/property/language/load.ts';
import { conditionText, type Property } from '../../src/property/model.ts';
import { load, loadOne, verdicts, withPointcut } from './load-support.ts';

/** Specifications in the style of the published ones. The expected meanings are written by hand. */

const hasNext = `package mop;

import java.util.*;
import com.runtimeverification.rvmonitor.java.rt.RVMLogging;
import com.runtimeverification.rvmonitor.java.rt.RVMLogging.Level;

/**
 * Warns when next() is called too early.
 *
 * More about it:
 * http://example.org/Iterator.html
 * @severity error
 */
HasNext(Iterator i) {
	event hasnexttrue after(Iterator i) returning(boolean b) :
		call(* Iterator+.hasNext())
		&& target(i) && condition(b) { }
	event hasnextfalse after(Iterator i) returning ( boolean b ):call(* Iterator+.hasNext())&&target(i)&&condition( ! b ){}
	event next before(Iterator i) :
		call(* Iterator+.next())
		&& target(i) { }

	ltl: [](next => (*) hasnexttrue)

	@violation {
		RVMLogging.out.println(Level.CRITICAL, __DEFAULT_MESSAGE);
		RVMLogging.out.println(Level.CRITICAL, "hasNext() was not called" + " before next().");
		RVMLogging.out.println(Level.CRITICAL, "http://example.org/HasNext.html");
	}
}
`;

test('a published file: header, parameters, events, conditions, formula and handler', () => {
  const property = loadOne(hasNext);
  expect(property.name).toBe('HasNext');
  expect(property.documentation).toEqual({
    summary: 'Warns when next() is called too early.',
    severity: 'error',
    url: 'http://example.org/Iterator.html',
    groups: [],
  });
  expect(property.parameters).toEqual([{ name: 'i', type: 'java.util.Iterator' }]);
  expect(property.events.map((event) => [event.name, event.advice, event.simpleCondition])).toEqual([
    ['hasnexttrue', 'after returning', { argument: 'b', equals: true }],
    ['hasnextfalse', 'after returning', { argument: 'b', equals: false }],
    ['next', 'before', undefined],
  ]);
  expect(property.events[0]!.arguments).toEqual([
    { name: 'i', type: 'java.util.Iterator' },
    { name: 'b', type: 'boolean' },
  ]);
  expect(property.handlers).toEqual([
    {
      category: 'violation',
      message: 'hasNext() was not called before next().',
      reset: false,
      reports: true,
    },
  ]);
  expect(property.javaCode).toBeUndefined();
  expect(property.formulas).toEqual([{ formalism: 'ltl', text: '[](next => (*) hasnexttrue)' }]);
  expect(verdicts(property, 'hasnexttrue next hasnextfalse next')).toEqual(['-', '-', '-', 'violation']);
});

test('comments, strings and odd spacing do not matter', () => {
  const property = loadOne(`
    /* a { brace */ // another {
    import java . util . * ;
    /** Summary with a "quote" and a } brace. */
    public
    full-binding Odd ( Iterator<String>i ){// {{{
      event/**/next before ( Iterator < Map<String,int[]> > i ):call( * Iterator . next ( ) )&&target( i ){/* } */}
      event other after(Iterator i)returning:call(* Iterator.remove())&&target(i);
      ere:/* the pattern */next next // twice
      @match{ System.err.println("a } in a string and a \\" too" /* { */ ) ; }
    }
  `);
  expect(property.name).toBe('Odd');
  expect(property.documentation.summary).toBe('Summary with a "quote" and a } brace.');
  expect(property.handlers[0]!.message).toBe('a } in a string and a " too');
  expect(verdicts(property, 'next next')).toEqual(['-', 'match']);
});

test('each property of a file has the comment that stands before it', () => {
  const one = (name: string) =>
    `${name}(Iterator i) { event e before(Iterator i) : call(* Iterator.next()) && target(i) { } ere : e @match { } }`;
  const { properties } = load(
    `import java.util.*;\n/** One.\n * @severity error */\n${one('A')}\n/** Two.\n * @severity suggestion */ ${one('B')} ${one('C')}`,
  );
  expect(properties.map(({ documentation: { summary, severity } }) => [summary, severity])).toEqual([
    ['One.', 'error'],
    ['Two.', 'suggestion'],
    ['Specification C has been violated.', 'warning'],
  ]);
});

test.each(['high', 'medium', 'low'])('precision %s', (precision) => {
  const { documentation } = loadOne(`/** Text.\n * @precision ${precision} */\nP(Object o) {
    event e before(Object o) : call(* Object.notify()) && target(o) { } ere : e @match { } }`);
  expect(documentation.precision).toBe(precision);
});

test('a file of one property has the imports, also where the comment of the first stands before them', () => {
  const one = (name: string) =>
    `${name}(Iterator i) { event e before(Iterator i) : call(* Iterator.next()) && target(i) { } ere : e @match { } }`;
  const imports = 'package p;\nimport java.util.*;';
  const file = `/** Said of A. */\n${imports}\n${one('A')}\n${one('B')}\n`;
  const texts = declaredProperties('test.mop', file).map(({ text }) => text);
  expect(texts).toEqual([`/** Said of A. */\n${imports}\n${one('A')}\n`, `\n${imports}\n${one('B')}\n`]);
  const summaries = (text: string) => load(text).properties.map(({ documentation }) => documentation.summary);
  expect(texts.flatMap(summaries)).toEqual(summaries(file));
});

test.each([
  ['Copyright 2026 A. Writer', undefined],
  ['Licensed to the Foundation under one\n * or more agreements.', undefined],
  ['SPDX-License-Identifier: MIT', undefined],
  // A property's own words.
  ['A license server must be closed.', 'A license server must be closed.'],
  ['Of the files that are copyright by others. @severity', 'Of the files that are copyright by others.'],
])('a licence before the imports says nothing of a property: %s', (comment, summary) => {
  const one = (name: string) =>
    `${name}(Iterator i) { event e before(Iterator i) : call(* Iterator.next()) && target(i) { } ere : e @match { } }`;
  const text = comment.replace(' @severity', '\n *\n * @severity error');
  const file = `/**\n * ${text}\n */\nimport java.util.*;\n${one('A')}\n${one('B')}\n`;
  const none = (name: string) => `Specification ${name} has been violated.`;
  const summaries = (read: string) => load(read).properties.map(({ documentation }) => documentation.summary);
  expect(summaries(file)).toEqual([summary ?? none('A'), none('B')]);
  const ofEach = declaredProperties('test.mop', file).flatMap((declared) => summaries(declared.text));
  expect(ofEach).toEqual(summaries(file));
  // In front of the property it is what its author wrote there.
  const behind = `import java.util.*;\n/** Copyright is said here. */ ${one('A')}`;
  expect(summaries(behind)).toEqual(['Copyright is said here.']);
});

test('arrays, and what takes any number of arguments, are parameters of events', () => {
  const { events } = loadOne(`P(Object o) {
    event e before(Object o, final String[] a, int b[], long[] c[], Object... d, java.util.Map<String, int[]>[] m) :
      call(* f(..)) && target(o) && args(a, b, c, d, m) { }
    ere : e @match { }
  }`);
  expect(events[0]!.arguments.map(({ type }) => type)).toEqual([
    'java.lang.Object',
    ...['java.lang.String[]', 'int[]', 'long[][]', 'java.lang.Object[]', 'java.util.Map[]'],
  ]);
});

describe('formalisms', () => {
  const events = `
    event a before(Iterator i) : call(* Iterator.next()) && target(i) { }
    event b before(Iterator i) : call(* Iterator.remove()) && target(i) { }
    event c before(Iterator i) : call(* Iterator.hasNext()) && target(i) { }`;
  const property = (formula: string) => loadOne(`import java.util.*; P(Iterator i) { ${events} ${formula} }`);

  test.each([
    ['ere : a b+ | c', '@match { }', 'a b b', '- match match'],
    ['ere : (a | epsilon) b*', '@match { }', 'b b a', 'match match -'],
    ['ere : a (b & ~(a)) c', '@match { }', 'a b c', '- - match'],
    ['ere : a^3', '@match { }', 'a a a a', '- - match -'],
    ['ere : (a b)*', '@fail { }', 'a b a a b', '- - - fail fail'],
    ['ere : ~(a empty)', '@match { }', 'a', 'match'],
    ['fsm : s [ a -> t b -> s ] t [ a -> t ]', '@fail { }', 'a a b a', '- - fail fail'],
    ['fsm : s [ a -> t, default s ] t [ default -> s ] alias bad = t', '@bad { }', 'c a b a', '- bad - bad'],
    ['fsm : s [ a -> fail, b -> t ] t [ ] alias x = s, fail', '@x { }', 'a', 'x'],
    ['ltl : [](a => o b)', '@violation { }', 'a b a c', '- - - violation'],
    ['ltl : not b U c', '@violation { } @validation { }', 'a c', '- validation'],
    ['ltl : <> b', '@match { }', 'a b', '- validation'],
    ['ltl : [](a => (not c S b))', '@violation { }', 'b a c a', '- - - violation'],
    ['ltl : [](b => <*> a /\\ true) xor false', '@fail { }', 'a b', '- -'],
    ['ptltl : a => (*) b', '@violation { }', 'b a a', '- - violation'],
    ['ptltl : a => [b, c)', '@violation { }', 'b a c a', '- - - violation'],
    ['ptltl : a S b or c', '@validation { }', 'c a', 'validation -'],
    ['ptltl : c or a S b', '@validation { }', 'b a c a', 'validation validation validation -'],
    ['ltl : a S b or c', '@validation { }', 'c', 'validation'],
    ['ptltl : a', '@fail { } @Match { }', 'a b', 'validation violation'],
    ['ptltl : c -> ([*] !b)', '@violation { }', 'a c b c', '- - - violation'],
  ])('%s %s on %s', (formula, handler, word, expected) => {
    expect(verdicts(property(`${formula} ${handler}`), word).join(' ')).toBe(expected);
  });

  test.each([
    ['o => o o', '(o) => o (o)'],
    ['o o', 'o (o)'],
    ['o <> a', 'o (<> a)'],
    ['o <*> o', 'o (<*> (o))'],
    ['o ~(*) o', 'o (~(*) (o))'],
    ['o ~o a', 'o (~o a)'],
    ['o <=> a', '(o) <=> a'],
    ['o ~U a', '(o) ~U a'],
    ['o ~S a', '(o) ~S a'],
  ])('an event may have the name of an operator: ltl: %s is %s', (formula, meant) => {
    const monitorOf = (text: string) =>
      load(`import java.util.*; P(Iterator i) { ${events}
        event o before(Iterator i) : call(* Iterator.forEachRemaining(..)) && target(i) { }
        ltl : ${text} @violation { } @validation { } }`).properties.map(({ monitor }) => monitor);
    expect(monitorOf(formula)).toEqual(monitorOf(meant));
  });

  test('a text around the place of the event stays a sentence', () => {
    const message = (argument: string) =>
      loadOne(
        `import java.util.*; P(Iterator i) { event e before(Iterator i) : call(* Iterator.next()) && target(i) { } ere : e @match { System.err.println(${argument}); } }`,
      ).handlers[0]!.message;
    expect(message('"the buffer at " + __LOC + " is read"')).toBe('the buffer is read');
    expect(message('"read on line " + __LOC')).toBe('read');
    expect(message('"see what " + __LOC + " does"')).toBe('see what does');
    expect(message('__LOC + ": a bat"')).toBe(': a bat');
  });

  test('several formulas run side by side, the later ones under their names', () => {
    const both = property(
      'ere : a b @match { } ere second: b a @match { System.err.println("two"); } fsm: s [ ] @fail { }',
    );
    expect(verdicts(both, 'a b').at(-1)).toBe('match+3.fail');
    expect(verdicts(both, 'b a').at(-1)).toBe('second.match+3.fail');
    expect(both.handlers.map(({ category, message }) => [category, message])).toEqual([
      ['match', 'Specification P has been violated.'],
      ['second.match', 'two'],
      ['3.fail', 'Specification P has been violated.'],
    ]);
    const addressed = property(
      'ere one: a @one@match { } @two@match { System.err.println("x"); } ere two: b @two@fail { }',
    );
    expect(verdicts(addressed, 'b')).toEqual(['two.match']);
    expect(verdicts(addressed, 'a')).toEqual(['match+two.fail']);
  });

  test.each([
    ['{ }', 't - - -'],
    ['{ __RESET; }', 't t t t'],
  ])('full-binding with the handler %s', (body, found) => {
    const machine = `fsm : s [ a -> t ] t [ a -> u ] u [ a -> u ] @t ${body}`;
    const loaded = loadOne(`import java.util.*; full-binding P(Iterator i) { ${events} ${machine} }`);
    expect(verdicts(loaded, 'a a a a')).toEqual(found.split(' '));
  });

  test('with suffix a pattern begins at any event, the first one, too', () => {
    const loaded = loadOne(`import java.util.*; suffix P(Iterator i) { ${events} ere : a b @match { } }`);
    expect(verdicts(loaded, 'a b c a b')).toEqual(['-', 'match', '-', '-', 'match']);
  });

  test('fields may have alternatives as values, and events may print', () => {
    const loaded = loadOne(
      `P(Object o) { Object x = true ? null : "a"; event e before(Object o) : call(* f()) && target(o) { System.out.println("e"); } ere : e @match { } }`,
    );
    expect(loaded.javaCode!.declarations).toContain('null : "a"');
    expect(loaded.events[0]!.javaEvent).toBe(0);
  });

  test('conditions have the places that they have in the file', () => {
    const { javaCode } = loadOne(
      `P(Object o) {
        event e before(Object o, int a) : call(* f(..)) && target(o) && args(a) && condition(a > 1 &&
          a < 9) && condition(a
          != 5) { }
        ere : e @match { }
      }`,
    );
    const [event] = javaCode!.events;
    expect(
      conditionText(event!.condition!)
        .split('\n')
        .map((line) => line.trim()),
    ).toEqual(['(a > 1 &&', 'a < 9) && (a', '!= 5)']);
    expect(event!.condition).toEqual([
      '(',
      { text: 'a > 1 &&\n          a < 9', line: 2, column: 94 },
      ')',
      ' && (',
      { text: 'a\n          != 5', line: 3, column: 31 },
      ')',
    ]);
  });

  test('an event that resets is Java to run, though it does nothing else', () => {
    const { events: loaded, javaCode } = loadOne(
      'P(Object o) { event e before(Object o) : call(* f()) && target(o) { __RESET; } ere : e e @match { } }',
    );
    expect(loaded[0]!.javaEvent).toBe(0);
    expect(javaCode!.events.map((event) => event.body?.trim())).toEqual(['__RESET;']);
  });

  test('__RESET, and categories in any case', () => {
    expect(property('ere : a @Match { __RESET; }').handlers).toEqual([
      { category: 'match', message: 'Specification P has been violated.', reset: true, reports: true },
    ]);
  });
});

describe('modifiers', () => {
  const property = (modifier: string, pattern = 'use use') =>
    loadOne(`import java.util.*; ${modifier} P(Collection c, Iterator i) {
      event use before(Iterator i) : call(* Iterator.next()) && target(i) { }
      event make after(Collection c) returning(Iterator i) : call(* Collection.iterator()) && target(c) { }
      ere : ${pattern} @match { } }`);

  test('after a reset a full-binding property reports again, as what is bound stays bound', () => {
    const resetting = (body: string): Property =>
      loadOne(`import java.util.*; full-binding P(Collection c, Iterator i) {
        event use before(Iterator i) : call(* Iterator.next()) && target(i) { }
        event make after(Collection c) returning(Iterator i) : call(* Collection.iterator()) && target(c) { }
        ere : (make | epsilon) use @match { ${body} } }`);
    const reset = resetting('System.err.println("used"); __RESET;');
    expect(verdicts(reset, 'make use use use')).toEqual(['-', 'match', 'match', 'match']);
    expect(reset.handlers).toMatchObject([{ reset: false, reports: true }]);
    const message = 'a full-binding property cannot reset from Java code';
    expect(() => resetting('if (c.isEmpty()) __RESET;')).toThrow(message);
    expect(() => resetting('if (c.isEmpty())\n__RESET;')).toThrow(message);
    expect(resetting('c.remove("__RESET");').handlers).toMatchObject([{ javaHandler: 0 }]);
  });

  test('full-binding reports only for slices that bind all parameters', () => {
    expect(verdicts(property(''), 'use use')).toEqual(['-', 'match']);
    const full = property('full-binding', 'make* use use');
    expect(verdicts(full, 'use use')).toEqual(['-', '-']);
    expect(verdicts(full, 'make use use')).toEqual(['-', '-', 'match']);
    expect(verdicts(property('unsynchronized decentralized'), 'use use')).toEqual(['-', 'match']);
  });

  test('states have names of their own, also where the formula has one for several, or an event its name', () => {
    const machine = (modifier: string, formula: string) =>
      loadOne(`import java.util.*; ${modifier} P(Collection c, Iterator i) {
        event idle before(Iterator i) : call(* Iterator.next()) && target(i) { System.err.println("used"); }
        event make after(Collection c) returning(Iterator i) : call(* Collection.iterator()) && target(c) { }
        ${formula} }`).monitor.stateNames;
    const fsm = 'fsm : start [ make -> start idle -> used ] used [ idle -> used make -> start ] @used { }';
    expect(machine('', fsm)).toEqual(['start', 'used']);
    expect(machine('full-binding', fsm)).toEqual(['start', 'start 2', 'used']);
    expect(machine('', '')).toEqual(['idle', 'idle 2']);
  });

  test('suffix matches from every event on', () => {
    expect(verdicts(property('suffix'), 'make use use use')).toEqual(['-', '-', 'match', 'match']);
    // No event begins a trace that is empty.
    expect(verdicts(property('suffix', 'use*'), 'make use make use')).toEqual(['-', 'match', '-', 'match']);
  });

  test('perthread adds the thread to every slice', () => {
    const { parameters, events } = property('perthread');
    expect(parameters.map(({ name, type }) => `${type} ${name}`)).toEqual([
      'java.util.Collection c',
      'java.util.Iterator i',
      'java.lang.Thread thread',
    ]);
    expect(events.map(({ binds }) => binds)).toEqual([
      [1, 2],
      [0, 1, 2],
    ]);
    expect(JSON.stringify(events[0]!.pointcut)).toContain(
      '{"kind":"thread","operand":{"kind":"bind","name":"thread"',
    );
  });

  test('the thread has a name that nothing else in the file has', () => {
    const found = loadOne(`import java.util.*; perthread P(Iterator i) {
      Object thread_;
      event e before(Iterator i, Object thread) : call(* Iterator.equals(Object)) && target(i) && args(thread) { }
      ere : e @match { } }`);
    expect(found.parameters.map(({ name }) => name)).toEqual(['i', 'thread__']);
    expect(found.events[0]!.binds).toEqual([0, 1]);
  });
});

describe('pointcuts', () => {
  const type = (name: string, subtypes = false, dimensions = 0) => ({
    kind: 'name',
    name,
    subtypes,
    dimensions,
  });
  const rest = { kind: 'rest' };
  const method = (result: unknown, declaringType: unknown, name: string, parameters: unknown[] = [rest]) => ({
    modifiers: [],
    annotations: [],
    result,
    declaringType,
    name,
    parameters,
    throws: [],
  });
  const any = type('*');
  const collection = type('java.util.Collection', true);

  test.each<[string, unknown]>([
    ['call(* Collection+.add*(..))', { kind: 'call', pattern: method(any, collection, 'add*') }],
    [
      'execution(void Runnable.run())',
      { kind: 'execution', pattern: method(type('void'), type('java.lang.Runnable'), 'run', []) },
    ],
    [
      'call(int[][] java..Foo*.get*2(Object[], ..))',
      {
        kind: 'call',
        pattern: method(type('int', false, 2), type('java..Foo*'), 'get*2', [
          type('java.lang.Object', false, 1),
          rest,
        ]),
      },
    ],
    [
      'call(* *.*(.., String...))',
      { kind: 'call', pattern: method(any, any, '*', [rest, type('java.lang.String', false, 1)]) },
    ],
    [
      'call(Collection+.new(..))',
      {
        kind: 'call',
        pattern: {
          modifiers: [],
          annotations: [],
          declaringType: collection,
          name: '<init>',
          parameters: [rest],
          throws: [],
        },
      },
    ],
    [
      'call(* ResourceBundle.Control.getFormats(..))',
      {
        kind: 'call',
        pattern: method(any, type('java.util.ResourceBundle$Control'), 'getFormats'),
      },
    ],
    [
      'call(* java.util.Map.Entry.getKey())',
      { kind: 'call', pattern: method(any, type('java.util.Map$Entry'), 'getKey', []) },
    ],
    [
      'call(* run(..))',
      { kind: 'call', pattern: { ...method(any, undefined, 'run'), declaringType: undefined } },
    ],
    [
      'call(public !static @Deprecated !@Deprecated * (List || !Map+).of(!String) throws java.io.IOException, !Throwable)',
      {
        kind: 'call',
        pattern: {
          modifiers: ['public', '!static'],
          annotations: [type('java.lang.Deprecated'), { kind: 'not', operand: type('java.lang.Deprecated') }],
          result: any,
          declaringType: {
            kind: 'or',
            operands: [type('java.util.List'), { kind: 'not', operand: type('java.util.Map', true) }],
          },
          name: 'of',
          parameters: [{ kind: 'not', operand: type('java.lang.String') }],
          throws: [type('java.io.IOException'), { kind: 'not', operand: type('java.lang.Throwable') }],
        },
      },
    ],
    [
      'call(List<Map<String, ?>> Collections.unmodifiableList(List<?>))',
      {
        kind: 'call',
        pattern: method(type('java.util.List'), type('java.util.Collections'), 'unmodifiableList', [
          type('java.util.List'),
        ]),
      },
    ],
    [
      'get(int java.awt.Point.x)',
      {
        kind: 'get',
        pattern: { modifiers: [], type: type('int'), declaringType: type('java.awt.Point'), name: 'x' },
      },
    ],
    [
      'set(private Object[] *)',
      {
        kind: 'set',
        pattern: { modifiers: ['private'], type: type('java.lang.Object', false, 1), name: '*' },
      },
    ],
    [
      'set(* ArrayList+.size)',
      {
        kind: 'set',
        pattern: { modifiers: [], type: any, declaringType: type('java.util.ArrayList', true), name: 'size' },
      },
    ],
    [
      'target(List) && this(*) && args(int, .., String[])',
      {
        kind: 'and',
        operands: [
          { kind: 'target', operand: { kind: 'type', type: type('java.util.List') } },
          { kind: 'this', operand: { kind: 'any' } },
          {
            kind: 'args',
            operands: [
              { kind: 'type', type: type('int') },
              rest,
              { kind: 'type', type: type('java.lang.String', false, 1) },
            ],
          },
        ],
      },
    ],
    [
      'within(java.util..*) || !withincode(* *.main(..))',
      {
        kind: 'or',
        operands: [
          { kind: 'within', type: type('java.util..*') },
          { kind: 'not', operand: { kind: 'withincode', pattern: method(any, any, 'main') } },
        ],
      },
    ],
    [
      'threadName("main") && (endProgram() || startThread())',
      {
        kind: 'and',
        operands: [
          { kind: 'threadName', name: 'main' },
          { kind: 'or', operands: [{ kind: 'endProgram' }, { kind: 'startThread' }] },
        ],
      },
    ],
    ['staticinitialization(Collection+)', { kind: 'staticInitialization', type: collection }],
    [
      'endProgram() && !cflow(staticinitialization(Collection+))',
      {
        kind: 'and',
        operands: [
          { kind: 'endProgram' },
          {
            kind: 'not',
            operand: {
              kind: 'controlFlow',
              operand: { kind: 'staticInitialization', type: collection },
              below: false,
            },
          },
        ],
      },
    ],
  ])('%s', (pointcut, expected) => {
    expect(withPointcut(pointcut).events[0]!.pointcut).toEqual(JSON.parse(JSON.stringify(expected)));
  });

  test('and binds tighter than or, not tighter than both', () => {
    const kindOf = (pointcut: { kind: string; operands?: readonly { kind: string }[] }) =>
      [pointcut.kind, ...(pointcut.operands ?? []).map(({ kind }) => kind)].join(' ');
    const call = 'call(* a())';
    const parsed = withPointcut(`${call} || ${call} && !${call} && ${call}`).events[0]!.pointcut;
    expect(kindOf(parsed as never)).toBe('or call and');
  });

  test('bindings: target, this, args, thread, returning and throwing', () => {
    const { events } = withPointcut(
      'call(* List.get(int)) && target(l) && args(n) && this(o) && thread(t)',
      'after(List l, int n, Object o, Thread t) throwing(Throwable x)',
    );
    expect(events[0]!.arguments.map(({ name, type }) => `${name}: ${type}`)).toEqual([
      'l: java.util.List',
      'n: int',
      'o: java.lang.Object',
      't: java.lang.Thread',
      'x: java.lang.Throwable',
    ]);
    expect(events[0]!.advice).toBe('after throwing');
    expect(JSON.stringify(events[0]!.pointcut)).toContain(
      '{"kind":"throwing","operand":{"kind":"bind","name":"x","type":"java.lang.Throwable"}}',
    );
  });

  test('the result of around may be any type', () => {
    const { properties } = load(
      'P() { event e java.util.Map<String, java.util.List<int[]>>[] around() : call(* f()) { } ere : e @match { } }',
    );
    expect(properties[0]!.events.map(({ name, advice }) => [name, advice])).toEqual([['e', 'before']]);
  });

  test('around is before, with a warning; so is __SKIP', () => {
    const { properties, warnings } = load(
      'import java.util.*; P() { event e void around() : call(* List.clear()) { __SKIP; } ere : e @match { } }',
    );
    expect(properties[0]!.events[0]!.advice).toBe('before');
    expect(properties[0]!.javaCode).toBeUndefined();
    expect(warnings.map(({ code, where }) => [code, where?.column])).toEqual([
      ['RRV_PROPERTY_SKIP_IGNORED', 40],
      ['RRV_PROPERTY_SKIP_IGNORED', 74],
    ]);
  });
});

describe('Java code', () => {
  test('conditions other than a boolean argument, bodies, fields and handlers are kept with their lines', () => {
    const { javaCode, events, handlers } = loadOne(`package p;
import java.util.*;
import static java.lang.Math.*;
P(List l) {
  int n = 0; int[] sizes = { 1, 2 };
  private boolean odd() { return n % 2 == 1; }

  event e before(List l, int i) : call(* List.remove(int)) && target(l) && args(i)
    && condition(i > 0)
    && if (odd()) { n++; }
  event f before(List l) : call(* List.clear()) && target(l) { }
  ere : e
  @match {
    n = 0; }
}`);
    expect(events.map(({ javaEvent }) => javaEvent)).toEqual([0, undefined]);
    expect(handlers[0]).toMatchObject({ javaHandler: 0, reports: false });
    expect(javaCode).toEqual({
      sourceFile: 'test.mop',
      packageName: 'p',
      imports: ['java.util.*', 'static java.lang.Math.*'],
      importPlaces: [
        { line: 2, column: 1 },
        { line: 3, column: 1 },
      ],
      declarations: 'int n = 0; int[] sizes = { 1, 2 };\n  private boolean odd() { return n % 2 == 1; }',
      declarationsLine: 5,
      declarationsColumn: 3,
      events: [
        {
          condition: [
            '(',
            { text: 'i > 0', line: 9, column: 18 },
            ')',
            ' && (',
            { text: 'odd()', line: 10, column: 12 },
            ')',
          ],
          body: ' n++; ',
          line: 10,
          column: 20,
        },
      ],
      handlers: [{ body: '\n    n = 0; ', line: 13, column: 11 }],
    });
  });

  test('without a formula, pure bodies report by the automaton and the others by their Java', () => {
    const { monitor, handlers, events, javaCode } = loadOne(`import java.util.*;
P() {
  event bad before(Object o) : call(* List.add(Object)) && args(o) && condition(o == null) {
    System.out.println("null added"); }
  event checked before(List l) : call(* List.clear()) && target(l) { if (l.isEmpty()) System.out.println("x"); }
  event checked before(List l) : call(* List.sort(..)) && target(l) { System.out.println("always"); }
}`);
    expect(handlers).toEqual([{ category: 'bad', message: 'null added', reset: false, reports: true }]);
    expect(monitor.alphabet).toEqual(['bad', 'checked']);
    expect(verdicts({ monitor } as never, 'bad checked bad')).toEqual(['bad', '-', 'bad']);
    // Where one declaration of a name decides in Java, all of them do.
    expect(events.map(({ javaEvent }) => javaEvent)).toEqual([0, 1, 2]);
    expect(javaCode!.events.map(({ body }) => body !== undefined)).toEqual([false, true, true]);
  });
});
