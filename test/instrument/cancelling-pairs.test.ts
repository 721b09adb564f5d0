import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Code } from '../../src/classfile/code.ts';
import type { Instruction } from '../../src/classfile/instruction.ts';
import { Op } from '../../src/classfile/opcodes.ts';
import type { Point } from '../../src/events/point.ts';
import type { Property } from '../../src/property/model.ts';
import { type SliceAutomaton, sliceAutomaton } from '../../src/residual/sound/monitor/slice-automaton.ts';
import { cancellingPairs, cancelOut } from '../../src/residual/sound/run-time/cancelling-pairs.ts';
import { methodCode } from '../../src/residual/sound/values/method-code.ts';
import { assemble } from '../cfg/assemble.ts';
import { loadOverJavaUtil } from '../property/load-support.ts';
import { randomAutomaton } from '../residual/sound/random-automaton.ts';
import type { MonitorReport } from '../support/instrumented-program.ts';
import { compileSources, defaultJdk, runJava } from '../support/jdk.ts';
import { builtinProperties } from '../support/named-properties.ts';
import { type Variant, type VariantRun, variantRuns, violationsOf } from '../support/variant-runs.ts';

/**
 * The first word of each method's comment: whether its calls of `hasNext` and `next` are a pair of SafeHasNext. The
 * iterators come from elsewhere, so that no analysis knows what else happens to them.
 */
