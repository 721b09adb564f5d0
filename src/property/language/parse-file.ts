import { propertyInvalid, propertySyntax, propertyUnsupported, RrvError } from '../../diagnostics.ts';
import { closestNames } from '../did-you-mean.ts';
import { isLicence } from './doc-comment.ts';
import type { DocComment, Token, Tokens } from './java-scanner.ts';
import type { LanguageLimits } from './limits.ts';
import { arrayDimensions, skipTypeArguments } from './parse-type-pattern.ts';
import { failAt } from './source-text.ts';
import type {
  BodySyntax,
  EventSyntax,
  FileSyntax,
  FormulaSyntax,
  HandlerSyntax,
  ImportSyntax,
  ParameterSyntax,
  SpecificationSyntax,
  UnreadSpecification,
} from './syntax.ts';
import { describe, type TokenCursor, takeBracketed, tokenCursor } from './token-cursor.ts';

const formalisms = ['cfg', 'fsm', 'ere', 'ltl', 'ptltl'] as const;

const unsupportedFormalisms: ReadonlyMap<string, string> = new Map(
  Object.entries({
    dl: 'Write the property as fsm, ere, ltl or ptltl.',
    pda: 'Write the language of the pushdown automaton as cfg.',
    po: 'Write the order as ltl: [](b => <*> a).',
    ptcaret: 'Calls and returns are not matched up; write the property as ptltl.',
    raw: 'Leave out the formula: without one, the Java body of each event is the check.',
    srs: 'String rewriting can need unbounded memory; write the property as fsm or ere.',
    tfsm: 'Timed automata need a clock; rrv has no events of time.',
  }),
);

const eventPrefixes = new Set(['creation', 'static', 'blocking', 'abstract']);

/**
 * The file level of JavaMOP's grammar: package, imports, and one specification or more, each with modifiers,
 * parameters, monitor declarations, events, and formulas with handlers. Java and formulas are taken as ranges
 * of tokens, for the parsers of their own. A mistake in one specification leaves the others, as long as its
 * braces show where it ends. One pass, and a second one over what has a mistake.
 */
export function parseFile(tokens: Tokens, limits: LanguageLimits): FileSyntax {
  let cursor = tokenCursor(tokens, limits);
  let packageName = '';
  if (cursor.accept('package')) {
    packageName = qualifiedName(cursor, false);
    cursor.expect(';', 'after the package');
  }
  const single: string[] = [];
  const onDemand: string[] = [];
  const importTexts: { readonly text: string; readonly at: Token }[] = [];
  const importTokens: ImportSyntax[] = [];
  for (let at = cursor.peek(); cursor.accept('import'); at = cursor.peek()) {
    const isStatic = cursor.accept('static') !== undefined;
    const nameToken = cursor.peek();
    const name = qualifiedName(cursor, true);
    if (!isStatic && name.endsWith('.*')) onDemand.push(name.slice(0, -2));
    else if (!isStatic && name.includes('.')) single.push(name);
    else if (!isStatic) cursor.fail('an import names a package', 'Write `import some.package.Type;`.', at);
    if (!isStatic)
      importTokens.push({ name: name.replace(/\.\*$/, ''), onDemand: name.endsWith('.*'), at: nameToken });
    importTexts.push({ text: isStatic ? `static ${name}` : name, at });
    cursor.expect(';', 'after the import');
  }
  const specifications: (SpecificationSyntax | UnreadSpecification)[] = [];
  const headerEnd = cursor.position === 0 ? 0 : lastEnd(cursor);
  let from = 0;
  while (cursor.peek().kind !== 'end') {
    // Two files that were put together, for example.
    if (cursor.sees('import'))
      cursor.fail('an import stands before all properties', 'Move it to the beginning of the file.');
    const start = cursor.peek().start;
    const comment = tokens.docComments.findLast(
      (doc) => doc.start >= from && doc.end <= start && !(doc.end < headerEnd && isLicence(doc)),
    );
    const first = cursor.position;
    try {
      specifications.push(specification(cursor, comment));
    } catch (mistake) {
      if (!(mistake instanceof RrvError)) throw mistake;
      cursor = tokenCursor(tokens, limits, first);
      const name = passOver(cursor);
      if (name === undefined) throw mistake;
      specifications.push({ name, mistake, start: comment?.start ?? start, end: lastEnd(cursor) });
    }
    from = lastEnd(cursor);
  }
  if (specifications.length === 0)
    cursor.fail('the file has no property', 'Write `Name(Type parameter) { event ... }`.');
  return { imports: { packageName, single, onDemand }, headerEnd, importTexts, importTokens, specifications };
}

