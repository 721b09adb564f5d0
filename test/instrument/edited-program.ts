import type { InstrumentRequest } from '../../src/instrument/instrument-types.ts';
import { readFactsFile } from '../../src/residual/facts/facts-file.ts';
import { randomSource } from '../residual/sound/dice.ts';
import { compile, theJdk } from '../residual/sound/java-program.ts';

/**
 * A version of a program: for each class which of its variants it has, and where. Classes that are not named are not there; a class with
 * `'` after its name is a second one of that name.
 */
export type Classes = ReadonlyMap<string, { readonly variant: number; readonly archive: Place }>;

/** A version, and how it is instrumented. */
export interface Version {
  readonly classes: Classes;
  readonly options: Options;
}

export type Options = Readonly<
  Pick<InstrumentRequest, 'analysis' | 'threads' | 'world' | 'runtime' | 'audit' | 'facts'> & {
    /** A class that is left as it is. */
    excluded: string;
    /** How many of the properties. */
    properties: number;
  }
>;

export type Place = 'app' | 'library' | 'classPath';

export const places: readonly Place[] = ['app', 'library', 'classPath'];

/** Classes by name for each variant: whatever is chosen of them fits together, as all have the same methods. */
export type Variants = readonly ReadonlyMap<string, Uint8Array>[];

const count = 7;
const names = Array.from({ length: count }, (_, index) => `C${index}`);

/** One run of the compiler for each. */
export function variants(seed: number, howMany: number): Variants {
  return Array.from({ length: howMany }, (_, variant) => {
    const random = randomSource(seed * 100 + variant);
    const sources = Object.fromEntries(
      names.map((name, index) => [`${name}.java`, classSource(name, index, random)]),
    );
    return compile({ ...sources, 'Act.java': 'interface Act { void act(); }\n', 'Walk.java': walk });
  });
}

const walk = `class Walk implements java.util.Iterator<Object> {
  int left; Walk(int left) { this.left = left; }
  public boolean hasNext() { return left > 0; }
  public Object next() { return left--; }
}
`;

/** Calls, allocations, fields, lambdas, super types and proxies at random. */
function classSource(name: string, index: number, random: () => number): string {
  const below = (limit: number): number => Math.floor(random() * limit);
  const pick = <T>(choices: readonly T[]): T => choices[below(choices.length)]!;
  const other = (): string => pick(names);
  const statement = (): string =>
    pick([
      () => 'for (Object one : l) n += one.hashCode();',
      () => 'i = l.iterator(); while (i.hasNext()) i.next();',
      () => `i = ${other()}.make(l); while (i.hasNext()) n++;`,
      () => `i = ${other()}.make(l); i.next();`,
      () =>
        `{ Iterator<Object> j = ${other()}.make(l); ${other()}.use(l, j, box); while (j.hasNext()) j.next(); }`,
      () => `{ Iterator<Object> j = l.iterator(); ${other()}.use(l, j, box); while (j.hasNext()) j.next(); }`,
      () => `${other()}.use(l, i, box);`,
      () => `new ${other()}().act();`,
      () => `new ${other()}().run(l, i, box);`,
      () => `((C0) box[1]).run(l, i, box);`,
      () => `for (Object one : l) ${other()}.touch(l);`,
      () => `for (Object one : new ArrayList<Object>(l)) { ${other()}.touch(l); n++; }`,
      () =>
        `{ Iterator<Object> j = l.iterator(); while (j.hasNext()) { ${other()}.touch(null); j.next(); } }`,
      () => 'n++;',
      () => `for (Object one : new ${other()}()) n++;`,
      () => 'for (Object one : (Iterable<Object>) box[1]) n++;',
      () => 'l.add("x");',
      () => 'box[0] = i;',
      () => `${other()}.kept = i;`,
      () => `${other()}.all.add(l);`,
      () => '{ Runnable r = () -> l.remove(0); box[2] = r; }',
      () => `{ Runnable r = ${other()}.all::clear; r.run(); }`,
      () => 'n += String.valueOf(box[1]).length();',
      () => 'l.sort(null);',
      () => pick(['((Act) box[2]).act();', '((Runnable) box[2]).run();']),
      () => `box[2] = ${other()}.proxy();`,
    ])();
  const body = (): string => Array.from({ length: below(3) }, statement).join(' ');
  const above = index === 0 ? [] : names.slice(0, index);
  const superType = pick(['', '', ' extends ArrayList<Object>', ...above.map((one) => ` extends ${one}`)]);
  const made = pick([
    'return l.iterator();',
    'return kept;',
    `return ${other()}.make(l);`,
    'return new ArrayList<Object>(l).iterator();',
    'Iterator<Object> i = l.iterator(); kept = i; return i;',
  ]);
  const own = pick([
    'return new Walk(2);',
    'return all.isEmpty() ? NONE : new Walk(1);',
    `return all.isEmpty() ? ${other()}.NONE : make(all.get(0));`,
    'return kept;',
  ]);
  const extra = pick(['', 'int one() { return 1; }', 'public String toString() { all.clear(); return ""; }']);
  return `import java.util.*;
class ${name}${superType} implements Act, Iterable<Object>, java.lang.reflect.InvocationHandler {
  static ${pick(['final ', 'final ', ''])}Iterator<Object> NONE = new Walk(0); public Iterator<Object> iterator() { ${own} }
  static Iterator<Object> kept; static List<List<Object>> all = new ArrayList<>();
  static Iterator<Object> make(List<Object> l) { ${made} }
  static void touch(List<Object> l) { ${pick(['', '', 'l.size();', 'l.add("x");', `${other()}.touch(l);`, `new ${other()}();`])} }
  static int use(List<Object> l, Iterator<Object> i, Object[] box) { int n = 0; ${body()} return n; }
  int run(List<Object> l, Iterator<Object> i, Object[] box) { int n = 0; ${body()} return n; }
  public void act() { List<Object> l = new ArrayList<>(); Iterator<Object> i = null; Object[] box = new Object[3]; int n = 0; ${body()} }
  public Object invoke(Object proxy, java.lang.reflect.Method method, Object[] given) { act(); return null; }
  static Object proxy() { return java.lang.reflect.Proxy.newProxyInstance(null, new Class<?>[] { ${pick(['Runnable', 'Act', 'Comparable'])}.class }, new ${name}()); }
  ${extra}
}
`;
}

