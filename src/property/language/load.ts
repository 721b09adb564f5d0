import { type AutomatonLimits, defaultAutomatonLimits } from '../../automata/limits.ts';
import {
  type Diagnostic,
  type Place,
  propertyLimit,
  propertyNeverReported,
  propertyParameterUnbound,
  propertyUnsupported,
  type RrvError,
} from '../../diagnostics.ts';
import type { EventDefinition, Formula, JavaCode, Property } from '../model.ts';
import type { Pointcut } from '../pointcut.ts';
import { eventDefinitions } from './event-definitions.ts';
import { javaTokens } from './java-expression.ts';
import { scanJava, type Token, type Tokens } from './java-scanner.ts';
import { defaultLanguageLimits, type LanguageLimits } from './limits.ts';
import { documentationOf, withLoggedUrl } from './load-documentation.ts';
import { loadEvent } from './load-event.ts';
import { eventMonitor, formulaMonitor, reportingEvents } from './load-monitor.ts';
import { loadParameters } from './load-parameters.ts';
import { parseFile } from './parse-file.ts';
import { diagnosticAt, failAt, placeOf, type SourceText, sourceText } from './source-text.ts';
import type { FileSyntax, SpecificationSyntax } from './syntax.ts';
import { invalidAt, type TokenCursor, tokenCursor } from './token-cursor.ts';
import { type TypeLookup, type TypeNames, typeNames } from './type-names.ts';

export interface LoadOptions {
  /** For types that are imported on demand (`java.util.*`), and java.lang. */
  readonly lookup?: TypeLookup;
  readonly limits?: LanguageLimits;
  readonly automatonLimits?: AutomatonLimits;
  /** The properties of these names alone; of others nothing is looked at but where they end. */
  readonly only?: ReadonlySet<string>;
}

export interface LoadedProperties {
  /** One per specification in the file, in order; at least one, where not `only` some are asked for. */
  readonly properties: readonly Property[];
  readonly warnings: readonly Diagnostic[];
  readonly imports: readonly LoadedImport[];
  /** A diagnostic with the place at which this part of an event's pointcut stands, for checks that know the types. */
  at(part: Pointcut, create: (where: Place) => Diagnostic): Diagnostic;
}

/** An import of a type by its binary name, or with `onDemand` of all types of a package or in a type. */
export interface LoadedImport {
  readonly name: string;
  readonly onDemand: boolean;
  at(create: (where: Place) => Diagnostic): Diagnostic;
}

/**
 * Reads a `.mop` file (docs/property-language.md). `file` is its name, for messages.
 * @throws RrvError with file, line, column, excerpt and hint for everything that is wrong or not supported
 */
export function loadProperties(file: string, text: string, options: LoadOptions = {}): LoadedProperties {
  const limits = options.limits ?? defaultLanguageLimits;
  const source = sourceText(file, text);
  const tokens = tokensOf(source, limits);
  const syntax = parseFile(tokens, limits);
  const cursor = tokenCursor(tokens, limits);
  const warnings: Diagnostic[] = [];
  const properties: Property[] = [];
  const starts = new Map<Pointcut, number>();
  const declared = new Set<string>();
  for (const specification of syntax.specifications) {
    const { name } = specification;
    if (options.only?.has(name.text) === false) continue;
    if ('mistake' in specification) throw specification.mistake;
    if (declared.has(name.text))
      invalidAt(cursor, name, `property ${name.text} is declared twice`, 'Rename one.');
    declared.add(name.text);
    properties.push(loadSpecification(cursor, syntax, specification, options, warnings, starts));
  }
  const names = typeNames(syntax.imports, options.lookup);
  return {
    properties,
    warnings,
    imports: syntax.importTokens.map(({ name, onDemand, at }) => ({
      name: names.binaryName(name),
      onDemand,
      at: (create) => diagnosticAt(source, at.start, create),
    })),
    at(part, create) {
      const start = starts.get(part);
      return start === undefined ? create({ file }) : diagnosticAt(source, start, create);
    },
  };
}