const program = `import java.util.*;
public class Pairs {
  static Iterator<String> field;
  static int n;
  static void use(Object o) { n++; }
  static boolean ask(Iterator<String> i) { return i.hasNext(); }

  // pair
  static void loop(Iterator<String> i) { while (i.hasNext()) use(i.next()); }
  // pair: the test is at the end
  static void atEnd(Iterator<String> i) {
    for (;;) { if (i.hasNext()) { use(i.next()); continue; } break; }
  }
  // pair
  static void once(Iterator<String> i) { if (i.hasNext()) i.next(); }
  // pair
  static void negated(Iterator<String> i) { if (!i.hasNext()) return; use(i.next()); }
  // pair: where there is none
  static void against(Iterator<String> i) { if (!i.hasNext()) use(i.next()); }
  // pair
  static String either(Iterator<String> i, String other) { return i.hasNext() ? i.next() : other; }
  // pair: what is loaded in between runs no code
  static void between(Iterator<String> i, List<String> to) { while (i.hasNext()) to.add(i.next()); }
  // pair: of the program's own class
  static void own(Own i) { while (i.hasNext()) use(i.next()); }
  // pair: its exceptions are caught where the call's are
  static void caught(Iterator<String> i) {
    try { while (i.hasNext()) use(i.next()); } catch (NoSuchElementException e) { n += 100; }
  }
  // pair: caught elsewhere, but nothing can be thrown in between
  static void caughtLater(Iterator<String> i) {
    while (i.hasNext())
      try { use(i.next()); } catch (NoSuchElementException e) { n += 100; }
  }
  // pair: and once more without
  static void more(Iterator<String> i) {
    while (i.hasNext()) { use(i.next()); if (n % 3 == 0) use(i.next()); }
  }
  // pair: the parameter is another object later
  static void other(Iterator<String> i, Iterator<String> j) {
    for (int k = 0; k < 4; k++) {
      if (i.hasNext()) use(i.next());
      i = j;
    }
  }
  // pair: long values
  static void wide(long a, double b, Iterator<String> i) { while (i.hasNext()) use(a + b + i.next().length()); }
  // pair: computing runs no code
  static void sum(Iterator<String> i, int[] to) {
    int k = 0;
    while (i.hasNext()) k = k * 2 + (k - 1) * i.next().length();
    n += k;
  }
  // stays: division may fail
  static void divided(Iterator<String> i, int k) { while (i.hasNext()) n += (n / k) + i.next().length(); }
  // pair: asked twice
  static void twice(Iterator<String> i) { while (i.hasNext() && i.hasNext()) use(i.next()); }
  // stays
  static void counted(Iterator<String> i) { for (int k = 0; k < 3; k++) { i.hasNext(); use(i.next()); } }
  // stays: in a variable first
  static void kept(Iterator<String> i) { boolean more = i.hasNext(); if (more) use(i.next()); }
  // stays: another iterator
  static void swapped(Iterator<String> i, Iterator<String> j) { while (i.hasNext()) use(j.next()); }
  // stays: the variable is set in between
  static void set(Iterator<String> i, Iterator<String> j) { while (i.hasNext()) { i = j; use(i.next()); } }
  // stays: a call in between, which may ask it
  static void called(Iterator<String> i) { while (i.hasNext()) { use(i); use(i.next()); } }
  // stays: there is another way to it
  static void joined(Iterator<String> i, boolean first) {
    if (first || i.hasNext()) use(i.next());
  }
  // stays: a loop enters in the middle
  static void entered(Iterator<String> i) { do { use(i.next()); } while (i.hasNext()); }
  // stays: fields are anybody's
  static void fields() { while (field.hasNext()) use(field.next()); }
  // stays: what is in between may fail
  static void failing(Iterator<String> i, String[] to) { while (i.hasNext()) to[n % 5] = i.next(); }
  // stays: asked elsewhere
  static void elsewhere(Iterator<String> i) { while (ask(i)) use(i.next()); }
  // stays: an object is made in between, whose class may have to be initialised
  static void made(Iterator<String> i) { while (i.hasNext()) use(new Made(i.next())); }

  // stays: not each that has another one is asked for it
  static void sometimes(Iterator<String> i, int k) { if (i.hasNext() && k > 0) use(i.next()); }
  // stays: the same, where the other way comes first
  static void unless(Iterator<String> i, int k) { if (i.hasNext()) { if (k > 0) return; use(i.next()); } }
  /** No pair of Argued: what it asks is not what it has loaded last. */
  static void argued(BitSet all, BitSet i) { if (all.intersects(i)) i.clear(); }
  // stays: one of two objects is asked
  static void merged(Iterator<String> i, Iterator<String> j, int k) {
    while ((++k % 3 == 0 ? i : j).hasNext()) use(j.next());
  }
  // stays: it says that it is silent for plain collections
  static void fresh(Collection<String> all) { for (String s : all) use(s); }
  /** A pair of Sized alone, whose first event asks for an int. */
  static void sized(ListIterator<String> i) { if (i.nextIndex() != 0) i.previous(); }
  static void parted(StringTokenizer i) { while (i.hasMoreTokens()) i.nextToken(); }

  static class Made { static { n += 1000; } Made(String s) { n += s.length(); } }
  static class Own implements Iterator<String>, Cloneable {
    int left;
    Own(int left) { this.left = left; }
    public boolean hasNext() { return left > 0; }
    public String next() { if (left <= 0) throw new NoSuchElementException(); return "o" + left--; }
    /** No pair of Caller, whose second event is one on this object. */
    void join(Iterator<String> i) { while (i.hasNext()) i.next(); }
    Own copy() { try { return (Own) clone(); } catch (CloneNotSupportedException e) { throw new AssertionError(e); } }
  }

  /** Says no, then yes, and so on. */
  static class Moody implements Iterator<String> {
    int asked;
    public boolean hasNext() { return asked < 9 && ++asked % 2 == 0; }
    public String next() { return "m"; }
  }

  /** Its iterator is one object. */
  static class Shared extends ArrayList<String> {
    private final Iterator<String> kept = new Moody();
    public Iterator<String> iterator() { return kept; }
  }

  /** What it is a copy of has a slice in itself, which is in its initial state. */
  static Iterator<String> copied() {
    Own own = new Own(2);
    own.hasNext();
    own.next();
    return own.copy();
  }

  interface Walk { void on(Iterator<String> i); }

  static Iterator<String> letters() { return new ArrayList<>(List.of("a", "b", "c", "d", "e")).iterator(); }

  public static void main(String[] arguments) {
    Walk[] walks = {
      Pairs::loop, Pairs::atEnd, Pairs::once, Pairs::negated, Pairs::against, i -> either(i, ""), i -> between(i, new ArrayList<>()),
      i -> { if (i instanceof Own) own((Own) i); }, Pairs::caught, Pairs::caughtLater, Pairs::more, i -> other(i, letters()), i -> other(i, i),
      i -> wide(1, 2, i), i -> sum(i, null), i -> divided(i, n % 2), Pairs::twice, Pairs::counted, Pairs::kept, i -> swapped(i, letters()), i -> swapped(i, i), i -> set(i, letters()),
      Pairs::called, i -> merged(i, letters(), 1), i -> fresh(i.hasNext() ? List.of("x") : new Shared()), i -> sized(List.of("a", "b").listIterator(1)), i -> parted(new StringTokenizer("a b")), i -> joined(i, true), i -> joined(i, false), Pairs::entered, i -> { field = i; fields(); }, i -> failing(i, new String[4]),
      i -> failing(i, null), Pairs::elsewhere, Pairs::made, i -> sometimes(i, n % 2), i -> unless(i, n % 2),
      i -> { BitSet all = BitSet.valueOf(new long[] {3}); argued(all, (BitSet) all.clone()); argued(all, all); },
      i -> { Own own = new Own(1); own.hasNext(); own.join(i); own.join(i); }, Iterator::next, Iterator::hasNext, i -> { i.next(); i.hasNext(); },
    };
    for (Walk one : walks)
      for (Walk two : walks)
        for (int kind = 0; kind < 5; kind++) {
          Iterator<String> i = kind == 0 ? letters() : kind == 1 ? new Own(4) : kind == 2 ? new Moody() : kind == 3 ? copied() : Collections.emptyIterator();
          try { one.on(i); } catch (RuntimeException e) { System.out.println("one " + e.getClass()); }
          try { two.on(i); two.on(i); } catch (RuntimeException e) { System.out.println("two " + e.getClass()); }
        }
    System.out.println(n);
  }
}
`;

