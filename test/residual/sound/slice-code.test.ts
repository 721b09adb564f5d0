import { expect, test } from 'vitest';
import { loadProperties } from '../../../src/property/language/load.ts';
import { analysedMonitor } from '../../../src/residual/sound/monitor/analysed-monitor.ts';
import { refusingAutomaton } from '../../../src/residual/sound/monitor/refusing-automaton.ts';
import { sliceCode } from '../../../src/residual/sound/monitor/slice-code.ts';

/** A property of one iterator with this code; `use` has an argument for the thread. */
function propertyWith(fields: string, condition: string, body: string, imported = '') {
  const text = `import java.util.*;
${imported}
Coded(Iterator i) {
  ${fields}
  event use before(Iterator i, Thread t) :
    call(* Iterator+.next()) && target(i) && thread(t)${condition === '' ? '' : ` && condition(${condition})`} { ${body} }
  event asked after(Iterator i) : call(* Iterator+.hasNext()) && target(i) { }
  ere : (use | asked)* use use
  @match { System.err.println("used"); }
}`;
  const isType = (name: string): boolean => /^java\.(?:lang|util(?!\.(?:Thread|Object)$))\.\w+$/.test(name);
  return loadProperties('coded.mop', text, { lookup: isType }).properties[0]!;
}

/** What is understood of the condition and the body; a text: why nothing is. */
function understood(fields: string, condition: string, body: string): unknown {
  const property = propertyWith(fields, condition, body);
  const code = sliceCode(property, property.javaCode!);
  return 'notUnderstood' in code ? code.notUnderstood : code.events[0];
}

const owner = { kind: 'field', field: 0 };
const thread = { kind: 'thread' };
const isNull = { kind: 'same', left: owner, right: { kind: 'null' } };
const isThread = { kind: 'same', left: owner, right: thread };
const unknown = { kind: 'unknown', asksFields: false };
const asking = { kind: 'unknown', asksFields: true };

test.each([
  ['owner == null || owner == t', { kind: 'or', operands: [isNull, isThread] }],
  [
    '!(owner == null) && owner != t',
    {
      kind: 'and',
      operands: [
        { kind: 'not', operand: isNull },
        { kind: 'not', operand: isThread },
      ],
    },
  ],
  ['((owner == null))', isNull],
  [
    'owner == null && (owner == t || i.getClass() == Object.class)',
    { kind: 'and', operands: [isNull, { kind: 'or', operands: [isThread, unknown] }] },
  ],
  ['Thread.holdsLock(i)', unknown],
  ['i instanceof List', unknown],
  ['!Thread.holdsLock(i)', unknown],
  ['!(Thread.holdsLock(i))', { kind: 'not', operand: unknown }],
  ['t.isAlive() == !t.isDaemon()', unknown],
  ['t.isAlive() ? true : t.isDaemon() || true', unknown],
  ['!t.isAlive() & true', unknown],
  ['t == null', { kind: 'same', left: thread, right: { kind: 'null' } }],
  ['true', { kind: 'constant', value: true }],
  [
    'i.size() >= 3 && i.length() != 4 && i.size() <= 5',
    { kind: 'and', operands: [unknown, unknown, unknown] },
  ],
  ['owner.isAlive()', asking],
  ['i.containsKey(null) || t.equals(this.owner)', { kind: 'or', operands: [unknown, asking] }],
  ['i.hashCode() + 1 > 3', unknown],
  ['this.owner == t', isThread],
  ['this.owner.isAlive()', asking],
  ['((int[])i).length > 3 || ((byte[]) this.owner).length > 3', { kind: 'or', operands: [unknown, asking] }],
  [
    'owner != null && !Thread.holdsLock(owner)',
    { kind: 'and', operands: [{ kind: 'not', operand: isNull }, asking] },
  ],
])('the condition %s is understood', (condition, expected) => {
  expect(understood('Thread owner;', condition, '')).toEqual({ condition: expected, assignments: [] });
});

