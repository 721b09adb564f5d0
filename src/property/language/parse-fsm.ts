import type { Fsm, FsmAlias, FsmState, FsmTransition } from '../../automata/fsm.ts';
import { propertyInvalid } from '../../diagnostics.ts';
import { closestNames } from '../did-you-mean.ts';
import { eventName } from './formula-events.ts';
import type { Token } from './java-scanner.ts';
import { failAt } from './source-text.ts';
import type { TokenCursor } from './token-cursor.ts';

export interface ParsedFsm {
  readonly fsm: Fsm;
  /** The names of states that no events lead to, in order. */
  readonly unreachable: readonly Token[];
}

/**
 * JavaMOP's finite state machines: `state [ event -> target, ... default target ] ... alias name = a, b`.
 * Commas are optional. The first state is the initial one; `fail` is the state of every missing transition.
 */
export function parseFsm(cursor: TokenCursor, events: ReadonlySet<string>): ParsedFsm {
  const states: FsmState[] = [];
  const aliases: FsmAlias[] = [];
  const named = new Map<string, Token>();
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
  const reached = reachedStates(states, events.size);
  return {
    fsm: { states, aliases },
    unreachable: [...named.values()].filter(({ text }) => !reached.has(text)),
  };

  function state(): void {
    const name = cursor.identifier('the name of a state');
    if (named.has(name.text))
      invalid(name, `state ${name.text} is declared twice`, 'Give one of them another name.');
    named.set(name.text, name);
    const opening = cursor.expect('[', `after the state ${name.text}`);
    const transitions: FsmTransition[] = [];
    const taken = new Set<string>();
    let otherwise: string | undefined;
    while (!cursor.accept(']')) {
      if (cursor.peek().kind === 'end')
        cursor.fail('the transitions of this state are never closed', 'Add the missing `]`.', opening);
      const token = cursor.identifier('the name of an event');
      if (cursor.sees('['))
        cursor.fail(
          `the transitions of state ${name.text} are not closed before \`${token.text} [\``,
          `Write \`]\` before ${token.text}.`,
          token,
        );
      if (token.text === 'default' && !events.has('default')) {
        if (otherwise !== undefined)
          invalid(token, `state ${name.text} has two defaults`, 'A state machine is deterministic.');
        cursor.accept('->');
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
    const close = closestNames(token.text, named.keys());
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

/**
 * The states that transitions lead to from the first one. `default` counts where an event has no other, and `fail`
 * where there is no `default` either. Linear.
 */
function reachedStates(states: readonly FsmState[], events: number): ReadonlySet<string> {
  const byName = new Map(states.map((state) => [state.name, state]));
  const reached = new Set([states[0]!.name]);
  // A set grows while it is walked.
  for (const name of reached) {
    const { transitions = [], otherwise = 'fail' } = byName.get(name) ?? {};
    for (const { target } of transitions) reached.add(target);
    if (transitions.length < events) reached.add(otherwise);
  }
  return reached;
}
