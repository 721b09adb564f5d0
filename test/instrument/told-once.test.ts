import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Property } from '../../src/property/model.ts';
import { symbolMask } from '../../src/residual/sound/monitor/automaton-questions.ts';
import { type SliceAutomaton, sliceAutomaton } from '../../src/residual/sound/monitor/slice-automaton.ts';
import { isOnceEnough } from '../../src/residual/sound/run-time/told-once.ts';
import { loadOverJavaUtil } from '../property/load-support.ts';
import { randomAutomaton } from '../residual/sound/random-automaton.ts';
import { compileSources } from '../support/jdk.ts';
import { builtinProperties } from '../support/named-properties.ts';
import { type Variant, type VariantRun, variantRuns, violationsOf } from '../support/variant-runs.ts';

/** The first word of each method's comment: whether its calls of `next` are told once for each iterator to SafeHasNext. */
const program = `import java.util.*;
public class Once {
  static Iterator<String> field;
  static Collection<String> none() { return null; }
  static void walk(Iterator<String> i) { i.hasNext(); }
  /** Asks the iterator of a Shared, which is one object. */
  static boolean peek(Collection<String> all) { return all.iterator().hasNext(); }

  // once
  static int counted(Collection<String> all) {
    int n = 0;
    Iterator<String> i = all.iterator();
    for (int k = 0; k < all.size(); k++) n += i.next().length();
    return n;
  }
  // once
  static int pairs(Collection<String> all) {
    int n = 0;
    Iterator<String> i = all.iterator();
    for (int k = 0; k + 1 < all.size(); k += 2) {
      n += i.next().length();
      n -= i.next().length();
    }
    return n;
  }
  // once
  static int indexed(List<String> all) {
    int n = 0;
    ListIterator<String> i = all.listIterator(2);
    while (i.nextIndex() < 4) n += i.next().length();
    return n;
  }
  // once
  static long wide(long a, double b, Collection<String> all) {
    long n = a;
    Iterator<String> i = all.iterator();
    for (int k = 0; k < 3; k++) { double d = b; n += (long) d + i.next().length(); }
    return n;
  }
  // once: for each of four
  static int nested(Collection<String> all) {
    int n = 0;
    for (int k = 0; k < 4; k++) {
      Iterator<String> i = all.iterator();
      for (int l = 0; l < 3; l++) n += i.next().length();
    }
    return n;
  }
  // once: to its end, three times over
  static int caught(Collection<String> all) {
    int n = 0;
    Iterator<String> i = all.iterator();
    for (int k = 0; k < 7; k++)
      try { n += i.next().length(); } catch (NoSuchElementException e) { n += 100; }
    return n;
  }
  // once: a call on null is no event
  static int forgotten(Collection<String> all) {
    int n = 0;
    Iterator<String> i = all.iterator();
    Iterator<String> j = null;
    for (int k = 0; k < 4; k++)
      try { n += j.next().length(); } catch (NullPointerException e) { j = i; }
    return n;
  }
  // once: the copy as well
  static int copied(Collection<String> all) {
    int n = 0;
    Iterator<String> i = all.iterator();
    Iterator<String> j = i;
    for (int k = 0; k < 2; k++) { n += i.next().length(); n += ((String) j.next()).length(); }
    return n;
  }
  // stays: it is asked in between
  static int asked(Collection<String> all) {
    int n = 0;
    Iterator<String> i = all.iterator();
    for (int k = 0; k < 3; k++) { if (k != 1 && !i.hasNext()) break; n += i.next().length(); }
    return n;
  }
  // stays: it is asked at the end
  static int askedLast(Collection<String> all) {
    int n = 0;
    Iterator<String> i = all.iterator();
    for (int k = 0; k < 3; k++) { n += i.next().length(); if (k == 1) i.hasNext(); }
    return n;
  }
  // stays: what is told first may stand elsewhere
  static int elsewhere(Collection<String> all) {
    Iterator<String> i = all.iterator();
    int n = i.next().length();
    for (int k = 0; k < 2; k++) {
      if (k == 0) i.hasNext();
      n += i.next().length();
      if (k == 0) i.remove();
    }
    return n;
  }
  // stays: there is no second time
  static int straight(Collection<String> all) {
    Iterator<String> i = all.iterator();
    int n = i.next().length();
    return n + i.next().length();
  }
  // stays: one of two calls has made it
  static int either(Collection<String> all, Collection<String> more) {
    int n = 0;
    Iterator<String> first = all.iterator();
    Iterator<String> second = more.iterator();
    for (int k = 0; k < 4; k++) n += (k % 2 == 0 ? first : second).next().length();
    return n;
  }
  // stays: the iterator of the round before is used once more
  static int older(Collection<String> all) {
    int n = 0;
    Iterator<String> i = all.iterator();
    for (int k = 0; k < 4; k++) {
      Iterator<String> now = i;
      if (k == 2) now = null;
      if (k != 1) i = all.iterator();
      if (now != null) n += now.next().length();
    }
    return n;
  }
  // stays: the call fails, and the iterator of the one before is used
  static int failed(Collection<String> all) {
    int n = 0;
    Iterator<String> i = null;
    for (int k = 0; k < 4; k++) {
      try { i = (k % 2 == 0 ? all : none()).iterator(); } catch (NullPointerException e) { n++; }
      n += i.next().length();
    }
    return n;
  }
  // stays: it is kept
  static int kept(Collection<String> all) {
    int n = 0;
    Iterator<String> i = all.iterator();
    field = i;
    for (int k = 0; k < 3; k++) { n += i.next().length(); if (k < 2) field.hasNext(); }
    return n;
  }
  // stays: it is handed on
  static int handed(Collection<String> all) {
    int n = 0;
    Iterator<String> i = all.iterator();
    for (int k = 0; k < 3; k++) { n += i.next().length(); if (k != 1) walk(i); }
    return n;
  }
  // stays: it may be another one
  static int parameter(Collection<String> all, Iterator<String> other) {
    int n = 0;
    Iterator<String> i = all.iterator();
    for (int k = 0; k < 3; k++) { n += i.next().length(); if (other != null) i = other; }
    return n;
  }
  // stays: it is captured
  static int captured(Collection<String> all) {
    int n = 0;
    Iterator<String> i = all.iterator();
    Runnable ask = () -> i.hasNext();
    for (int k = 0; k < 3; k++) { n += i.next().length(); ask.run(); }
    return n;
  }
  // stays: it is returned
  static Iterator<String> returned(Collection<String> all) {
    Iterator<String> i = all.iterator();
    for (int k = 0; k < 2; k++) i.next();
    return i;
  }
  // stays: another iterator puts it into a list
  static int put(Collection<String> all, List<Iterator<String>> into) {
    int n = 0;
    Iterator<String> i = all.iterator();
    into.listIterator().add(i);
    for (int k = 0; k < 3; k++) { n += i.next().length(); into.get(0).hasNext(); }
    return n;
  }
  // once: unless others have it
  static int peeked(Collection<String> all) {
    int n = 0;
    Iterator<String> i = all.iterator();
    for (int k = 0; k < 3; k++) { n += i.next().length(); if (k < 2) peek(all); }
    return n;
  }

  static void all(Collection<String> c, Collection<String> d) {
    Runnable[] tries = {
      () -> counted(c), () -> pairs(c), () -> indexed((List<String>) c), () -> wide(1, 2, c), () -> nested(c), () -> caught(c), () -> forgotten(c),
      () -> copied(c), () -> asked(c), () -> askedLast(c), () -> straight(c), () -> either(c, d), () -> older(c), () -> failed(c), () -> kept(c),
      () -> handed(c), () -> parameter(c, d.iterator()), () -> parameter(c, null), () -> captured(c), () -> returned(c).next(),
      () -> put(c, new LinkedList<>()), () -> elsewhere(c), () -> peeked(c), () -> { peeked(c); c.iterator().next(); },
    };
    for (Runnable one : tries)
      for (int k = 0; k < 2; k++)
        try { one.run(); System.out.println("done"); }
        catch (RuntimeException e) { System.out.println(e.getClass()); }
  }
  static <C extends Collection<String>> C letters(C to) { to.addAll(List.of("a", "b", "c", "d")); return to; }
  /** Its iterator is one object, which never ends. */
  static class Shared extends ArrayList<String> {
    private final Iterator<String> kept = new Iterator<>() {
      public boolean hasNext() { return true; }
      public String next() { return "s"; }
    };
    public Iterator<String> iterator() { return kept; }
  }
  static class Plain extends ArrayList<String> { }
  public static void main(String[] arguments) {
    all(letters(new ArrayList<>()), letters(new ArrayList<>()));
    all(letters(new LinkedList<>()), letters(new TreeSet<>()));
    all(letters(new Plain()), letters(new Shared()));
    all(letters(new Shared()), letters(new LinkedHashSet<>()));
    Collection<String> same = letters(new Vector<>());
    all(same, same);
    all(Collections.emptyList(), same);
    all(Collections.unmodifiableList(new ArrayList<>(same)), same);
  }
}
`;

