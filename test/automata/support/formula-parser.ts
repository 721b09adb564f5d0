import type { EventId } from '../../../src/automata/dfa.ts';
import type { Ere } from '../../../src/automata/ere.ts';
import type { Fsm } from '../../../src/automata/fsm.ts';
import type { Grammar, GrammarSymbol } from '../../../src/automata/grammar.ts';
import type { Ltl, LtlBinary, LtlUnary } from '../../../src/automata/ltl.ts';

/**
 * A small reader of formula texts, for the data suite. The real parser is src/property's; this one knows
 * no positions and gives no hints, and exists so that the automata are tested without it, and it with them.
 */
class Tokens {
  private at = 0;
  private readonly tokens: readonly string[];

  constructor(text: string, pattern: RegExp) {
    this.tokens = text.match(pattern) ?? [];
    const rest = text.replace(pattern, '').trim();
    if (rest !== '') throw new Error(`cannot read ${rest}`);
  }

  peek(): string | undefined {
    return this.tokens[this.at];
  }

  take(): string {
    const token = this.tokens[this.at++];
    if (token === undefined) throw new Error('unexpected end');
    return token;
  }

  accept(...wanted: string[]): string | undefined {
    const token = this.peek();
    return token !== undefined && wanted.includes(token) ? this.take() : undefined;
  }

  expect(wanted: string): void {
    const token = this.take();
    if (token !== wanted) throw new Error(`expected ${wanted}, found ${token}`);
  }

  end(): void {
    if (this.peek() !== undefined) throw new Error(`unexpected ${this.peek()}`);
  }
}

const isName = (token: string | undefined): token is string => token !== undefined && /^\w/.test(token);

export function parseEre(text: string): Ere {
  const tokens = new Tokens(text, /\w+|[()~&|*+^]/g);
  const list = (kind: 'union' | 'intersection', separator: string, part: () => Ere): Ere => {
    const operands = [part()];
    while (tokens.accept(separator)) operands.push(part());
    return operands.length === 1 ? operands[0]! : { kind, operands };
  };
  const union = (): Ere => list('union', '|', () => list('intersection', '&', concatenation));
  const concatenation = (): Ere => {
    const operands = [unary()];
    while (isName(tokens.peek()) || tokens.peek() === '(' || tokens.peek() === '~') operands.push(unary());
    return operands.length === 1 ? operands[0]! : { kind: 'concatenation', operands };
  };
  const unary = (): Ere => {
    if (tokens.accept('~')) return { kind: 'complement', operand: unary() };
    let ere: Ere;
    if (tokens.accept('(')) {
      ere = union();
      tokens.expect(')');
    } else {
      const name = tokens.take();
      ere = name === 'epsilon' || name === 'empty' ? { kind: name } : { kind: 'event', name };
    }
    for (;;) {
      if (tokens.accept('*')) ere = { kind: 'star', operand: ere };
      else if (tokens.accept('+')) ere = { kind: 'plus', operand: ere };
      else if (tokens.accept('^')) ere = { kind: 'repeat', operand: ere, count: Number(tokens.take()) };
      else return ere;
    }
  };
  const result = union();
  tokens.end();
  return result;
}

const unaryOperators: Record<string, LtlUnary> = {
  not: 'not',
  '!': 'not',
  o: 'next',
  '~o': 'weakNext',
  '<>': 'eventually',
  '[]': 'always',
  '(*)': 'previously',
  '~(*)': 'weakPreviously',
  '<*>': 'once',
  '[*]': 'historically',
};

const binaryOperators: Record<string, LtlBinary> = {
  and: 'and',
  or: 'or',
  xor: 'xor',
  '=>': 'implies',
  '->': 'implies',
  implies: 'implies',
  '<=>': 'iff',
  U: 'until',
  R: 'release',
  '~U': 'release',
  S: 'since',
  Since: 'since',
  '/\\': 'and',
  '\\/': 'or',
  '~S': 'triggered',
};

