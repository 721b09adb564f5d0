import { type Diagnostic, propertySkipIgnored, propertyUnsupported } from '../../diagnostics.ts';
import { closestNames } from '../did-you-mean.ts';
import { stringValue } from './java-scanner.ts';
import { diagnosticAt, failAt } from './source-text.ts';
import type { BodySyntax } from './syntax.ts';
import type { TokenCursor } from './token-cursor.ts';

/** What a Java body of an event or a handler is to rrv. */
export interface BodyMeaning {
  /** False when the body is Java that must run; then the other members say what could be read off it. */
  readonly pure: boolean;
  /** It logs or prints: the body stands for a report. */
  readonly reports: boolean;
  /** The constant texts that it logs, the default message and addresses left out. */
  readonly messages: readonly string[];
  /** Addresses that it logs on their own. */
  readonly urls: readonly string[];
  readonly resets: boolean;
  readonly skips: boolean;
}

/** The macros of JavaMOP that rrv has. */
const knownMacros = ['__DEFAULT_MESSAGE', '__RESET', '__SKIP', '__LOC', '__STATICSIG'] as const;

/**
 * Recognises the bodies of the published files: calls of a logger or of System.out and System.err whose
 * argument is a constant text with `__DEFAULT_MESSAGE` and `__LOC` in it, and `__RESET;`, `__SKIP;`. Such a
 * body needs no Java: it becomes a report. Anything else is Java. Linear.
 */
export function bodyMeaning(body: TokenCursor): BodyMeaning {
  const messages: string[] = [];
  const urls: string[] = [];
  let pure = true;
  let reports = false;
  let resets = false;
  let skips = false;
  while (body.peek().kind !== 'end') {
    if (body.accept('__RESET')) {
      resets = true;
      pure &&= body.accept(';') !== undefined;
    } else if (body.accept('__SKIP')) {
      skips = true;
      pure &&= body.accept(';') !== undefined;
    } else if (acceptLogger(body)) {
      reports = true;
      const message = constantArgument(body);
      if (message === undefined) pure = false;
      else if (/^https?:\/\/\S+$/.test(message)) urls.push(message);
      else if (message !== '') messages.push(message);
    } else if (!body.accept(';')) {
      pure = false;
      body.next();
    }
  }
  return { pure, reports, messages, urls, resets, skips };
}

/** `RVMLogging.out.println(Level.CRITICAL,` and `System.err.println(`, up to the message. */
function acceptLogger(body: TokenCursor): boolean {
  const start = body.peek();
  if (!/^(?:RVMLogging|MOPLogging|System)$/.test(start.text)) return false;
  const words = [1, 2, 3, 4, 5].map((ahead) => body.peek(ahead).text);
  if (words[0] !== '.' || !/^(?:out|err)$/.test(words[1]!) || words[2] !== '.') return false;
  if (!/^print(?:ln)?$/.test(words[3]!) || words[4] !== '(') return false;
  for (let taken = 0; taken < 6; taken++) body.next();
  if (start.text !== 'System' && body.peek().text === 'Level' && body.peek(3).text === ',')
    for (let taken = 0; taken < 4; taken++) body.next();
  return true;
}

/**
 * The value of `"a" + __LOC + "b");`, with the macros left out, and with a place the `at` in front of it;
 * undefined when it is no constant text.
 */
function constantArgument(body: TokenCursor): string | undefined {
  let text = '';
  do {
    const token = body.peek();
    if (token.kind === 'string') text += stringValue(token);
    else if (token.text === ')' && text === '') return body.accept(')') && body.accept(';') ? '' : undefined;
    else if (token.text === '__LOC') text = text.replace(/(?:^|\s+)(?:at|in|on)(?:\s+line)?\s*$/, ' ');
    else if (token.text !== '__DEFAULT_MESSAGE') return undefined;
    body.next();
  } while (body.accept('+'));
  if (!body.accept(')') || !body.accept(';')) return undefined;
  return text.replace(/\s+/g, ' ').trim();
}

/** Warns for `__SKIP`, and refuses macros that rrv does not have. */
export function checkMacros(
  file: TokenCursor,
  body: BodySyntax | undefined,
  meaning: BodyMeaning,
  warnings: Diagnostic[],
): void {
  if (body === undefined) return;
  const tokens = file.range(body.first, body.last);
  for (let token = tokens.next(); token.kind !== 'end'; token = tokens.next()) {
    if (!/^__[A-Z][A-Z_]*$/.test(token.text)) continue;
    if (token.text === '__SKIP' && meaning.skips)
      warnings.push(
        diagnosticAt(file.source, token.start, (where) => propertySkipIgnored('`__SKIP`', where)),
      );
    if ((knownMacros as readonly string[]).includes(token.text)) continue;
    const close = closestNames(token.text, knownMacros);
    failAt(file.source, token.start, (where) =>
      propertyUnsupported(
        `the macro ${token.text}`,
        where,
        close.length > 0 ? `Did you mean ${close.join(' or ')}?` : `rrv has ${knownMacros.join(', ')}.`,
      ),
    );
  }
}