/** Takes all of a specification, and returns its name. Undefined: where it ends does not show. */
function passOver(cursor: TokenCursor): Token | undefined {
  let name: Token | undefined;
  let isHead = true;
  while (!cursor.sees('{')) {
    const token = cursor.next();
    if (token.kind === 'end') return undefined;
    isHead &&= token.text !== '(' && token.text !== 'within' && token.text !== 'includes';
    if (isHead && token.kind === 'identifier') name = token;
  }
  let depth = 0;
  do {
    const { kind, text } = cursor.next();
    if (kind === 'end') return undefined;
    if (kind === 'operator' && text === '{') depth++;
    if (kind === 'operator' && text === '}') depth--;
  } while (depth > 0);
  return name;
}

function qualifiedName(cursor: TokenCursor, onDemand: boolean): string {
  let name = cursor.identifier('a name').text;
  while (cursor.accept('.')) {
    if (onDemand && cursor.accept('*')) return `${name}.*`;
    name += `.${cursor.identifier('a name').text}`;
  }
  return name;
}

function specification(cursor: TokenCursor, docComment: DocComment | undefined): SpecificationSyntax {
  if (cursor.sees('@'))
    failAt(cursor.source, cursor.peek().start, (where) =>
      propertyUnsupported(
        'an annotation of a property',
        where,
        'What is said of a property stands in its doc comment. For `@Aspect` and `@Before(..)` of AspectJ write `Name(Type p) { event name before(Type p) : call(..) && target(p) { } }`.',
      ),
    );
  const words: Token[] = [];
  for (;;) {
    // `full-binding` is one word to JavaMOP.
    const word = hyphenated(cursor);
    words.push(word);
    if (cursor.peek().kind !== 'identifier' || cursor.sees('within') || cursor.sees('includes')) break;
  }
  const name = words.pop()!;
  const aspect = words.find(({ text }) => text === 'aspect');
  if (aspect !== undefined)
    failAt(cursor.source, aspect.start, (where) =>
      propertyUnsupported(
        'an aspect of AspectJ',
        where,
        'Write a property, `Name(Type p) { event name before(Type p) : call(..) && target(p) { } }`: pointcuts stay as they are, and a formula says which orders of events are wrong.',
      ),
    );
  if (name.text === 'tracematch')
    failAt(cursor.source, name.start, (where) =>
      propertyUnsupported(
        'a tracematch of abc',
        where,
        'Write `suffix Name(..) { .. }` with an `event` for each `sym`, and behind these the pattern as `ere : ..` and its code as `@match { .. }`.',
      ),
    );
  if (name.text.includes('-'))
    cursor.fail(`${name.text} is not a name`, 'Name the property as Java names classes.', name);
  const parameters = cursor.sees('(') ? parameterList(cursor) : [];
  for (const word of ['within', 'includes'])
    if (cursor.sees(word))
      failAt(cursor.source, cursor.peek().start, (where) =>
        propertyUnsupported(
          `\`${word}\` of a specification`,
          where,
          word === 'within' ? 'Add within(..) to the pointcuts.' : 'Repeat the events of the other property.',
        ),
      );
  const opening = cursor.expect('{', `after the property's name and parameters`);
  const declarations = takeDeclarations(cursor, opening);
  const events: EventSyntax[] = [];
  while (startsEvent(cursor)) events.push(event(cursor));
  if (events.length === 0)
    cursor.fail(
      `expected an event, found ${describe(cursor.peek())}`,
      'Write `event name before(Type p) : call(..) && target(p) { }`.',
    );
  const formulas: FormulaSyntax[] = [];
  while (!cursor.sees('}')) {
    if (cursor.peek().kind === 'end')
      cursor.fail('this property is never closed', 'Add the missing `}`.', opening);
    if (startsEvent(cursor)) cursor.fail('an event stands behind a formula', 'Move it before the formula.');
    const next = formula(cursor);
    const { name } = next;
    if (name !== undefined && formulas.some((other) => other.name?.text === name.text))
      invalid(cursor, name, `there are two formulas ${name.text}`);
    formulas.push(next);
  }
  cursor.expect('}', 'at the end of the property');
  const start = docComment?.start ?? (words[0] ?? name).start;
  return {
    docComment,
    modifiers: words,
    name,
    parameters,
    declarations,
    events,
    formulas,
    start,
    end: lastEnd(cursor),
  };
}

