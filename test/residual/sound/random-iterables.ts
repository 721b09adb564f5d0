import { loadProperties } from '../../../src/property/language/load.ts';
import type { WrittenProperty } from './compared-variants.ts';
import { type Dice, diceOf } from './dice.ts';

/** A program that loops over collections, maps and iterators of its own. */
export interface IterablesProgram {
  readonly name: string;
  readonly source: string;
}

/** The program `name`, with a method `run()`. Every second one is about views of maps. */
export function iterablesProgram(name: string, seed: number): IterablesProgram {
  return { name, source: programText(name, diceOf(seed), seed % 2 === 0) };
}

/** `count` random properties of any such program. */
export function iterablesProperties(seed: number, count: number): readonly WrittenProperty[] {
  return Array.from({ length: count }, (_, index) => {
    const text = propertyText(`Walks${index}`, diceOf(seed * 8191 + index));
    return { property: loadProperties('iterables.mop', text, { lookup: isKnown }).properties[0]!, text };
  });
}

function isKnown(name: string): boolean {
  return /^java\.(?:lang\.(?:Object|Iterable)|util\.(?:Collection|Iterator|List|ListIterator|Map))$/.test(
    name,
  );
}

const iteratorCount = 5;
const collectionCount = 6;
const mapCount = 3;
const methodCount = 4;

function programText(name: string, dice: Dice, hasMaps: boolean): string {
  const { below, pick } = dice;
  const iterators = Array.from({ length: iteratorCount }, (_, at) => iteratorText(at, dice));
  const collections = Array.from({ length: collectionCount }, (_, at) => collectionText(at, dice));
  const maps = hasMaps ? Array.from({ length: mapCount }, (_, at) => mapText(at, dice)) : [];
  const methods = Array.from({ length: methodCount }, (_, at) => methodOf(at, dice, hasMaps));
  const argument = (type: string): string => {
    const size = pick([0, 1, 2, 2, 3, 3]);
    if (type === 'Map') return pick([`new M${below(mapCount)}()`, `new M${below(mapCount)}()`, 'filled()']);
    const made = collections.filter(({ types }) => types.has(type));
    const own = made.length === 0 ? [] : [`new ${pick(made).name}(${size})`, `new ${pick(made).name}(2)`];
    const plain = type === 'Set' ? ['new HashSet(List.of("a", "b"))'] : ['new ArrayList(List.of("a", "b"))'];
    return pick([...own, ...own, ...plain]);
  };
  const calls = methods.flatMap(({ parameters }, at) =>
    Array.from({ length: 12 }, () => {
      const given = parameters.map(argument);
      const same = parameters[0] === parameters[1] && below(4) === 0;
      const values = same ? 'x, x' : given.join(', ');
      const first = same ? `${parameters[0]} x = ${given[0]}; ` : '';
      return `reset(); try { ${first}m${at}(${values}); } catch (RuntimeException e) { ends(e); }`;
    }),
  );
  return `import java.util.*;
import java.util.function.*;
@SuppressWarnings("unchecked")
public class ${name} {
static int fuel, steps;
static Iterator held;
static Collection other = new ArrayList();
static Map map = new HashMap();
static final Object W = Map.entry("k", "v");
static void reset() { fuel = 40; held = null; other = new ArrayList(List.of("o", "p")); map = filled(); }
static Map filled() { Map made = new HashMap(); made.put("a", "b"); made.put("c", "d"); return made; }
static boolean more() { steps++; return fuel-- > 0; }
static void ends(RuntimeException e) { System.out.println("${name} " + steps + " " + e.getClass().getSimpleName()); }
static void walk(Iterator i) { if (i.hasNext()) i.next(); }
static Iterator same(Iterator i) { return i; }
static Iterator of(Iterable all) { return all.iterator(); }
${iterators.join('\n')}
${collections.map(({ text }) => text).join('\n')}
${maps.join('\n')}
${methods.map(({ text }) => text).join('\n')}
static void run() {
${calls.join('\n')}
System.out.println("${name} " + steps);
}
}
`;
}

/**
 * Mostly nothing; or it changes what is walked, or something else, keeps the iterator, asks another one, or
 * itself. `on`: what is walked.
 */
function effect({ below, pick }: Dice, on: string): string {
  if (below(3) > 0) return '';
  return pick([
    `if (more()) ${on}.add("x");`,
    `if (more()) ${on}.add("x");`,
    `if (more()) ${on}.add("x");`,
    `if (more()) ${on}.add("x");`,
    'if (more()) other.add("x");',
    'if (more()) map.put("x", "y");',
    'held = this;',
    'if (inner != null) inner.hasNext();',
    'if (inner != null && inner.hasNext()) inner.next();',
    'if (more()) for (Object o : other) steps++;',
    'if (more() && left > 1) next();',
    'if (more()) hasNext();',
    'if (held != null && held != this && more()) held.next();',
  ]);
}

