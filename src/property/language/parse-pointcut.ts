import { propertyInvalid, propertySyntax, propertyUnsupported } from '../../diagnostics.ts';
import { closestNames } from '../did-you-mean.ts';
import type { Parameter } from '../model.ts';
import type { Operand, Pointcut } from '../pointcut.ts';
import type { Token } from './java-scanner.ts';
import { stringValue } from './java-scanner.ts';
import { parseFieldPattern, parseMethodPattern } from './parse-member-pattern.ts';
import { finishName, parseTypePattern, patternName, unaryPattern } from './parse-type-pattern.ts';
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

const unsupported: Record<string, string> = {
  adviceexecution: 'There is no advice in the instrumented program; leave it out.',
  countCond: 'Count in a field of the property and test it with condition(..).',
  endObject: 'rrv has no event for the end of an object.',
  endThread: 'Use `after(): execution(void java.lang.Thread+.run())`.',
  event: 'Events of other properties cannot be combined; repeat their pointcut.',
  handler: 'Handlers are not join points of rrv; use `after() throwing(..)` of the call.',
  initialization: 'Use `execution(Type.new(..))`.',
  preinitialization: 'Use `call(Type.new(..))`.',
  threadBlocked: 'It belongs to JavaMOP properties that enforce a schedule; rrv only observes.',
};

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

/**
 * Pointcuts of AspectJ and those JavaMOP adds: the whole of the cursor's range. Names that the advice declares are bindings in target, this, args and thread; all other
 * names there are types.
 */
export function parsePointcut(
  cursor: TokenCursor,
  names: TypeNames,
  declared: readonly Parameter[],
): ParsedPointcut {
  const places = new Map<Pointcut, Condition>();
  const starts = new Map<Pointcut, number>();
  let insideControlFlow = false;
  const parameters = new Map(declared.map((parameter) => [parameter.name, parameter]));

  function disjunction(): Pointcut {
    return cursor.nested(() => {
      const operands = [conjunction()];
      while (cursor.accept('||')) operands.push(conjunction());
      return operands.length === 1 ? operands[0]! : { kind: 'or', operands };
    });
  }

  function conjunction(): Pointcut {
    const operands: Pointcut[] = [];
    do operands.push(negation());
    while (cursor.accept('&&'));
    if (operands.length === 1) return operands[0]!;
    return {
      kind: 'and',
      operands: operands.flatMap((operand) => (operand.kind === 'and' ? operand.operands : [operand])),
    };
  }

  function negation(): Pointcut {
    if (!cursor.accept('!')) return primary();
    return cursor.nested(() => ({ kind: 'not', operand: negation() }));
  }

  function primary(): Pointcut {
    if (cursor.accept('(')) {
      const inner = disjunction();
      cursor.expect(')', 'after the pointcut');
      return inner;
    }
    const word = cursor.peek();
    if (word.kind !== 'identifier')
      cursor.fail(
        `expected a pointcut, found ${describe(word)}`,
        'Write for example `call(* java.util.Iterator+.next()) && target(i)`.',
      );
    cursor.next();
    if (unsupported[word.text] !== undefined && cursor.sees('('))
      failAt(cursor.source, word.start, (where) =>
        propertyUnsupported(`the pointcut ${word.text}(..)`, where, unsupported[word.text]!),
      );
    if (!kinds.includes(word.text)) unknown(word);
    if (insideControlFlow && !withinControlFlow.has(word.text))
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
    const pointcut = body(word);
    starts.set(pointcut, word.start);
    cursor.expect(')', `at the end of ${word.text}(..)`);
    return pointcut;
  }

  function unknown(word: Token): never {
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

  function body(word: Token): Pointcut {
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
        return { kind: word.text, operand: operand() };
      case 'args':
        return { kind: 'args', operands: operandList() };
      case 'within':
        return { kind: 'within', type: parseTypePattern(cursor, names) };
      case 'staticinitialization':
        return { kind: 'staticInitialization', type: parseTypePattern(cursor, names) };
      case 'cflow':
      case 'cflowbelow': {
        insideControlFlow = true;
        const operand = disjunction();
        insideControlFlow = false;
        return { kind: 'controlFlow', operand, below: word.text === 'cflowbelow' };
      }
      case 'threadName': {
        const token = cursor.next();
        if (token.kind !== 'string')
          cursor.fail(
            'expected the name of a thread',
            'Write it in double quotes: threadName("main").',
            token,
          );
        return { kind: 'threadName', name: stringValue(token) };
      }
      default:
        return { kind: word.text as 'endProgram' | 'startThread' };
    }
  }

  function operandList(): (Operand | { readonly kind: 'rest' })[] {
    const operands: (Operand | { readonly kind: 'rest' })[] = [];
    if (cursor.sees(')')) return operands;
    do {
      const token = cursor.peek();
      if (!cursor.accept('..')) operands.push(operand());
      else if (!operands.some(({ kind }) => kind === 'rest')) operands.push({ kind: 'rest' });
      else cursor.fail('args(..) has more than one `..`', 'AspectJ allows one: bind from one end.', token);
    } while (cursor.accept(','));
    return operands;
  }

  function operand(): Operand {
    const token = cursor.peek();
    const bound = parameters.get(token.text);
    if (bound !== undefined && insideControlFlow)
      failAt(cursor.source, token.start, (where) =>
        propertyUnsupported(
          `binding ${bound.name} in a control flow`,
          where,
          `Write its type: \`target(${bound.type})\`.`,
        ),
      );
    if (bound !== undefined && (cursor.peek(1).text === ',' || cursor.peek(1).text === ')')) {
      cursor.next();
      return { kind: 'bind', name: bound.name, type: bound.type };
    }
    if (token.text === '*' && (cursor.peek(1).text === ',' || cursor.peek(1).text === ')')) {
      cursor.next();
      return { kind: 'any' };
    }
    if (token.kind === 'identifier' && /^\p{Ll}/u.test(token.text) && /^[,)]$/.test(cursor.peek(1).text))
      if (!/^(?:boolean|byte|char|short|int|long|float|double)$/.test(token.text))
        failAt(cursor.source, token.start, (where) =>
          propertyInvalid(
            `${token.text} is not declared by this event`,
            where,
            declared.length === 0
              ? `Declare it: \`before(Type ${token.text})\`.`
              : `The event declares ${declared.map(({ name }) => name).join(', ')}.`,
          ),
        );
    return {
      kind: 'type',
      type:
        token.kind === 'identifier'
          ? finishName(cursor, names, patternName(cursor, 'a type or a parameter'))
          : unaryPattern(cursor, names),
    };
  }

  const at = cursor.peek();
  const whole = disjunction();
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

