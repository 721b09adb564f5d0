import type { Property } from '../../../src/property/model.ts';
import { loadOverJavaUtil } from '../../property/load-support.ts';
import { randomSource } from './dice.ts';

/**
 * Random properties of one or two parameters whose events bind objects in every way that a pointcut can, at calls of the class library, of the
 * program's own methods and constructors, and of what random programs (random-java.ts) are made with. `text` is what a difference is told with.
 */
export function randomBindingProperties(
  seed: number,
  count: number,
  java: 17 | 25 = 17,
): readonly { readonly property: Property; readonly text: string }[] {
  return Array.from({ length: count }, (_, index) => {
    const text = propertyText(`Bound${index}`, seed * 1000 + index, [
      ...libraryCalls,
      ...ownCalls,
      ...(java === 17 ? [] : newestCalls),
    ]);
    return { property: loadOverJavaUtil(text), text };
  });
}

const types = [
  'Collection',
  'Collection',
  'Collection',
  'List',
  'Iterator',
  'Iterator',
  'Map',
  'Object',
  'Object',
] as const;

/**
 * A call, which objects it has most often (collections, iterators, maps by their first letters), and the places at which it has objects: `receiver`,
 * `this`, `first`, `last`, `result`.
 */
type Call = readonly [call: string, kinds: string, ...places: string[]];

const libraryCalls: readonly Call[] = [
  ['* Collection+.add(..)', 'c', 'receiver', 'first', 'this'],
  ['* Collection+.remove(..)', 'c', 'receiver'],
  ['* Collection+.iterator()', 'ci', 'receiver', 'result', 'receiver', 'result'],
  ['* Iterator+.hasNext()', 'i', 'receiver', 'this'],
  ['* Iterator+.next()', 'i', 'receiver', 'result'],
  ['* Map+.put(..)', 'm', 'receiver', 'first', 'last'],
  ['* Map+.get(..)', 'm', 'receiver', 'result'],
  ['* Map+.values()', 'mc', 'receiver', 'result'],
  ['* Map+.keySet()', 'mc', 'receiver', 'result'],
  ['* List+.subList(..)', 'c', 'receiver', 'result'],
  ['* *.contains(..)', 'c', 'receiver', 'first'],
  ['* *.forEach(..)', 'c', 'receiver'],
  ['* *.clone()', 'c', 'receiver', 'result'],
  ['* java.util.Collections.*(..)', 'cm', 'first', 'result'],
  ['* java.util.Arrays.asList(..)', 'c', 'first', 'result'],
  ['* java.util.function.Supplier+.get()', 'c', 'receiver', 'result'],
  ['* java.util.function.Function+.apply(..)', 'c', 'receiver', 'first', 'result'],
  ['* java.lang.Runnable+.run()', '', 'receiver', 'this'],
  ['*.new(..)', 'cim', 'result', 'first', 'this'],
  ['Collection+.new(..)', 'c', 'result', 'first', 'this'],
  ['Iterator+.new(..)', 'i', 'result', 'first'],
  ['Map+.new(..)', 'm', 'result'],
];

/** Of what random programs are made with. */
const ownCalls: readonly Call[] = [
  ['* *.tick()', 'ci', 'this'],
  ['* *.m*(..)', 'cim', 'receiver', 'this', 'first', 'last', 'result'],
  ['* *.m0(..)', 'cim', 'receiver', 'this', 'first', 'last', 'result'],
  ['* *.copy(..)', 'c', 'first', 'result'],
  ['* *.some(..)', 'c', 'first', 'result', 'this'],
  ['* *.print(..)', '', 'first', 'this'],
  ['* *.run(..)', '', 'first'],
  ['* *.same(..)', 'c', 'first', 'result'],
  ['* *.thrown(..)', 'c', 'first', 'result'],
  ['* *.reflected(..)', 'c', 'first', 'result'],
  ['* *.field()', 'c', 'result'],
  ['* *.gridOf(..)', 'c', 'first', 'result'],
  ['* *.copied(..)', 'i', 'first', 'result'],
  ['* *.grow*(..)', 'c', 'first'],
  ['* *.keyOf(..)', 'c', 'first'],
  ['* *.right()', 'c', 'receiver', 'result'],
  ['* *.order()', '', 'result'],
  ['* *.acting(..)', '', 'first', 'result'],
  ['* *.take(..)', 'c', 'receiver', 'first', 'result'],
];