/** Of what pairs do, one property each; `yes` and `no` are what `hasNext` says. */
const texts = {
  /** A pair of the answer no, which is never followed by next here. */
  Asked: ['fsm : start [ yes -> start no -> start next -> start ]', false],
  /** Both leave it in another state. */
  Walked: [
    'fsm : start [ yes -> start next -> walked ] walked [ yes -> walked next -> walked ] @walked { }',
    false,
  ],
  /** Back where it was, but the first event has reported. */
  Noted: [
    'fsm : start [ yes -> asked next -> start ] asked [ yes -> asked next -> start ] @asked { }',
    false,
  ],
  /** Back where it was, but the second one has reported. */
  Ended: [
    'fsm : start [ yes -> asked next -> start ] asked [ yes -> asked next -> start ] @start { }',
    false,
  ],
  /** Only next without yes matters. */
  Unasked: ['ltl : [](next => (*) yes) @violation { }', true],
  /** What is no pair of an object without slice may be none of one that has said no, and that is told. */
  Stale: [
    'fsm : start [ yes -> asked no -> over next -> start ] asked [ yes -> asked no -> bad next -> start ] ' +
      'over [ yes -> again no -> over next -> bad ] again [ yes -> again no -> over next -> over ] bad [ yes -> done no -> done next -> done ] done [ yes -> done no -> done next -> done ] @bad { }',
    true,
  ],
  /** Nor may it be where the second event reports, and leads back. */
  Repeated: [
    'fsm : start [ yes -> asked no -> over next -> start ] asked [ yes -> asked no -> again next -> start ] ' +
      'over [ yes -> again no -> over next -> over ] again [ yes -> again no -> again next -> over ] @over { }',
    true,
  ],
  /** Next is the second event of two pairs, and after next alone it is not the same which. */
  Either: [
    'fsm : start [ yes -> asked no -> refused next -> walked ] asked [ yes -> asked no -> refused next -> start ] ' +
      'refused [ yes -> asked no -> refused next -> start ] walked [ yes -> more no -> none next -> walked ] ' +
      'more [ yes -> more no -> none next -> walked ] none [ yes -> more no -> none next -> bad ] bad [ yes -> more no -> none next -> walked ] @bad { }',
    true,
  ],
} as const;

