import { RrvError } from '../../../src/diagnostics.ts';
import { loadProperties } from '../../../src/property/language/load.ts';
import type { Property } from '../../../src/property/model.ts';
import { type Dice, diceOf } from './dice.ts';

/** A program whose classes have a protocol of their own, and properties about it in every formalism. */
export interface ProtocolProgram {
  readonly name: string;
  readonly source: string;
  readonly properties: readonly { readonly property: Property; readonly text: string }[];
}

const propertiesOfProgram = 7;

/**
 * What there is besides: objects that go from one thread to another, which `--threads confined` takes not to happen; or fields, conditions, bodies and
 * handlers in Java.
 */
export type ProtocolKind = 'plain' | 'javaCode' | 'handsOver';

/** The program `name`, with a method `run()`. */
export function protocolProgram(name: string, seed: number, kind: ProtocolKind): ProtocolProgram {
  const source = programText(name, diceOf(seed), kind === 'handsOver');
  const javaCode = kind === 'javaCode';
  const properties = Array.from({ length: propertiesOfProgram }, (_, index) => {
    for (let attempt = 0; ; attempt++) {
      const text = propertyText(
        name,
        `${name}Keeps${index}`,
        diceOf(seed * 8191 + index * 127 + attempt),
        javaCode,
      );
      try {
        return {
          property: loadProperties('protocol.mop', text, { lookup: isKnown(name) }).properties[0]!,
          text,
        };
      } catch (error) {
        // A formula that says nothing, or names bound in two ways.
        if (!(error instanceof RrvError) || attempt > 50) throw new Error(`${text}\n${String(error)}`);
      }
    }
  });
  return { name, source, properties };
}

function isKnown(program: string): (name: string) => boolean {
  return (name) =>
    name === program ||
    name.startsWith(`${program}.`) ||
    name.startsWith(`${program}$`) ||
    /^java\.lang\.(?:Object|String|Integer|Boolean|Runnable|Thread|RuntimeException|System|StringBuilder)$/.test(
      name,
    ) ||
    /^java\.util\.(?:Collection|List|Iterator|ArrayList)$/.test(name) ||
    /^java\.util\.function\.(?:Consumer|Supplier)$/.test(name);
}

const classes = ['A', 'B', 'C'];
const methodsOfProgram = 4;

