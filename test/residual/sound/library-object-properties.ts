import { loadProperties } from '../../../src/property/language/load.ts';
import type { WrittenProperty } from './compared-variants.ts';
import { type Dice, diceOf } from './dice.ts';
import { type KindName, kindNames } from './library-object-kinds.ts';

/** Random properties of one object, each of one kind: what makes one, what uses it, what closes it. */
export function objectsProperties(seed: number, count: number): readonly WrittenProperty[] {
  return Array.from({ length: count }, (_, at) => {
    const name = `Own${at}`;
    const dice = diceOf(seed * 31 + at * 7 + 5);
    const text = propertyText(name, kindNames[at % kindNames.length]!, dice);
    return { property: loadProperties('objects.mop', text, { lookup: isKnown }).properties[0]!, text };
  });
}

const imported = [
  ...['java.lang.Object', 'java.text.Format', 'java.text.DateFormat', 'java.text.SimpleDateFormat'],
  ...['Collection', 'List', 'Map', 'NavigableMap', 'SortedMap'].map((type) => `java.util.${type}`),
  ...['java.util.concurrent.locks.Lock', 'java.util.concurrent.locks.ReadWriteLock'],
  ...['java.util.regex.Matcher', 'java.util.regex.Pattern'],
  ...['java.util.stream.BaseStream', 'java.util.stream.Stream'],
  ...['Reader', 'Writer', 'PrintWriter', 'InputStream', 'OutputStream', 'PrintStream'].map(
    (type) => `java.io.${type}`,
  ),
];

function isKnown(name: string): boolean {
  return imported.includes(name);
}

interface Pointcuts {
  readonly type: string;
  readonly made: string;
  readonly used: string;
  readonly asked: string;
  readonly closed: string;
}

const pointcuts: Readonly<Record<KindName, Pointcuts>> = {
  Stream: {
    type: 'BaseStream',
    made: 'call(* Collection+.stream()) || call(* Stream+.filter(..)) || call(* Stream+.sorted())',
    used: 'call(* Stream+.count()) || call(* Stream+.filter(..)) || call(* Stream+.forEach(..)) || call(* Stream+.map(..))',
    asked: 'call(* BaseStream+.isParallel()) || call(* BaseStream+.onClose(..)) || call(* Stream+.sorted())',
    closed: 'call(* BaseStream+.close())',
  },
  Reader: {
    type: 'Reader',
    made: 'call(Reader+.new(..))',
    used: 'call(* Reader+.read*(..)) || call(* Reader+.skip(..))',
    asked: 'call(* Reader+.ready()) || call(* Reader+.markSupported())',
    closed: 'call(* Reader+.close())',
  },
  Writer: {
    type: 'Writer',
    made: 'call(Writer+.new(..))',
    used: 'call(* Writer+.write(..)) || call(* Writer+.append(..)) || call(* PrintWriter+.print*(..))',
    asked: 'call(* Writer+.flush())',
    closed: 'call(* Writer+.close())',
  },
  InputStream: {
    type: 'InputStream',
    made: 'call(InputStream+.new(..))',
    used: 'call(* InputStream+.read*(..))',
    asked: 'call(* InputStream+.available())',
    closed: 'call(* InputStream+.close())',
  },
  OutputStream: {
    type: 'OutputStream',
    made: 'call(OutputStream+.new(..))',
    used: 'call(* OutputStream+.write*(..)) || call(* PrintStream+.print*(..))',
    asked: 'call(* OutputStream+.flush())',
    closed: 'call(* OutputStream+.close())',
  },
  Map: {
    type: 'Map',
    made: 'call(Map+.new(..)) || call(* NavigableMap+.descendingMap())',
    used: 'call(* Map+.put(..)) || call(* Map+.compute*(..)) || call(* Map+.merge(..))',
    asked:
      'call(* Map+.size()) || call(* Map+.get(..)) || call(* Map+.forEach(..)) || call(* SortedMap+.firstKey())',
    closed: 'call(* Map+.clear())',
  },
  List: {
    type: 'List',
    made: 'call(List+.new(..)) || call(* List+.subList(..))',
    used: 'call(* List+.add(..)) || call(* List+.replaceAll(..)) || call(* Collection+.iterator())',
    asked: 'call(* List+.size()) || call(* List+.get(..)) || call(* Collection+.spliterator())',
    closed: 'call(* List+.clear())',
  },
  Matcher: {
    type: 'Matcher',
    made: 'call(* Pattern.matcher(..))',
    used: 'call(* Matcher.find(..)) || call(* Matcher.group(..))',
    asked: 'call(* Matcher.replaceAll(..)) || call(* Matcher.results()) || call(* Matcher.toMatchResult())',
    closed: 'call(* Matcher.reset(..))',
  },
  Lock: {
    type: 'Lock',
    made: 'call(Lock+.new(..)) || call(* ReadWriteLock+.*Lock())',
    used: 'call(* Lock+.lock())',
    asked: 'call(* Lock+.tryLock(..)) || call(* Lock+.newCondition())',
    closed: 'call(* Lock+.unlock())',
  },
  Format: {
    type: 'DateFormat',
    made: 'call(DateFormat+.new(..))',
    used: 'call(* Format+.format(..)) || call(* DateFormat+.parse(..))',
    asked: 'call(* SimpleDateFormat+.applyPattern(..)) || call(* DateFormat+.setTimeZone(..))',
    closed: 'call(* DateFormat+.setLenient(..))',
  },
};

function propertyText(name: string, kind: KindName, { below, pick }: Dice): string {
  const { type, made, used, asked, closed } = pointcuts[kind];
  const events = [
    `event made after() returning(${type} s) : ${made} {}`,
    `event used ${pick(['before', 'after'])}(${type} s) : (${used}) && target(s) {}`,
    `event asked before(${type} s) : (${asked}) && target(s) {}`,
    `event closed ${pick(['before', 'after'])}(${type} s) : ${closed} && target(s) {}`,
  ];
  const names = ['made', 'used', 'asked', 'closed'];
  const part = (): string => `${pick(names)}${pick(['', '', '*', '+'])}`;
  const others = `(${names.filter(() => below(2) === 0).join(' | ') || 'made'})*`;
  const pattern = `${pick(['made', 'made', '(made | used)*', ''])} ${part()} ${others} ${pick(names)} ${pick(['', part()])} ${pick(['used', 'closed', 'asked'])}`;
  return `import java.io.*;\nimport java.text.*;\nimport java.util.*;\nimport java.util.concurrent.locks.*;\nimport java.util.regex.*;\nimport java.util.stream.*;\n${name}(${type} s) {\n  ${events.join('\n  ')}\n  ere : ${pattern}\n  @match { }\n}\n`;
}