/** One property for each way in which repeating an event may matter or not, all of `next` alone. */
const texts = {
  Thrice: 'ere : next next next @match { }',
  Ever: 'ere : next next* @match { }',
  Reset: 'fsm : start [ next -> bad ] bad [ next -> bad ] @bad { __RESET; }',
  Alternating: 'fsm : start [ next -> odd ] odd [ next -> even ] even [ next -> odd ] @odd { }',
  Other:
    'fsm : start [ next -> first ] first [ next -> later ] later [ next -> later ] @first { } @later { }',
} as const;
const isToldOnce: Readonly<Record<keyof typeof texts, boolean>> = {
  Thrice: false,
  Ever: true,
  Reset: true,
  Alternating: false,
  Other: false,
};

/** `next` is its event 33, and a bit set has 31 symbols: the analysis knows nothing of it. */
const many = `import java.util.*;
Many(Iterator i) {
${Array.from({ length: 33 }, (_, index) => `  event e${index} before(Iterator i) : call(* Iterator+.e${index}()) && target(i) { }\n`).join('')}
  event next before(Iterator i) : call(* Iterator+.next()) && target(i) { }
  ere : next next*
  @match { }
}`;

/** Which `next` is the first of the slice matters not, but which is the first of its place does. */
const twoPlaces = `import java.util.*;
TwoPlaces(Iterator i) {
  event hasNext before(Iterator i) : call(* Iterator+.hasNext()) && target(i) { }
  event next before(Iterator i) : call(* Iterator+.next()) && target(i) { }
  event remove before(Iterator i) : call(* Iterator+.remove()) && target(i) { }
  fsm : start [ next -> bad hasNext -> start remove -> start ]
        bad [ next -> bad hasNext -> quiet remove -> bad ]
        quiet [ next -> quiet hasNext -> quiet remove -> bad ]
  @bad { }
}`;