const mayHaveEffects = 'the condition of event use may do more than look at something';
const asksForMore = 'the condition of event use asks for more than fields and arguments';
test.each([
  ['i.hasNext()', mayHaveEffects],
  ['(owner = t) != null', mayHaveEffects],
  ['Counter.n++ > 3', mayHaveEffects],
  ['--Counter.n > 3', mayHaveEffects],
  ['(Counter.n += 2) > 3', mayHaveEffects],
  ['(Counter.n <<= 2) > 3', mayHaveEffects],
  ['(Counter.n >>>= 2) > 3', mayHaveEffects],
  ['new Thread() == t', mayHaveEffects],
  ['run(() -> owner)', mayHaveEffects],
  ['run(this::test)', mayHaveEffects],
  // What makes a text of an object asks it for its own.
  ['("" + i).length() > 3', mayHaveEffects],
  ['i + "" == null', mayHaveEffects],
  // What initialises a class may do anything.
  ['Counter.n > 3', mayHaveEffects],
  ['Counter.isEmpty()', mayHaveEffects],
  ['i.n > 3', mayHaveEffects],
  ['n > 3', mayHaveEffects],
  ['isEmpty()', mayHaveEffects],
  ['owner() == t', mayHaveEffects],
  ['owner.get() == t', mayHaveEffects],
  ['this.owner() == t', mayHaveEffects],
  ['this.other == t', mayHaveEffects],
  ['Coded.this.owner == t', mayHaveEffects],
  ['i.owner == t', mayHaveEffects],
  ['this == t', asksForMore],
  ['((int[]) i.next()).length > 3', mayHaveEffects],
  ['((Counter[]) i).length > 3', mayHaveEffects],
  ['(i).length > 3', mayHaveEffects],
  ['__LOC.length() > 3', asksForMore],
  [`${'!('.repeat(200)}true${')'.repeat(200)}`, 'the condition of event use is nested too deeply'],
])('the condition %s is not', (condition, expected) => {
  expect(understood('Thread owner;', condition, '')).toBe(expected);
});

test.each([
  ['', []],
  [';;', []],
  ['owner = t;', [{ field: 0, value: thread }]],
  [
    'last = i; owner = null;',
    [
      { field: 1, value: { kind: 'object' } },
      { field: 0, value: { kind: 'null' } },
    ],
  ],
  ['owner = last;', [{ field: 0, value: { kind: 'field', field: 1 } }]],
  ['this.owner = this.last;', [{ field: 0, value: { kind: 'field', field: 1 } }]],
])('the body "%s" is understood', (body, expected) => {
  expect(understood('Thread owner; java.util.Iterator last;', 'owner == null', body)).toMatchObject({
    assignments: expected,
  });
});

const counter =
  'int n = 3, m; Thread owner; static final long MAX = 2 * Integer.MAX_VALUE + 1; private boolean b;';

test.each([
  'n++; --n; n += 2; n >>>= m; n = Math.max(n, -m) + (int) MAX; b = n < MAX;',
  'if (owner == null) owner = t;',
  'if (owner != t) { owner = t; n = 0; } else if (b) n++; else { }',
  'int k = n % 2 == 0 ? 1 : n + i.size(); k++; n = k;',
  'if (n > 2) __RESET;',
  '--this.n; this.n -= m; if (this.b) this.m++;',
  'owner = Thread.currentThread();',
  'this.owner = n > 2 ? t : null;',
])('the body "%s" changes nothing but its slice', (body) => {
  const property = propertyWith(counter, 'n < 3 || b && owner == t', body);
  expect(sliceCode(property, property.javaCode!)).toMatchObject({ fieldCount: 1, hasOtherState: true });
  expect(analysedMonitor(property)).toMatchObject({ inMethod: refusingAutomaton(property)!, isCoded: true });
});

test('what a body assigns only sometimes is not what a field holds', () => {
  const property = propertyWith('Thread owner;', 'owner == null || owner == t', 'if (owner != t) owner = t;');
  expect(analysedMonitor(property)).toMatchObject({ inMethod: refusingAutomaton(property)! });
});

