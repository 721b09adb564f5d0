import { expect, test } from 'vitest';
import type { Property } from '../../../src/property/model.ts';
import type { Silence } from '../../../src/residual/analysis.ts';
import { sound } from '../../../src/residual/sound/sound.ts';
import { loadOne } from '../../property/load-support.ts';
import { builtinProperties } from '../../support/named-properties.ts';
import { compile, javaProgram } from './java-program.ts';

/**
 * Collections, each with what its comment says: whether it is known that their iterators are new. One of them is shared, so that
 * nothing is known of all iterators that a loop may get. The methods take what may be any of the collections.
 */
const source = `import java.util.*;
public class Known {
  static Iterator<String> kept = new Each();
  static class Each implements Iterator<String> {
    public boolean hasNext() { return false; }
    public String next() { return ""; }
    public void remove() { }
  }
  // not: it is kept
  static class Shared implements Iterable<String> { public Iterator<String> iterator() { return kept; } }
  // known
  static class New implements Iterable<String> { public Iterator<String> iterator() { return new Each(); } }
  // not: the collection itself may be returned
  static class Itself implements Iterable<String>, Iterator<String> {
    boolean isWalked;
    public Iterator<String> iterator() { return isWalked ? new Each() : this; }
    public boolean hasNext() { return false; }
    public String next() { return ""; }
    public void remove() { }
  }
  // not: a private method of another object, which may be one of a class below, calls what that has
  static class Private implements Iterable<String> {
    Private other;
    private Iterator<String> make() { return made(); }
    Iterator<String> made() { return new Each(); }
    public Iterator<String> iterator() { return other.make(); }
  }
  // not
  static class Below extends Private { Iterator<String> made() { return kept; } }
  static class Maker {
    Iterator<String> orNull(boolean is) { return is ? new Each() : null; }
    Iterator<String> asked() { Iterator<String> i = new Each(); i.hasNext(); return i; }
  }
  // not: null may be returned
  static class Null implements Iterable<String> {
    Maker maker;
    public Iterator<String> iterator() { return maker.orNull(true); }
  }
  // known
  static class Asked implements Iterable<String> {
    Maker maker;
    public Iterator<String> iterator() { return maker.asked(); }
  }

  static int loop(Iterable<String> all) {
    int n = 0;
    for (String s : all) n += s.length();
    return n;
  }
  static void zip(Iterable<String> all, Iterable<String> more) {
    Iterator<String> i = all.iterator();
    Iterator<String> j = more.iterator();
    i.hasNext();
    both(i, j);
  }
  static void both(Iterator<String> i, Iterator<String> j) { }
}
`;
const known = [...source.matchAll(/\/\/ known\n {2}static class (\w+)/g)].map(([, name]) => `Known$${name}`);
// A class file of these calls private methods by invokespecial, also on other objects.
const classes = compile({ 'Known.java': source }, ['--release', '8']);

/** By `method event`: when the points are silent. */
function silences(property: Property): ReadonlyMap<string, Silence | undefined> {
  const { program, points } = javaProgram(classes, [property]);
  const options = { threads: 'confined', facts: [], world: { kind: 'open' } } as const;
  const decisions = sound(program, property, points, options);
  return new Map(
    points.map(({ id, method, event }) => {
      const decision = decisions.get(id)!;
      return [`${method} ${event.name}`, decision.kept ? decision.silence : undefined];
    }),
  );
}

const events = (text: string): Property =>
  loadOne(`import java.util.*;\nWalked${text} @match { System.err.println("walked"); } }`);

test('a collection is known where all that its methods may return is new', () => {
  const property = builtinProperties.find(({ name }) => name === 'SafeHasNext')!;
  expect(known).toHaveLength(2);
  expect(
    silences(property)
      .get('loop next')
      ?.own?.map(({ className }) => className)
      .sort(),
  ).toEqual(known.sort());
});

test('what has happened to iterators before they are returned counts', () => {
  const property = events(`(Iterator i) {
    event ask before(Iterator i) : call(* Iterator+.hasNext()) && target(i) { }
    event next before(Iterator i) : call(* Iterator+.next()) && target(i) { } ere : ask ask next`);
  const silence = silences(property).get('loop next');
  expect(silence).toBeDefined();
  expect(silence).not.toHaveProperty('own');
});

test('a point that binds iterators of two calls is silent with the others of the first one', () => {
  const property = events(`(Iterator i, Iterator j) {
    event ask before(Iterator i) : call(* Iterator+.hasNext()) && target(i) { }
    event both before(Iterator i, Iterator j) : call(* both(..)) && args(i, j) { } ere : ask both both`);
  const found = silences(property);
  expect(found.get('zip ask')).toBeDefined();
  expect(found.get('zip both')?.maker).toBe(found.get('zip ask')?.maker);
});

test('none is silent with one that tells its event also where the call fails', () => {
  const property = events(`(Iterator i) {
    event ask before(Iterator i) : call(* Iterator+.hasNext()) && target(i) { }
    event next after(Iterator i) : call(* Iterator+.next()) && target(i) { } ere : ask next next`);
  const found = silences(property);
  expect(['ask', 'next'].map((event) => found.get(`loop ${event}`))).toEqual([undefined, undefined]);
});