function hyphenated(cursor: TokenCursor): Token {
  const first = cursor.identifier('the name of a property');
  let last = first;
  while (cursor.sees('-') && cursor.peek().start === last.end && cursor.peek(1).kind === 'identifier') {
    cursor.next();
    last = cursor.next();
  }
  if (last === first) return first;
  return { ...first, text: cursor.textBetween(first.start, last.end), end: last.end };
}

function parameterList(cursor: TokenCursor): ParameterSyntax[] {
  cursor.expect('(', 'before the parameters');
  const parameters: ParameterSyntax[] = [];
  if (cursor.accept(')')) return parameters;
  do {
    cursor.accept('final');
    const typeToken = cursor.identifier('the type of a parameter');
    let typeName = typeToken.text;
    skipTypeArguments(cursor);
    while (!cursor.sees('...') && cursor.accept('.')) {
      typeName += `.${cursor.identifier('a type').text}`;
      skipTypeArguments(cursor);
    }
    let dimensions = arrayDimensions(cursor);
    // `Type+` is how old files write a parameter; a parameter takes subtypes anyway.
    cursor.accept('+');
    if (cursor.accept('...')) dimensions++;
    const name = cursor.identifier('the name of a parameter');
    const same = parameters.find((other) => other.name.text === name.text);
    if (same !== undefined) invalid(cursor, name, `parameter ${name.text} is declared twice`);
    parameters.push({ typeName, dimensions: dimensions + arrayDimensions(cursor), typeToken, name });
  } while (cursor.accept(','));
  cursor.expect(')', 'after the parameters');
  return parameters;
}

function invalid(cursor: TokenCursor, token: Token, what: string): never {
  return failAt(cursor.source, token.start, (where) => propertyInvalid(what, where, 'Give it another name.'));
}

function startsEvent(cursor: TokenCursor): boolean {
  const prefixes = eventPrefixes.has(cursor.peek().text) ? 1 : 0;
  return cursor.peek(prefixes).text === 'event' && cursor.peek(prefixes + 1).kind === 'identifier';
}

/** Java members up to the first event: each ends with `;` or with a block that is no initialiser. */
function takeDeclarations(
  cursor: TokenCursor,
  opening: Token,
): { readonly text: string; readonly start: number } {
  let start = -1;
  let end = opening.end;
  while (!startsEvent(cursor)) {
    if (cursor.peek().kind === 'end' || cursor.sees('}'))
      cursor.fail(
        'the property has no event',
        'Write `event name before(Type p) : call(..) && target(p) { }`.',
      );
    if (start < 0) start = cursor.peek().start;
    end = takeMember(cursor);
  }
  return start < 0 ? { text: '', start: opening.end } : { text: cursor.textBetween(start, end), start };
}

/** Returns the offset behind the member. */
function takeMember(cursor: TokenCursor): number {
  const first = cursor.peek();
  let initializer = false;
  for (;;) {
    const token = cursor.peek();
    if (token.kind === 'end') cursor.fail('this declaration is never ended', 'Add the missing `;`.', first);
    if (token.kind === 'operator') {
      if (token.text === '{') {
        takeBracketed(cursor, '{', 'in a declaration');
        if (!initializer) return lastEnd(cursor);
        continue;
      }
      if (token.text === '(') {
        takeBracketed(cursor, '(', 'in a declaration');
        continue;
      }
      if (token.text === '}') cursor.fail('this declaration is never ended', 'Add the missing `;`.', first);
      if (token.text === '=') initializer = true;
      // Java has no colon here: this is an event or a formula, which would be lost in the fields of the monitor.
      if (token.text === ':' && !initializer) noMember(cursor, first);
      if (token.text === ';') return cursor.next().end;
    }
    cursor.next();
  }
}