/** One property of a `.mop` file. */
export interface DeclaredProperty {
  readonly name: string;
  /** What is wrong with it by itself, where that shows without a look at types and formulas. */
  readonly mistake?: RrvError;
  /** A file with this property alone: the package, the imports and what else stands before the first property, and it. */
  readonly text: string;
}

/** What a `.mop` file declares, in order. @throws RrvError where it is no such file */
export function declaredProperties(file: string, text: string): readonly DeclaredProperty[] {
  const limits = defaultLanguageLimits;
  const source = sourceText(file, text);
  const tokens = tokensOf(source, limits);
  const { specifications, headerEnd } = parseFile(tokens, limits);
  const { start } = specifications[0]!;
  // The comment of the first property may stand before the imports, which are those of the others, too.
  const comment = tokens.docComments.find((doc) => doc.start === start && start < headerEnd);
  const head =
    source.text.slice(0, start) + (comment ? `${source.text.slice(comment.end, headerEnd)}\n` : '');
  return specifications.map((specification) => ({
    name: specification.name.text,
    ...('mistake' in specification ? { mistake: specification.mistake } : {}),
    text: `${specification.start < headerEnd ? '' : head}${source.text.slice(specification.start, specification.end)}\n`,
  }));
}

function tokensOf(source: SourceText, limits: LanguageLimits): Tokens {
  const { length } = source.text;
  if (length > limits.sourceLength)
    failAt(source, 0, (where) => propertyLimit('sourceLength', length, limits.sourceLength, where));
  return scanJava(source);
}

/** Modifiers that change how JavaMOP generates code, not what the property means. */
const withoutMeaning = new Set(['public', 'unsynchronized', 'decentralized', 'any-binding']);
const supportedModifiers = new Set([...withoutMeaning, 'full-binding', 'perthread', 'suffix']);

/** What is said of a modifier that JavaMOP has and rrv has not. */
const unsupportedModifiers: ReadonlyMap<string, string> = new Map(
  Object.entries({
    avoid: 'rrv observes the program and cannot steer its threads.',
    connected: 'Report from a pattern that only connected objects can match, as create-use patterns do.',
    enforce: 'rrv observes the program and cannot steer its threads.',
    'maximal-binding': 'Use full-binding: only slices that bind all parameters report.',
  }),
);

function loadSpecification(
  cursor: TokenCursor,
  syntax: FileSyntax,
  specification: SpecificationSyntax,
  options: LoadOptions,
  warnings: Diagnostic[],
  starts: Map<Pointcut, number>,
): Property {
  const names = typeNames(syntax.imports, options.lookup);
  const modifiers = new Set(specification.modifiers.map((modifier) => checkModifier(cursor, modifier)));
  const parameters = loadParameters(cursor, specification, modifiers.has('perthread'), names);
  const hasFormula = specification.formulas.length > 0;
  const loaded = specification.events.map((event) => loadEvent(cursor, names, event, warnings));
  for (const event of loaded) for (const [part, start] of event.starts) starts.set(part, start);
  const perThread = modifiers.has('perthread') ? parameters.at(-1) : undefined;
  const events = eventDefinitions(cursor, loaded, parameters, perThread);
  const alphabet = [...new Set(events.map(({ name }) => name))];
  const documentation = documentationOf(cursor, specification, warnings);
  warnOfUnbound(cursor, specification, events, warnings);

  const reporting: ReadonlySet<string> = hasFormula ? new Set() : reportingEvents(loaded, alphabet);
  const source = { cursor, specification, modifiers, alphabet, documentation, warnings };
  const { monitor, derivations, handlers, javaHandlers } = hasFormula
    ? formulaMonitor(source, parameters.length, events, options.automatonLimits ?? defaultAutomatonLimits)
    : eventMonitor(source, loaded, reporting);
  const javaEvents: JavaCode['events'][number][] = [];
  const definitions = events.map((event, index): EventDefinition => {
    const java = loaded[index]!.java(!reporting.has(event.name));
    if (java === undefined) return event;
    javaEvents.push(java);
    return { ...event, javaEvent: javaEvents.length - 1 };
  });
  if (!hasFormula && handlers.length + javaEvents.length === 0)
    warnings.push(
      diagnosticAt(cursor.source, specification.name.start, (where) =>
        propertyNeverReported(specification.name.text, 'prints nothing', where),
      ),
    );
  const bodies = [...javaEvents, ...javaHandlers].map(({ body = '' }) => body);
  const isReset = ({ text }: Token): boolean => text === '__RESET';
  if (modifiers.has('full-binding') && bodies.some((body) => javaTokens(body).some(isReset)))
    invalidAt(
      cursor,
      specification.name,
      'a full-binding property cannot reset from Java code',
      'Let the handler only print and reset, or leave full-binding out.',
    );
  const formulas = specification.formulas.map(
    ({ formalism, text }): Formula => ({ formalism: formalism.text as Formula['formalism'], text }),
  );
  return {
    name: specification.name.text,
    documentation: withLoggedUrl(documentation, loaded),
    parameters,
    events: definitions,
    monitor,
    ...(derivations === undefined ? {} : { derivations }),
    handlers,
    ...(javaEvents.length + javaHandlers.length === 0
      ? {}
      : { javaCode: javaCodeOf(cursor, syntax, names, specification, javaEvents, javaHandlers) }),
    ...(hasFormula ? { formulas } : {}),
  };
}

