import { describe, expect, test } from 'vitest';
import { RrvError } from '../../src/diagnostics.ts';
import { loadProperties } from '../../src/property/language/load.ts';
import { selectProperties } from '../../src/property/select.ts';
import { processorTime } from '../support/processor-time.ts';
import { errorOf } from './load-support.ts';

/** `@@` marks where the error must point; it is taken out of the text. */
const frame = (event: string, rest = 'ere : e @match { }') =>
  `import java.util.*;\nP(Iterator i) {\n  ${event}\n  ${rest}\n}\n`;
const good = 'event e before(Iterator i) : call(* Iterator.next()) && target(i) { }';

const cases: readonly (readonly [what: string, code: string, text: string])[] = [
  ['an empty file', 'SYNTAX', '@@'],
  [
    'type arguments without an end, and a sign that would be one later on',
    'SYNTAX',
    frame('event e before(Map@@<String, Object m) : call(* Map.get(..)) && target(m) && if(2 > 1) { }'),
  ],
  ['a comment without an end', 'SYNTAX', 'import java.util.*;\n@@/* P() { }'],
  ['a string without an end', 'SYNTAX', frame('event e before(Iterator i) : threadName(@@"main) { }')],
  ['a character without an end', 'SYNTAX', frame(`int a = @@'x; ${good}`)],
  ['a text block without an end', 'SYNTAX', frame(`String a = @@"""\n x; ${good}`)],
  ['an import without a package', 'SYNTAX', '@@import List;'],
  ['a package with a star', 'SYNTAX', `package a.@@*;\n${frame(good)}`],
  ['an import without a semicolon', 'SYNTAX', 'import java.util.*\n@@P() { }'],
  [
    'an import behind a property',
    'SYNTAX',
    `${frame(good)}@@import java.io.*;\n${frame(good).replace('P(', 'Q(')}`,
  ],
  ['a property without a name', 'SYNTAX', '@@(Iterator i) { }'],
  [
    'a tracematch',
    'UNSUPPORTED',
    'import java.util.*;\n@@tracematch (Iterator i) { sym next before : a(); next { } }',
  ],
  ['an annotation', 'UNSUPPORTED', 'import java.util.*;\n@@@Aspect\npublic class A { }'],
  ['a property without an event', 'SYNTAX', 'P() { int a; @@}'],
  ['a property without an end', 'SYNTAX', `import java.util.*; P(Iterator i) @@{ ${good} ere : e @match { }`],
  [
    'a body without an end',
    'SYNTAX',
    frame('event e before(Iterator i) : call(* Iterator.next()) && target(i) {').replace(
      'P(Iterator i) {',
      'P(Iterator i) @@{',
    ),
  ],
  ['a declaration without an end', 'SYNTAX', frame(`@@int a = 3 ${good}`)],
  ['no advice', 'SYNTAX', frame('event e @@: call(* Iterator.next()) { }')],
  [
    'returning with before',
    'SYNTAX',
    frame('event e before(Iterator i) @@returning(boolean b) : call(* Iterator.next()) { }'),
  ],
  [
    'returning and throwing',
    'SYNTAX',
    frame('event e after(Iterator i) returning(boolean b) @@throwing(Exception e) : call(* a()) { }'),
  ],
  ['two results', 'SYNTAX', frame('event e after() @@returning(Object a, Object b) : call(* a()) { }')],
  ['a result without parentheses', 'SYNTAX', frame('event e after() returning @@Object a : call(* a()) { }')],
  ['no pointcut', 'SYNTAX', frame('event e before(Iterator i) : @@{ }')],
  ['half a pointcut', 'SYNTAX', frame('event e before() : call(* Iterator.next()) && @@{ }')],
  [
    'a pointcut behind a whole one',
    'SYNTAX',
    frame('event e before(Iterator i) : call(* Iterator.next()) && target(i) @@!within(demo.Main) { }'),
  ],
  [
    'a binding without its operator',
    'SYNTAX',
    frame('event e before(Iterator i) : call(* Iterator.next()) @@target(i) { }'),
  ],
  ['half an operator', 'SYNTAX', frame('event e before() : call(* a(..)) @@& args(String) { }')],
  [
    'garbage behind a pointcut',
    'SYNTAX',
    frame('event e before() : (call(* a(..)) || call(* b())) @@garbage(x) { }'),
  ],
  ['a parenthesis too many', 'SYNTAX', frame('event e before() : call(* a(..)) @@) { }')],
  ['a word behind a condition', 'SYNTAX', frame('event e before() : call(* a()) && if(true) @@b { }')],
  ['a word behind a type pattern', 'SYNTAX', frame('event e before() : within(Iterator @@Object) { }')],
  [
    'a word behind a method pattern',
    'SYNTAX',
    frame('event e before() : call(* Iterator.next() @@b throws E) { }'),
  ],
  ['a word behind the name of a field', 'SYNTAX', frame('event e before() : get(* Iterator.x @@b) { }')],
  ['a word before the pointcut', 'SYNTAX', frame('event e before() @@b : call(* a()) { }')],
  ['words before around', 'SYNTAX', frame('event e @@void more around() : call(* a()) { }')],
  ['a word behind a handler', 'SYNTAX', frame(good, 'ere : e @match { } @@b')],
  ['a misspelt event', 'SYNTAX', frame(`@@evnt f before() : call(* a()) { }\n${good}`)],
  ['a formula before the events', 'SYNTAX', frame(`@@ere : e e @match { }\n${good}`)],
  ['no body', 'SYNTAX', frame('event @@e before(Iterator i) : call(* Iterator.next())', '')],
  ['an unknown pointcut', 'SYNTAX', frame('event e before() : @@cal(* Iterator.next()) { }')],
  ['a method pattern without result', 'SYNTAX', frame('event e before() : call(@@next()) { }')],
  [
    'a method pattern whose type begins with dots',
    'SYNTAX',
    frame('event e before() : call(* @@..*.a()) { }'),
  ],
  ['a field pattern whose type begins with dots', 'SYNTAX', frame('event e before() : get(int @@..*.a) { }')],
  [
    'a parameter with a name in a pattern',
    'SYNTAX',
    frame('event e before() : call(* List.add(Object @@o)) { }'),
  ],
  [
    'a final parameter in a pattern',
    'SYNTAX',
    frame('event e before() : call(* List.add(@@final Object o)) { }'),
  ],
  ['a declaration in target', 'SYNTAX', frame('event e before() : call(* a()) && target(Object @@x) { }')],
  ['a declaration in args', 'SYNTAX', frame('event e before() : call(* a(..)) && args(int, int @@x) { }')],
  [
    'a final declaration in this',
    'SYNTAX',
    frame('event e before() : call(* a()) && this(@@final Object x) { }'),
  ],
  ['a constructor pattern with result', 'SYNTAX', frame('event e before() : call(* @@Iterator.new()) { }')],
  ['a field pattern without name', 'SYNTAX', frame('event e before() : get(int@@) { }')],
  ['an unclosed parenthesis', 'SYNTAX', frame('event e before() : call@@(* Iterator.next( { }', '')],
  ['two rests in args', 'SYNTAX', frame('event e before() : call(* a(..)) && args(.., @@..) { }')],
  ['an empty condition', 'SYNTAX', frame('event e before() : call(* a(..)) && @@condition( ) { }')],
  ['a condition alone', 'SYNTAX', frame('event e before() : @@condition(true) { }')],
  [
    'a parameter bound beside a condition',
    'INVALID',
    frame('event e before(Iterator @@i) : call(* Iterator.next()) && (condition(true) || target(i)) { }'),
  ],
  ['an unknown formalism', 'SYNTAX', frame(good, '@@erre : e @match { }')],
  ['a formula without a handler', 'SYNTAX', frame(good, 'ere : e').replace('\n}\n', '\n@@}\n')],
  ['a handler without a formula', 'SYNTAX', frame(good, '@@@match { }')],
  ['an event behind a formula', 'SYNTAX', frame(good, `ere : e @match { } @@${good}`)],
  ['a broken expression', 'SYNTAX', frame(good, 'ere : (e @@@match { }')],
  ['an optional operator', 'SYNTAX', frame(good, 'ere : e@@? @match { }')],
  ['an operator without operand', 'SYNTAX', frame(good, 'ltl : [](e => @@) @violation { }')],
  ['a number that is none', 'SYNTAX', frame(good, 'ere : e^@@e @match { }')],
  ['two formulas in a row', 'SYNTAX', frame(good, 'ltl : e @@e @violation { }')],
  ['a state without bracket', 'SYNTAX', frame(good, 'fsm : s @@e -> s ] @s { }')],
  ['a state without end', 'SYNTAX', frame(good, 'fsm : s @@[ e -> s @s { }')],
  ['a state whose end is missing', 'SYNTAX', frame(good, 'fsm : s [ e -> t @@t [ e -> s ] @s { }')],
  ['no state', 'SYNTAX', frame(good, 'fsm : @@@s { }')],
  ['a rest of an old name', 'SYNTAX', 'import java.util.*; @@some-name(Iterator i) { }'],

  ['an unbound parameter', 'INVALID', frame('event e before(Iterator @@i) : call(* Iterator.next()) { }')],
  [
    'a parameter bound on one side only',
    'INVALID',
    frame('event e before(Iterator @@i) : target(i) || call(* Iterator.next()) { }'),
  ],
  [
    'a parameter that is not declared',
    'INVALID',
    frame('event e before() : call(* Iterator.next()) && target(@@i) { }'),
  ],
  [
    'a name that two conjuncts bind',
    'INVALID',
    frame('event @@e before(Iterator i) : call(* Iterator.equals(Object)) && target(i) && args(i) { }'),
  ],
  [
    'a name that a conjunct may bind, and another binds',
    'INVALID',
    frame('event @@e before(Iterator i) : (target(i) || args(i)) && this(i) && call(* equals(Object)) { }'),
  ],
  [
    'a name twice in args',
    'INVALID',
    frame('event @@e before(Iterator i) : call(* a(..)) && args(i, i) { }'),
  ],
  ['a parameter declared twice', 'INVALID', frame('event e before(Iterator i, Object @@i) : target(i) { }')],
  [
    'a result that is a parameter too',
    'INVALID',
    frame('event @@e after(Iterator i) returning(Iterator i) : target(i) { }'),
  ],
  ['a void parameter', 'INVALID', frame('event e before(@@void i) : target(i) { }')],
  [
    'a primitive parameter of the property',
    'INVALID',
    'P(@@int i) { event e before(int i) : args(i) { } ere : e @match { } }',
  ],
  [
    'a primitive value for a parameter',
    'INVALID',
    frame('event @@e before(int i) : call(* a(int)) && args(i) { }'),
  ],
  [
    'an event that binds differently',
    'INVALID',
    frame(`${good}\n event @@e before() : call(* Iterator.remove()) { }`),
  ],
  ['an unknown formalism', 'SYNTAX', frame(good, '@@constructor : e @match { }')],
  ['an unknown event', 'INVALID', frame(good, 'ere : @@f @match { }')],
  ['an alternative that is missing', 'SYNTAX', frame(good, 'ere : e | @@@match { }')],
  ['an unknown event in ltl', 'INVALID', frame(good, 'ltl : [](e => @@g) @violation { }')],
  ['an unknown event in fsm', 'INVALID', frame(good, 'fsm : s [ @@f -> s ] @s { }')],
  ['an unknown state', 'INVALID', frame(good, 'fsm : start [ e -> @@stat ] @start { }')],
  ['an unknown state in an alias', 'INVALID', frame(good, 'fsm : s [ e -> s ] alias bad = s, @@t @bad { }')],
  ['a state declared twice', 'INVALID', frame(good, 'fsm : s [ ] @@s [ ] @s { }')],
  ['two transitions', 'INVALID', frame(good, 'fsm : s [ e -> s @@e -> s ] @s { }')],
  ['two defaults', 'INVALID', frame(good, 'fsm : s [ default s @@default -> s ] @s { }')],
  ['an unknown category', 'INVALID', frame(good, 'ere : e @@@violation { }').replace('@@@', '@ @@')],
  ['two handlers of one category', 'INVALID', frame(good, 'ere : e @match { } @ @@match { }')],
  // Names that all objects of JavaScript know.
  ['an unknown category of ltl', 'INVALID', frame(good, 'ltl : e @ @@constructor { }')],
  ['two formulas of one name', 'INVALID', frame(good, 'ere one : e @match { } ere @@one : e e @match { }')],
  ['a handler of an unknown formula', 'INVALID', frame(good, 'ere : e @ @@other@match { }')],
  [
    'an unknown severity',
    'INVALID',
    `import java.util.*;\n/** Text. @severity no\n * @@@severity fatal */\nP(Iterator i) { ${good} ere : e @match { } }`,
  ],
  [
    'text behind a severity',
    'INVALID',
    `import java.util.*;\n/** @@@severity error\n * Text that would be lost. */\nP(Iterator i) { ${good} ere : e @match { } }`,
  ],
  [
    'a property twice',
    'INVALID',
    `${frame(good)}${frame(good).replace('import java.util.*;', '').replace('P(', '@@P(')}`,
  ],
  ['full-binding without a formula', 'INVALID', frame(good, '').replace('P(', '@@full-binding P(')],

  ['an unknown type', 'TYPE_UNKNOWN', frame('event e before(@@Iterater i) : target(i) { }')],
  [
    'an unknown type in a pattern',
    'TYPE_UNKNOWN',
    frame('event e before() : call(* @@Iterater+.next()) { }'),
  ],
  ['an unknown type of a property', 'TYPE_UNKNOWN', 'P(@@Foo f) { event e before(Foo f) : target(f) { } }'],

  ['a grammar that goes on', 'SYNTAX', frame(good, 'cfg : S -> e S @@; T @fail { }')],
  ['a production without an arrow', 'SYNTAX', frame(good, 'cfg : S @@e S @fail { }')],
  ['a production without symbols', 'SYNTAX', frame(good, 'cfg : S -> e | @@@fail { }')],
  ['productions of an event', 'INVALID', frame(good, 'cfg : S -> e, @@e -> S @fail { }')],
  ['productions of the empty word', 'INVALID', frame(good, 'cfg : @@epsilon -> e @fail { }')],
  ['a symbol of a grammar that is none', 'INVALID', frame(good, 'cfg : S -> e @@T | epsilon @fail { }')],
  [
    'a pattern that needs a stack, with full-binding',
    'UNSUPPORTED',
    frame(good, '@@cfg : S -> e S e | e @match { }').replace('P(', 'full-binding P('),
  ],
  [
    'a pattern that needs a stack, and another',
    'UNSUPPORTED',
    frame(good, 'ere : e @match { } @@cfg : S -> e S e | e @match { }'),
  ],
  ['string rewriting', 'UNSUPPORTED', frame(good, '@@srs : e -> # @match { }')],
  ['a pushdown automaton', 'UNSUPPORTED', frame(good, '@@pda : x @match { }')],
  ['a partial order', 'UNSUPPORTED', frame(good, '@@po : x @match { }')],
  ['a raw formula', 'UNSUPPORTED', frame(good, '@@raw : x(); @match { }')],
  ['a static event', 'UNSUPPORTED', frame(`@@static ${good}`)],
  ['enforcing', 'UNSUPPORTED', frame(good).replace('P(', '@@enforce P(')],
  ['maximal binding', 'UNSUPPORTED', frame(good).replace('P(', '@@maximal-binding P(')],
  ['an unknown modifier', 'UNSUPPORTED', frame(good).replace('P(', '@@fullbinding P(')],
  ['a modifier of another kind', 'UNSUPPORTED', frame(good).replace('P(', '@@constructor P(')],
  ['an included specification', 'UNSUPPORTED', frame(good).replace(') {\n', ') @@includes Q {\n')],
  ['an exception handler', 'UNSUPPORTED', frame('event e before() : @@handler(Exception) { }')],
  [
    'an annotation of the join point',
    'UNSUPPORTED',
    frame('event e before() : @@@annotation(Deprecated) { }'),
  ],
  ['no annotation of a join point', 'SYNTAX', frame('event e before() : @@@constructor(Deprecated) { }')],
  [
    'an annotation around it',
    'UNSUPPORTED',
    frame('event e before() : call(* a()) && !@@@within(Deprecated) { }'),
  ],
  ['a named pointcut', 'UNSUPPORTED', frame('event e before() : @@scope() && call(* a()) { }')],
  ['a pointcut named toString', 'UNSUPPORTED', frame('event e before() : @@toString() && call(* a()) { }')],
  [
    'a binding in a control flow',
    'UNSUPPORTED',
    frame('event e before(Iterator i) : call(* a()) && target(i) && !cflow(call(* b()) && target(@@i)) { }'),
  ],
  [
    'a condition in a control flow',
    'UNSUPPORTED',
    frame('event e before() : call(* a()) && cflowbelow(call(* b()) && @@if(x)) { }'),
  ],
  [
    'a nested control flow',
    'UNSUPPORTED',
    frame('event e before() : call(* a()) && cflow(@@cflow(call(* b()))) { }'),
  ],
  [
    'an access in a control flow',
    'UNSUPPORTED',
    frame('event e before() : call(* a()) && cflow(@@get(int *)) { }'),
  ],
  ['an annotation on a type', 'UNSUPPORTED', frame('event e before() : within(@@@Deprecated *) { }')],
  ['a future operator in ptltl', 'UNSUPPORTED', frame(good, 'ptltl : @@<> e @violation { }')],
  ['suffix with ltl', 'UNSUPPORTED', frame(good, '@@ltl : e @violation { }').replace('P(', 'suffix P(')],
  ['a scheduling category', 'UNSUPPORTED', frame(good, 'ere : e @ @@deadlock { }')],
  ['an unknown macro', 'UNSUPPORTED', frame(good, 'ere : e @match { @@__RESTE; }')],
  ['a handler for another specification', 'UNSUPPORTED', frame(good, 'ere : e @ @@Q.p@match { }')],
];

