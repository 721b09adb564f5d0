import { expect, test } from 'vitest';
import type { World } from '../../../src/residual/analysis.ts';
import { sound } from '../../../src/residual/sound/sound.ts';
import { lineComments } from '../../support/line-comments.ts';
import { safeIterator } from '../../support/named-properties.ts';
import { compile, javaProgram } from './java-program.ts';

/** The class that has a call-back's code implements nothing of the class library: one below it does, by what it inherits. */
const source = `import java.util.*;
import java.util.function.*;
class Main {
  static List<Object> list = new ArrayList<>();
  static List<Object> other = new ArrayList<>();
  static abstract class Acts { public void accept(Object one) { list.add(one); /* kept */ } }
  static class Action extends Acts implements Consumer<Object> { }
  static abstract class Compares { public int compare(Object one, Object two) { list.add(one); /* kept */ return 0; } }
  static class Order extends Compares implements Comparator<Object> { }
  static abstract class Walks { public boolean hasNext() { list.add("h"); /* kept */ return false; } public Object next() { return null; } }
  static class Walk extends Walks implements Iterator<Object> { }
  static class Walked extends AbstractCollection<Object> {
    public Iterator<Object> iterator() { return new Walk(); }
    public int size() { return 1; }
  }
  static void each(Consumer<Object> action) {
    Iterator<Object> i = list.iterator(); // kept
    other.forEach(action);
    i.next(); // kept
  }
  static void sorted(Comparator<Object> order) {
    Iterator<Object> i = list.iterator(); // kept
    other.sort(order);
    i.next(); // kept
  }
  static void added(Walked walked) {
    Iterator<Object> i = list.iterator(); // kept
    other.addAll(walked);
    i.next(); // kept
  }
  static void quiet() {
    Iterator<Object> i = list.iterator();
    other.size();
    i.next();
  }
  public static void main(String[] arguments) {
    each(new Action());
    sorted(new Order());
    added(new Walked());
    quiet();
  }
}
`;

const worlds: readonly World[] = [{ kind: 'open' }, { kind: 'closed', entries: ['main'], reflection: [] }];

test.each(worlds)('are found in a world that is $kind', (world) => {
  const { program, points } = javaProgram(compile({ 'Main.java': source }), [safeIterator]);
  const decisions = sound(program, safeIterator, points, { threads: 'confined', facts: [], world });
  const kept = points.filter(({ id }) => decisions.get(id)!.kept).map(({ line }) => line!);
  const lines = source.split('\n');
  const expected = lines.flatMap((line, index) => (/[/*] kept/.test(line) ? [index + 1] : []));
  expect(expected).toHaveLength(9);
  expect(kept).toEqual(expect.arrayContaining(expected));
  // In an open world the lists may be of any class.
  if (world.kind === 'closed') expect([...new Set(kept)].sort((a, b) => a - b)).toEqual(expected);
});

/** What one collection asks another for are its own elements. */
const asking = `import java.util.*;
class Main {
  static void grow(Object given) {
    if (given instanceof ArrayList) ((List<Object>) given).add("x"); // kept
  }
  static abstract class Parts {
    public boolean contains(Object one) { grow(one); return false; }
    public boolean isEmpty() { return true; }
    public int size() { return 2; }
    public Iterator<Object> iterator() { return null; }
    public Object[] toArray() { return null; }
    public <T> T[] toArray(T[] array) { return null; }
    public boolean add(Object one) { return false; }
    public boolean remove(Object one) { return false; }
    public boolean containsAll(Collection<?> all) { return false; }
    public boolean addAll(Collection<?> all) { return false; }
    public boolean removeAll(Collection<?> all) { return false; }
    public boolean retainAll(Collection<?> all) { return false; }
    public void clear() { }
  }
  static class Whole extends Parts implements Set<Object> { }
  public static void main(String[] arguments) {
    List<Object> element = new ArrayList<>();
    List<Object> list = new ArrayList<>();
    list.add(element);
    Iterator<Object> i = element.iterator(); // kept
    list.removeAll(new Whole());
    i.next(); // kept
  }
}
`;

test('a collection is asked for the elements of another one by methods that it inherits', () => {
  const { program, points } = javaProgram(compile({ 'Main.java': asking }), [safeIterator]);
  const decisions = sound(program, safeIterator, points, {
    ...{ threads: 'confined', facts: [] },
    world: { kind: 'closed', entries: ['main'], reflection: [] },
  });
  const kept = points.filter(({ id }) => decisions.get(id)!.kept).map(({ line }) => line!);
  expect(kept).toEqual(lineComments(asking, /^kept$/).map(([line]) => line));
});
