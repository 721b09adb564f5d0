import type { Fsm, FsmAlias, FsmState, FsmTransition } from '../../automata/fsm.ts';
import { propertyInvalid } from '../../diagnostics.ts';
import { closestNames } from '../did-you-mean.ts';
import { eventName } from './formula-events.ts';
import type { Token } from './java-scanner.ts';
import { failAt } from './source-text.ts';
import type { TokenCursor } from './token-cursor.ts';

/**
 * JavaMOP's finite state machines: `state [ event -> target, ... default target ] ... alias name = a, b`.
 * Commas are optional. The first state is the initial one; `fail` is the state of every missing transition.
 */
export function parseFsm(cursor: TokenCursor, events: ReadonlySet<string>): Fsm {
  const states: FsmState[] = [];
  const aliases: FsmAlias[] = [];
  const named = new Set<string>();
  const mentioned: Token[] = [];

  const target = (): string => {
    const token = cursor.identifier('the name of a state');
    mentioned.push(token);
    return token.text;
  };

  while (cursor.peek().kind !== 'end' && !(cursor.sees('alias') && cursor.peek(1).text !== '[')) state();
  while (cursor.peek().kind !== 'end') alias();
  if (states.length === 0)
    cursor.fail('the state machine has no state', 'Write for example `start [ event -> other ]`.');
  for (const token of mentioned) if (token.text !== 'fail' && !named.has(token.text)) unknownState(token);
  return { states, aliases };

  function state(): void {
    const name = cursor.identifier('the name of a state');
    if (named.has(name.text))
      invalid(name, `state ${name.text} is declared twice`, 'Give one of them another name.');
    named.add(name.text);
    const opening = cursor.expect('[', `after the state ${name.text}`);
    const transitions: FsmTransition[] = [];
    const taken = new Set<string>();
    let otherwise: string | undefined;
    while (!cursor.accept(']')) {
      if (cursor.peek().kind === 'end')
        cursor.fail('the transitions of this state are never closed', 'Add the missing `]`.', opening);
      const token = cursor.identifier('the name of an event');
      if (token.text === 'default' && !cursor.sees('->') && !events.has('default')) otherwise = target();
      else if (token.text === 'default' && !events.has('default')) {
        cursor.expect('->', 'after default');
        otherwise = target();
      } else {
        const event = eventName(cursor, token, events);
        if (taken.has(event))
          invalid(
            token,
            `state ${name.text} has two transitions for ${event}`,
            'A state machine is deterministic.',
          );
        taken.add(event);
        cursor.expect('->', `after the event ${event}`);
        transitions.push({ event, target: target() });
      }
      cursor.accept(',');
    }
    states.push({ name: name.text, transitions, ...(otherwise === undefined ? {} : { otherwise }) });
  }

  function alias(): void {
    cursor.expect('alias', 'or the end of the state machine');
    const name = cursor.identifier('the name of the alias');
    if (named.has(name.text) || aliases.some((other) => other.name === name.text))
      invalid(name, `${name.text} is declared twice`, 'Give the alias another name.');
    cursor.expect('=', 'after the name of the alias');
    const members = [target()];
    while (cursor.accept(',') || (cursor.peek().kind === 'identifier' && !cursor.sees('alias')))
      members.push(target());
    aliases.push({ name: name.text, states: members });
  }

  function unknownState(token: Token): never {
    const close = closestNames(token.text, named);
    return invalid(
      token,
      `the state machine has no state ${token.text}`,
      close.length > 0 ? `Did you mean ${close.join(' or ')}?` : `Add \`${token.text} [ ]\`.`,
    );
  }

  function invalid(token: Token, what: string, hint: string): never {
    return failAt(cursor.source, token.start, (where) => propertyInvalid(what, where, hint));
  }
}