/** Properties with other events: no method is a pair of theirs. */
const others = {
  /** What the call returns is no boolean. */
  Sized: `event first after(ListIterator i) returning : call(* ListIterator+.nextIndex()) && target(i) { }
  event second before(ListIterator i) : call(* ListIterator+.previous()) && target(i) { }`,
  /** There is one more event behind the first. */
  Behind: `event first after(Iterator i) returning : call(* Iterator+.hasNext()) && target(i) { }
  event other after(Iterator i) returning : call(* Iterator+.hasNext()) && target(i) { }
  event second before(Iterator i) : call(* Iterator+.next()) && target(i) { }`,
  /** The same, whether the first one returns or throws. */
  BehindAll: `event first after(StringTokenizer i) returning : call(* StringTokenizer.hasMoreTokens()) && target(i) { }
  event other after(StringTokenizer i) : call(* StringTokenizer.hasMoreTokens()) && target(i) { }
  event second before(StringTokenizer i) : call(* StringTokenizer.nextToken()) && target(i) { }`,
  /** The second is on another object. */
  Caller: `event first after(Iterator i) returning : call(* Iterator+.hasNext()) && target(i) { }
  event second before(Iterator i) : call(* Iterator+.next()) && this(i) { }`,
  /** The first asks with an argument. */
  Argued: `event first after(BitSet i) returning : call(* BitSet.intersects(..)) && target(i) { }
  event second before(BitSet i) : call(* BitSet.clear()) && target(i) { }`,
  /** There is one more before the second. */
  Before: `event first after(Iterator i) returning : call(* Iterator+.hasNext()) && target(i) { }
  event other before(Iterator i) : call(* Iterator+.next()) && target(i) { }
  event second before(Iterator i) : call(* Iterator+.next()) && target(i) { }`,
  /** Not every call is an event. */
  FirstOfSome: `event first after(Iterator i) returning : call(* Iterator+.hasNext()) && target(i) && target(ListIterator) { }
  event second before(Iterator i) : call(* Iterator+.next()) && target(i) { }`,
  /** Java code has one of its events. */
  Coded: `Iterator removed;
  event other before(Iterator i) : call(* Iterator+.remove()) && target(i) { removed = i; }
  event first after(Iterator i) returning : call(* Iterator+.hasNext()) && target(i) { }
  event second before(Iterator i) : call(* Iterator+.next()) && target(i) { }`,
  SecondOfSome: `event first after(Iterator i) returning : call(* Iterator+.hasNext()) && target(i) { }
  event second before(Iterator i) : call(* Iterator+.next()) && target(i) && target(ListIterator) { }`,
} as const;

function ownProperties(): readonly Property[] {
  const different = Object.entries(others).map(([name, events]) => {
    const [of, more] = [/\((\w+) i\)/u.exec(events)![1]!, events.includes('other')];
    const stays = (state: string): string => (more ? `other -> ${state}` : '');
    return `import java.util.*;
${name}(${of} i) {
  ${events}
  fsm : start [ first -> asked second -> bad ${stays('start')} ] asked [ first -> asked second -> start ${stays('asked')} ]
        bad [ first -> asked second -> bad ${stays('bad')} ]
  @bad { }
}`;
  });
  return [...different.map(loadOverJavaUtil), ...similarProperties()];
}

function similarProperties(): readonly Property[] {
  return Object.entries(texts).map(([name, [formula]]) =>
    loadOverJavaUtil(`import java.util.*;
${name}(Iterator i) {
  event yes after(Iterator i) returning(boolean b) : call(* Iterator+.hasNext()) && target(i) && condition(b) { }
  event no after(Iterator i) returning(boolean b) : call(* Iterator+.hasNext()) && target(i) && condition(!b) { }
  event next before(Iterator i) : call(* Iterator+.next()) && target(i) { }
  ${formula.includes('@') ? formula : `${formula} @fail { }`}
}`),
  );
}