test('where a slice can be reset, its conditions are not all that decides', () => {
  const property = propertyWith('', 'Thread.holdsLock(i)', 'if (Thread.holdsLock(t)) __RESET;');
  expect(analysedMonitor(property)).toMatchObject({ inMethod: refusingAutomaton(property)! });
  const without = analysedMonitor(propertyWith('', 'Thread.holdsLock(i)', ''));
  expect(without).not.toMatchObject({ inMethod: refusingAutomaton(property)! });
});

test.each([
  ['n < 3', asking],
  ['m == n', asking],
  ['n + 1 < Math.abs(m)', asking],
  ['MAX < 3', unknown],
  ['t.getState() != Thread.State.NEW', unknown],
  ['StreamTokenizer.TT_WORD == n', asking],
])('the condition %s is understood of numbers', (condition, expected) => {
  expect(understood(counter, condition, '')).toEqual({ condition: expected, assignments: [] });
});

const doesMore = 'the Java code of event use does more than keep its arguments and count in its slice';

test.each([
  'n = count(n);',
  'n = i.next();',
  'n = ("" + i).length();',
  'n = (Thread.currentThread() + "").length();',
  'n = ("" + t.getState()).length();',
  'if (i.getState() == Thread.State.NEW) n++;',
  'if (i.t.getState() == Thread.State.NEW) n++;',
  'if (t.getState() == Thread.State.OTHER) n++;',
  'if (t.getState() == Other.State.NEW) n++;',
  'if (Thread.State == null) n++;',
  'n = b ? m++ : 1;',
  'n = m = 1;',
  'n + 1;',
  'n = ;',
  'this.n = i.next();',
  'this.n = 1, m = 2;',
  'Coded.this.n = 1;',
  'i.n = 1;',
  'this.c = 1;',
  'Other.n++;',
  'n.m++;',
  'MAX[0] = 1;',
  'if (i.hasNext()) n++;',
  'if (b) n++; else i.remove();',
  'if b n++;',
  'int k;',
  'int m = 1;',
  'long k = i.next();',
  'while (b) n++;',
  'for (int k = 0; k < 3; k++) n++;',
  'return;',
  'owner = i.next();',
  'owner = __LOC + n;',
  '{'.repeat(200) + '}'.repeat(200),
])('the body "%s" may do more', (body) => {
  expect(understood(counter, '', body)).toBe(doesMore);
});

test.each([
  ['Integer.MAX_VALUE > 3', 'import java.util.Integer;', 'Integer'],
  ['Math.abs(3) > 3', '', 'Math'],
  ['StreamTokenizer.TT_EOF > 3', 'import java.util.StreamTokenizer;', 'StreamTokenizer'],
])(
  'a class of its own by the name of one that may be asked is not understood: %s',
  (condition, imported, name) => {
    const property = propertyWith(imported === '' ? 'static class Math { }' : '', condition, '', imported);
    expect(analysedMonitor(property)).toBe(`the property's Java code has a class ${name} of its own`);
  },
);

test.each([
  'owner = t.getContextClassLoader();',
  'count();',
  'owner = t',
  't = owner;',
  'owner = new Thread(i);',
  'owner = new java.lang.ref.WeakReference<>(i, i);',
  'owner = new java.lang.ref.WeakReference<>(new Thread());',
  'owner = new java.lang.ref.WeakReference<>(null, t) ;',
])('the body "%s" is not', (body) => {
  expect(understood('Thread owner;', 'owner == null', body)).toBe(doesMore);
});