/**
 * The names that every match of the pointcut binds (AspectJ: formals must be bound on every way through).
 * A negation binds nothing. Linear.
 */
export function boundNames(pointcut: Pointcut): ReadonlySet<string> {
  switch (pointcut.kind) {
    case 'target':
    case 'this':
    case 'thread':
    case 'returning':
    case 'throwing':
      return new Set(pointcut.operand.kind === 'bind' ? [pointcut.operand.name] : []);
    case 'args':
      return new Set(pointcut.operands.flatMap((operand) => (operand.kind === 'bind' ? [operand.name] : [])));
    case 'and':
      return new Set(pointcut.operands.flatMap((operand) => [...boundNames(operand)]));
    case 'or': {
      const [first, ...others] = pointcut.operands.map(boundNames);
      return new Set([...(first ?? [])].filter((name) => others.every((other) => other.has(name))));
    }
    default:
      return new Set();
  }
}

/** A name that two pointcuts bind which must both hold, if there is one. Linear in the text, but for nested alternatives. */
export function nameBoundTwice(pointcut: Pointcut): string | undefined {
  return bindings(pointcut).twice;
}

/** The names that some way through the pointcut binds, and one that some way binds twice. */
function bindings(pointcut: Pointcut): { readonly names: ReadonlySet<string>; readonly twice?: string } {
  switch (pointcut.kind) {
    case 'args':
      return allOf(
        pointcut.operands.map((operand) => ({
          names: new Set(operand.kind === 'bind' ? [operand.name] : []),
        })),
      );
    case 'and':
      return allOf(pointcut.operands.map(bindings));
    case 'or': {
      const ways = pointcut.operands.map(bindings);
      const twice = ways.find((way) => way.twice !== undefined)?.twice;
      return {
        names: new Set(ways.flatMap(({ names }) => [...names])),
        ...(twice === undefined ? {} : { twice }),
      };
    }
    default:
      return { names: boundNames(pointcut) };
  }
}

function allOf(parts: readonly ReturnType<typeof bindings>[]): ReturnType<typeof bindings> {
  const names = new Set<string>();
  for (const part of parts) {
    const twice = part.twice ?? [...part.names].find((name) => names.has(name));
    if (twice !== undefined) return { names, twice };
    for (const name of part.names) names.add(name);
  }
  return { names };
}
