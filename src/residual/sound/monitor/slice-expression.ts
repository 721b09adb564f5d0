import { isAdjacent, isPunctuation } from '../../../property/language/java-expression.ts';
import type { Token } from '../../../property/language/java-scanner.ts';
import { isPrimitive } from '../../../property/primitive-type.ts';

/** With what is in the way of understanding Java code. */
export class NotUnderstood extends Error {}

/** What an expression may name, besides the words of the language. */
export interface Names {
  readonly variables: ReadonlySet<string>;
  /** Those among the variables that are fields of the slice. */
  readonly fields: ReadonlySet<string>;
  /** Those that are of primitive types. */
  readonly numbers: ReadonlySet<string>;
  /** Those that are arrays: these may be asked for their length. */
  readonly arrays: ReadonlySet<string>;
  /** Those that hold weak references: these may be asked for their object. */
  readonly references: ReadonlySet<string>;
  /** Those that are threads: these may be asked for their state. */
  readonly threads: ReadonlySet<string>;
  /** Static methods that change nothing. */
  readonly methods: ReadonlySet<string>;
}

const none: ReadonlySet<string> = new Set();
export const noNames: Names = {
  variables: none,
  fields: none,
  numbers: none,
  arrays: none,
  references: none,
  threads: none,
  methods: none,
};

/**
 * Methods that expressions may call: they look at something and change nothing, in every class that keeps to what the
 * class library says of them.
 */
const queries = new Set([
  'contains',
  'containsKey',
  'containsValue',
  'currentThread',
  'equals',
  'getClass',
  'hashCode',
  'holdsLock',
  'isAlive',
  'isBound',
  'isClosed',
  'isConnected',
  'isDaemon',
  'isEmpty',
  'isInterrupted',
  'isOpen',
  'length',
  'markSupported',
  'size',
]);

/** Constants of Thread.State. */
const threadStates = new Set(['BLOCKED', 'NEW', 'RUNNABLE', 'TERMINATED', 'TIMED_WAITING', 'WAITING']);

/** Those among all these that are no number or truth. */
const objects = new Set(['currentThread', 'getClass', 'getState', ...threadStates]);

/** Static methods and constants: they are of their arguments alone. Of classes in java.lang, but for `packages`. */
const calculations: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['Math', new Set(['abs', 'floorDiv', 'floorMod', 'max', 'min'])],
  ['Integer', new Set(['MAX_VALUE', 'MIN_VALUE'])],
  ['Long', new Set(['MAX_VALUE', 'MIN_VALUE'])],
  ['StreamTokenizer', new Set(['TT_EOF', 'TT_EOL', 'TT_NUMBER', 'TT_WORD'])],
]);

const packages: ReadonlyMap<string, string> = new Map([['StreamTokenizer', 'java.io']]);

/** Classes that expressions may ask, or fields may be of: in code that has others by these names, nothing is understood. */
export const askedClasses: readonly string[] = ['String', 'Thread', ...calculations.keys()].map(
  (name) => `${packages.get(name) ?? 'java.lang'}.${name}`,
);

/** Words of the language that may stand in an expression, `new` not among them. */
const words = new Set(['true', 'false', 'null', 'instanceof', 'this', 'super']);

/**
 * Whether the expression may change something, or what it says may depend on more than what it looks at.
 * Reading a static field or calling a static method may initialise its class: those of `askedClasses` alone are named
 * otherwise than through an argument. What it divides by or looks for may be missing: then it throws, which is no effect
 * (docs/property-language.md, "Java"). Linear in the tokens.
 */
export function mayHaveEffects(tokens: readonly Token[], names: Names): boolean {
  const isOfNumbers = isCalculation(tokens, names);
  return tokens.some((token, at) => {
    switch (token.kind) {
      case 'identifier':
        return !isHarmlessName(tokens, at, names);
      case 'operator':
        return !isHarmlessOperator(tokens, at, isOfNumbers);
      default:
        return false;
    }
  });
}