test.each([
  'int n = count();',
  'int n = "a".length() + ("" + null).length();',
  'int n = new Object().hashCode();',
  'int[] n;',
  'int n() { return 1; }',
  'static final Object LOCK = null;',
  'static final int N = M;',
  'final Thread owner;',
  'Thread owner = null, other;',
  'Thread owner = other = null;',
  'Thread owner = Thread.currentThread();',
  'final Thread owner = null;',
  'static Thread owner;',
  'Thread a, b;',
  'boolean has() { return true; }',
  'Thread[] all;',
  'static int n;',
  'static boolean is(Object a) { return is(a); }',
  'static boolean is(Object a) { return n > 3; }',
  'static boolean is(Object a) { a = null; return true; }',
  'static boolean is(Object a) { while (true) return true; }',
  'static boolean is(Object a) { if (a == null) { return true; } return false; }',
  'static boolean is(Object a) { boolean b = a.notify(); return b; }',
  'static boolean is(Object... a) { return true; }',
  'static boolean is(java.util.Map a) { return a.get(a) == a; }',
])('the declaration "%s" is not understood', (fields) => {
  expect(understood(fields, 'Thread.holdsLock(i)', '')).toBe(
    "the property's Java code declares more than fields that are null in the beginning, numbers, and static methods that look at something",
  );
});

test('static methods see constants, and no numbers of a slice', () => {
  const monitor = (fields: string) =>
    analysedMonitor(
      propertyWith(`${fields} static boolean isMany(int n) { return n + 1 > MAX; }`, 'isMany(3)', ''),
    );
  expect(monitor('static final int MAX = 3;')).toMatchObject({ isCoded: true });
  expect(monitor('int MAX = 3;')).toMatch(/declares more/);
});

const held = `static boolean isHeld(WeakReference<?> lock, Object other) {
    Object held = lock.get();
    if (held == null) return other != null;
    return Thread.holdsLock(held) || other == held;
  }`;
const weak = 'import java.lang.ref.WeakReference;';

test('static methods that look at something, and weak references, are understood', () => {
  const property = propertyWith(
    `WeakReference<Object> lock; List<? extends Map<String, Object>> all; ${held} static boolean not(Object a) { return !isHeld(null, a); }`,
    'lock != null && lock.get() != null && not(i) && !isHeld(lock, t)',
    'lock = new WeakReference<Object>(i); lock = new java.lang.ref.WeakReference<>(t);',
    weak,
  );
  const other = { kind: 'other' };
  expect(sliceCode(property, property.javaCode!)).toEqual({
    fieldCount: 2,
    hasHandlers: false,
    hasOtherState: false,
    events: [
      {
        condition: { kind: 'and', operands: [{ kind: 'not', operand: isNull }, asking, unknown, asking] },
        assignments: [
          { field: 0, value: other },
          { field: 0, value: other },
        ],
      },
      { condition: { kind: 'constant', value: true }, assignments: [] },
    ],
  });
});

test('a class of another package by the name of WeakReference is not', () => {
  const fields = 'Object lock;';
  const body = 'lock = new WeakReference(i);';
  expect(understood(fields, '', body)).toBe(doesMore);
  const property = propertyWith(fields, '', body, weak);
  expect(sliceCode(property, property.javaCode!)).toMatchObject({ fieldCount: 1 });
});

/** The same with a handler. */
function handledBy(handler: string) {
  const text = `import java.util.*;
Handled(Iterator i) {
  Thread owner;
  String place = null;
  int n, bound;
  static boolean isSet(Object o) { return o != null; }
  event use before(Iterator i, Thread t) : call(* Iterator+.next()) && target(i) && thread(t) && condition(owner != t) { owner = t; }
  ere : use use
  @match { ${handler} }
}`;
  const isType = (name: string): boolean => /^java\.(?:lang|util)\.\w+$/.test(name);
  return loadProperties('handled.mop', text, { lookup: isType }).properties[0]!;
}

test.each([
  'if (Thread.currentThread().isAlive()) __RESET;',
  'for (String s : new ArrayList<String>()) if (isSet(s)) return; System.err.println("used at " + __LOC);',
  'if (this.place != null && place.length() >= n) System.err.println(this.place + n); else if (n == -this.n) __RESET;',
  'this.n >>>= 3; (n)++; place += n; this.place = null; System.err.println(- --this.n);',
  'int more = n+-n; if (isSet(place)) System.err.println(x.n = more++);',
  'try { Class.forName("a.B").getMethod("i"); } catch (Exception e) { throw new IllegalStateException(e); }',
])('where a handler is "%s", any event may be refused', (handler) => {
  const property = handledBy(handler);
  expect(property.handlers[0]!.javaHandler).toBe(0);
  expect(analysedMonitor(property)).toMatchObject({
    inMethod: refusingAutomaton(property)!,
    isCoded: true,
  });
});