function warnOfUnbound(
  cursor: TokenCursor,
  specification: SpecificationSyntax,
  events: readonly EventDefinition[],
  warnings: Diagnostic[],
): void {
  specification.parameters.forEach(({ name }, index) => {
    if (!events.some(({ binds }) => binds.includes(index)))
      warnings.push(
        diagnosticAt(cursor.source, name.start, (where) =>
          propertyParameterUnbound(specification.name.text, name.text, where),
        ),
      );
  });
}

function javaCodeOf(
  cursor: TokenCursor,
  syntax: FileSyntax,
  names: TypeNames,
  { declarations }: SpecificationSyntax,
  events: JavaCode['events'],
  handlers: JavaCode['handlers'],
): JavaCode {
  const declared = placeOf(cursor.source, declarations.start);
  const texts = [
    declarations.text,
    ...events.flatMap(({ condition, body }) => [
      ...(condition ?? []).map((piece) => (typeof piece === 'string' ? piece : piece.text)),
      body ?? '',
    ]),
    ...handlers.map(({ body }) => body),
  ];
  return {
    sourceFile: cursor.source.file,
    packageName: syntax.imports.packageName,
    // The code stands in a package of its own.
    imports: [
      ...syntax.importTexts.map(({ text }) => text),
      ...typesNamedIn(texts).flatMap((name) => names.importOf(name) ?? []),
    ],
    importPlaces: syntax.importTexts.map(({ at }) => {
      const { line, column } = placeOf(cursor.source, at.start);
      return { line, column };
    }),
    declarations: declarations.text,
    declarationsLine: declared.line,
    declarationsColumn: declared.column,
    events,
    handlers,
  };
}

/** The words of Java code that may be simple names of types, but for those that it declares itself, each once. */
function typesNamedIn(texts: readonly string[]): readonly string[] {
  const found = new Set<string>();
  const declared = new Set<string>();
  for (const tokens of texts.map(javaTokens))
    tokens.forEach(({ kind, text }, at) => {
      if (kind !== 'identifier' || !/^\p{Lu}/u.test(text)) return;
      const before = tokens[at - 1]?.text ?? '';
      if (/^(?:class|enum|interface)$/.test(before)) declared.add(text);
      else if (before !== '.') found.add(text);
    });
  return [...found].filter((name) => !declared.has(name));
}

function checkModifier(cursor: TokenCursor, modifier: Token): string {
  if (supportedModifiers.has(modifier.text)) return modifier.text;
  return failAt(cursor.source, modifier.start, (where) =>
    propertyUnsupported(
      `the modifier ${modifier.text}`,
      where,
      unsupportedModifiers.get(modifier.text) ?? `Modifiers are ${[...supportedModifiers].join(', ')}.`,
    ),
  );
}
