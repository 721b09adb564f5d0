import { expect, test } from 'vitest';
import type { World } from '../../../src/residual/analysis.ts';
import { sound } from '../../../src/residual/sound/sound.ts';
import { loadOne } from '../../property/load-support.ts';
import { compile, javaProgram } from './java-program.ts';

const added = 'event added after(Collection c) returning : call(* Collection+.add(..)) && target(c) { }';

/** Programs whose only report needs all events: each binds the collection otherwise than as the receiver of a call. */
const programs: Readonly<Record<string, { readonly property: string; readonly members: string }>> = {
  'the new object of a constructor': {
    property: `event created after() returning(Collection c) : call(Collection+.new(..)) { } ${added} ere : created added`,
    members: `static Object shown;
      public static void main(String[] a) { Collection<Object> c = new ArrayList<>(); c.add(1); shown = c; }`,
  },
  '`this` of a method that does not read it': {
    property: `${added} event told before(Collection c) : call(* tell()) && this(c) { } ere : added told`,
    members: `static void tell() { }
      static class Own extends ArrayList<Object> { void go() { tell(); } }
      public static void main(String[] a) { Own o = new Own(); o.add(1); o.go(); }`,
  },
  'an argument of a method reference that code of the program calls': {
    property: `${added} event told before(Collection c) : call(* tell(..)) && args(c) { } ere : added told`,
    members: `static void tell(Collection<Object> c) { }
      interface Takes { void take(Collection<Object> c); }
      public static void main(String[] a) {
        Collection<Object> c = new ArrayList<>(); c.add(1); Takes t = P::tell; t.take(c); }`,
  },
  'the result of a method reference that code of the program calls': {
    property: `event made after() returning(Collection c) : call(* make()) { } ${added} ere : made added`,
    members: `static Collection<Object> make() { return new ArrayList<>(); }
      interface Makes { Collection<Object> get(); }
      public static void main(String[] a) { Makes m = P::make; m.get().add(1); }`,
  },
  'an element that a container gives back': {
    property: `event got after(Map m) returning(Collection c) : call(* Map+.get(..)) && target(m) { } ${added} ere : got added`,
    members: `public static void main(String[] a) {
        Map<String, Collection<Object>> m = new HashMap<>(); m.put("k", new ArrayList<>()); m.get("k").add(1); }`,
  },
  'null among objects that others are told apart from': {
    property: `event told before(Collection c) : call(* tell(..)) && args(c) { }
      event asked before(Collection c) : call(* ask(..)) && args(c) { } ere : told asked`,
    members: `static void tell(Collection<Object> c) { }
      static void ask(Collection<Object> c) { }
      static Collection<Object> first, second;
      public static void main(String[] a) {
        tell(first); ask(second); first = new ArrayList<>(); second = new ArrayList<>(); }`,
  },
  'an argument of a call on what may be null': {
    property: `event told before(Runnable r, Collection c) : call(* tell(..)) && target(r) && args(c) { }
      event used before(Collection c) : call(* use(..)) && args(c) { } ere : used`,
    members: `static class Own implements Runnable { public void run() { } void tell(Collection<Object> c) { } }
      static void use(Collection<Object> c) { }
      static Own some;
      public static void main(String[] a) {
        Collection<Object> c = new ArrayList<>();
        Own own = some;
        try { own.tell(c); } catch (NullPointerException e) { }
        use(c); }`,
  },
  'what a field of a collection holds': {
    property: `event got after(List m) returning(Collection c) : call(* kept()) && target(m) { } ${added} ere : got added`,
    members: `static class Own extends ArrayList<Object> {
        Collection<Object> kept = new LinkedList<>();
        Collection<Object> kept() { return kept; } }
      public static void main(String[] a) { new Own().kept().add(1); }`,
  },
  'null as an argument and as a result': {
    property: `event told before(Collection c) : call(* tell(..)) && args(c) { }
      event made after() returning(Collection c) : call(* none()) { } ere : told made`,
    members: `static void tell(Collection<Object> c) { }
      static Collection<Object> none() { return null; }
      public static void main(String[] a) { tell(null); none(); }`,
  },
};

/** Those of the events. */
const parameters = (property: string): string =>
  [...new Set(property.match(/\b(?:Map|List) m\b|\bCollection c\b/g))].join(', ');

const worlds: readonly World[] = [{ kind: 'open' }, { kind: 'closed', entries: ['main'], reflection: [] }];

test.each(
  Object.entries(programs).flatMap(([name, one]) => worlds.map((world) => [name, world, one] as const)),
)('%s is the object of the event: %j', (_, world, { property, members }) => {
  const bound = loadOne(
    `import java.util.*;\nBound(${parameters(property)}) { ${property} @match { System.err.println("bound"); } }`,
  );
  const classes = compile({ 'P.java': `import java.util.*;\nclass P { ${members} }\n` });
  const { program, points } = javaProgram(classes, [bound]);
  const decisions = sound(program, bound, points, { threads: 'confined', facts: [], world });
  expect(points.map(({ id, event }) => `${event.name} ${decisions.get(id)!.kept}`).sort()).toEqual(
    bound.events.map(({ name }) => `${name} true`).sort(),
  );
});

test.each(worlds)('an event without an object is reported where no other event has points: %j', (world) => {
  const alone = loadOne(
    `import java.util.*;
    Alone(Collection c) { ${added} event told before() : call(* tell()) { } ere : added told @fail { System.err.println("first"); } }`,
  );
  const classes = compile({
    'P.java': 'class P { static void tell() { } public static void main(String[] a) { tell(); } }\n',
  });
  const { program, points } = javaProgram(classes, [alone]);
  const decisions = sound(program, alone, points, { threads: 'confined', facts: [], world });
  expect(points.map(({ id, event }) => `${event.name} ${decisions.get(id)!.kept}`)).toEqual(['told true']);
});