function ownProperties(): readonly Property[] {
  const short = Object.entries(texts).map(
    ([name, formula]) => `import java.util.*;
${name}(Iterator i) {
  event next before(Iterator i) : call(* Iterator+.next()) && target(i) { }
  ${formula}
}`,
  );
  return [...short, many, twoPlaces].map(loadOverJavaUtil);
}

let folder: string;
let runs: Readonly<Record<Variant, VariantRun>>;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rrv-once-'));
  const before = join(folder, 'before');
  compileSources({ 'Once.java': program }, join(folder, 'source'), before, ['-g']);
  runs = variantRuns(folder, 'Once', [...builtinProperties, ...ownProperties()]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('points are told once where the iterator stays in its method and repeating them changes nothing', () => {
  const expected = [...program.matchAll(/\/\/ (once|stays).*\n {2}static [\w<>]+ (\w+)\(/g)];
  expect(expected.length).toBe(program.match(/\/\/ (once|stays)/g)!.length);
  const found = new Map<string, Set<boolean>>();
  for (const { property, event, kept, method, once } of runs.sound.result.report.points)
    if (property === 'SafeHasNext' && event === 'next' && kept)
      found.set(method, (found.get(method) ?? new Set()).add(once === true));
  for (const [, word, method] of expected)
    expect([method, [...(found.get(method!) ?? [])]]).toEqual([method, [word === 'once']]);
  for (const variant of ['none', 'audit'] as const)
    expect(runs[variant].result.report.points.some(({ once }) => once)).toBe(false);
});

test('a point whose own first event may report less than that of another place is told each time', () => {
  const points = runs.sound.result.report.points.filter(
    ({ property, method, event }) => property === 'TwoPlaces' && method === 'elsewhere' && event === 'next',
  );
  expect(points.map(({ once }) => once === true)).toEqual([false, false]);
});

test.each(Object.entries({ ...isToldOnce, Many: false, TwoPlaces: true }))(
  '%s: what repeating an event does',
  (name, expected) => {
    const points = runs.sound.result.report.points.filter(
      ({ property, method }) => property === name && method === 'counted',
    );
    expect(points.map(({ once }) => once === true)).toEqual([expected]);
  },
);

test('reports are those of every event, and events are fewer', () => {
  const { none, sound, audit } = runs;
  expect(sound.stdout).toBe(none.stdout);
  expect(violationsOf(sound.report)).toEqual(violationsOf(none.report));
  expect(violationsOf(audit.report)).toEqual(violationsOf(none.report));
  for (const name of ['SafeHasNext', 'Ever', 'Reset']) {
    const of = ({ report }: VariantRun) => report.properties.find((one) => one.name === name)!;
    expect(of(none).violations.length).toBeGreaterThan(10);
    expect(of(sound).events.next).toBeLessThan(of(none).events.next!);
  }
});

test('isOnceEnough: what is left out changes no report of any word', () => {
  let [enough, others] = [0, 0];
  for (let seed = 0; seed < 4_000; seed++) {
    const automaton = randomAutomaton(seed, 2);
    const symbols = [0, 1, 2].filter((symbol) => ((1 + (seed % 7)) & (1 << symbol)) !== 0);
    // Every other seed has one symbol at two places.
    const places: readonly Place[] = seed % 2 === 0 ? symbols : [...symbols, symbols[0]! + twin];
    const once = places.filter((place) => {
      const rest = places.filter((other) => other !== place).map(symbolOf);
      return isOnceEnough(automaton, symbolMask(rest), symbolOf(place));
    });
    enough += once.length;
    others += places.length - once.length;
    const differs = wordsOver(places, 5).find((word) => {
      const all = reportsOf(automaton, word);
      return [once, ...once.map((place) => [place])].some(
        (some) => reportsOf(automaton, toldOnce(word, some)) !== all,
      );
    });
    expect([seed, differs]).toEqual([seed, undefined]);
  }
  expect(enough).toBeGreaterThan(500);
  expect(others).toBeGreaterThan(500);
});

/** A point: its symbol, to which `twin` is added where it is the second point of the symbol. */
type Place = number;
const twin = 4;

function symbolOf(place: Place): number {
  return place % twin;
}

function wordsOver(places: readonly Place[], length: number): Place[][] {
  if (length === 0) return [[]];
  return wordsOver(places, length - 1).flatMap((word) => places.map((place) => [...word, place]));
}

/** Without these places where they have been before. */
function toldOnce(word: readonly Place[], once: readonly Place[]): Place[] {
  return word.filter((place, at) => !once.includes(place) || word.indexOf(place) === at);
}

/** What was reported where, once; and where the word leads. */
function reportsOf({ symbolCount, initial, next, output }: SliceAutomaton, word: readonly Place[]): string {
  const reports = new Set<number>();
  let state = initial;
  for (const place of word) {
    const at = state * symbolCount + symbolOf(place);
    if (output[at] !== 0) reports.add(place * 10 + output[at]!);
    state = next[at]!;
  }
  return `${[...reports].sort()} ${state}`;
}

test('the automaton of SafeHasNext: next is told once alone, not with hasNext', () => {
  const property = builtinProperties.find(({ name }) => name === 'SafeHasNext')!;
  const automaton = sliceAutomaton(property)!;
  const [hasNext, next] = ['hasNext', 'next'].map((name) =>
    property.events.findIndex((event) => event.name === name),
  ) as [number, number];
  expect(isOnceEnough(automaton, 0, next)).toBe(true);
  expect(isOnceEnough(automaton, 0, hasNext)).toBe(true);
  expect(isOnceEnough(automaton, 1 << hasNext, next)).toBe(false);
  expect(isOnceEnough(automaton, 1 << next, hasNext)).toBe(false);
});