test.each([
  'if (i != null) System.err.println("used");',
  'List<Object> all = new ArrayList<Object>(); all.add(owner);',
  'if (this != null) __RESET;',
  'System.err.println(this.owner);',
  'new Object() { Object outer() { return Handled.this; } };',
  'Object all = bound(0);',
  'Object all = this.bound(0);',
  'if (thi\\u0073 != null) __RESET;',
])('a handler that may show objects to others is not understood: "%s"', (handler) => {
  expect(analysedMonitor(handledBy(handler))).toBe(
    'a handler of the property has Java code that names what the slice knows',
  );
});

test('an argument hides the field of its name, but not where `this` stands before it', () => {
  const [hidden, number] = [understood('Thread t = null;', 't == this.t', 'this.t = t;'), 'int t;'];
  expect(hidden).toEqual({
    condition: { kind: 'same', left: thread, right: owner },
    assignments: [{ field: 0, value: thread }],
  });
  expect(understood(number, 't == null && this.t > 3', 'this.t++;')).toEqual({
    condition: { kind: 'and', operands: [{ kind: 'same', left: thread, right: { kind: 'null' } }, asking] },
    assignments: [],
  });
  expect(understood(number, 't + 1 > 3', '')).toBe(mayHaveEffects);
  expect(understood('static final int t = 3;', 't + 1 > 3', '')).toBe(mayHaveEffects);
  expect(understood(number, '', 't++;')).toBe(doesMore);
  const reference = 'java.lang.ref.WeakReference<Object> t;';
  expect(understood(reference, 'this.t.get() == i', '')).toEqual({ condition: asking, assignments: [] });
  expect(understood(reference, 't.get() == i', '')).toBe(mayHaveEffects);
});

test('a field that is set to null where it is declared is as one that is set to nothing', () => {
  const [condition, body] = ['this.owner == null || this.owner == t', 'this.owner = t;'];
  const monitor = (fields: string) => analysedMonitor(propertyWith(fields, condition, body));
  expect(monitor('Thread owner = null;')).toEqual(monitor('Thread owner;'));
});

test.each([
  ['import java.lang.Thread;', undefined],
  ['import java.util.Thread;', "the property's Java code has a class Thread of its own"],
])(
  'what asks a class by the name Thread is understood where that is the one of java.lang: %s',
  (imported, why) => {
    const property = propertyWith('', 'Thread.holdsLock(i)', '', imported);
    const code = sliceCode(property, property.javaCode!);
    expect('notUnderstood' in code ? code.notUnderstood : undefined).toBe(why);
  },
);

test('where a field decides a condition only sometimes, any event may be refused', () => {
  for (const condition of ['owner == null || t.isAlive()', 'owner == null || other == t']) {
    const property = propertyWith('Thread owner; Object other;', condition, 'other = i; owner = t;');
    expect(analysedMonitor(property)).toMatchObject({ inMethod: refusingAutomaton(property)! });
  }
});

test('in one thread a second one is never met', () => {
  const monitor = analysedMonitor(propertyWith('Thread owner;', 'owner != null && owner != t', 'owner = t;'));
  // Nothing is ever accepted, so that nothing is reported.
  expect(monitor).toMatchObject({ inMethod: { stateCount: 1 } });
  const other = analysedMonitor(propertyWith('Thread owner;', 'owner == null || owner != t', 'owner = t;'));
  // Accepted once, where two are needed.
  expect(other).toMatchObject({ inMethod: { stateCount: 1 } });
  const always = analysedMonitor(propertyWith('Thread owner;', 'owner == null || owner == t', 'owner = t;'));
  expect(always).toMatchObject({ inMethod: { stateCount: 2 } });
});
