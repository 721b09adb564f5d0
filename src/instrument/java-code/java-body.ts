import { scanJava, type Token } from '../../property/language/java-scanner.ts';
import { sourceText } from '../../property/language/source-text.ts';

/** How printing and JavaMOP's macros in a property's Java are to be understood. */
export interface BodyRewriting {
  /** Also System.out and System.err report: in handlers, and in events that are the check themselves. */
  readonly printsReport: boolean;
  /** In methods of the specification, maybe static: whether printing is reporting in all that call them, or in handlers. */
  readonly inMethods?: 'always' | 'in handlers';
  readonly defaultMessage: string;
}

/** A stretch of the text that is as it was: at `start` in the original, at `at` in the result. */
export interface KeptText {
  readonly start: number;
  readonly at: number;
  readonly length: number;
}

/**
 * Java of a property with JavaMOP's macros and loggers replaced by the protected methods of SliceBody
 * (docs/runtime-protocol.md): `__RESET` by reset(), `__LOC` by location(), a call of the logger by
 * report(..). A default message that is logged just before another text says nothing and is left out, as the
 * published files log both. Line breaks stay where they are, so that a compiler's lines remain true. Linear.
 */
export function rewriteBody(
  text: string,
  rewriting: BodyRewriting,
): { readonly text: string; readonly kept: readonly KeptText[] } {
  const { tokens } = scanJava(sourceText('', text));
  const edits: { readonly start: number; readonly end: number; readonly text: string }[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index]!;
    if (token.kind !== 'identifier') continue;
    const call = loggerCall(tokens, index, rewriting.printsReport);
    if (call !== undefined) {
      edits.push(...reportEdits(tokens, call, rewriting));
      // What stands in the arguments is looked at by the following rounds.
      index = call.open;
      continue;
    }
    const signature = tokens[index + 6];
    if (signature?.text === 'Signature' && text.slice(token.start, signature.start) === 'org.aspectj.lang.') {
      edits.push({ start: token.start, end: signature.start, text: '' });
      continue;
    }
    const replacement = macro(token.text, rewriting);
    if (replacement !== undefined) edits.push({ start: token.start, end: token.end, text: replacement });
  }
  const kept: KeptText[] = [];
  let result = '';
  let from = 0;
  const keepUntil = (end: number): void => {
    kept.push({ start: from, at: result.length, length: end - from });
    result += text.slice(from, end);
  };
  for (const edit of edits.sort((left, right) => left.start - right.start || left.end - right.end)) {
    if (edit.start < from) continue;
    keepUntil(edit.start);
    result += edit.text;
    // A removed text keeps its line breaks.
    result += '\n'.repeat(text.slice(edit.start, edit.end).split(/\r\n|\r|\n/).length - 1);
    from = edit.end;
  }
  keepUntil(text.length);
  return { text: result, kept };
}

function macro(name: string, rewriting: BodyRewriting): string | undefined {
  switch (name) {
    case '__RESET':
      return 'reset()';
    case '__SKIP':
      return '';
    case '__LOC':
      return 'location()';
    case '__DEFAULT_MESSAGE':
      return javaString(rewriting.defaultMessage);
    case '__STATICSIG':
      return 'new Signature(location())';
    default:
      return undefined;
  }
}

interface LoggerCall {
  readonly first: number;
  /** Token indices of the parentheses. */
  readonly open: number;
  readonly close: number;
  /** Index of the first token of the message, after a level. */
  readonly message: number;
  readonly formats: boolean;
  /** `System.err` of a call that prints, and whether it ends the line. */
  readonly stream?: string;
  readonly endsLine: boolean;
}

/** `RVMLogging.out.println(Level.X, message)`, `System.err.printf(..)` and their like. */
function loggerCall(tokens: readonly Token[], first: number, prints: boolean): LoggerCall | undefined {
  const text = (ahead: number) => tokens[first + ahead]?.text ?? '';
  const logger = text(0) === 'RVMLogging' || text(0) === 'MOPLogging';
  if (!logger && !(prints && text(0) === 'System')) return undefined;
  if (tokens[first - 1]?.text === '.') return undefined;
  if (text(1) !== '.' || !/^(?:out|err)$/.test(text(2)) || text(3) !== '.' || text(5) !== '(')
    return undefined;
  if (!/^(?:print|println|printf|format)$/.test(text(4))) return undefined;
  const open = first + 5;
  let depth = 0;
  let comma: number | undefined;
  for (let index = open; index < tokens.length; index++) {
    const token = tokens[index]!;
    if (token.kind !== 'operator') continue;
    if (/^[([{]$/.test(token.text)) depth++;
    else if (token.text === ',' && depth === 1) comma ??= index;
    else if (/^[)\]}]$/.test(token.text) && --depth === 0) {
      const message = logger && comma !== undefined ? comma + 1 : open + 1;
      return {
        first,
        open,
        close: index,
        message,
        formats: /^(?:printf|format)$/.test(text(4)),
        ...(logger ? {} : { stream: `System.${text(2)}` }),
        endsLine: text(4) === 'println',
      };
    }
  }
  return undefined;
}

function reportEdits(tokens: readonly Token[], call: LoggerCall, rewriting: BodyRewriting) {
  const start = tokens[call.first]!.start;
  const close = tokens[call.close]!;
  const value = `String.${call.formats ? 'format' : 'valueOf'}(`;
  if (call.stream !== undefined && rewriting.inMethods !== undefined) {
    const text = `printed(${call.stream}, ${call.endsLine}, ${rewriting.inMethods === 'always'}, `;
    if (call.message === call.close) return [{ start, end: close.end, text: `${text}"")` }];
    return [
      { start, end: tokens[call.message]!.start, text: `${text}${value}` },
      { start: close.start, end: close.end, text: '))' },
    ];
  }
  const onlyDefault = call.close === call.message + 1 && tokens[call.message]!.text === '__DEFAULT_MESSAGE';
  const another =
    tokens[call.close + 1]?.text === ';' &&
    loggerCall(tokens, call.close + 2, rewriting.printsReport) !== undefined;
  if (call.message === call.close || (onlyDefault && another)) return [{ start, end: close.end, text: '' }];
  return [
    {
      start,
      end: tokens[call.message]!.start,
      text: `${rewriting.inMethods === undefined ? 'report' : 'logged'}(${value}`,
    },
    { start: close.start, end: close.end, text: ').trim())' },
  ];
}

/** A Java string literal with this value. */
function javaString(value: string): string {
  const escaped = value.replace(/[^ !#-[\]-~]/g, (character) => {
    if (character === '\\' || character === '"') return `\\${character}`;
    const code = character.charCodeAt(0);
    // A unicode escape of a line break would end the literal: Java translates those first (JLS 3.3).
    if (code < 32) return `\\${code.toString(8).padStart(3, '0')}`;
    return `\\u${code.toString(16).padStart(4, '0')}`;
  });
  return `"${escaped}"`;
}
