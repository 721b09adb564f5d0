import { closestNames } from '../did-you-mean.ts';
import type { Token } from './java-scanner.ts';
import { invalidAt, type TokenCursor } from './token-cursor.ts';

/** The name of an event in a formula. @throws RrvError(propertyInvalid) when the property has no such event */
export function eventName(cursor: TokenCursor, token: Token, events: ReadonlySet<string>): string {
  if (events.has(token.text)) return token.text;
  const close = closestNames(token.text, events);
  return invalidAt(
    cursor,
    token,
    `the property has no event ${token.text}`,
    close.length > 0 ? `Did you mean ${close.join(' or ')}?` : `Its events are ${[...events].join(', ')}.`,
  );
}