function programText(name: string, dice: Dice, handsOver: boolean): string {
  const { below, pick } = dice;
  let fresh = 0;
  const things = ['a', 'b', 'c', 'p', 'q'];

  const guard = (thing: string): string => (below(20) === 0 ? '' : `if (${thing} != null) `);
  const asked = (thing: string): string =>
    below(20) === 0 ? `${thing}.ask()` : `${thing} != null && ${thing}.ask()`;

  const expression = (depth = 0): string => {
    const thing = pick(things);
    switch (below(16)) {
      case 0:
      case 1:
      case 2:
      case 3:
        return `new ${pick(classes)}()`;
      case 4:
        return depth > 1 ? 'new A()' : `new ${pick(['A', 'B'])}(${expression(depth + 1)})`;
      case 5:
        return pick(['E.X', 'E.Y']);
      case 6:
        return depth > 1 ? 'null' : `give(${expression(depth + 1)})`;
      case 7:
        return `held${below(2)}`;
      case 8:
        return below(10) === 0
          ? `${thing}.link(${pick(things)})`
          : `(${thing} == null ? null : ${thing}.link(${pick(things)}))`;
      case 9:
        return `any(${thing}, ${pick(things)})`;
      case 10:
        return `new A().child()`;
      case 11:
        return pick(['null', '(Thing) grid[0]', '((Supplier<Thing>) B::new).get()', 'Q.shared']);
      default:
        return thing;
    }
  };
  const value = (): string =>
    pick([...things, '"text"', '5', '1000', 'null', 'E.X', 'grid', 'list', 'true', 'things']);
  const call = (): string => {
    const thing = pick(things);
    const other = pick(things);
    switch (below(14)) {
      case 0:
      case 1:
      case 2:
        return `${guard(thing)}${thing}.use();`;
      case 3:
        return `${guard(thing)}${thing}.poke();`;
      case 4:
        return `take(${pick(things)});`;
      case 5:
        return `${guard(thing)}${thing}.twice(${other}, ${value()});`;
      case 6:
        return `${guard(thing)}${thing}.twice(${thing}, ${thing});`;
      case 7:
        return `value(${value()});`;
      case 8:
        return `${guard(thing)}${thing}.link(${other});`;
      case 9:
        return `new A(${other}).close();`;
      case 10:
        return `${guard(thing)}act(Thing::${pick(['use', 'poke'])}, ${thing});`;
      case 11:
        return `list.add(${thing});`;
      case 12:
        return `if (${thing} instanceof A) ((A) ${thing}).${pick(['close', 'use', 'child'])}();`;
      default:
        return below(3) === 0 ? `fail(${thing});` : `take(${thing});`;
    }
  };
  const block = (depth: number): string =>
    Array.from({ length: 1 + below(3) }, () => statement(depth + 1)).join('\n');
  const statement = (depth: number): string => {
    const kind = depth > 3 ? below(8) : below(26);
    const own = `f${fresh++}`;
    switch (kind) {
      case 0:
      case 1:
      case 2:
        return `${pick(['a', 'b', 'c'])} = ${expression()};`;
      case 3:
      case 4:
      case 5:
      case 6:
        return call();
      case 7:
        return pick([
          `held${below(2)} = ${pick(things)};`,
          `grid[0] = ${pick(things)};`,
          'list = new ArrayList<>();',
        ]);
      case 8:
      case 9:
        return `if (${asked(pick(things))}) {\n${block(depth)}\n} else {\n${block(depth)}\n}`;
      case 10:
        return `for (int ${own} = 0; ${own} < 3 && ${asked(pick(things))}; ${own}++) {\n${block(depth)}\n}`;
      case 11:
        return `for (int ${own} = 0; ${own} < ${1 + below(3)}; ${own}++) {\n${block(depth)}\n${pick(['', 'if (choice(3) == 0) continue;', 'if (choice(3) == 0) break;'])}\n${call()}\n}`;
      case 12:
        return `try {\n${block(depth)}\n} catch (RuntimeException ${own}) {\n${block(depth)}\n}`;
      case 13:
        return `try {\n${block(depth)}\n} finally {\n${call()}\n}`;
      case 14:
        return `try (A ${own} = new ${pick(['A', 'B'])}()) {\n${own}.use();\n${pick(['a', 'b'])} = ${pick([own, 'c'])};\n${block(depth)}\n}`;
      case 15:
        return `{ final Thing ${own} = some(${expression()}); new C().with(() -> { ${pick([`${own}.use();`, `take(${own});`, `held0 = ${own};`])} }); ${own}.poke(); }`;
      case 16:
        return `{ final Thing ${own} = some(${expression()}); Runnable r${own} = ${own}::${pick(['use', 'poke'])}; ${pick(['', `${own}.use();`])} r${own}.run(); }`;
      case 17:
        return `synchronized (${pick(['E.X', 'list', 'grid'])}) {\n${block(depth)}\n}`;
      case 18:
        return `if (fuel-- > 0) m${below(methodsOfProgram)}(${pick(things)}, ${expression()});`;
      case 19:
        return `switch (choice(3)) { case 0: ${call()} case 1: ${call()} break; default: ${call()} }`;
      case 20:
        return `for (Thing ${own} : list) { if (${own} == null) continue; ${pick([`${own}.use();`, `a = ${own};`, `take(${own});`])} if (choice(4) == 0) list.add(b); }`;
      case 21:
        return pick([
          'if (choice(4) == 0) return a;',
          'if (choice(5) == 0) throw new IllegalStateException();',
        ]);
      case 22:
        return handsOver
          ? `{ final Thing ${own} = some(${expression()}); Thread t${own} = new Thread(() -> { try { ${own}.use(); take(${own}); } catch (RuntimeException e) { } }); t${own}.start(); t${own}.join(); ${own}.poke(); }`
          : `{ Thread t${own} = new Thread(() -> { List<Object> x = new ArrayList<>(); x.add(x); x.iterator().next(); }); t${own}.start(); t${own}.join(); }`;
      case 23:
      case 24: {
        // Two calls on one object, the second right behind the first.
        const [thing, value] = [pick(things), pick(['', '!'])];
        return `if (${thing} != null) ${pick(['if', `for (int ${own} = 0; ${own} < 3; ${own}++) if`])} (${value}${thing}.ask()) ${thing}.${pick(['use', 'use', 'poke'])}(); ${pick(['', `else ${thing}.poke();`])}`;
      }
      default:
        return `{ Iterator<Thing> ${own} = list.iterator(); while (${own}.hasNext()) { a = ${own}.next(); ${pick(['', 'if (choice(3) == 0) break;', `${own}.remove();`])} } }`;
    }
  };

  const nested = (): string =>
    pick([
      '',
      '',
      '',
      'if (fuel-- > 0) this.poke();',
      'if (fuel-- > 0) take(this);',
      'held0 = this;',
      'if (choice(9) == 0) throw new IllegalStateException();',
      'if (fuel-- > 0 && held1 != null) held1.use();',
      'if (fuel-- > 0) { A own = new A(); own.use(); own.close(); }',
    ]);
  const members = (type: string): string => {
    const result = (): string => pick(['this', 'o', 'new C()', 'null', 'new A(o)', 'held0']);
    const all = [
      `public void use() { ${nested()} }`,
      `public void poke() { ${nested()} }`,
      `public boolean ask() { ${nested()} return choice(2) == 0; }`,
      `public Thing link(Thing o) { ${nested()} if (fuel-- <= 0) return null; return ${result()}; }`,
      `public void twice(Object x, Object y) { ${nested()} }`,
      `public void with(Runnable r) { ${pick(['r.run();', 'r.run(); r.run();', 'if (choice(2) == 0) r.run();', 'later = r;'])} }`,
    ];
    return (type === 'B' ? all.filter(() => below(2) === 0) : all).join('\n');
  };
  const methods = Array.from(
    { length: methodsOfProgram },
    (_, index) => `static Thing m${index}(Thing p, Thing q) throws Exception {
Thing a = new A(), b = ${pick(['p', 'new B()', 'new C()'])}, c = ${pick(['q', 'null', 'new A()'])};
${Array.from({ length: 5 + below(7) }, () => statement(0)).join('\n')}
return ${pick(things)};
}`,
  );
  return `import java.util.*;
import java.util.function.*;
public class ${name} {
static int state, fuel;
static int choice(int n) { state = state * 1103515245 + 12345; return (state >>> 16) % n; }
interface Thing { void use(); Thing link(Thing o); boolean ask(); void poke(); void twice(Object x, Object y); void with(Runnable r); }
static class A implements Thing, AutoCloseable {
A() { ${nested()} }
A(Thing o) { ${pick(['', 'if (o != null && fuel-- > 0) o.use();', 'held1 = o;'])} }
public void close() { ${nested()} }
A child() { ${pick(['return new A();', 'return this;', 'A x = new B(); x.use(); return x;', 'return new B(this);'])} }
${members('A')}
}
static class B extends A {
B() { ${nested()} }
B(Thing o) { super(${pick(['o', 'null'])}); ${nested()} }
${members('B')}
}
static final class C implements Thing {
Thing inner;
${members('C')}
}
enum E implements Thing { X, Y;
${members('E')}
}
static class Q { static Thing shared = new ${pick(classes)}(); static { shared.use(); } }
static Thing held0, held1;
static Runnable later;
static Object[] grid = new Object[1];
static Thing[] things = new Thing[2];
static List<Thing> list = new ArrayList<>();
static Thing give(Thing o) { ${pick(['return o;', 'return new A(o);', 'if (o != null) o.poke(); return o;', 'return held0;', 'return new C();'])} }
static void take(Object o) { ${pick(['', '', 'held0 = o instanceof Thing ? (Thing) o : null;', 'if (o instanceof A && fuel-- > 0) ((A) o).use();'])} }
static Thing any(Thing... all) { ${pick(['return all[0];', 'return all[choice(all.length)];', 'things = all; return new B();'])} }
static Thing some(Thing o) { return o == null ? new C() : o; }
static void act(Consumer<Thing> consumer, Thing o) { ${pick(['consumer.accept(o);', 'consumer.accept(o); consumer.accept(o);', 'if (choice(2) == 0) consumer.accept(o);'])} }
static void value(Object o) { ${pick(['', 'grid[0] = o instanceof Thing ? o : null;'])} }
static void fail(Thing o) { ${pick(['throw new IllegalStateException();', 'if (choice(2) == 0) throw new UnsupportedOperationException();', ''])} }
${methods.join('\n')}
static void run() {
for (int round = 0; round < 30; round++) {
state = round * 7919; fuel = 60;
try {
if (round % 3 == 0) { held0 = held1 = null; list = new ArrayList<>(); grid[0] = null; }
Thing x = m0(${expression().replace(/\b[abcpq]\b/g, 'new C()')}, null);
if (x != null) x.use();
m${below(methodsOfProgram)}(x, held0);
if (later != null) later.run();
System.out.println("${name} " + round + " ends " + state + " " + fuel);
} catch (Throwable e) { System.out.println("${name} " + round + " " + e.getClass().getSimpleName() + " " + state + " " + fuel); }
}
}
}`;
}