describe('every error has a code, a place, an excerpt with a caret and a hint', () => {
  test.each(cases)('%s: RRV_PROPERTY_%s', (_, code, marked) => {
    const offset = marked.indexOf('@@');
    const text = marked.replace('@@', '');
    const error = errorOf(text);
    expect(`${error.code}: ${error.message}`).toMatch(new RegExp(`^RRV_PROPERTY_${code}: \\S`));
    const before = text.slice(0, offset).split('\n');
    expect(error.where).toEqual({ file: 'test.mop', line: before.length, column: before.at(-1)!.length + 1 });
    expect(error.hint).toMatch(/\S/);
    const [line, caret] = error.excerpt!.split('\n');
    expect(text).toContain(line);
    expect(caret).toMatch(/^\s*\^$/);
    expect(line!.slice(caret!.indexOf('^'))).toBe(text.slice(offset).split('\n')[0]);
    expect(error.severity).toBe('error');
  });

  test('a byte order mark takes no column', () => {
    const error = errorOf('\uFEFFP() { evnt e before() : call(* a()) { } }');
    expect(error).toMatchObject({ where: { line: 1, column: 7 } });
    expect(error.excerpt).toBe('P() { evnt e before() : call(* a()) { } }\n      ^');
  });

  test('suggestions', () => {
    expect(errorOf(frame(good, 'fsm : start [ e -> strat ] @start { }')).hint).toBe('Did you mean start?');
    expect(errorOf(frame(good, 'ere : e @mach { }')).hint).toBe('Did you mean @match?');
    expect(errorOf(frame('event e before() : exection(* a()) { }')).hint).toBe('Did you mean execution?');
    expect(errorOf(frame(good, 'ere : e @match { __LOK; }')).hint).toBe('Did you mean __LOC?');
    expect(
      errorOf('package bank; P(Account a) { event e before(Account a) : target(a) { } }').hint,
    ).toContain('name the jar or directory that holds it with --class-path');
    expect(errorOf(frame(good, 'ltl : G(e => X e) @violation { }')).hint).toBe(
      'The operator is written `[]`.',
    );
    expect(errorOf(frame(good, 'ltl : [](e => X e) @violation { }')).hint).toBe(
      'The operator is written `o`.',
    );
    const lettered = frame('event G before(String i) : target(i) { }', 'ltl : [](G => o G) @violation { }');
    expect(loadProperties('g.mop', lettered.replace('Iterator', 'String')).properties).toHaveLength(1);
    expect(errorOf(frame(`evnt f before() : call(* a()) { } ${good}`)).hint).toBe('Did you mean event?');
    expect(
      errorOf(frame('event e before(Iterator i) : call(* Iterator.next()) target(i) { }')),
    ).toMatchObject({
      message: '`target` does not continue the pointcut',
      hint: 'Write `&&` or `||` between two pointcuts.',
    });
  });

  test('what aspects have, and properties have not', () => {
    const aspect = 'public aspect A { before(Iterator i) : call(* Iterator.next()) && target(i) { } }';
    expect(errorOf(`import java.util.*; ${aspect}`)).toMatchObject({
      code: 'RRV_PROPERTY_UNSUPPORTED',
      message: 'an aspect of AspectJ is not supported',
      hint: expect.stringMatching(/^Write a property, `Name\(Type p\) \{ event /),
    });
    expect(errorOf(frame(`pointcut nexts(Iterator i) : call(* Iterator.next()); ${good}`))).toMatchObject({
      message: 'a named pointcut is not supported',
      hint: 'Write out what it stands for in each event.',
    });
    // A property may be called so.
    const named = `import java.util.Iterator; aspect(Iterator i) { ${good} ere : e @match { } }`;
    expect(() => loadProperties('a.mop', named)).not.toThrow();
  });

  test('an event has no throws', () => {
    for (const advice of ['before(Iterator i) throws E e', 'after(Iterator i) returning throws E'])
      expect(errorOf(frame(`event e ${advice} : call(* a()) { }`))).toMatchObject({
        message: 'an event has no `throws`',
        hint: expect.stringContaining('`after(..) throwing(Type name)`'),
      });
  });

  test('a result stands in parentheses', () => {
    for (const word of ['returning', 'throwing'])
      expect(errorOf(frame(`event e after() ${word} Object a : call(* a()) { }`)).hint).toBe(
        `Write \`${word}(Type name)\`.`,
      );
  });

  test.each([
    [
      'call(* ..*.next())',
      'the method pattern has no result type: `* ..*.next` is one name',
      'No name begins with a dot. Write `*..` for types of any package.',
    ],
    ['call(*..*.next())', 'the method pattern has no result type', 'Write `*` before it for any result.'],
    // ajc: "name pattern" expected.
    ['within(..*Foo)', 'no name begins with a dot', 'Write `*..` for types of any package.'],
    ['call(..List next())', 'no name begins with a dot', 'Write `*..` for types of any package.'],
    [
      'call(* next()) && args(..*Foo)',
      'no name begins with a dot',
      'Write `.., *Foo` for any arguments before it, `*..*Foo` for a type of any package.',
    ],
    [
      'call(* next(int, ..List))',
      'no name begins with a dot',
      'Write `.., List` for any arguments before it, `*..List` for a type of any package.',
    ],
    [
      'call(* Iterator.next() throws E e)',
      'the exceptions of a pattern are types, without names',
      'Write `E` alone; `after(..) throwing(E e)` binds what is thrown.',
    ],
    [
      'call(* Iterator.next() && target(i))',
      '`&&` does not continue a pattern of members',
      'It combines pointcuts: close `call(..)` before it, as in `call(..) && target(x)`.',
    ],
    [
      'execution(* a() || * b())',
      '`||` does not continue a pattern of members',
      'It combines pointcuts: close `execution(..)` before it, as in `execution(..) || target(x)`.',
    ],
    [
      'call(* List.add(int[] i, Object o))',
      'the parameters of a pattern are types, without names',
      'Write `int[]` alone; `args(i)` binds an argument that the event declares.',
    ],
    [
      'call(* next()) && target(Iterator i)',
      'a pointcut declares nothing: `i` stands behind a type',
      'Write `i` alone: the event declares it.',
    ],
    [
      'call(* next()) && args(.., Object x)',
      'a pointcut declares nothing: `x` stands behind a type',
      'Declare it in the event, `before(Object x)`, and write `x` alone.',
    ],
  ])('what to write instead of %s', (pointcut, message, hint) => {
    expect(errorOf(frame(`event e before(Iterator i) : ${pointcut} && target(i) { }`))).toMatchObject({
      message,
      hint,
    });
  });
});

test.each(['\n', '\r', '\r\n'])('a line ends with %j', (end) => {
  const text = ['import java.util.*;', 'P(Iterator i) {', good, ' ere : f', '@match { } }'].join(end);
  expect(errorOf(text)).toMatchObject({
    where: { file: 'test.mop', line: 4, column: 8 },
    excerpt: ' ere : f\n       ^',
  });
});

describe('limits', () => {
  test.each([
    [
      'parameters',
      'import java.util.*; P(List a, List b, List c, List d, List e) { event e before(List a) : target(a) { } }',
    ],
    ['nestingDepth', frame(`event e before() : ${'('.repeat(300)}call(* a())${')'.repeat(300)} { }`)],
    ['nestingDepth', frame(`event e before() : ${'!'.repeat(300)}call(* a()) { }`)],
    ['nestingDepth', frame(`event e before() : call(* ${'('.repeat(300)}List${')'.repeat(300)}.a()) { }`)],
    ['nestingDepth', frame(good, `ere : ${'('.repeat(300)}e${')'.repeat(300)} @match { }`)],
    ['nestingDepth', frame(good, `ere : ${'~'.repeat(300)}e @match { }`)],
    ['nestingDepth', frame(good, `ltl : ${'[]'.repeat(300)}e @violation { }`)],
    ['sourceLength', ' '.repeat(1_000_001)],
    [
      'events',
      frame(Array.from({ length: 1_001 }, (_, index) => good.replace(' e ', ` e${index} `)).join('\n')),
    ],
  ])('%s', (limit, text) => {
    const error = errorOf(text);
    expect(error.code).toBe('RRV_PROPERTY_LIMIT');
    expect(error.message).toContain(limit);
  });

  test('a formula that explodes is stopped by the limit of the automata, at its place', () => {
    const events = ['a', 'b'].map(
      (name) => `event ${name} before(List l) : call(* List.${name}()) && target(l) { }`,
    );
    const text = `import java.util.*;\nP(List l) { ${events.join(' ')}\n  ere : (a | b)* a (a | b)^20 @match { } }`;
    const started = processorTime();
    const error = errorOf(text);
    expect(processorTime() - started).toBeLessThan(5000);
    expect(error.message).toContain('determinizeStates');
    expect(error.where).toEqual({ file: 'test.mop', line: 3, column: 3 });
    expect(error.hint).toMatch(/\S/);
  });

  test('12 states, 40 events and 4 parameters compile in under a second', () => {
    const types = 'abcd'.split('').map((name) => `Object ${name}`);
    const names = Array.from({ length: 40 }, (_, index) => `e${index}`);
    const events = names.map((name, index) => {
      const parameter = 'abcd'[index % 4];
      return `event ${name} before(Object ${parameter}) : call(* List.m${index}()) && target(${parameter}) { }`;
    });
    const states = Array.from({ length: 12 }, (_, state) => {
      const transitions = names.map((name, index) => `${name} -> s${(state * 7 + index) % 12}`);
      return `s${state} [ ${transitions.join(', ')} ]`;
    });
    const text = `import java.util.List; full-binding P(${types.join(', ')}) { ${events.join('\n')} fsm : ${states.join('\n')} @s3 { } }`;
    const started = processorTime();
    const { properties } = loadProperties('large.mop', text);
    expect(processorTime() - started).toBeLessThan(1000);
    expect(properties[0]!.monitor.alphabet).toHaveLength(40);
    expect(properties[0]!.monitor.stateCount).toBeGreaterThan(12);
  });
});

describe('--prop', () => {
  const names = (...elements: string[]) =>
    selectProperties(elements).map((each) => (each.kind === 'file' ? each.path : each.property.name));

  test('names, groups, severities, all and files, each once, in the order given', () => {
    expect(names('SafeHasNext', 'my/own.mop', 'SafeIterator', 'SafeHasNext', 'my/own.mop')).toEqual([
      'SafeHasNext',
      'my/own.mop',
      'SafeIterator',
    ]);
    expect(names('iterators').slice(0, 3)).toEqual(['SafeIterator', 'SafeListIterator', 'SafeMapIterator']);
    expect(names('@suggestion')).toContain('Closeable_MultipleClose');
    expect(names('@error')).not.toContain('Closeable_MultipleClose');
    expect(names('all').length).toBeGreaterThanOrEqual(40);
    expect(new Set(names('all', 'io', '@error')).size).toBe(names('all').length);
  });

  test.each([
    ['SafeIteratr', 'Did you mean SafeIterator'],
    ['iterator', 'iterators'],
    ['@errors', '@error'],
    ['zzz', 'rrv properties'],
  ])('%s is unknown', (name, hint) => {
    try {
      selectProperties([name]);
      expect.unreachable();
    } catch (error) {
      if (!(error instanceof RrvError)) throw error;
      expect(error.diagnostic.code).toBe('RRV_PROPERTY_UNKNOWN');
      expect(error.diagnostic.hint).toContain(hint);
    }
  });
});