function isHarmlessName(
  tokens: readonly Token[],
  at: number,
  { variables, arrays, references, threads, methods }: Names,
): boolean {
  const { text } = tokens[at]!;
  const [before, after] = [tokens[at - 1], tokens[at + 1]];
  const isCalled = isPunctuation(after, '(');
  if (isPunctuation(before, '.')) {
    const of = tokens[at - 2]?.text ?? '';
    if (text === 'class' || calculations.get(of)?.has(text) === true) return true;
    if (!isCalled) {
      if (of === 'Thread' && text === 'State') return isPunctuation(after, '.');
      if (of === 'State' && tokens[at - 4]?.text === 'Thread') return threadStates.has(text);
      const isOfArray = arrays.has(of) && !isPunctuation(tokens[at - 3], '.');
      return text === 'length' && (isOfArray || isCastToArray(tokens, at - 2));
    }
    if (text === 'getState') return threads.has(of) && !isPunctuation(tokens[at - 3], '.');
    return queries.has(text) || (text === 'get' && references.has(of));
  }
  // A field may have the name of a method that every object has.
  if (isCalled) return methods.has(text);
  if (isPunctuation(after, '.') && !variables.has(text)) {
    const asked = tokens[at + 2]?.text ?? '';
    if (text === 'Thread' || asked === 'class' || calculations.get(text)?.has(asked) === true) return true;
  }
  if (before?.kind === 'identifier' && before.text === 'instanceof') return !isPunctuation(after, '.');
  if (isPrimitive(text))
    return isPunctuation(before, '(') && (isPunctuation(after, ')') || isPunctuation(after, '['));
  return variables.has(text) || words.has(text) || text.startsWith('__');
}

/** Whether `((byte[]) name)` ends there. */
function isCastToArray(tokens: readonly Token[], end: number): boolean {
  const texts = tokens.slice(Math.max(0, end - 7), end + 1).map(({ text }) => text);
  return (
    texts.length === 8 &&
    `${texts.slice(0, 2).join('')} ${texts.slice(3, 6).join('')} ${texts[7]}` === '(( []) )' &&
    isPrimitive(texts[2]!) &&
    tokens[end - 1]!.kind === 'identifier'
  );
}

function isHarmlessOperator(tokens: readonly Token[], at: number, isOfNumbers: boolean): boolean {
  const token = tokens[at]!;
  const [before, after] = [tokens[at - 1], tokens[at + 1]];
  // An operator is one character: `==` is two that follow each other directly.
  const doubled = isAdjacent(token, after);
  switch (token.text) {
    case '=': {
      const ends = isAdjacent(before, token) && /^[=!<>]$/.test(before!.text);
      const shifts = ends && isAdjacent(tokens[at - 2], before) && /^[<>]$/.test(before!.text);
      return (ends && !shifts) || (doubled && isPunctuation(after, '='));
    }
    case '-':
      return !(doubled && (after!.text === '-' || after!.text === '>'));
    case '+':
      // Text and an object make a text by what the object says (`toString()`).
      return isOfNumbers && !(doubled && after!.text === '+');
    case ':':
      return !(doubled && after!.text === ':');
    default:
      return token.text !== '{' && token.text !== '@' && token.text !== '\\';
  }
}

/** Whether nothing in an expression without effects is a text or an object, but to be asked for something that is none. */
function isCalculation(
  tokens: readonly Token[],
  { variables, numbers, references, methods }: Names,
): boolean {
  return tokens.every(({ kind, text }, at) => {
    if (kind === 'string') return false;
    if (kind !== 'identifier') return true;
    const after = tokens[at + 1];
    if (isPunctuation(tokens[at - 1], '.'))
      return !objects.has(text) && text !== 'class' && !references.has(tokens[at - 2]?.text ?? '');
    if (methods.has(text) || text === 'this' || text === 'super' || text === 'null' || text.startsWith('__'))
      return false;
    return !variables.has(text) || numbers.has(text) || isPunctuation(after, '.');
  });
}
