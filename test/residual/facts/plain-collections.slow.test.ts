import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { AccessFlag } from '../../../src/classfile/access-flags.ts';
import { extendedPlainCollections, overridable } from '../../../src/residual/facts/plain-subclasses.ts';
import { walkingMethods } from '../../../src/residual/facts/walking.ts';
import { compileJava, type Jdk, jdkOfRelease, releasesOfTests, runJava } from '../../support/jdk.ts';
import { openCalls } from './call-backs.ts';
import { type ClassLibrary, classLibrary } from './class-library.ts';
import { ownObjects } from './own-objects.ts';
import { plainCollections } from './plain-collections.ts';

/** Makes collections of all these classes and prints, for each, its class and those of its iterators. */
const samples = `import java.util.*;
import java.util.concurrent.*;
public class Samples {
  enum Small { A, B }
  static final Object empty = Collections.emptyIterator(), emptyList = Collections.emptyListIterator();
  static void show(Object o) {
    Collection<?> c = (Collection<?>) o;
    print(c, c.iterator(), c.iterator());
    if (c instanceof List) print(c, ((List<?>) c).listIterator(), ((List<?>) c).listIterator());
    if (c instanceof List) print(c, ((List<?>) c).listIterator(0), ((List<?>) c).listIterator(0));
  }
  static void print(Object c, Object one, Object two) {
    if (one == two && one != empty && one != emptyList) throw new AssertionError(c.getClass() + " shares its iterator");
    System.out.println(c.getClass().getName() + " " + one.getClass().getName());
  }
  static void views(Map<?, ?> map) { show(map.keySet()); show(map.values()); show(map.entrySet()); }
  public static void main(String[] names) throws Exception {
    List<String> some = Arrays.asList("a", "b", "c");
    show(some);
    show(new ArrayList<>(some)); show(new ArrayList<>(some).subList(0, 2)); show(new LinkedList<>(some)); show(new Vector<>(some));
    Stack<String> stack = new Stack<>(); stack.addAll(some); show(stack);
    show(new ArrayDeque<>(some)); show(new PriorityQueue<>(some));
    show(new HashSet<>(some)); show(new LinkedHashSet<>(some)); show(new TreeSet<>(some)); show(new TreeSet<>(some).subSet("a", "b"));
    show(EnumSet.of(Small.A)); show(EnumSet.allOf(Class.forName(names[0]).asSubclass(Enum.class)));
    Map<String, String> map = new HashMap<>(); for (String s : some) map.put(s, s);
    views(map); views(new LinkedHashMap<>(map)); views(new TreeMap<>(map)); show(new TreeMap<>(map).subMap("a", "c").keySet());
    views(new IdentityHashMap<>(map)); views(new WeakHashMap<>(map)); views(new ConcurrentHashMap<>(map));
    EnumMap<Small, String> small = new EnumMap<>(Small.class); small.put(Small.A, "a"); views(small);
    show(Collections.singletonList("a")); show(Collections.singleton("a")); show(Collections.emptyList()); show(Collections.emptySet());
    show(List.of("a")); show(List.of("a", "b", "c")); show(List.of("a", "b", "c").subList(0, 2)); show(Set.of("a")); show(Set.of("a", "b", "c"));
    show(new CopyOnWriteArrayList<>(some)); show(new CopyOnWriteArraySet<>(some)); show(new ConcurrentLinkedQueue<>(some));
  }
}`;