let folder: string;
let runs: Readonly<Record<Variant, VariantRun>>;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rrv-pairs-'));
  compileSources({ 'Pairs.java': program }, join(folder, 'source'), join(folder, 'before'), ['-g']);
  runs = variantRuns(folder, 'Pairs', [...builtinProperties, ...ownProperties()]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('hasNext and next are a pair where one follows the other and nothing else can', () => {
  const expected = [...program.matchAll(/\/\/ (pair|stays).*\n {2}static \w+ (\w+)\(/g)];
  expect(expected.length).toBe(program.match(/\/\/ (pair|stays)/g)!.length);
  const found = new Map<string, Set<string>>();
  for (const { property, event, kept, method, paired } of runs.sound.result.report.points)
    if (property === 'SafeHasNext' && kept && paired)
      found.set(method, (found.get(method) ?? new Set()).add(event));
  for (const [, word, method] of expected)
    expect([method, [...(found.get(method!) ?? [])].sort()]).toEqual([
      method,
      word === 'pair' ? ['hasNext', 'next'] : [],
    ]);
  for (const variant of ['none', 'audit'] as const)
    expect(runs[variant].result.report.points.some(({ paired }) => paired)).toBe(false);
});

test.each(Object.entries(texts))('%s: what a pair does', (name, [, expected]) => {
  const points = runs.sound.result.report.points.filter(
    ({ property, method, paired }) => property === name && method === 'loop' && paired,
  );
  expect(points.map(({ event }) => event).sort()).toEqual(expected ? ['next', 'yes'] : []);
});

test.each(Object.keys(others))('%s: no pair', (name) => {
  const points = runs.sound.result.report.points.filter(({ property, kept }) => property === name && kept);
  expect(new Set(points.map(({ event }) => event)).size).toBeGreaterThan(1);
  expect(points.some(({ paired }) => paired)).toBe(false);
});

test('reports are those of every event, and events are fewer', () => {
  const { none, sound, audit } = runs;
  expect(sound.stdout).toBe(none.stdout);
  expect(violationsOf(sound.report)).toEqual(violationsOf(none.report));
  expect(violationsOf(audit.report)).toEqual(violationsOf(none.report));
  for (const name of ['SafeHasNext', 'Unasked', 'Stale', 'Repeated', 'Either']) {
    const of = ({ report }: VariantRun) => report.properties.find((one) => one.name === name)!;
    expect(of(none).violations.length).toBeGreaterThan(2);
    expect(of(sound).events.next! * 1.2).toBeLessThan(of(none).events.next!);
  }
});

/** Loops whose points are silent for plain collections, over some that are none. */
const views = `import java.util.*;
public class Views {
  static int n;
  static void walk(Collection<String> all) { for (String one : all) n += one.length(); }
  /** Its iterator is one object, of which the first element has been taken without asking. */
  static class Shared extends ArrayList<String> {
    final Iterator<String> kept = List.of("a", "b", "c").iterator();
    Shared() { kept.next(); }
    public Iterator<String> iterator() { return kept; }
  }
  public static void main(String[] arguments) {
    List<String> list = new ArrayList<>(List.of("a", "b", "c"));
    for (int k = 0; k < 10; k++) {
      walk(list);
      walk(Collections.unmodifiableCollection(list));
    }
    Shared shared = new Shared();
    walk(shared);
    try { shared.kept.next(); } catch (NoSuchElementException e) { n += 100; }
    System.out.println(n);
  }
}
`;

test('what is silent for plain collections is a pair for others', () => {
  const of = (name: string) => join(folder, 'views', name);
  compileSources({ 'Views.java': views }, of('source'), of('before'), ['-g']);
  const { none, sound, audit } = variantRuns(of('.'), 'Views', builtinProperties);
  const walk = sound.result.report.points.filter(
    ({ property, method }) => property === 'SafeHasNext' && method === 'walk',
  );
  expect(walk.map(({ event, silent }) => [event, silent])).toEqual([
    ['hasNext', true],
    ['next', true],
  ]);
  expect(sound.stdout).toBe(none.stdout);
  expect(violationsOf(sound.report)).toEqual(violationsOf(none.report));
  expect(violationsOf(audit.report)).toEqual(violationsOf(none.report));
  const eventsOf = ({ report }: VariantRun) =>
    report.properties.find(({ name }) => name === 'SafeHasNext')!.events;
  expect(eventsOf(none)).toEqual({ hasNext: 83, next: 64 });
  // The last answer of each loop, and what is not asked for.
  expect(eventsOf(sound)).toEqual({ hasNext: 11, next: 2 });
});

test('a monitor that does not answer for pairs gets both events', () => {
  const file = join(folder, 'general.json');
  runJava(defaultJdk(), [
    '-Drrv.engine=general',
    `-Drrv.report=${file}`,
    '-cp',
    join(folder, 'sound'),
    'Pairs',
  ]);
  const report = JSON.parse(readFileSync(file, 'utf8')) as MonitorReport;
  expect(violationsOf(report)).toEqual(violationsOf(runs.none.report));
});

/** Code that javac does not make, of which an iterator is in variables 0 and 2. Whether it has a pair. */
const codes = {
  plain: [
    'loop: aload 0 \n invokestatic hasNext \n ifeq end \n aload 0 \n invokestatic next \n pop \n goto loop \n end: return',
    true,
  ],
  /** Another way leads to the branch. */
  toBranch: [
    'iload 1 \n ifne push \n aload 0 \n invokestatic hasNext \n on: ifeq end \n aload 0 \n invokestatic next \n pop \n end: return \n push: iconst_1 \n goto on',
    false,
  ],
  /** Another object may be asked. */
  toFirst: [
    'iload 1 \n ifne push \n aload 0 \n on: invokestatic hasNext \n ifeq end \n aload 0 \n invokestatic next \n pop \n end: return \n push: aload 2 \n goto on',
    false,
  ],
  /** Another object may be used. */
  toSecond: [
    'aload 0 \n invokestatic hasNext \n ifeq other \n aload 0 \n on: invokestatic next \n pop \n return \n other: aload 2 \n goto on',
    false,
  ],
  /** Another object may be asked: a number is stored behind it. */
  stored: [
    'aload 0 \n iconst_1 \n istore 1 \n invokestatic hasNext \n ifeq end \n aload 2 \n iconst_1 \n istore 1 \n invokestatic next \n pop \n end: return',
    false,
  ],
  /** By way of a jump. */
  jumping: [
    'aload 0 \n invokestatic hasNext \n ifne on \n return \n on: goto far \n near: aload 0 \n invokestatic next \n pop \n return \n far: goto near',
    true,
  ],
} as const;

test.each(Object.entries(codes))('code of others: %s', (_, [source, expected]) => {
  const property = builtinProperties.find(({ name }) => name === 'SafeHasNext')!;
  const flow = assemble(source);
  const calls = { hasNext: '()Z', next: '()Ljava/lang/Object;' } as const;
  const instructions = flow.instructions.map((one): Instruction => {
    if (one.form !== 'invoke') return one;
    const descriptor = calls[one.name as keyof typeof calls];
    return { ...one, opcode: Op.invokeinterface, owner: 'java/util/Iterator', descriptor, isInterface: true };
  });
  const code = { ...flow, instructions, maxLocals: 3, maxStack: 2 } as unknown as Code;
  const method = methodCode(
    { name: 'A', superName: 'java/lang/Object' },
    { name: 'm', descriptor: '(Ljava/util/Iterator;I)V', isStatic: true },
    code,
  )!;
  const points = instructions.flatMap((one, index): Point[] => {
    if (one.form !== 'invoke') return [];
    const event = property.events.find(({ name }) => name === one.name)!;
    const position = one.name === 'next' ? 'before' : 'afterReturning';
    const values = [{ source: { kind: 'receiver' }, descriptor: 'Ljava/util/Iterator;' }];
    return [
      {
        property,
        event,
        instruction: index,
        kind: 'call',
        position,
        values,
        test: { kind: 'always' },
      } as unknown as Point,
    ];
  });
  expect(cancellingPairs(method, points).length).toBe(expected ? 1 : 0);
});

test('cancelOut: an object that has had no event cannot tell whether the pair was there', () => {
  let [cancel, others] = [0, 0];
  for (let seed = 0; seed < 20_000; seed++) {
    const automaton = randomAutomaton(seed, 7);
    const [first, second] = [seed % 3, (seed >> 2) % 3];
    if (!cancelOut(automaton, first, second)) {
      others++;
      continue;
    }
    cancel++;
    expect(reportsOf(automaton, [first, second])).toEqual([0, 0]);
    for (const word of wordsOver(3, 4))
      expect(reportsOf(automaton, [first, second, ...word]).slice(2)).toEqual(reportsOf(automaton, word));
    for (const word of wordsOver(3, 3)) expect(reportsOf(automaton, [...word, first]).at(-1)).toBe(0);
  }
  expect(cancel).toBeGreaterThan(200);
  expect(others).toBeGreaterThan(200);
});

function wordsOver(symbols: number, length: number): number[][] {
  if (length === 0) return [[]];
  return wordsOver(symbols, length - 1).flatMap((word) =>
    Array.from({ length: symbols }, (_, symbol) => [...word, symbol]),
  );
}

/** By event of the word. */
function reportsOf(
  { symbolCount, initial, next, output }: SliceAutomaton,
  word: readonly number[],
): number[] {
  let state = initial;
  return word.map((symbol) => {
    const at = state * symbolCount + symbol;
    state = next[at]!;
    return output[at]!;
  });
}

test('the automaton of SafeHasNext: hasNext before next cancels out, and nothing else', () => {
  const property = builtinProperties.find(({ name }) => name === 'SafeHasNext')!;
  const automaton = sliceAutomaton(property)!;
  const [hasNext, next] = ['hasNext', 'next'].map((name) =>
    property.events.findIndex((event) => event.name === name),
  ) as [number, number];
  expect(cancelOut(automaton, hasNext, next)).toBe(true);
  expect(cancelOut(automaton, next, hasNext)).toBe(false);
  expect(cancelOut(automaton, hasNext, hasNext)).toBe(false);
  expect(cancelOut(automaton, next, next)).toBe(false);
});
