import { loadProperties } from '../../../src/property/language/load.ts';
import type { Property } from '../../../src/property/model.ts';
import { diceOf } from './dice.ts';

/** A program of random classes and interfaces, whose objects are known by random super types, and properties about them. */
export interface TypesProgram {
  readonly name: string;
  readonly source: string;
  readonly properties: readonly { readonly property: Property; readonly text: string }[];
}

interface Type {
  readonly name: string;
  readonly isInterface: boolean;
  readonly isFinal: boolean;
  /** Extends a class of the program. */
  readonly extendsClass: boolean;
  /** Itself included. */
  readonly above: ReadonlySet<string>;
  readonly header: string;
}

const propertiesOfProgram = 8;

/** The program `name`, with a method `run()`. */
export function typesProgram(name: string, seed: number): TypesProgram {
  const { below, pick } = diceOf(seed);
  const types = randomTypes(below);
  const classes = types.filter(({ isInterface }) => !isInterface);
  const lines = [`public class ${name} {`];
  /** A method that returns, that only throws, or none where one is inherited. */
  const method = (head: string, mayInherit: boolean): string => {
    const kind = below(4);
    if (kind === 0) return `${head} { throw new IllegalStateException(); }`;
    return kind === 1 && mayInherit ? '' : `${head} { }`;
  };
  for (const { name: type, isInterface, extendsClass, header } of types) {
    const methods = [method('public void use()', extendsClass), method('void end()', extendsClass)];
    const body = isInterface ? 'void use();' : `${type}() { } ${methods.join(' ')}`;
    lines.push(`  ${header} { ${body} }`);
    lines.push(`  static ${type} f${type};`);
    lines.push(`  static void take${type}(${type} o) { }`);
    lines.push(`  static void any${type}(Object o) { }`);
    lines.push(`  static ${type} give${type}() { return f${type}; }`);
  }
  /** An expression of the type. */
  const expression = (type: Type): string => {
    const made = classes.filter(({ above }) => above.has(type.name));
    const others = types.filter(({ above }) => above.has(type.name));
    switch (below(8)) {
      case 0:
        return made.length === 0 ? 'null' : `new ${pick(made).name}()`;
      case 2:
        return `f${pick(others).name}`;
      case 3:
        return `give${pick(others).name}()`;
      case 4:
        return `(${type.name}) only(last, ${type.name}.class)`;
      default:
        return below(4) === 0 ? 'null' : `f${type.name}`;
    }
  };
  const statement = (): string => {
    const type = pick(types);
    const value = expression(type);
    const shown = value === 'null' ? `(${type.name}) null` : value;
    switch (below(7)) {
      case 0:
      case 1:
        return `f${type.name} = ${value};`;
      case 2:
        return `take${type.name}(${value});`;
      case 3:
        return `any${type.name}(last);`;
      case 4:
        return `last = ${shown};`;
      default:
        return called(
          `if ((last = ${shown}) != null)`,
          type,
          type.isInterface || below(3) > 0 ? 'use' : 'end',
        );
    }
  };
  const methods = 4;
  for (let method = 0; method < methods; method++) {
    lines.push(`  static void m${method}() {`);
    for (let at = 0; at < 20; at++) lines.push(`    ${statement()}`);
    lines.push('  }');
  }
  lines.push('  static Object last;');
  lines.push('  static Object only(Object o, Class<?> type) { return type.isInstance(o) ? o : null; }');
  const calls = Array.from({ length: 40 }, () => `m${below(methods)}();`);
  lines.push(`  static void run() { ${calls.join(' ')} }`, '}');
  const properties = Array.from({ length: propertiesOfProgram }, (_, index) =>
    randomProperty(name, `${name}Used${index}`, types, below, pick),
  );
  return { name, source: lines.join('\n'), properties };
}

function called(condition: string, type: Type, method: string): string {
  return `${condition} try { ((${type.name}) last).${method}(); } catch (IllegalStateException e) { }`;
}

function randomTypes(below: (limit: number) => number): readonly Type[] {
  const types: Type[] = [];
  const interfaces = 1 + below(2);
  for (let index = 0; index < interfaces + 3 + below(4); index++) {
    const isInterface = index < interfaces;
    const name = isInterface ? `I${index}` : `C${index}`;
    const open = types.filter((one) => !one.isInterface && !one.isFinal);
    const superClass = isInterface ? undefined : open[below(open.length + 1)];
    const implemented = types.filter((one) => one.isInterface && below(3) === 0);
    const isFinal = !isInterface && below(4) === 0;
    const above = new Set([
      name,
      ...(superClass?.above ?? []),
      ...implemented.flatMap((one) => [...one.above]),
    ]);
    const names = implemented.map((one) => one.name).join(', ');
    const header = isInterface
      ? `interface ${name}${names === '' ? '' : ` extends ${names}`}`
      : `static ${isFinal ? 'final ' : ''}class ${name}${superClass === undefined ? '' : ` extends ${superClass.name}`}${names === '' ? '' : ` implements ${names}`}`;
    types.push({ name, isInterface, isFinal, extendsClass: superClass !== undefined, above, header });
  }
  return types;
}

/** Patterns over three events. */
const patterns = ['a b', 'a b* c', 'a (b | c)', 'a+ b c', '(a | b) c', 'a b (a | c)'];

function randomProperty(
  program: string,
  property: string,
  types: readonly Type[],
  below: (limit: number) => number,
  pick: <T>(choices: readonly T[]) => T,
): TypesProgram['properties'][number] {
  const bound = (): string => (below(2) === 0 ? 'Object' : `${program}.${pick(types).name}`);
  const type = bound();
  /** Around a call of a method that may only throw. */
  const around = (): string => (below(2) === 0 ? `before(${type} o)` : `after(${type} o) returning`);
  const event = (name: string): string => {
    const { name: of, isInterface } = pick(types);
    const owner = `${program}.${of}${below(2) === 0 ? '+' : ''}`;
    switch (below(isInterface ? 5 : 7)) {
      case 0:
        return `event ${name} ${around()} : call(* ${owner}.use()) && target(o) {}`;
      case 1:
        return `event ${name} before(${type} o) : call(* ${program}.take${of}(..)) && args(o) {}`;
      case 2:
        return `event ${name} before(${type} o) : call(* ${program}.any${of}(..)) && args(o) {}`;
      case 3:
        return `event ${name} after() returning(${type} o) : call(* ${program}.give${of}()) {}`;
      case 4:
        return `event ${name} before(${type} o) : call(* ${program}.take*(..)) && args(o) {}`;
      case 5:
        return `event ${name} ${around()} : call(* ${owner}.end()) && target(o) {}`;
      default:
        return `event ${name} after() returning(${type} o) : call(${owner}.new()) {}`;
    }
  };
  const pattern = pick(patterns);
  const events = ['a', 'b', 'c'].filter((name) => pattern.includes(name)).map(event);
  const text = `${property}(${type} o) {\n  ${events.join('\n  ')}\n  ere : ${pattern}\n  @match { }\n}\n`;
  const lookup = (name: string): boolean =>
    name === 'java.lang.Object' ||
    name === program ||
    name.startsWith(`${program}.`) ||
    name.startsWith(`${program}$`);
  return { property: loadProperties('types.mop', text, { lookup }).properties[0]!, text };
}
