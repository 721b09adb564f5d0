import type { Property } from '../../../src/property/model.ts';
import { oneThreadAutomaton } from '../../../src/residual/sound/monitor/one-thread-automaton.ts';
import { sliceCode } from '../../../src/residual/sound/monitor/slice-code.ts';
import { loadOverJavaUtil } from '../../property/load-support.ts';
import { type Dice, diceFrom, diceOf, randomSource } from './dice.ts';

/**
 * Random properties of one iterator or collection with Java code that the analysis understands: up to two fields, bodies that set them, conditions
 * that ask them or something else, and any state machine of two or three states, one of which is reported.
 */
export function randomCodedProperties(
  seed: number,
  count: number,
  isWanted: (property: Property) => boolean = isTelling,
): readonly Property[] {
  const found: Property[] = [];
  for (let index = 0; found.length < count; index++) {
    if (index > 1000 * count) throw new Error('hardly any property tells anything');
    const property = loadOverJavaUtil(codedProperty(`Coded${found.length}`, seed * 1000 + index));
    // Few say anything of more than one state; the others are of use where nothing is understood, or decided.
    if (found.length % 5 === 0 || isWanted(property)) found.push(property);
  }
  return found;
}

/** Whether the analysis understands the property, and what the bodies put into its fields makes a difference. */
function isTelling(property: Property): boolean {
  const code = property.javaCode === undefined ? undefined : sliceCode(property, property.javaCode);
  if (code === undefined || 'notUnderstood' in code || code.fieldCount === 0) return false;
  const withoutBodies = { ...code, events: code.events.map((event) => ({ ...event, assignments: [] })) };
  const automaton = oneThreadAutomaton(property, code);
  return (
    automaton !== undefined &&
    JSON.stringify(automaton) !== JSON.stringify(oneThreadAutomaton(property, withoutBodies))
  );
}

const calls = {
  Iterator: [
    'after(Iterator o, Thread t) : call(* Iterator+.hasNext()) && target(o)',
    'before(Iterator o, Thread t) : call(* Iterator+.next()) && target(o)',
    'before(Iterator o, Thread t) : call(* Iterator+.remove()) && target(o)',
    'after(Thread t) returning(Iterator o) : call(* Collection+.iterator())',
  ],
  Collection: [
    'before(Collection o, Thread t) : call(* Collection+.add(..)) && target(o)',
    'before(Collection o, Thread t) : call(* Collection+.iterator()) && target(o)',
    'after(Collection o, Thread t) : call(* Collection+.remove(..)) && target(o)',
    'after(Collection o, Thread t) : call(* Collection+.clear()) && target(o)',
  ],
} as const;

/**
 * Random properties of a collection and its iterator, of a map whose view it is, or of one object, whose code keeps
 * objects and counts: it may refuse any event of any slice.
 */
export function randomRefusing(seed: number, count: number): readonly Property[] {
  return Array.from({ length: count }, (_, index) => {
    const random = randomSource(seed * 1000 + index);
    const propertyOf = [ofSeveral(true), ofOne, ofSeveral(false), ofOne][index % 4]!;
    return loadOverJavaUtil(propertyOf(`Refusing${index}`, random));
  });
}

const callsOfSeveral = [
  'before(Collection c, Thread t) : call(* Collection+.add(..)) && target(c)',
  'after(Collection c, Thread t) : call(* Collection+.clear()) && target(c)',
  'after(Iterator i, Thread t) : call(* Iterator+.hasNext()) && target(i)',
  'before(Iterator i, Thread t) : call(* Iterator+.next()) && target(i)',
  'before(Iterator i, Thread t) : call(* Iterator+.next()) && target(i)',
] as const;

interface RefusingProperty {
  readonly parameters: string;
  /** The advice and pointcut of each event, whose argument `t` is to be bound. */
  readonly events: readonly string[];
  /** Whether only the first may begin a slice. */
  readonly isCreating: boolean;
}

function ofSeveral(hasMap: boolean): (name: string, random: () => number) => string {
  return (name, random) => {
    const choices = diceFrom(random);
    const { below, pick } = choices;
    const events = [
      'after(Collection c, Thread t) returning(Iterator i) : call(* Collection+.iterator()) && target(c)',
      ...(hasMap
        ? [
            'after(Map m, Thread t) returning(Collection c) : (call(* Map+.keySet()) || call(* Map+.values())) && target(m)',
            'before(Map m, Thread t) : call(* Map+.put(..)) && target(m)',
          ]
        : []),
      ...Array.from({ length: 1 + below(3) }, () => pick(callsOfSeveral)),
    ];
    const parameters = `${hasMap ? 'Map m, ' : ''}Collection c, Iterator i`;
    return refusing(name, { parameters, events, isCreating: below(2) === 0 }, choices);
  };
}

function ofOne(name: string, random: () => number): string {
  const choices = diceFrom(random);
  const type = choices.pick(['Iterator', 'Collection'] as const);
  const events = Array.from({ length: 2 + choices.below(3) }, () => choices.pick(calls[type]));
  return refusing(name, { parameters: `${type} o`, events, isCreating: choices.below(3) === 0 }, choices);
}

