import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MonitorReport, runMonitored } from '../support/instrumented-program.ts';
import { compileSources } from '../support/jdk.ts';
import { builtinProperties } from '../support/named-properties.ts';
import { addVersion } from '../support/second-version.ts';
import { type Variant, type VariantRun, variantRuns } from '../support/variant-runs.ts';

/** Whether the runtime takes each for a plain collection: the first word of its comment. */
const program = `import java.lang.reflect.*;
import java.net.*;
import java.nio.file.*;
import java.util.*;
import java.util.concurrent.*;
public class Lists {
  // plain
  public static class Own extends ArrayList<String> { void more() { add("more"); } }
  // plain
  private static class Hidden extends LinkedList<String> { }
  // plain
  static class Above extends Own { @Override public boolean add(String s) { return super.add(s); } }
  // plain: what removes is not what walks
  static class Noisy extends ArrayList<String> {
    Collection<String> told;
    @Override public String remove(int at) { if (told != null) told.add("removed"); return super.remove(at); }
  }
  // plain
  static class Unique extends LinkedHashSet<String> { @Override public boolean isEmpty() { return super.isEmpty(); } }
  // plain
  static class Safe extends CopyOnWriteArrayList<String> { }
  // other: it makes its own
  static class Kept extends ArrayList<String> {
    private Iterator<String> kept;
    @Override public Iterator<String> iterator() { return kept == null ? kept = super.iterator() : kept; }
  }
  // other: that makes its own
  static class BelowKept extends Kept { }
  // other: LinkedList.iterator() calls it
  static class Indexed extends LinkedList<String> {
    private ListIterator<String> kept;
    @Override public ListIterator<String> listIterator(int at) { return kept == null ? kept = super.listIterator(at) : kept; }
  }
  // other: ArrayDeque.iterator() calls it
  static class Counted extends ArrayDeque<String> { @Override public int size() { rounds++; return super.size(); } }
  // other: a result of its own
  static class Narrow extends ArrayList<String> { @Override public ListIterator<String> iterator() { return listIterator(); } }
  // other: it extends nothing that is plain
  static class Abstract extends AbstractList<String> {
    private final List<String> all = new ArrayList<>();
    @Override public void add(int at, String s) { modCount++; all.add(at, s); }
    @Override public String get(int at) { return all.get(at); }
    @Override public int size() { return all.size(); }
  }
  // other: elsewhere there is another class of this name
  public static class Twice extends ArrayList<String> { }

  static int rounds;
  static int loop(Collection<String> all) {
    int n = 0;
    for (String s : all) { n += s.length(); if (++rounds % 3 == 0) all.add("t" + rounds); }
    return n;
  }
  static int own(Own all) {
    int n = 0;
    for (Iterator<String> i = all.iterator(); i.hasNext() && n < 100;) { n += i.next().length(); if (++rounds % 3 == 0) all.more(); }
    return n;
  }
  /** What removes an element of one list updates the other, which is walked. */
  static int removed(Collection<String> all, Noisy noisy) {
    int n = 0;
    noisy.told = all;
    for (String s : all) { Iterator<String> i = noisy.iterator(); i.next(); i.remove(); n += s.length(); }
    return n;
  }
  static <C extends Collection<String>> C letters(C to) { to.addAll(List.of("a", "b", "c", "d")); return to; }
  static void tell(Runnable one) {
    for (int k = 0; k < 4; k++)
      try { one.run(); System.out.println("done"); }
      catch (RuntimeException e) { System.out.println(e.getClass()); }
  }
  static boolean isPlain(Object object) throws Exception {
    return (Boolean) Class.forName("rrv.runtime.PlainCollections").getMethod("contains", Object.class).invoke(null, object);
  }
  @SuppressWarnings("unchecked")
  public static void main(String[] arguments) throws Exception {
    for (Class<?> type : Lists.class.getDeclaredClasses()) {
      Constructor<?> maker = type.getDeclaredConstructor();
      maker.setAccessible(true);
      Collection<String> all = letters((Collection<String>) maker.newInstance());
      tell(() -> loop(all));
    }
    tell(() -> own(letters(new Own())));
    tell(() -> own(letters(new Above())));
    tell(() -> removed(letters(new Own()), letters(new Noisy())));
    if (arguments.length == 0) return;
    for (Class<?> type : Lists.class.getDeclaredClasses()) {
      Constructor<?> maker = type.getDeclaredConstructor();
      maker.setAccessible(true);
      System.out.println(type.getSimpleName() + " " + isPlain(maker.newInstance()));
    }
    try (URLClassLoader loader = new URLClassLoader(new URL[] { Path.of(arguments[0]).toUri().toURL() }, null)) {
      Object other = loader.loadClass("Lists$Own").getConstructor().newInstance();
      System.out.println(other.getClass().getName() + " of another loader " + isPlain(other));
    }
  }
}
`;

/** What another class loader has by the name of a plain collection, and another version by that of one more. */
const others = {
  'Lists.java': `import java.util.*;
public class Lists {
  public static class Own extends ArrayList<String> { @Override public Iterator<String> iterator() { return null; } }
  public static class Twice extends ArrayList<String> { void another() { } }
}
`,
};

let folder: string;
let runs: Readonly<Record<Variant, VariantRun>>;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rrv-plain-'));
  const [before, other] = [join(folder, 'before'), join(folder, 'other')];
  compileSources({ 'Lists.java': program }, join(folder, 'source'), before, ['-g']);
  compileSources(others, join(folder, 'others'), other, ['-g']);
  addVersion('Lists$Twice.class', other, before);
  runs = variantRuns(folder, 'Lists', builtinProperties);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('collections of the program that leave their iterators alone are plain', () => {
  const { run } = runMonitored(join(folder, 'sound'), 'Lists', [`${join(folder, 'other')}/`]);
  const told = new Map(
    [...run.stdout.matchAll(/^([\w$ ]+) (true|false)$/gm)].map(([, name, answer]) => [name, answer]),
  );
  const expected = [...program.matchAll(/\/\/ (plain|other).*\n[ \w]* class (\w+)/g)];
  expect(expected.length).toBe(program.match(/\/\/ (plain|other)/g)!.length);
  for (const [, word, name] of expected)
    expect([name, told.get(name)]).toEqual([name, String(word === 'plain')]);
  expect(told.get('Lists$Own of another loader')).toBe('false');
  expect(told.size).toBe(expected.length + 1);
});

test('they report what they report without the analysis, from fewer events', () => {
  const { none, sound, audit } = runs;
  expect(sound.stdout).toBe(none.stdout);
  expect(violations(sound.report)).toEqual(violations(none.report));
  expect(violations(audit.report)).toEqual(violations(none.report));
  const next = ({ report }: VariantRun) =>
    report.properties.find((one) => one.name === 'SafeIterator')!.events.next!;
  expect(next(sound)).toBeLessThan(next(none) * 0.6);
  expect(violations(none.report).some((line) => line.startsWith('SafeIterator removed'))).toBe(true);
});

function violations({ properties }: MonitorReport): readonly string[] {
  return properties.flatMap(({ name, violations }) =>
    violations.map(({ site, count }) => `${name} ${site.method}:${site.pc} ${count}`),
  );
}