function noMember(cursor: TokenCursor, first: Token): never {
  if (first.text === 'pointcut')
    failAt(cursor.source, first.start, (where) =>
      propertyUnsupported('a named pointcut', where, 'Write out what it stands for in each event.'),
    );
  if ((formalisms as readonly string[]).includes(first.text))
    cursor.fail('a formula stands before an event', 'Move it behind the events.', first);
  return cursor.fail(
    `expected an event or a Java declaration, found ${describe(first)}`,
    closestNames(first.text, ['event', ...eventPrefixes]).length > 0
      ? 'Did you mean event?'
      : 'Write `event name before(Type p) : call(..) && target(p) { }`.',
    first,
  );
}

/** The offset behind the last token taken. */
function lastEnd(cursor: TokenCursor): number {
  return cursor.peek(-1).end;
}

function event(cursor: TokenCursor): EventSyntax {
  const prefix = eventPrefixes.has(cursor.peek().text) ? cursor.next() : undefined;
  if (prefix !== undefined && prefix.text !== 'creation')
    failAt(cursor.source, prefix.start, (where) =>
      propertyUnsupported(
        `a ${prefix.text} event`,
        where,
        prefix.text === 'static'
          ? 'An event binds what it declares: declare it without parameters.'
          : 'rrv observes the program; leave the word out if the event is to be observed only.',
      ),
    );
  cursor.expect('event', 'at the start of an event');
  const name = cursor.identifier('the name of an event');
  const { position, around } = advicePosition(cursor);
  const parameters = cursor.sees('(') ? parameterList(cursor) : [];
  const list = () => (cursor.sees('(') ? parameterList(cursor) : []);
  let returning: ParameterSyntax[] | undefined;
  let throwing: ParameterSyntax[] | undefined;
  for (;;) {
    const word = cursor.peek();
    if (cursor.accept('returning')) returning = list();
    else if (cursor.accept('throwing')) throwing = list();
    else break;
    if (position.text !== 'after')
      cursor.fail(`\`${word.text}\` needs \`after\``, `Write \`after(..) ${word.text}(..)\`.`, word);
    if (returning !== undefined && throwing !== undefined)
      cursor.fail('an event is after returning or after throwing', 'Declare two events of that name.', word);
    if ((returning ?? throwing)!.length > 1)
      cursor.fail(
        `\`${word.text}\` has one parameter`,
        'Bind the others with target(..) and args(..).',
        word,
      );
  }
  if (cursor.sees('throws'))
    cursor.fail('an event has no `throws`', 'Write `after(..) throwing(Type name)` for what is thrown.');
  if (cursor.peek().kind === 'identifier' && (returning ?? throwing)?.length === 0)
    cursor.fail(
      'what an event declares stands in parentheses',
      `Write \`${returning === undefined ? 'throwing' : 'returning'}(Type name)\`.`,
    );
  cursor.expect(':', `before the pointcut of event ${name.text}`);
  const first = cursor.position;
  while (!cursor.sees('{') && !cursor.sees(';')) {
    if (cursor.peek().kind === 'end' || cursor.sees('}'))
      cursor.fail(`event ${name.text} has no body`, 'Write `{ }` after the pointcut.', name);
    if (cursor.sees('(')) takeBracketed(cursor, '(', 'in a pointcut');
    else cursor.next();
  }
  const pointcut = { first, last: cursor.position };
  const body = cursor.accept(';') ? undefined : takeBody(cursor, `after the pointcut of event ${name.text}`);
  return {
    creation: prefix !== undefined,
    name,
    position,
    around,
    parameters,
    ...(returning === undefined ? {} : { returning }),
    ...(throwing === undefined ? {} : { throwing }),
    pointcut,
    body,
  };
}