/**
 * `ltl:` has one binary temporal operator or implication at the outermost level, then `or`, `xor`, `and`, unary
 * operators; `ptltl:` has implication (to the right), `or`, `xor`, `and`, `S`, unary operators.
 */
export function parseLtl(text: string, past = false): Ltl {
  const tokens = new Tokens(
    text,
    /~\(\*\)|\(\*\)|<\*>|\[\*\]|<=>|=>|->|\[\]|<>|~o\b|~U\b|~S\b|\/\\|\\\/|\w+|[()![,]/g,
  );
  const chain = (operators: readonly string[], part: () => Ltl, once = false): Ltl => {
    let left = part();
    for (let found = tokens.accept(...operators); found; found = tokens.accept(...operators)) {
      left = { kind: binaryOperators[found]!, left, right: part() };
      if (once) break;
    }
    return left;
  };
  const boolean = (part: () => Ltl): Ltl =>
    chain(['or', '\\/'], () => chain(['xor'], () => chain(['and', '/\\'], part)));
  const formula = (): Ltl => {
    if (!past)
      return chain(['U', '~U', 'R', 'S', '~S', '=>', '->', 'implies', '<=>'], () => boolean(unary), true);
    const left = boolean(() => chain(['S', 'Since'], unary));
    return tokens.accept('->', 'implies') ? { kind: 'implies', left, right: formula() } : left;
  };
  const unary = (): Ltl => {
    const token = tokens.take();
    if (token === '(') {
      const inner = formula();
      tokens.expect(')');
      return inner;
    }
    if (token === '[') {
      const left = formula();
      tokens.expect(',');
      const right = formula();
      tokens.expect(')');
      return { kind: 'interval', left, right };
    }
    const operator = unaryOperators[token];
    if (operator !== undefined) return { kind: operator, operand: unary() };
    if (token === 'true' || token === 'false') return { kind: token };
    if (!isName(token)) throw new Error(`unexpected ${token}`);
    return { kind: 'event', name: token };
  };
  const result = formula();
  tokens.end();
  return result;
}

export function parseFsm(text: string): Fsm {
  const tokens = new Tokens(text, /\w+|->|[[\],=]/g);
  const states: Fsm['states'][number][] = [];
  const aliases: Fsm['aliases'][number][] = [];
  while (tokens.peek() !== undefined) {
    const name = tokens.take();
    if (name === 'alias') {
      const alias = tokens.take();
      tokens.expect('=');
      const members: string[] = [];
      while (isName(tokens.peek()) && tokens.peek() !== 'alias') {
        members.push(tokens.take());
        tokens.accept(',');
      }
      aliases.push({ name: alias, states: members });
      continue;
    }
    tokens.expect('[');
    const transitions: { event: string; target: string }[] = [];
    let otherwise: string | undefined;
    while (!tokens.accept(']')) {
      if (tokens.accept('default')) otherwise = tokens.take();
      else {
        const event = tokens.take();
        tokens.expect('->');
        transitions.push({ event, target: tokens.take() });
      }
      tokens.accept(',');
    }
    states.push({ name, transitions, ...(otherwise === undefined ? {} : { otherwise }) });
  }
  return { states, aliases };
}

export function parseCfg(text: string, alphabet: readonly string[]): Grammar {
  const rules = text.split(',').map((rule) => rule.split('->').map((side) => side.trim()));
  const nonterminals = [...new Set(rules.map(([name]) => name!))];
  return {
    nonterminals,
    productions: rules.flatMap(([name, strings]) =>
      strings!.split('|').map((string) => ({
        of: nonterminals.indexOf(name!),
        symbols: string
          .trim()
          .split(/\s+/)
          .filter((word) => word !== 'epsilon')
          .map((word): GrammarSymbol => {
            const index = nonterminals.indexOf(word);
            const letter = alphabet.indexOf(word);
            if (index < 0 && letter < 0) throw new Error(`no symbol ${word}`);
            return index < 0 ? { kind: 'event', letter: letter as EventId } : { kind: 'nonterminal', index };
          }),
      })),
    ),
  };
}