/** `I0` to `I4`: a class, mostly with a superclass that is one of those before it. */
function iteratorText(at: number, dice: Dice): string {
  const { below, pick } = dice;
  const above = at > 0 && below(3) > 0 ? `I${below(at)}` : undefined;
  const methods = [
    `public boolean hasNext() { ${effect(dice, 'of')} return left > 0; }`,
    `public Object next() { ${effect(dice, 'of')} if (left-- <= 0) throw new NoSuchElementException(); return W; }`,
    `public void remove() { ${effect(dice, 'of')} }`,
    `public void forEachRemaining(Consumer to) { ${pick(['held = this;', 'while (hasNext()) to.accept(next());', 'to.accept(W);'])} }`,
  ];
  const isKept = (index: number): boolean =>
    above === undefined ? index < 2 || below(2) === 0 : below(2) === 0;
  const made = `I${at}(Collection of, int left, Iterator inner) { ${above === undefined ? 'this.of = of; this.left = left; this.inner = inner;' : 'super(of, left, inner);'} ${pick(['', '', '', 'held = this;', 'other.add("x");', 'if (more()) of.add("x");'])} }`;
  const fields = above === undefined ? 'int left; final Collection of; final Iterator inner;' : '';
  const header = above === undefined ? 'implements Iterator' : `extends ${above}`;
  return `static class I${at} ${header} { ${fields}
${made}
${methods.filter((_, index) => isKept(index)).join('\n')}
}`;
}

interface OwnCollection {
  readonly name: string;
  readonly types: ReadonlySet<string>;
  readonly text: string;
}

/** What an `iterator()` returns: new, shared, kept, of what is inside, wrapped around that, or the same with a past. */
function iteratorBody({ below, pick }: Dice): string {
  const type = `I${below(iteratorCount)}`;
  const made = `new ${type}(this, left(), null)`;
  return pick([
    `return ${made};`,
    `return ${made};`,
    `return ${made};`,
    `return new ${type}(this, left(), null) { public boolean hasNext() { ${pick(['steps++;', 'if (more()) of.add("x");', 'held = this;'])} return super.hasNext(); } };`,
    `return left() == 0 ? EMPTY : ${made};`,
    `return left() == 0 ? EMPTY : ${made};`,
    `if (kept == null) kept = ${made}; return kept;`,
    `return kept = ${made};`,
    `Iterator i = ${made}; ${pick(['held = i;', 'i.hasNext();', 'walk(i);', 'if (i.hasNext()) i.next();', 'i = same(i);'])} return i;`,
    'return inside.iterator();',
    'return of(inside);',
    `return new ${type}(this, left(), inside.iterator());`,
    `return new ${type}(inside, left(), inside.iterator());`,
    'return from(left());',
    `return more() ? ${made} : inside.iterator();`,
    `if (more()) other.add("x"); return ${made};`,
  ]);
}

/** `C0` to `C5`: an iterable, a collection, a list, a set, a subclass of an ArrayList, or of one before it. */
function collectionText(at: number, dice: Dice): OwnCollection {
  const { below, pick } = dice;
  const name = `C${at}`;
  const inside = pick([
    'new ArrayList(List.of("i", "j"))',
    'new ArrayList(List.of("i", "j"))',
    at === 0 ? 'other' : `new C${below(at)}(2)`,
  ]);
  const body = `public Iterator iterator() { ${iteratorBody(dice)} }
Iterator from(int n) { return ${pick([`new I${below(iteratorCount)}(this, n, null)`, 'inside.iterator()'])}; }`;
  const shared = `static final Iterator EMPTY = new I${below(iteratorCount)}(new ArrayList(), 0, null); Iterator kept; ${pick(['final ', 'final ', ''])}Collection inside = ${inside};`;
  const sized = `int size; ${name}(int size) { this.size = size; } int left() { return size; } public int size() { return size; } public boolean add(Object o) { size++; return true; }`;
  switch (below(5)) {
    case 0:
    case 1:
      return {
        name,
        types: new Set(['Collection', 'Iterable']),
        text: `static class ${name} extends AbstractCollection { ${shared} ${sized}\n${body}\n}`,
      };
    case 2:
      return {
        name,
        types: new Set(['Collection', 'Iterable', 'List']),
        text: `static class ${name} extends AbstractList { ${shared} ${sized} public Object get(int i) { return W; }\n${below(4) === 0 ? '' : body}\n}`,
      };
    case 3:
      return {
        name,
        types: new Set(['Collection', 'Iterable', 'Set']),
        text: `static class ${name} extends AbstractSet { ${shared} ${sized}\n${body}\n}`,
      };
    default:
      return {
        name,
        types: new Set(['Collection', 'Iterable', 'List']),
        text: `static class ${name} extends ArrayList { ${shared} ${name}(int size) { while (size-- > 0) super.add("y"); } int left() { return size(); }\n${pick([body, '', 'public Iterator iterator() { return super.iterator(); }', `public boolean add(Object o) { if (more()) other.add("x"); return super.add(o); }`])}\n}`,
      };
  }
}