/** All classes in their first variants. */
export function firstVersion(all: Variants): Version {
  const classes = new Map([...all[0]!.keys()].map((name) => [name, { variant: 0, archive: 'app' as const }]));
  return { classes, options: firstOptions };
}

/** Classes are edited, or, less often, options; now and then both. */
export function edited({ classes, options }: Version, all: Variants, random: () => number): Version {
  const kind = Math.floor(random() * 8);
  return {
    classes: kind === 0 ? classes : editedClasses(classes, all, random),
    options: kind < 2 ? editedOptions(options, random) : options,
  };
}

/** One class is another variant of itself, goes, comes back, stands in another archive, or is there twice. */
function editedClasses(classes: Classes, all: Variants, random: () => number): Classes {
  const below = (limit: number): number => Math.floor(random() * limit);
  const known = [...all[0]!.keys()];
  const name = known[below(known.length)]!;
  const now = classes.get(name);
  const next = new Map(classes);
  const variant = below(all.length);
  const kind = below(8);
  if (now === undefined) next.set(name, { variant, archive: 'app' });
  else if (kind === 0) next.delete(name);
  else if (kind === 1) next.set(name, { ...now, archive: places[below(places.length)]! });
  else if (kind === 2) next.set(`${name}'`, { variant, archive: 'library' });
  else if (classes.has(`${name}'`)) next.delete(`${name}'`);
  else next.set(name, { ...now, variant });
  return next;
}

const allProperties = 7;
const firstOptions: Options = {
  analysis: 'sound',
  threads: 'confined',
  world: { kind: 'open' },
  runtime: 'embed',
  audit: false,
  facts: [],
  excluded: '',
  properties: allProperties,
};

const factsFiles = [
  'facts:\n  - calls: java.util.List.sort(..)\n    calls-back: never\n    because: of the test\n',
  'safe:\n  - class: C1\n',
].map((text) => readFactsFile(`version: 1\n${text}`, 'facts.yaml'));

/** Every other edit leads back to the first value, so that most versions differ from it in one or two options. */
function editedOptions(options: Options, random: () => number): Options {
  const pick = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)]!;
  const edits: readonly (() => Partial<Options>)[] = [
    () => ({ threads: 'shared' }),
    () => ({ world: { kind: 'closed', entries: [pick(names)], reflection: pick([[], ['**']]) } }),
    () => ({ runtime: 'external' }),
    () => ({ audit: true }),
    () => ({ analysis: pick(['none', 'paper']) }),
    () => ({ facts: [pick(factsFiles)] }),
    () => ({ excluded: pick(names) }),
    () => ({ properties: pick([1, allProperties - 1]) }),
  ];
  const edit = pick(edits)();
  const back = Object.fromEntries(Object.keys(edit).map((key) => [key, firstOptions[key as keyof Options]]));
  return { ...options, ...(random() < 0.5 ? edit : back) };
}

/** Without the other 26,000, whose headers would take most of the time. */
export const fewJdkNames = [...theJdk().names()].filter((name) =>
  /^java\/(?:lang|util|util\/function|io)\/[^/]*$/.test(name),
);
