import { type Dice, diceOf } from './dice.ts';
import { fieldOf, type KindName, kindNames, kinds } from './library-object-kinds.ts';
import { ownClasses } from './library-object-subclasses.ts';

/** A program that works on objects of the class library, some of them of subclasses of its own. */
export interface ObjectsProgram {
  readonly name: string;
  readonly source: string;
}

const methodCount = 12;
const runsOfMethod = 8;

/** The program with this seed. */
export function objectsProgram(name: string, seed: number): ObjectsProgram {
  const dice = diceOf(seed);
  const methods = Array.from({ length: methodCount }, (_, at) => methodText(at, dice));
  const calls = methods.flatMap(({ kind }, at) =>
    Array.from(
      { length: runsOfMethod },
      () => `reset(); try { m${at}(list(), ${fieldOf(kind)}); } catch (Throwable e) { ends(e); }`,
    ),
  );
  return {
    name,
    source: `import java.io.*;
import java.text.*;
import java.util.*;
import java.util.concurrent.locks.*;
import java.util.function.*;
import java.util.regex.*;
import java.util.stream.*;
@SuppressWarnings("unchecked")
public class ${name} {
static int fuel, steps;
${kindNames.map((kind) => `static ${kinds[kind].type} ${fieldOf(kind)};`).join('\n')}
static void reset() { fuel = 30; ${kindNames.map((kind) => `${fieldOf(kind)} = ${kinds[kind].held};`).join(' ')} }
static List<Integer> list() { return new ArrayList<>(List.of(1, 2, 3)); }
static boolean more() { return fuel-- > 0 && (steps++ & 1) == 0; }
static void ends(Throwable e) { System.out.println("${name} " + steps + " " + e.getClass().getSimpleName()); }
${kindNames.map((kind) => `static ${kinds[kind].type} same(${kinds[kind].type} it) { return it; }\nstatic ${kinds[kind].type} hold(${kinds[kind].type} it) { return ${fieldOf(kind)} = it; }`).join('\n')}
${ownClasses(dice)}
${methods.map(({ text }) => text).join('\n')}
static void run() {
// Parallel streams do their work in the thread that asks for it: slices of one thread are compared.
System.setProperty("java.util.concurrent.ForkJoinPool.common.parallelism", "0");
${calls.join('\n')}
System.out.println("${name} " + steps);
}
}
`,
  };
}

/** A method of a list and an object of some kind, with two variables of that kind and one of another. */
function methodText(at: number, dice: Dice): { readonly kind: KindName; readonly text: string } {
  const { below, pick } = dice;
  const kind = pick(['Stream', 'Stream', ...kindNames] as const);
  const other = pick(kindNames);
  const variables: Readonly<Record<string, KindName>> = { p: kind, a: kind, b: kind, c: other };
  const nameOf = (wanted: KindName): string | undefined => {
    const names = Object.keys(variables).filter((one) => variables[one] === wanted);
    return names.length === 0 ? undefined : pick(names);
  };
  const expression = (wanted: KindName, depth = 0): string => {
    const name = nameOf(wanted);
    if (depth > 2 || (depth > 0 && name !== undefined && below(2) === 0))
      return name === undefined || below(6) === 0 ? fieldOf(wanted) : name;
    if (below(12) === 0) return `${pick(['same', 'hold'])}(${expression(wanted, depth + 1)})`;
    return pick(kinds[wanted].sources(dice, (more) => expression(more, depth + 1)));
  };
  const use = (): string => {
    const name = pick(Object.keys(variables));
    return pick(kinds[variables[name]!].uses(dice, name, (wanted) => expression(wanted, 1)));
  };
  let names = 0;
  const fresh = (): string => `t${names++}`;
  const guarded = (text: string): string =>
    below(2) === 0 ? text : `try { ${text} } catch (Exception ${fresh()}) { steps++; }`;
  const assign = (): string => {
    const name = pick(Object.keys(variables));
    return `${name} = ${expression(variables[name]!)};`;
  };
  /** Something that is made of a variable, and both are used. */
  const made = (): string => {
    const [name, one] = [pick(Object.keys(variables)), fresh()];
    const ofName = (wanted: KindName): string => (wanted === variables[name] ? name : expression(wanted, 1));
    const sources = kinds[variables[name]!].sources(dice, ofName).filter((text) => text.includes(name));
    const uses = [one, name].map((it) => guarded(pick(kinds[variables[name]!].uses(dice, it, ofName))));
    return `{ ${kinds[variables[name]!].type} ${one} = ${pick([name, ...sources])};\n${(below(2) === 0 ? uses : uses.reverse()).join('\n')} }`;
  };
  const statement = (depth: number): string => {
    switch (below(depth > 1 ? 9 : 13)) {
      case 0:
      case 1:
      case 2:
        return guarded(assign());
      case 3: {
        const name = pick(Object.keys(variables));
        return pick([
          `${fieldOf(variables[name]!)} = ${name};`,
          `{ var kept = ${name}; Supplier<Object> from = () -> kept; steps += from.get() == null ? 1 : 0; }`,
          `a = b;`,
        ]);
      }
      case 4:
      case 5:
        return made();
      case 9:
        return `if (more()) {\n${block(depth)}\n} else {\n${block(depth)}\n}`;
      case 10:
        return `while (more()) {\n${block(depth)}\n}`;
      case 11:
        if (kinds[kind].closing !== 'close()') return `{\n${block(depth)}\n}`;
        return `try (var ${fresh()} = ${expression(kind, 1)}) {\n${block(depth)}\n}`;
      case 12:
        return `try {\n${block(depth)}\n} catch (IllegalStateException | ClassCastException ${fresh()}) {\n${statement(depth + 1)}\n}`;
      default:
        return guarded(use());
    }
  };
  const block = (depth: number): string =>
    Array.from({ length: 1 + below(2) }, () => statement(depth + 1)).join('\n');
  const first = { a: expression(kind, 0), b: expression(kind, 1), c: expression(other, 1) };
  return {
    kind,
    text: `static void m${at}(List<Integer> l, ${kinds[kind].type} p) throws Exception {
${kinds[kind].type} a = p, b = p;
${kinds[other].type} c = ${fieldOf(other)};
a = ${first.a};
b = ${first.b};
c = ${first.c};
${Array.from({ length: 3 + below(6) }, () => statement(0)).join('\n')}
}`,
  };
}
