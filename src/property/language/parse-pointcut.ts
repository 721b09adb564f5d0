import { propertySyntax, propertyUnsupported } from '../../diagnostics.ts';
import { closestNames } from '../did-you-mean.ts';
import type { Parameter } from '../model.ts';
import type { Pointcut } from '../pointcut.ts';
import type { Token } from './java-scanner.ts';
import { stringValue } from './java-scanner.ts';
import { parseFieldPattern, parseMethodPattern } from './parse-member-pattern.ts';
import { type PointcutParsing, parseOperand, parseOperandList } from './parse-operand.ts';
import { parseTypePattern } from './parse-type-pattern.ts';
import { failAt } from './source-text.ts';
import { describe, type TokenCursor, takeBracketed } from './token-cursor.ts';
import type { TypeNames } from './type-names.ts';

/** A Java expression of `condition(..)` or `if(..)`, verbatim, with the offset of its first character. */
export interface Condition {
  readonly text: string;
  readonly start: number;
}

export interface ParsedPointcut {
  /** Without the conditions that must hold for the whole. */
  readonly pointcut: Pointcut;
  /** All must hold. */
  readonly conditions: readonly Condition[];
  /** Those that stand in the pointcut, below `||` or `!`. */
  readonly places: ReadonlyMap<Pointcut, Condition>;
  /** The offset at which each pointcut that is not put together from others starts: `call(..)`, `target(..)`. */
  readonly starts: ReadonlyMap<Pointcut, number>;
}

const unsupported: ReadonlyMap<string, string> = new Map(
  Object.entries({
    adviceexecution: 'There is no advice in the instrumented program; leave it out.',
    countCond: 'Count in a field of the property and test it with condition(..).',
    endObject: 'rrv has no event for the end of an object.',
    endThread: 'Use `after(): execution(void java.lang.Thread+.run())`.',
    event: 'Events of other properties cannot be combined; repeat their pointcut.',
    handler: 'Handlers are not join points of rrv; use `after() throwing(..)` of the call.',
    initialization: 'Use `execution(Type.new(..))`.',
    preinitialization: 'Use `call(Type.new(..))`.',
    threadBlocked: 'It belongs to JavaMOP properties that enforce a schedule; rrv only observes.',
  }),
);

/** What tests the annotations of a class or a value, and what to write instead. */
const aboutAnnotations: ReadonlyMap<string, string> = new Map(
  Object.entries({
    annotation: 'Put it into the pattern of a method: `call(@java.lang.Deprecated * *(..))`.',
    args: 'Name the types: `args(a.b.C, ..)`.',
    target: 'Name the type: `target(a.b.C)`.',
    this: 'Name the type: `this(a.b.C)`.',
    within: 'Name the classes: `within(a.b.C || a.b.D)`.',
    withincode: 'Put it into the pattern of a method: `withincode(@java.lang.Deprecated * *(..))`.',
  }),
);

const kinds = [
  'call',
  'execution',
  'get',
  'set',
  'target',
  'this',
  'args',
  'within',
  'withincode',
  'if',
  'condition',
  'thread',
  'threadName',
  'endProgram',
  'startThread',
  'staticinitialization',
  'cflow',
  'cflowbelow',
];

/** What a control flow may begin and end with: join points, and tests that come out the same at both ends. */
const withinControlFlow: ReadonlySet<string> = new Set([
  'call',
  'execution',
  'staticinitialization',
  'target',
  'this',
  'args',
  'within',
  'withincode',
]);

/** What is found out on the way. */
interface Parsing extends PointcutParsing {
  readonly places: Map<Pointcut, Condition>;
  readonly starts: Map<Pointcut, number>;
}

/**
 * Pointcuts of AspectJ and those JavaMOP adds: the whole of the cursor's range. Names that the advice
 * declares are bindings in target, this, args and thread; all other names there are types.
 */