/** Of what is new since Java 17, and of what programs are made with there. */
const newestCalls: readonly Call[] = [
  ['* *.reversed()', 'cm', 'receiver', 'result'],
  ['* *.getLast()', 'c', 'receiver', 'result'],
  ['* *.addFirst(..)', 'c', 'receiver', 'first'],
  ['* *.removeLast()', 'c', 'receiver', 'result'],
  ['* *.sequenced*()', 'mc', 'receiver', 'result'],
  ['* *.put*(..)', 'm', 'receiver', 'last'],
  ['* *.of()', 'cim', 'result', 'receiver'],
  ['* *.right()', 'cim', 'result', 'receiver'],
  ['*.new(..)', 'cim', 'first', 'last', 'this'],
  ['* *.guard(..)', 'cim', 'first', 'this'],
  ['* *.touch(..)', 'cim', 'first', 'this'],
  ['* *.firstOf(..)', 'cim', 'result'],
  ['* *.go(..)', 'cim', 'first', 'result', 'this'],
  ['* *.walk(..)', 'cim', 'first', 'result', 'receiver'],
  ['* *.step(..)', 'cim', 'first', 'this'],
  ['* java.lang.ScopedValue.where(..)', 'cim', 'last', 'result'],
  ['* java.lang.ScopedValue.get()', 'cim', 'result'],
  ['* *.push(..)', 'cim', 'first', 'this'],
  ['* *.stream()', 'c', 'receiver', 'result'],
  ['* *.join(..)', '', 'first'],
  ['* *.pool(..)', '', 'first'],
  ['* *.start(..)', '', 'receiver', 'result'],
  ['* *.made()', '', 'receiver', 'this'],
];

/** Of names that methods of any program have. */
const anyCalls: readonly Call[] = [
  'add',
  'create',
  'get',
  'is',
  'of',
  'parse',
  'put',
  'read',
  'set',
  'to',
  'visit',
  'write',
].map((name) => [`* *.${name}*(..)`, 'cim', 'receiver', 'this', 'first', 'last', 'result']);

/** A file of such properties for any program: calls are of java.util and of names that many methods have. */
export function randomBindingFile(seed: number, count: number): string {
  const properties = Array.from({ length: count }, (_, index) =>
    propertyText(`Bound${index}`, seed * 1000 + index, [...libraryCalls, ...anyCalls]),
  );
  return ['import java.util.*;', ...properties].join('\n');
}

/** What binds or tests the object of a place; `returning` is no pointcut. */
const pointcutAt: Readonly<Record<string, (name: string) => string>> = {
  receiver: (name) => ` && target(${name})`,
  this: (name) => ` && this(${name})`,
  first: (name) => ` && args(${name}, ..)`,
  last: (name) => ` && args(.., ${name})`,
};

function propertyText(name: string, seed: number, calls: readonly Call[]): string {
  const random = randomSource(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const pick = <T>(choices: readonly T[]): T => choices[below(choices.length)]!;
  const parameters = Array.from({ length: 1 + below(2) }, (_, index) => ({
    name: `p${index}`,
    type: pick(types),
  }));
  const kindOf = { Collection: 'c', List: 'c', Iterator: 'i', Map: 'm', Object: '' };
  const fitting = calls.filter(([, kinds]) => parameters.every(({ type }) => kinds.includes(kindOf[type])));

  const event = (index: number): string => {
    const [call, , ...places] = pick(below(5) === 0 || fitting.length === 0 ? calls : fitting);
    const open = new Set(places);
    const bound: { readonly place: string; readonly name: string; readonly type: string }[] = [];
    for (const parameter of parameters) {
      if (open.size === 0 || (bound.length > 0 && below(2) === 0)) continue;
      const place = pick([...open]);
      // One tests for the first argument only where no other asks for the last one.
      open.delete(place);
      if (place === 'first') open.delete('last');
      if (place === 'last') open.delete('first');
      bound.push({ place, ...parameter });
    }
    // What the event declares and binds to no parameter: a receiver must not be null, and another type is tested.
    if (open.has('receiver') && below(4) === 0)
      bound.push({ place: 'receiver', name: 'other', type: pick(types) });
    const result = bound.find(({ place }) => place === 'result');
    const declared = bound
      .filter((one) => one !== result)
      .map(({ type, name: parameter }) => `${type} ${parameter}`);
    const advice =
      result !== undefined
        ? `after(${declared.join(', ')}) returning(${result.type} ${result.name})`
        : pick(['before', 'before', 'after', 'after returning', 'after throwing']).replace(
            /^(\w+)/,
            `$1(${declared.join(', ')})`,
          );
    const pointcut = bound.map(({ place, name: parameter }) => pointcutAt[place]?.(parameter) ?? '');
    const creation = index < 2 && below(4 + 2 * index) === 0 ? 'creation ' : '';
    return `  ${creation}event e${index} ${advice} : call(${call})${pointcut.join('')} { }`;
  };

  const events = Array.from({ length: 2 + below(3) }, (_, index) => event(index));
  const states = ['start', ...Array.from({ length: 1 + below(3) }, (_, index) => `s${index}`)];
  const rows = states.map((state) => {
    const moves = events.flatMap((_, index) => (below(8) === 0 ? [] : [`e${index} -> ${pick(states)}`]));
    return `${state} [ ${moves.join(', ')} ]`;
  });
  const reported = below(4) === 0 ? 'fail' : states.at(-1)!;
  return `${name}(${parameters.map(({ type, name: parameter }) => `${type} ${parameter}`).join(', ')}) {
${events.join('\n')}
  fsm : ${rows.join('\n    ')}
  @${reported} { System.err.println("${name}"); ${below(3) === 0 ? '__RESET; ' : ''}}
}`;
}