/** Per plain collection the classes of its iterators. */
function iteratorsOf(jdk: Jdk): ReadonlyMap<string, ReadonlySet<string>> {
  const folder = mkdtempSync(join(tmpdir(), 'rrv-plain-'));
  try {
    const large = Array.from({ length: 70 }, (_, index) => `E${index}`).join(', ');
    writeFileSync(join(folder, 'Samples.java'), `${samples}\nenum Large { ${large} }`);
    compileJava(jdk, [join(folder, 'Samples.java')], folder, []);
    const run = runJava(jdk, ['-cp', folder, 'Samples', 'Large']);
    if (run.status !== 0) throw new Error(run.stderr);
    const found = new Map<string, Set<string>>();
    for (const line of run.stdout.trim().split('\n')) {
      const [collection, iterator] = line.split(' ') as [string, string];
      found.set(collection, (found.get(collection) ?? new Set()).add(iterator));
    }
    return found;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What the iterators of a class call on walking that code of a program may be, but on the collection itself. */
function calledBack(
  library: ClassLibrary,
  collection: string,
  iterators: ReadonlySet<string>,
): readonly string[] {
  const itself = collection.replaceAll('.', '/');
  const called = new Set<string>();
  const look = (className: string, isAsked: (name: string) => boolean, depth: number): void => {
    for (const name of library.superTypes(className)) {
      const file = library.file(name);
      for (const method of file?.methods ?? []) {
        if (file === undefined || !isAsked(method.name)) continue;
        for (const call of openCalls(library, { file, method }).keys()) {
          const [owner, asked] = call.split('.') as [string, string];
          if (ownObjects.some((own) => own.test(call))) continue;
          if (depth === 0 && library.superTypes(itself).has(owner)) look(itself, (one) => one === asked, 1);
          else called.add(`${collection}: ${call}`);
        }
      }
    }
  };
  for (const iterator of iterators)
    look(iterator.replaceAll('.', '/'), (name) => walkingMethods.has(name), 0);
  return [...called].sort();
}

/**
 * Names of methods of the collection that a subclass in another package can override and that making its iterators or walking them calls,
 * on the collection or on what it has of that kind.
 */
function askedOfItself(
  library: ClassLibrary,
  collection: string,
  iterators: ReadonlySet<string>,
): ReadonlySet<string> {
  const itself = collection.replaceAll('.', '/');
  const asked = new Set<string>();
  const look = (className: string, isAsked: (name: string) => boolean): void => {
    const methods = [...library.superTypes(className)].flatMap((name) => library.file(name)!.methods);
    for (const { name, descriptor } of methods.filter((one) => isAsked(one.name))) {
      const found = library.find(className, name, descriptor);
      for (const call of found === undefined ? [] : openCalls(library, found).keys()) {
        const [owner, called] = call.split('.') as [string, string];
        if (!library.superTypes(itself).has(owner) || asked.has(called)) continue;
        asked.add(called);
        look(itself, (one) => one === called);
      }
    }
  };
  look(itself, (name) => overridable.has(name));
  for (const iterator of iterators)
    look(iterator.replaceAll('.', '/'), (name) => name === '<init>' || walkingMethods.has(name));
  const mayOverride = (name: string): boolean =>
    [...library.superTypes(itself)].some((owner) =>
      library
        .file(owner)!
        .methods.some((one) => one.name === name && (one.accessFlags & openToSubclasses) !== 0),
    );
  return new Set([...asked].filter(mayOverride));
}

const openToSubclasses = AccessFlag.public | AccessFlag.protected;

for (const release of releasesOfTests())
  test(`iterators of plain collections of JDK ${release} are new and run no code of a program`, () => {
    const jdk = jdkOfRelease(release)!;
    const library = classLibrary(jdk);
    const found = iteratorsOf(jdk);
    expect(plainCollections.filter((name) => !found.has(name))).toEqual([]);
    expect(plainCollections.flatMap((name) => calledBack(library, name, found.get(name)!))).toEqual([]);
    for (const name of extendedPlainCollections) {
      const collection = name.replaceAll('/', '.');
      expect([name, plainCollections.includes(collection)]).toEqual([name, true]);
      const asked = askedOfItself(library, collection, found.get(collection)!);
      expect([name, [...asked].filter((one) => !overridable.has(one))]).toEqual([name, []]);
    }
    expect([
      ...askedOfItself(library, 'java.util.AbstractList', new Set(['java.util.AbstractList$Itr'])),
    ]).toEqual(expect.arrayContaining(['get', 'size']));
    // The search finds what it is for.
    expect(
      calledBack(
        library,
        'java.util.AbstractList',
        new Set(['java.util.Collections$UnmodifiableCollection$1']),
      ),
    ).not.toEqual([]);
  });
