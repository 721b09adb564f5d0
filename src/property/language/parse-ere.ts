import type { Ere } from '../../automata/ere.ts';
import { eventName } from './formula-events.ts';
import { describe, type TokenCursor } from './token-cursor.ts';

/**
 * JavaMOP's extended regular expressions, loosest first: `|`, `&`, concatenation, `~`, then `*`, `+` and
 * `^n` after an expression. `epsilon` is the empty trace, `empty` the empty language.
 */
export function parseEre(cursor: TokenCursor, events: ReadonlySet<string>): Ere {
  const result = union();
  if (cursor.peek().kind !== 'end')
    cursor.fail(
      `${describe(cursor.peek())} does not continue the regular expression`,
      'Operators are | & ~ * + ^n and parentheses.',
    );
  return result;

  function union(): Ere {
    return cursor.nested(() => {
      const operands = [intersection()];
      while (cursor.accept('|')) operands.push(intersection());
      return operands.length === 1 ? operands[0]! : { kind: 'union', operands };
    });
  }

  function intersection(): Ere {
    const operands = [concatenation()];
    while (cursor.accept('&')) operands.push(concatenation());
    return operands.length === 1 ? operands[0]! : { kind: 'intersection', operands };
  }

  function concatenation(): Ere {
    const operands = [unary()];
    while (cursor.peek().kind === 'identifier' || cursor.sees('(') || cursor.sees('~'))
      operands.push(unary());
    return operands.length === 1 ? operands[0]! : { kind: 'concatenation', operands };
  }

  function unary(): Ere {
    if (cursor.accept('~')) return cursor.nested(() => ({ kind: 'complement', operand: unary() }));
    let result = primary();
    for (;;) {
      if (cursor.accept('*')) result = { kind: 'star', operand: result };
      else if (cursor.accept('+')) result = { kind: 'plus', operand: result };
      else if (cursor.accept('^')) result = { kind: 'repeat', operand: result, count: count() };
      else return result;
    }
  }

  function count(): number {
    const token = cursor.next();
    if (token.kind !== 'number' || !/^\d{1,4}$/.test(token.text))
      cursor.fail(`expected a number after \`^\`, found ${describe(token)}`, 'Write 0 to 9999.', token);
    return Number(token.text);
  }

  function primary(): Ere {
    if (cursor.accept('(')) {
      const inner = union();
      cursor.expect(')', 'in the regular expression');
      return inner;
    }
    const token = cursor.peek();
    if (token.kind !== 'identifier')
      cursor.fail(
        `expected an event in the regular expression, found ${describe(token)}`,
        token.text === '?'
          ? 'JavaMOP has no `?`: write (e | epsilon).'
          : 'Write the name of an event, or epsilon.',
      );
    cursor.next();
    if (events.has(token.text)) return { kind: 'event', name: token.text };
    if (token.text === 'epsilon' || token.text === 'empty') return { kind: token.text };
    return { kind: 'event', name: eventName(cursor, token, events) };
  }
}