type Place = 'receiver' | 'this' | 'first' | 'last' | 'result' | 'thrown';

function propertyText(program: string, name: string, dice: Dice, javaCode: boolean): string {
  const { below, pick } = dice;
  const own = (type: string): string => `${program}.${type}`;
  const calls: readonly (readonly [string, readonly Place[]])[] = [
    [`call(* ${own('Thing')}+.use())`, ['receiver', 'this', 'thrown']],
    [`call(* ${own('Thing')}+.use())`, ['receiver']],
    [`call(* ${own('A')}+.use())`, ['receiver', 'thrown']],
    [`call(* ${own('Thing')}+.poke())`, ['receiver', 'this']],
    [`call(* ${own('Thing')}+.link(..))`, ['receiver', 'first', 'result', 'this']],
    [`call(* ${own('Thing')}+.link(..))`, ['receiver', 'result', 'first']],
    [`call(* ${own('Thing')}+.ask())`, ['receiver']],
    [`call(* ${own('Thing')}+.twice(..))`, ['receiver', 'first', 'last']],
    [`call(* ${own('Thing')}+.twice(..))`, ['first', 'last']],
    [`call(* ${own('Thing')}+.with(..))`, ['receiver', 'first']],
    [`call(* ${own('A')}+.close())`, ['receiver', 'thrown']],
    [`call(* ${own('A')}+.child())`, ['receiver', 'result']],
    [`call(${own('A')}+.new(..))`, ['result', 'this']],
    [`call(${own('Thing')}+.new(..))`, ['result', 'first']],
    [`call(${own('A')}.new(${own('Thing')}))`, ['result', 'first']],
    [`call(* ${program}.give(..))`, ['first', 'result']],
    [`call(* ${program}.take(..))`, ['first', 'this']],
    [`call(* ${program}.any(..))`, ['first', 'result']],
    [`call(* ${program}.act(..))`, ['first', 'last', 'thrown']],
    [`call(* ${program}.value(..))`, ['first']],
    [`call(* ${program}.fail(..))`, ['first', 'thrown']],
    [`call(* ${program}.m*(..))`, ['first', 'last', 'result', 'thrown']],
    ['call(* Collection+.add(..))', ['receiver', 'first']],
    ['call(* Iterator+.next())', ['receiver', 'result']],
    ['call(* Collection+.iterator())', ['receiver', 'result']],
    ['call(* java.util.function.Consumer+.accept(..))', ['first', 'receiver']],
    ['call(* Runnable+.run())', ['receiver', 'this']],
    [`(call(* ${own('Thing')}+.use()) || call(* ${own('A')}+.close()))`, ['receiver']],
    [`(call(* ${own('Thing')}+.*(..)) && !call(* *.ask()))`, ['receiver']],
  ];
  const others: readonly (readonly [string, readonly Place[]])[] = [
    [`execution(* ${own('Thing')}+.use())`, ['receiver', 'thrown']],
    [`execution(${own('A')}.new(..))`, ['receiver']],
    [`get(* ${program}.held*)`, ['result']],
    [`set(* ${program}.held*)`, ['first']],
    [`staticinitialization(${own('Q')})`, []],
    [`call(* ${own('Thing')}+.poke()) && cflow(call(* ${own('Thing')}+.use()))`, ['receiver']],
    [`call(* ${own('Thing')}+.use()) && !cflowbelow(execution(* ${program}.m1(..)))`, ['receiver']],
  ];
  const hasOthers = below(8) === 0;
  const hasCode = javaCode && below(2) === 0;
  const typesOf = ['Thing', 'Thing', 'Thing', 'Thing', 'Thing', 'A', 'A', 'B', 'C', 'E'].map(own);
  // Two events right behind each other may leave an object as it was.
  const cancels = below(5) === 0;
  const parameters = Array.from({ length: cancels ? 1 : pick([1, 1, 1, 2, 2, 2, 3, 4]) }, (_, index) => ({
    name: `p${index}`,
    type: cancels
      ? own('Thing')
      : below(8) === 0
        ? pick([
            'Object',
            'Object',
            'Object',
            'Object',
            'String',
            'Integer',
            'Runnable',
            'Collection',
            'Iterator',
            'RuntimeException',
            'Object[]',
          ])
        : pick(typesOf),
  }));
  const fields = hasCode ? pick([[], ['u'], ['u', 'v']]) : [];
  // What an event declares is compared with fields and null alone: its types may have no common object, which javac refuses.
  const comparison = (declared: readonly string[]): string =>
    fields.length === 0
      ? `${pick(declared.length === 0 ? ['null'] : declared)} ${pick(['==', '!='])} null`
      : `${pick(fields)} ${pick(['==', '!='])} ${pick([...fields, ...declared, 'null', 'null'])}`;
  const event = (letter: string, mayCreate: boolean): string => {
    const [call, places] = hasOthers && below(2) === 0 ? pick(others) : pick(calls);
    const open = new Set(places);
    const bound: { place: Place; name: string; type: string }[] = [];
    for (const parameter of parameters) {
      const fitting = [...open].filter(
        (place) => (place === 'thrown') === (parameter.type === 'RuntimeException'),
      );
      if (fitting.length === 0 || (bound.length > 0 && below(3) === 0)) continue;
      const place = fitting[below(2) === 0 ? 0 : below(fitting.length)]!;
      open.delete(place);
      if (place === 'first') open.delete('last');
      if (place === 'last') open.delete('first');
      if (place === 'result') open.delete('thrown');
      if (place === 'thrown') open.delete('result');
      bound.push({ place, ...parameter });
    }
    const after = bound.find(({ place }) => place === 'result' || place === 'thrown');
    const declared = bound.filter((one) => one !== after);
    const conditions: string[] = [];
    let advice: string;
    const list = declared.map(({ type, name: parameter }) => `${type} ${parameter}`);
    if (after !== undefined) {
      const kind = after.place === 'result' ? 'returning' : 'throwing';
      advice = `after(${list.join(', ')}) ${kind}(${after.type} ${after.name})`;
    } else if (call.includes('.ask())') && below(3) > 0) {
      advice = `after(${list.join(', ')}) returning(boolean w)`;
      conditions.push(pick(['w', '!w']));
    } else {
      advice = pick(['before', 'before', 'after', 'after returning', 'after throwing']).replace(
        /^(\w+)/,
        `$1(${list.join(', ')})`,
      );
    }
    const binding: Record<Place, (parameter: string) => string> = {
      receiver: (parameter) => ` && target(${parameter})`,
      this: (parameter) => ` && this(${parameter})`,
      first: (parameter) =>
        call.startsWith('set') ? ` && args(${parameter})` : ` && args(${parameter}, ..)`,
      last: (parameter) => ` && args(.., ${parameter})`,
      result: () => '',
      thrown: () => '',
    };
    const scope = pick([
      '',
      '',
      '',
      '',
      '',
      ` && within(${own('A')})`,
      ` && !within(${own('A')})`,
      ` && withincode(* ${program}.m0(..))`,
      ` && this(${own('Thing')})`,
    ]);
    const values = bound.map((one) => one.name);
    if (hasCode && below(2) === 0)
      conditions.push(
        pick([
          comparison(values),
          comparison(values),
          `${comparison(values)} && ${comparison(values)}`,
          `!(${comparison(values)})`,
        ]),
      );
    const body =
      fields.length > 0 && below(2) === 0
        ? `${pick(fields)} = ${pick([...values, 'null'])};`
        : hasCode && below(6) === 0
          ? `System.out.println("${name} ${letter}");`
          : '';
    const usable = new Set(['receiver', ...(places.includes('this') ? ['this'] : [])]);
    const scoped =
      scope.includes('this(') && (bound.some(({ place }) => place === 'this') || !usable.has('this'))
        ? ''
        : scope;
    return `  ${mayCreate && below(4) === 0 ? 'creation ' : ''}event ${letter} ${advice} : ${call}${bound.map(({ place, name: parameter }) => binding[place](parameter)).join('')}${scoped}${conditions.map((one) => ` && condition(${one})`).join('')} { ${body} }`;
  };
  const letters = ['d', 'e', 'f', 'g', 'h'].slice(0, 2 + below(4));
  const events = letters.map((letter, index) => event(letter, index < 2));
  if (cancels) {
    const asked = `after(${own('Thing')} p0) returning(boolean w) : call(* ${own('Thing')}+.ask()) && target(p0)`;
    events[0] = `  event d ${asked} && condition(${pick(['w', '!w'])}) { }`;
    events[1] = `  event e before(${own('Thing')} p0) : call(* ${own('Thing')}+.${pick(['use', 'poke'])}()) && target(p0) { }`;
  }
  // What is entered is left.
  const returns =
    !cancels &&
    below(4) === 0 &&
    / (before|after)\(/.test(events[0]!) &&
    !/returning|throwing/.test(events[0]!);
  if (returns) {
    events[0] = events[0]!.replace(/ (before|after)\(/, ' before(');
    events[1] = events[0]
      .replace('creation ', '')
      .replace(`event ${letters[0]} before(`, `event ${letters[1]} after(`);
  }
  // A second declaration of an event at another join point binds the same.
  if (below(4) === 0) {
    const bindsOf = (text: string): string =>
      parameters
        .map(({ name: one }) => (text.slice(0, text.indexOf(' : ')).includes(` ${one}`) ? one : ''))
        .join();
    const again = event(letters[0]!, false);
    if (bindsOf(again) === bindsOf(events[0]!.replace('creation ', '')))
      events.push(events[0]!.includes('creation ') ? again.replace('event', 'creation event') : again);
  }
  const handler = (category: string): string => {
    if (hasCode && below(3) === 0)
      return `@${category} { System.out.println("${name} ${category} " + (p0 == null)); ${pick(['', '__RESET;', fields.length > 0 ? `${fields[0]} = null;` : ''])} }`;
    return `@${category} { System.err.println("${name}"); ${below(4) === 0 ? '__RESET;' : ''} }`;
  };
  let formula: string;
  let modifiers = pick(['', '', '', '', 'full-binding ', 'perthread ', 'full-binding perthread ']);
  const expression = (depth: number): string => {
    if (depth === 0 || below(5) === 0) return pick(letters);
    const one = expression(depth - 1);
    const two = expression(depth - 1);
    return pick([
      `(${one} ${two})`,
      `(${one} ${two})`,
      `(${one} | ${two})`,
      `(${one} | ${two})`,
      `(${one})*`,
      `(${one})+`,
      `(~(${one}))`,
      `((${one}) & ~(${two}))`,
    ]);
  };
  const temporal = (depth: number, operators: readonly string[]): string => {
    if (depth === 0 || below(6) === 0) return pick([...letters, ...letters, 'true']);
    const one = temporal(depth - 1, operators);
    const two = temporal(depth - 1, operators);
    return pick([...operators, '(X and Y)', '(X or Y)', '(not X)', '(X => Y)'])
      .replace('X', () => one)
      .replace('Y', () => two);
  };
  const further = (): string =>
    letters
      .slice(2)
      .map((letter) => `, ${letter} -> ${pick(['start', 'asked', 'bad'])}`)
      .join('');
  switch (cancels ? 10 : below(10)) {
    case 10:
      // Or nearly so: the second one leads elsewhere, or one of them reports.
      formula = `fsm : start [ d -> ${pick(['asked', 'asked', 'asked', 'bad'])}, e -> ${pick(['bad', 'start'])}${further()} ]
    asked [ d -> asked, e -> ${pick(['start', 'start', 'start', 'asked', 'bad'])}${further()} ]
    bad [ d -> ${pick(['asked', 'start', 'bad'])}, e -> ${pick(['bad', 'start'])}${further()} ]
  ${handler('bad')}`;
      break;
    case 0:
    case 1:
    case 2: {
      const suffix = below(4) === 0;
      if (suffix) modifiers += 'suffix ';
      const categories = suffix ? ['match'] : pick([['match'], ['match'], ['fail'], ['match', 'fail']]);
      formula = `ere : ${expression(3)}\n  ${categories.map(handler).join('\n  ')}`;
      break;
    }
    case 3:
      formula = `ltl : ${pick(['[]', ''])} ${temporal(3, ['([] X)', '(<> X)', '(o X)', '(X U Y)', '(X R Y)', '((*) X)', '(<*> X)', '([*] X)', '(X S Y)'])}\n  ${pick(
        [['violation'], ['violation'], ['violation', 'validation']],
      )
        .map(handler)
        .join('\n  ')}`;
      break;
    case 4:
      formula = `ptltl : ${temporal(3, ['((*) X)', '(<*> X)', '([*] X)', '(X S Y)', '[X, Y)'])}\n  ${pick([
        ['violation'],
        ['validation'],
      ])
        .map(handler)
        .join('\n  ')}`;
      break;
    case 5:
      return `import java.util.*;\n${modifiers.replace('full-binding ', '')}${name}(${parameters.map(({ type, name: parameter }) => `${type} ${parameter}`).join(', ')}) {\n${fields.map((field) => `  Object ${field};`).join('\n')}\n${events.map((one) => one.replace(/\{[^{}]*\}$/, () => `{ System.err.println("${name}"); }`)).join('\n')}\n}`;
    default: {
      const states = ['start', ...Array.from({ length: 1 + below(4) }, (_, index) => `s${index}`)];
      const rows = states.map((state) => {
        const moves = letters.flatMap((letter) =>
          below(6) === 0 ? [] : [`${letter} -> ${below(3) === 0 ? state : pick(states)}`],
        );
        if (returns && state === 'start')
          moves.unshift(...(moves.some((move) => move.startsWith('d ->')) ? [] : ['d -> s0']));
        const ways =
          !returns || below(4) === 0
            ? moves
            : moves.map((move) =>
                state === 'start'
                  ? move.replace(/^d -> .*/, 'd -> s0').replace(/^e -> .*/, 'e -> start')
                  : state === 's0'
                    ? move.replace(/^e -> .*/, 'e -> start')
                    : move,
              );
        return `${state} [ ${ways.join(', ')} ${below(6) === 0 ? `default ${pick(states)}` : ''} ]`;
      });
      const alias = below(4) === 0 ? `\n    alias bad = ${states.at(-1)}, ${pick(states.slice(0, -1))}` : '';
      const categories =
        alias === ''
          ? below(4) === 0
            ? ['fail']
            : [states.at(-1)!]
          : ['bad', ...(below(2) === 0 ? ['fail'] : [])];
      formula = `fsm : ${rows.join('\n    ')}${alias}\n  ${categories.map(handler).join('\n  ')}`;
    }
  }
  return `import java.util.*;
${modifiers}${name}(${parameters.map(({ type, name: parameter }) => `${type} ${parameter}`).join(', ')}) {
${fields.map((field) => `  Object ${field};`).join('\n')}
${events.join('\n')}
  ${formula}
}`;
}
