import type { Ltl, LtlBinary, LtlUnary } from '../../automata/ltl.ts';
import { propertyUnsupported } from '../../diagnostics.ts';
import { eventName } from './formula-events.ts';
import { failAt } from './source-text.ts';
import { describe, invalidAt, type TokenCursor } from './token-cursor.ts';

const unaryOperators: readonly (readonly [spelling: string, kind: LtlUnary])[] = [
  ['~(*)', 'weakPreviously'],
  ['(*)', 'previously'],
  ['<*>', 'once'],
  ['<>', 'eventually'],
  ['[*]', 'historically'],
  ['[]', 'always'],
  ['~o', 'weakNext'],
  ['o', 'next'],
  ['not', 'not'],
  ['!', 'not'],
];

/** Letters of other notations for operators of JavaMOP's. */
const otherLetters: ReadonlyMap<string, string> = new Map(
  Object.entries({ F: '<>', G: '[]', H: '[*]', O: '<*>', P: '<*>', X: 'o', Y: '(*)' }),
);

/** Operators that bind equally strongly; they associate to the right. */
type Row = readonly (readonly [spelling: string, kind: LtlBinary])[];

const implications: readonly Row[] = [
  [['<=>', 'iff']],
  [
    ['=>', 'implies'],
    ['->', 'implies'],
    ['implies', 'implies'],
  ],
];

const temporal: Row = [
  ['~U', 'release'],
  ['~S', 'triggered'],
  ['U', 'until'],
  ['R', 'release'],
  ['S', 'since'],
  ['Since', 'since'],
];

const connectives: readonly Row[] = [
  [
    ['or', 'or'],
    ['\\/', 'or'],
    ['||', 'or'],
    ['|', 'or'],
  ],
  [
    ['xor', 'xor'],
    ['++', 'xor'],
  ],
  [
    ['and', 'and'],
    ['/\\', 'and'],
    ['&&', 'and'],
    ['&', 'and'],
  ],
];

/** Loosest first. */
const rowsOfLtl: readonly Row[] = [...implications, temporal, ...connectives];
/** `S` is the strongest here: JavaMOP's two logics differ. */
const rowsOfPastLtl: readonly Row[] = [...implications, ...connectives, temporal];

const future = new Set<string>(['next', 'weakNext', 'eventually', 'always', 'until', 'release']);

/**
 * JavaMOP's linear temporal logic. JavaMOP allows one of U R S => <=> between two formulas; here they chain,
 * `<=>` loosest, then `=>`, then the temporal ones, then or, xor, and. With `pastOnly` (ptltl) `S` binds more
 * strongly than these, a future operator is an error, and `[f, g)` is the interval operator. An event may be
 * named as a letter operator (`o`, `U`): where an event is expected and no operand follows, it is the event.
 */
export function parseLtl(cursor: TokenCursor, events: ReadonlySet<string>, pastOnly: boolean): Ltl {
  const rows = pastOnly ? rowsOfPastLtl : rowsOfLtl;
  const result = binary(0);
  if (cursor.peek().kind !== 'end')
    cursor.fail(
      `${describe(cursor.peek())} does not continue the formula`,
      'Operators are not and or xor => <=> [] <> o U R (*) <*> [*] S.',
    );
  return result;

  function binary(level: number): Ltl {
    const row = rows[level];
    if (row === undefined) return unary();
    return cursor.nested(() => {
      const operands: Ltl[] = [binary(level + 1)];
      const kinds: LtlBinary[] = [];
      for (;;) {
        const at = cursor.peek();
        const found = row.find(([spelling]) => cursor.accept(spelling));
        if (found === undefined) break;
        checkPast(found[1], at.start, at.text);
        kinds.push(found[1]);
        operands.push(binary(level + 1));
      }
      let formula = operands.at(-1)!;
      for (let index = kinds.length - 1; index >= 0; index--)
        formula = { kind: kinds[index]!, left: operands[index]!, right: formula };
      return formula;
    });
  }

  function checkPast(kind: string, start: number, spelling: string): void {
    if (!pastOnly || !future.has(kind)) return;
    failAt(cursor.source, start, (where) =>
      propertyUnsupported(
        `the future operator ${spelling} in ptltl`,
        where,
        'ptltl speaks of the past only; write the property as `ltl:`.',
      ),
    );
  }

  function unary(): Ltl {
    return cursor.nested(() => {
      const at = cursor.peek();
      // An event named like a letter operator, for example `o`, is meant when no operand can follow.
      const isEvent = events.has(at.text) && !startsOperand();
      const found = isEvent ? undefined : unaryOperators.find(([spelling]) => cursor.accept(spelling));
      if (found !== undefined) {
        checkPast(found[1], at.start, found[0]);
        return { kind: found[1], operand: unary() };
      }
      return primary();
    });
  }

  function startsOperand(): boolean {
    const following = cursor.peek(1);
    const second = cursor.peek(2).text;
    return (
      following.text === '(' ||
      following.text === '!' ||
      following.text === '[' ||
      // `<=>`, `~U` and `~S` stand between operands.
      (following.text === '<' && (second === '>' || second === '*')) ||
      (following.text === '~' && (second === '(' || second === 'o')) ||
      (following.kind === 'identifier' && !/^(?:and|or|xor|implies|U|R|S|Since)$/.test(following.text))
    );
  }

  function primary(): Ltl {
    if (cursor.accept('(')) {
      const inner = binary(0);
      cursor.expect(')', 'in the formula');
      return inner;
    }
    if (cursor.accept('[')) {
      const left = binary(0);
      cursor.expect(',', 'in the interval [f, g)');
      const right = binary(0);
      cursor.expect(')', 'at the end of the interval [f, g)');
      return { kind: 'interval', left, right };
    }
    const token = cursor.peek();
    if (token.kind !== 'identifier')
      cursor.fail(
        `expected a formula, found ${describe(token)}`,
        'Write the name of an event, true, false, or an operator such as [] or (*).',
      );
    const meant = otherLetters.get(token.text);
    if (meant !== undefined && !events.has(token.text))
      invalidAt(
        cursor,
        token,
        `the property has no event ${token.text}`,
        `The operator is written \`${meant}\`.`,
      );
    cursor.next();
    if (!events.has(token.text) && (token.text === 'true' || token.text === 'false'))
      return { kind: token.text };
    return { kind: 'event', name: eventName(cursor, token, events) };
  }
}
