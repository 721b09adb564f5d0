import { expect, test } from 'vitest';
import { renamePackage } from '../../src/classfile/rename-package.ts';
import { compile } from '../residual/sound/java-program.ts';

const source = (packageName: string) => `package ${packageName};
import java.util.*;
import java.util.function.*;
public class Main<T extends Main<T>> extends AbstractList<Main<T>> implements Comparable<Main<?>> {
  enum Colour { RED, GREEN { @Override int value() { return 2; } }; int value() { return 1; } }
  static class Nested { private int field; Main<?>[][] all = {}; }
  class Inner { Supplier<Nested> made = Nested::new; }
  public Main<T> get(int index) { Function<Main<T>, Main<T>> same = it -> it; return same.apply(this); }
  public int size() { return new Nested().field + valueOf(Colour.GREEN); }
  public int compareTo(Main<?> other) { return other == this ? 0 : new Object() { int one() { return 1; } }.one(); }
  int valueOf(Colour colour) { assert size() > 0; return colour.value(); }
}
`;

test('a renamed class is what the compiler makes of it in the other package', () => {
  const here = compile({ 'a/b1/Main.java': source('a.b1') });
  const there = compile({ 'a/c2/Main.java': source('a.c2') });
  expect(here.size).toBeGreaterThan(5);
  const renamed = [...here].map(([name, bytes]) => [
    name.replace('a/b1', 'a/c2'),
    renamePackage(bytes, 'a/b1', 'a/c2'),
  ]);
  expect(new Map(renamed as [string, Uint8Array][])).toEqual(
    new Map([...there].map(([name, bytes]) => [name, Uint8Array.from(bytes)])),
  );
});
