import { expect, test } from 'vitest';
import type { World } from '../../../src/residual/analysis.ts';
import { sound } from '../../../src/residual/sound/sound.ts';
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