function refusing(
  name: string,
  { parameters, events, isCreating }: RefusingProperty,
  { below, pick }: Dice,
): string {
  const ofObjects = ['a == null', 'a != null', 'a != t'];
  const ofMore = [
    ...['isKept(a, t)', '!isKept(a, null)', 'Thread.holdsLock(t)'],
    ...['n < MANY', 'n % 2 == 0', 'n + 1 > k', 'Math.min(n, k) == 1', 'text == null'],
  ];
  // Those of objects alone seem to be decided by what bodies assign.
  const atoms = below(3) === 0 ? ofObjects : [...ofObjects, ...ofMore];
  const condition = (): string =>
    below(2) === 0 ? '' : ` && condition(${pick(atoms)}${below(2) === 0 ? ` || ${pick(atoms)}` : ''})`;
  const bodies = [
    ...['', 'a = t;', 'a = null;', 'a = new java.lang.ref.WeakReference<Thread>(t);'],
    ...['n++;', 'k = n; n += 2;', 'if (n > MANY) n = 0; else --k;', 'if (isKept(a, t)) { a = null; n++; }'],
    ...['if (n > 0) a = t; n++;', 'if (n == 1) a = null; else { a = t; n = 1; }'],
    ...['int d = n - k; if (d == 1) __RESET;', 'text = __LOC;', 'text = n == 1 ? null : __LOC;'],
  ];
  // As published properties say it, too, some of which have arguments with the names of fields.
  const fieldNames = /\b(?:a|n|k|text)\b/g;
  const said = (code: string): string =>
    code.replace(fieldNames, (field) => (below(2) === 0 ? `this.${field}` : field));
  const thread = pick(['t', 't', 'a', 'text']);
  const lines = events.map((event, index) => {
    const code = `${condition()} { ${pick(bodies)} }`;
    const fields = thread === 't' ? said(code) : code.replace(fieldNames, 'this.$&');
    const all = `${event} && thread(t)${fields}`.replace(/\bt\b/g, thread);
    return `  ${index === 0 && isCreating ? 'creation ' : ''}event e${index} ${all}`;
  });
  const handler = pick([
    `System.err.println("${name}");`,
    `System.err.println("${name}"); if (Thread.currentThread().isAlive()) __RESET;`,
    `System.err.println("${name}"); if (${said(pick(['n > 1', 'text != null', 'n + k > 2']))}) __RESET; ${said(pick(['', 'n = 0;', 'text = null;']))}`,
  ]);
  const states = ['start', 's0', 's1'];
  const rows = states.map(
    (state) => `${state} [ ${events.map((_, event) => `e${event} -> ${pick(states)}`).join(' ')} ]`,
  );
  return `${name}(${parameters}) {
  Object a${pick(['', ' = null'])};
  String text = null;
  int n, k = 1;
  static final int MANY = 2;
  static boolean isKept(Object a, Object b) { if (a == null) return false; return a == b || Thread.holdsLock(a); }
${lines.join('\n')}
  fsm : ${rows.join('\n    ')}
  @s1 { ${handler} }
}`;
}

function codedProperty(name: string, seed: number): string {
  const { below, pick } = diceOf(seed);
  const type = pick(['Iterator', 'Iterator', 'Collection'] as const);
  const fields = pick([[], ['a'], ['a', 'b'], ['a', 'b']]);
  const operand = (field: string): string =>
    pick([...fields.filter((other) => other !== field), 'null', 'null', 'o', 'o', 't']);
  const field = (): string => pick(fields);
  const comparison = (one: string): string => `${one} ${pick(['==', '!='])} ${operand(one)}`;
  const assignment = (one: string): string => `${one} = ${operand(one)};`;
  const atom = (): string =>
    fields.length === 0 || below(8) === 0
      ? pick(['Thread.holdsLock(o)', 'o.getClass() != null', 't.isAlive()', 'true'])
      : comparison(field());
  const condition = (depth: number): string => {
    if (depth === 0 || below(3) === 0) return atom();
    const parts = [condition(depth - 1), condition(depth - 1)];
    return pick([`!(${parts[0]})`, `${parts[0]} && ${parts[1]}`, `(${parts[0]} || ${parts[1]})`]);
  };
  const body = (): string =>
    fields.length === 0 || below(3) === 0
      ? ''
      : Array.from({ length: 1 + below(2) }, () => assignment(field())).join(' ');
  const events = Array.from({ length: 2 + below(3) }, (_, index) => {
    const asked = below(4) === 0 ? '' : ` && condition(${condition(2)})`;
    const creates = index === 0 && below(4) === 0 ? 'creation ' : '';
    return `  ${creates}event e${index} ${pick(calls[type])} && thread(t)${asked} { ${body()} }`;
  });
  const states = ['start', ...Array.from({ length: 1 + below(2) }, (_, index) => `s${index}`)];
  const rows = states.map(
    (state) => `${state} [ ${events.map((_, event) => `e${event} -> ${pick(states)}`).join(' ')} ]`,
  );
  return `${name}(${type} o) {
${fields.map((field) => `  Object ${field};`).join('\n')}
${events.join('\n')}
  fsm : ${rows.join('\n    ')}
  @${states.at(-1)} { System.err.println("${name}"); }
}`;
}