/** `M0` to `M2`: a map of the program, whose views may be its own. */
function mapText(at: number, dice: Dice): string {
  const { below, pick } = dice;
  const walked = (): string => `new I${below(iteratorCount)}(this, 2, null)`;
  const view = (method: string, type: string): string =>
    pick([
      `public ${type} ${method}() { return new Abstract${type}() {
public int size() { return 2; }
public boolean add(Object o) { ${pick(['', 'M.this.put("z", "z");'])} return true; }
public Iterator iterator() { ${pick([`return ${walked()};`, 'return M.super.entrySet().iterator();', `M.this.put("x", "y"); return ${walked()};`])} } }; }`,
      `public ${type} ${method}() { return super.${method}(); }`,
      method === 'entrySet'
        ? ''
        : `public ${type} ${method}() { return ${type === 'Set' ? 'kept' : 'other'}; }`,
    ]).replaceAll('M.', `M${at}.`);
  const put = pick([
    '',
    '',
    'public Object put(Object k, Object v) { if (more()) other.add("x"); return super.put(k, v); }',
  ]);
  return `static class M${at} extends HashMap { Set kept = new HashSet(List.of("k")); M${at}() { super.put("a", "b"); super.put("c", "d"); }
${view('keySet', 'Set')}
${view('values', 'Collection')}
${view('entrySet', 'Set')}
${put}
}`;
}

function methodOf(
  at: number,
  dice: Dice,
  hasMaps: boolean,
): { readonly parameters: readonly string[]; readonly text: string } {
  const { below, pick } = dice;
  const types = hasMaps
    ? ['Map', 'Map', 'Collection', 'Set']
    : ['Collection', 'Collection', 'Collection', 'Iterable', 'List'];
  const parameters = [pick(types), pick(types)];
  /** No iterator is given away, so that more of its points are silent or wait. */
  const isSimple = below(2) === 0;
  let fresh = 0;
  const names = ['a', 'b'];
  /** What can be walked, by the variable and its type. */
  const walkable = (): string => {
    const which = below(2);
    const variable = names[which]!;
    if (parameters[which] !== 'Map') return variable;
    return below(3) === 0 ? 'view' : `${variable}.${pick(['keySet', 'values', 'entrySet'])}()`;
  };
  const update = (): string => {
    const which = below(2);
    const variable = names[which]!;
    switch (parameters[which]) {
      case 'Map':
        return pick([`${variable}.put("x" + steps, "y");`, `${variable}.remove("a");`, 'view.remove(W);']);
      case 'Iterable':
        return 'other.add("x");';
      default:
        return pick([
          `${variable}.add("x");`,
          `${variable}.add("x");`,
          `${variable}.clear();`,
          'other.add("x");',
        ]);
    }
  };
  const block = (depth: number): string =>
    Array.from({ length: 1 + below(3) }, () => statement(depth + 1)).join('\n');
  const statement = (depth: number): string => {
    const own = `v${fresh++}`;
    switch (depth > 2 ? below(13) : below(23)) {
      case 0:
      case 1:
        return 'if (i.hasNext()) i.next();';
      case 2:
        return 'i.next();';
      case 3:
        return 'i.hasNext();';
      case 4:
      case 5:
      case 6:
        return update();
      case 7:
        return pick([
          'i.remove();',
          'i.next(); i.remove();',
          isSimple ? 'i.next();' : 'i.forEachRemaining(o -> steps++);',
        ]);
      case 8:
      case 9:
        return `i = ${walkable()}.iterator();`;
      case 10:
        if (isSimple) return 'if (i.hasNext()) { i.next(); steps++; }';
        return pick([
          'walk(i);',
          'held = i;',
          'i = same(i);',
          'if (held != null) held.next();',
          'j = i;',
          'i = of(other);',
        ]);
      case 11:
        if (isSimple) return update();
        return pick(['if (j.hasNext()) j.next();', 'j.next();', `j = ${walkable()}.iterator();`]);
      case 12:
        return hasMaps
          ? pick([`view = ${walkable()};`, 'view = map.keySet();', 'map.put("q", "r");'])
          : 'if (i == j) steps++;';
      case 13:
      case 14:
        return `for (Object ${own} : ${walkable()}) {\n${block(depth)}\nif (!more()) break;\n}`;
      case 15:
      case 16:
        return `while (i.hasNext()) {\n${pick(['i.next();', 'i.next();', `Object ${own} = i.next();`, ''])}\n${block(depth)}\nif (!more()) break;\n}`;
      case 17:
        return `for (Iterator ${own} = ${walkable()}.iterator(); ${own}.hasNext(); ) {\n${own}.next();\n${block(depth)}\nif (!more()) break;\n${pick(['', `${own}.remove();`, isSimple ? '' : `j = ${own};`])}\n}`;
      case 18:
      case 19:
      case 20:
        return `{ Iterator ${own} = ${walkable()}.iterator();\n${pick([`${own}.hasNext();`, `${own}.hasNext();`, ''])}\n${own}.next();\n${update()}\n${pick([`${own}.next();`, `${own}.next();`, `if (${own}.hasNext()) ${own}.next();`, ''])}\n}`;
      case 21:
        return `try {\n${block(depth)}\n} catch (NoSuchElementException ${own}) {\n${statement(depth + 1)}\n}`;
      default:
        return `if (steps % 2 == 0) {\n${block(depth)}\n} else {\n${block(depth)}\n}`;
    }
  };
  const statements = Array.from({ length: 3 + below(5) }, () => statement(0)).join('\n');
  return {
    parameters,
    text: `static void m${at}(${parameters.map((type, index) => `${type} ${names[index]}`).join(', ')}) {
Collection view = ${parameters[0] === 'Map' ? 'a.keySet()' : 'other'};
Iterator i = ${walkable()}.iterator(), j = ${pick(['other.iterator()', isSimple ? 'null' : 'i'])};
${statements}
}`,
  };
}