/** `before`, `after`, or a result type and `around`. */
function advicePosition(cursor: TokenCursor): { readonly position: Token; readonly around: boolean } {
  const first = cursor.peek();
  if (cursor.accept('before') || cursor.accept('after')) return { position: first, around: false };
  if (first.kind === 'identifier') {
    const ahead = typeLength(cursor);
    const word = cursor.peek(ahead);
    if (word.text === 'around' && word.kind === 'identifier') {
      for (let taken = 0; taken < ahead; taken++) cursor.next();
      return { position: cursor.next(), around: true };
    }
    if (first.text === 'around') return { position: cursor.next(), around: true };
  }
  return cursor.fail(
    `expected \`before\` or \`after\`, found ${describe(first)}`,
    'Write `before(Type p) : ...` or `after(Type p) returning(Type r) : ...`.',
  );
}

/** How many tokens the type takes that comes next: names with dots, type arguments, `[]`. */
function typeLength(cursor: TokenCursor): number {
  let length = 1;
  let depth = 0;
  for (;;) {
    const { text, kind } = cursor.peek(length);
    if (kind === 'end') return length;
    if (text === '<') depth++;
    else if (text === '>') depth--;
    else if (depth === 0 && text === '.') length++;
    else if (depth === 0 && text !== '[' && text !== ']') return length;
    length++;
  }
}

function takeBody(cursor: TokenCursor, context: string): BodySyntax {
  const { text, start, first, last } = takeBracketed(cursor, '{', context);
  return { text, start, first, last };
}

function formula(cursor: TokenCursor): FormulaSyntax {
  const formalism = cursor.peek();
  const named =
    formalism.kind === 'identifier' && cursor.peek(1).kind === 'identifier' && cursor.peek(2).text === ':';
  if (formalism.kind !== 'identifier' || !(named || cursor.peek(1).text === ':')) {
    if (cursor.sees('@'))
      cursor.fail('a handler without a formula', 'Put `ere: ...`, `fsm: ...` or `ltl: ...` before it.');
    cursor.fail(
      `expected an event, a formula or \`}\`, found ${describe(formalism)}`,
      'A formula begins with fsm:, ere:, cfg:, ltl: or ptltl:.',
    );
  }
  checkFormalism(cursor, formalism);
  cursor.next();
  const name = named ? cursor.next() : undefined;
  cursor.expect(':', `after ${formalism.text}`);
  const first = cursor.position;
  const start = cursor.peek().start;
  while (!startsHandler(cursor)) {
    if (cursor.peek().kind === 'end' || cursor.sees('}') || cursor.sees('{'))
      cursor.fail(
        `the ${formalism.text} formula has no handler`,
        'Say what to report after it, for example `@match { }` or `@fail { }`.',
      );
    cursor.next();
  }
  const last = cursor.position;
  const text = cursor.textBetween(start, cursor.peek().start).trim();
  const handlers: HandlerSyntax[] = [];
  while (cursor.sees('@')) handlers.push(handler(cursor));
  return { formalism, ...(name === undefined ? {} : { name }), formula: { first, last }, text, handlers };
}

function startsHandler(cursor: TokenCursor): boolean {
  return cursor.sees('@') && cursor.peek(1).kind === 'identifier';
}

function checkFormalism(cursor: TokenCursor, formalism: Token): void {
  if ((formalisms as readonly string[]).includes(formalism.text)) return;
  const hint = unsupportedFormalisms.get(formalism.text);
  const close = closestNames(formalism.text, formalisms);
  failAt(cursor.source, formalism.start, (where) =>
    hint !== undefined
      ? propertyUnsupported(`the formalism ${formalism.text}`, where, hint)
      : propertySyntax(
          `there is no formalism ${formalism.text}`,
          where,
          close.length > 0
            ? `Did you mean ${close.join(' or ')}?`
            : `Formalisms are ${formalisms.join(', ')}.`,
        ),
  );
}

function handler(cursor: TokenCursor): HandlerSyntax {
  cursor.expect('@', 'before a handler');
  const word = cursor.identifier('the category of a handler');
  let category = word;
  let formulaName: Token | undefined;
  if (cursor.sees('.'))
    failAt(cursor.source, word.start, (where) =>
      propertyUnsupported('a handler for another specification', where, 'Put it into that specification.'),
    );
  if (cursor.accept('@')) {
    formulaName = word;
    category = cursor.identifier('the category of a handler');
  }
  const body = takeBody(cursor, `after @${category.text}`);
  return { category, ...(formulaName === undefined ? {} : { formula: formulaName }), body };
}