export function parsePointcut(
  cursor: TokenCursor,
  names: TypeNames,
  declared: readonly Parameter[],
): ParsedPointcut {
  const places = new Map<Pointcut, Condition>();
  const starts = new Map<Pointcut, number>();
  const at = cursor.peek();
  const whole = disjunction({ cursor, names, declared, places, starts, isInControlFlow: false });
  const rest = cursor.peek();
  if (rest.kind !== 'end')
    cursor.fail(
      `${describe(rest)} does not continue the pointcut`,
      kinds.includes(rest.text) || /^[!(&|]$/.test(rest.text)
        ? 'Write `&&` or `||` between two pointcuts.'
        : 'Pointcuts are combined by &&, ||, ! and parentheses; the body `{ }` comes next.',
    );
  const conjuncts = whole.kind === 'and' ? whole.operands : [whole];
  const conditions = conjuncts.flatMap((conjunct) =>
    conjunct.kind === 'condition' ? [places.get(conjunct)!] : [],
  );
  const others = conjuncts.filter(({ kind }) => kind !== 'condition');
  if (others.length === 0)
    cursor.fail('this event has a condition but no pointcut', 'Add for example call(..).', at);
  return {
    pointcut: others.length === 1 ? others[0]! : { kind: 'and', operands: others },
    conditions,
    places,
    starts,
  };
}

function disjunction(parsing: Parsing): Pointcut {
  const { cursor } = parsing;
  return cursor.nested(() => {
    const operands = [conjunction(parsing)];
    while (cursor.accept('||')) operands.push(conjunction(parsing));
    return operands.length === 1 ? operands[0]! : { kind: 'or', operands };
  });
}

function conjunction(parsing: Parsing): Pointcut {
  const operands: Pointcut[] = [];
  do operands.push(negation(parsing));
  while (parsing.cursor.accept('&&'));
  if (operands.length === 1) return operands[0]!;
  return {
    kind: 'and',
    operands: operands.flatMap((operand) => (operand.kind === 'and' ? operand.operands : [operand])),
  };
}

function negation(parsing: Parsing): Pointcut {
  const { cursor } = parsing;
  if (!cursor.accept('!')) return primary(parsing);
  return cursor.nested(() => ({ kind: 'not', operand: negation(parsing) }));
}

function primary(parsing: Parsing): Pointcut {
  const { cursor, places, starts } = parsing;
  if (cursor.accept('(')) {
    const inner = disjunction(parsing);
    cursor.expect(')', 'after the pointcut');
    return inner;
  }
  const word = cursor.peek();
  if (cursor.accept('@')) {
    const tested = cursor.peek().text;
    const hint = aboutAnnotations.get(tested);
    if (hint !== undefined)
      failAt(cursor.source, word.start, (where) =>
        propertyUnsupported(`the pointcut @${tested}(..)`, where, hint),
      );
  }
  if (word.kind !== 'identifier')
    cursor.fail(
      `expected a pointcut, found ${describe(word)}`,
      'Write for example `call(* java.util.Iterator+.next()) && target(i)`.',
      word,
    );
  cursor.next();
  const instead = unsupported.get(word.text);
  if (instead !== undefined && cursor.sees('('))
    failAt(cursor.source, word.start, (where) =>
      propertyUnsupported(`the pointcut ${word.text}(..)`, where, instead),
    );
  if (!kinds.includes(word.text)) unknown(cursor, word);
  if (parsing.isInControlFlow && !withinControlFlow.has(word.text))
    failAt(cursor.source, word.start, (where) =>
      propertyUnsupported(
        `${word.text}(..) in a control flow`,
        where,
        `A control flow is one of call, execution and staticinitialization, with target, this, args, within and withincode on types.`,
      ),
    );
  if (word.text === 'if' || word.text === 'condition') {
    const { text, start } = takeBracketed(cursor, '(', `after ${word.text}`);
    if (text.trim() === '') cursor.fail('this condition is empty', 'Write a Java expression.', word);
    const condition = { kind: 'condition', text } as const;
    places.set(condition, { text, start });
    return condition;
  }
  cursor.expect('(', `after ${word.text}`);
  const pointcut = body(parsing, word);
  starts.set(pointcut, word.start);
  if ('pattern' in pointcut) failAtOperator(cursor, word);
  cursor.expect(')', `at the end of ${word.text}(..)`);
  return pointcut;
}

/** Throws RrvError where `&&` or `||` follows the pattern of a member: types are combined so, and pointcuts. */
function failAtOperator(cursor: TokenCursor, word: Token): void {
  const operator = ['&&', '||'].find((text) => cursor.sees(text));
  if (operator !== undefined)
    cursor.fail(
      `\`${operator}\` does not continue a pattern of members`,
      `It combines pointcuts: close \`${word.text}(..)\` before it, as in \`${word.text}(..) ${operator} target(x)\`.`,
    );
}

function unknown(cursor: TokenCursor, word: Token): never {
  if (cursor.sees('(') || cursor.sees('.')) {
    const close = closestNames(word.text, kinds);
    failAt(cursor.source, word.start, (where) =>
      close.length > 0
        ? propertySyntax(`there is no pointcut ${word.text}`, where, `Did you mean ${close.join(' or ')}?`)
        : propertyUnsupported(`the named pointcut ${word.text}`, where, 'Write out what it stands for.'),
    );
  }
  return cursor.fail(
    `expected a pointcut, found \`${word.text}\``,
    `Pointcuts are ${kinds.join(', ')}.`,
    word,
  );
}

/** What stands between the parentheses of `word(..)`. */
function body(parsing: Parsing, word: Token): Pointcut {
  const { cursor, names } = parsing;
  switch (word.text) {
    case 'call':
    case 'execution':
    case 'withincode':
      return { kind: word.text, pattern: parseMethodPattern(cursor, names) };
    case 'get':
    case 'set':
      return { kind: word.text, pattern: parseFieldPattern(cursor, names) };
    case 'target':
    case 'this':
    case 'thread':
      return { kind: word.text, operand: parseOperand(parsing) };
    case 'args':
      return { kind: 'args', operands: parseOperandList(parsing) };
    case 'within':
      return { kind: 'within', type: parseTypePattern(cursor, names) };
    case 'staticinitialization':
      return { kind: 'staticInitialization', type: parseTypePattern(cursor, names) };
    case 'cflow':
    case 'cflowbelow': {
      const operand = disjunction({ ...parsing, isInControlFlow: true });
      return { kind: 'controlFlow', operand, below: word.text === 'cflowbelow' };
    }
    case 'threadName': {
      const token = cursor.next();
      if (token.kind !== 'string')
        cursor.fail('expected the name of a thread', 'Write it in double quotes: threadName("main").', token);
      return { kind: 'threadName', name: stringValue(token) };
    }
    default:
      return { kind: word.text as 'endProgram' | 'startThread' };
  }
}