/** Of one iterator, of what it walks and it, or of a map, its view and an iterator of that. */
function propertyText(name: string, { below, pick }: Dice): string {
  const shape = pick(['i', 'ci', 'ci', 'ci', 'mci', 'mci']);
  const types: Readonly<Record<string, string>> = { i: 'Iterator i', c: 'Collection c', m: 'Map m' };
  const create =
    shape === 'i'
      ? 'event create after() returning(Iterator i) : call(* Iterable+.iterator()) {}'
      : 'event create after(Collection c) returning(Iterator i) : call(* Iterable+.iterator()) && target(c) {}';
  const all: Readonly<Record<string, readonly string[]>> = {
    i: [
      pick([
        'event has before(Iterator i) : call(* Iterator+.hasNext()) && target(i) {}',
        'event has after(Iterator i) returning(boolean w) : call(* Iterator+.hasNext()) && target(i) && condition(w) {}',
      ]),
      'event next before(Iterator i) : call(* Iterator+.next()) && target(i) {}',
      'event remove after(Iterator i) : call(* Iterator+.remove()) && target(i) {}',
    ],
    c: [
      'event update after(Collection c) : (call(* Collection+.add(..)) || call(* Collection+.clear())) && target(c) {}',
    ],
    m: [
      'event view after(Map m) returning(Collection c) : (call(* Map+.keySet()) || call(* Map+.values()) || call(* Map+.entrySet())) && target(m) {}',
      'event put after(Map m) : (call(* Map+.put(..)) || call(* Map+.remove(..))) && target(m) {}',
    ],
  };
  const events = [create, ...[...shape].flatMap((one) => all[one]!)];
  const names = events.map((event) => event.split(' ')[1]!);
  const letter = (): string => `${pick(names)}${pick(['', '', '', '*', '+'])}`;
  const part = (): string =>
    below(3) === 0 ? `(${letter()} | ${letter()} ${letter()})${pick(['', '*'])}` : letter();
  const ignored = names.filter(() => below(3) > 0);
  const between = ignored.length === 0 ? '' : `(${ignored.join(' | ')})*`;
  const begin =
    shape === 'mci'
      ? `view (view | put | update)* create`
      : `(${names.filter((one) => one !== 'create').join(' | ')})* create`;
  const pattern = `${begin} ${part()} ${between} ${part()} ${pick(['', part()])} ${pick(['next', 'has', 'next', 'remove'])}`;
  const parameters = [...shape].map((one) => types[one]!).join(', ');
  return `import java.util.*;\n${name}(${parameters}) {\n  ${events.join('\n  ')}\n  ere : ${pattern}\n  @match { }\n}\n`;
}
