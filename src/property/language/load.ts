import type { Dfa, EventId } from '../../automata/dfa.ts';
import { type AutomatonLimits, defaultAutomatonLimits } from '../../automata/limits.ts';
import { minimize } from '../../automata/minimize.ts';
import { product } from '../../automata/product.ts';
import { mayEnter } from '../../automata/reachability.ts';
import {
  type Diagnostic,
  type Place,
  propertyInvalid,
  propertyLimit,
  propertyNeverReported,
  propertyParameterUnbound,
  propertyStateUnreachable,
  propertyTagUnknown,
  propertyUnsupported,
} from '../../diagnostics.ts';
import { closestNames } from '../did-you-mean.ts';
import {
  type Documentation,
  type EventDefinition,
  type Formula,
  type Handler,
  type JavaCode,
  type Parameter,
  type Property,
  severities,
} from '../model.ts';
import type { Pointcut } from '../pointcut.ts';
import { pointcutText } from '../pointcut-text.ts';
import { fullBindingMonitor } from './binding-monitor.ts';
import { docTags, type Tag } from './doc-comment.ts';
import { type BodyMeaning, bodyMeaning, checkMacros } from './java-body.ts';
import { scanJava, type Token } from './java-scanner.ts';
import { defaultLanguageLimits, type LanguageLimits } from './limits.ts';
import { isPrimitive, type LoadedEvent, loadEvent, loadParameter } from './load-event.ts';
import { loadFormula } from './load-formula.ts';
import { parseFile } from './parse-file.ts';
import { rawMonitor } from './raw-monitor.ts';
import { diagnosticAt, failAt, placeOf, sourceText } from './source-text.ts';
import type { EventSyntax, FileSyntax, HandlerSyntax, SpecificationSyntax } from './syntax.ts';
import { type TokenCursor, tokenCursor } from './token-cursor.ts';
import { type TypeLookup, typeNames } from './type-names.ts';

export interface LoadOptions {
  /** For types that are imported on demand (`java.util.*`), and java.lang. */
  readonly lookup?: TypeLookup;
  readonly limits?: LanguageLimits;
  readonly automatonLimits?: AutomatonLimits;
}

export interface LoadedProperties {
  /** One per specification in the file, in order; at least one. */
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
  if (text.length > limits.sourceLength)
    failAt(source, 0, (where) => propertyLimit('sourceLength', text.length, limits.sourceLength, where));
  const tokens = scanJava(source);
  const syntax = parseFile(tokens, limits);
  const cursor = tokenCursor(tokens, limits);
  const warnings: Diagnostic[] = [];
  const properties: Property[] = [];
  const starts = new Map<Pointcut, number>();
  for (const specification of syntax.specifications) {
    if (properties.some(({ name }) => name === specification.name.text))
      fail(
        cursor,
        specification.name,
        `property ${specification.name.text} is declared twice`,
        'Rename one.',
      );
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

/** Modifiers that change how JavaMOP generates code, not what the property means. */
const withoutMeaning = new Set(['public', 'unsynchronized', 'decentralized', 'any-binding']);
const supportedModifiers = new Set([...withoutMeaning, 'full-binding', 'perthread', 'suffix']);

function loadSpecification(
  cursor: TokenCursor,
  syntax: FileSyntax,
  specification: SpecificationSyntax,
  options: LoadOptions,
  warnings: Diagnostic[],
  starts: Map<Pointcut, number>,
): Property {
  const { limits } = cursor;
  const automatonLimits = options.automatonLimits ?? defaultAutomatonLimits;
  const names = typeNames(syntax.imports, options.lookup);
  const modifiers = new Set(specification.modifiers.map((modifier) => checkModifier(cursor, modifier)));
  const parameters = loadParameters(cursor, specification, modifiers.has('perthread'), names);
  const hasFormula = specification.formulas.length > 0;
  const loaded = inAdviceOrder(
    specification.events.map((event) => loadEvent(cursor, names, event, hasFormula, warnings)),
  );
  for (const event of loaded) for (const [part, start] of event.starts) starts.set(part, start);
  const perThread = modifiers.has('perthread') ? parameters.at(-1) : undefined;
  const events = eventDefinitions(cursor, loaded, parameters, perThread, limits);
  const alphabet = [...new Set(events.map(({ name }) => name))];
  const documentation = documentationOf(cursor, specification, warnings);
  specification.parameters.forEach(({ name }, index) => {
    if (!events.some(({ binds }) => binds.includes(index)))
      warnings.push(
        diagnosticAt(cursor.source, name.start, (where) =>
          propertyParameterUnbound(specification.name.text, name.text, where),
        ),
      );
  });

  let handlers: Handler[] = [];
  const javaHandlers: JavaCode['handlers'][number][] = [];
  const reporting: ReadonlySet<string> = hasFormula ? new Set() : reportingEvents(loaded, alphabet);
  let monitor: Dfa;
  if (hasFormula) {
    const bound = alphabet.map((name) => maskOf(events.find((event) => event.name === name)!));
    const reported: { readonly syntax: HandlerSyntax; readonly category: string }[] = [];
    const parts = specification.formulas.map((formula, index): Dfa => {
      const own = handlersOf(cursor, specification, formula.handlers, index);
      const part = loadFormula(cursor, formula, own, alphabet, modifiers.has('suffix'), automatonLimits);
      // Several formulas: categories of all but the first carry the formula's name or number.
      const prefix = index === 0 ? '' : `${formula.name?.text ?? index + 1}.`;
      for (const { syntax: handler, category } of part.handlers) {
        reported.push({ syntax: handler, category: prefix + category });
        handlers.push(loadHandler(cursor, handler, prefix + category, documentation, javaHandlers, warnings));
      }
      // A handler of the state says it already.
      const silent = part.unreachable.filter(
        ({ text }) => !part.handlers.some(({ category }) => category === text),
      );
      for (const state of silent)
        warnings.push(
          diagnosticAt(cursor.source, state.start, (where) =>
            propertyStateUnreachable(specification.name.text, state.text, where),
          ),
        );
      return {
        ...part.monitor,
        categories: part.monitor.categories.map((own) => own.map((name) => prefix + name)),
      };
    });
    monitor = parts.reduce((left, right) =>
      minimize(product(left, right, (one, other) => [...one, ...other], automatonLimits)),
    );
    if (modifiers.has('full-binding')) {
      const resetting = new Set(handlers.filter(({ reset }) => reset).map(({ category }) => category));
      const full = (1 << parameters.length) - 1;
      monitor = fullBindingMonitor(monitor, bound, full, resetting, automatonLimits);
      handlers = handlers.map((handler) => ({ ...handler, reset: false }));
    }
    for (const { syntax: handler, category } of reported)
      if (!mayEnter(monitor, category))
        warnings.push(
          diagnosticAt(cursor.source, handler.category.start, (where) =>
            propertyNeverReported(specification.name.text, category, where),
          ),
        );
  } else {
    for (const modifier of specification.modifiers)
      if (modifier.text === 'full-binding' || modifier.text === 'suffix')
        fail(
          cursor,
          modifier,
          `${modifier.text} needs a formula`,
          'Leave it out, or add ere:, fsm: or ltl:.',
        );
    monitor = rawMonitor(alphabet, reporting);
    for (const name of alphabet) {
      // Reports that Java code makes carry their own message (docs/runtime-protocol.md).
      if (!reporting.has(name)) continue;
      const { meaning } = loaded.find(({ definition }) => definition.name === name)!;
      handlers.push({
        category: name,
        message: messageOf(meaning, documentation),
        reset: false,
        reports: true,
      });
    }
  }
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
        propertyNeverReported(specification.name.text, undefined, where),
      ),
    );
  if (modifiers.has('full-binding') && /\b__RESET\b/.test(JSON.stringify([javaEvents, javaHandlers])))
    fail(
      cursor,
      specification.name,
      'a full-binding property cannot reset from Java code',
      'Let the handler only print and reset, or leave full-binding out.',
    );
  const declared = placeOf(cursor.source, specification.declarations.start);
  const javaCode =
    javaEvents.length + javaHandlers.length === 0
      ? undefined
      : {
          sourceFile: cursor.source.file,
          packageName: syntax.imports.packageName,
          imports: syntax.importTexts,
          declarations: specification.declarations.text,
          declarationsLine: declared.line,
          declarationsColumn: declared.column,
          events: javaEvents,
          handlers: javaHandlers,
        };
  return {
    name: specification.name.text,
    documentation: withLoggedUrl(documentation, loaded),
    parameters,
    events: definitions,
    monitor,
    handlers,
    ...(javaCode === undefined ? {} : { javaCode }),
    ...(hasFormula
      ? {
          formulas: specification.formulas.map(
            ({ formalism, text }): Formula => ({ formalism: formalism.text as Formula['formalism'], text }),
          ),
        }
      : {}),
  };
}

function fail(cursor: TokenCursor, token: Token, what: string, hint: string): never {
  return failAt(cursor.source, token.start, (where) => propertyInvalid(what, where, hint));
}

function checkModifier(cursor: TokenCursor, modifier: Token): string {
  if (supportedModifiers.has(modifier.text)) return modifier.text;
  const known: Record<string, string> = {
    avoid: 'rrv observes the program and cannot steer its threads.',
    connected: 'Report from a pattern that only connected objects can match, as create-use patterns do.',
    enforce: 'rrv observes the program and cannot steer its threads.',
    'maximal-binding': 'Use full-binding: only slices that bind all parameters report.',
  };
  return failAt(cursor.source, modifier.start, (where) =>
    propertyUnsupported(
      `the modifier ${modifier.text}`,
      where,
      known[modifier.text] ?? `Modifiers are ${[...supportedModifiers].join(', ')}.`,
    ),
  );
}

function loadParameters(
  cursor: TokenCursor,
  specification: SpecificationSyntax,
  perThread: boolean,
  names: ReturnType<typeof typeNames>,
): readonly Parameter[] {
  const parameters = specification.parameters.map((syntax) => {
    const parameter = loadParameter(cursor, names, syntax);
    if (isPrimitive(parameter.type))
      fail(
        cursor,
        syntax.typeToken,
        `parameter ${parameter.name} of the property is primitive`,
        'Slices are told apart by objects: bind an object, or use a condition.',
      );
    return parameter;
  });
  // Slices per thread are slices by one more parameter, which every event binds.
  if (perThread) {
    // Nothing else in the file has the name: no event argument, and no field that the property's Java code declares.
    let name = 'thread';
    while (new RegExp(`\\b${name}\\b`).test(cursor.source.text)) name = `${name}_`;
    parameters.push({ name, type: 'java.lang.Thread' });
  }
  const { limits } = cursor;
  if (parameters.length > limits.parameters)
    failAt(cursor.source, specification.name.start, (where) =>
      propertyLimit('parameters', parameters.length, limits.parameters, where),
    );
  return parameters;
}

function eventDefinitions(
  cursor: TokenCursor,
  loaded: readonly LoadedEvent[],
  parameters: readonly Parameter[],
  perThread: Parameter | undefined,
  limits: LanguageLimits,
): readonly EventDefinition[] {
  const letters = new Map<
    string,
    { readonly letter: EventId; readonly binds: string; readonly syntax: EventSyntax }
  >();
  return loaded.map(({ definition, syntax }) => {
    const threaded = perThread === undefined ? definition : bindThread(definition, perThread);
    const binds = parameters.flatMap(({ name }, index) =>
      threaded.arguments.some((argument) => argument.name === name) ? [index] : [],
    );
    for (const index of binds) {
      const argument = threaded.arguments.find(({ name }) => name === parameters[index]!.name)!;
      if (isPrimitive(argument.type))
        fail(
          cursor,
          syntax.name,
          `event ${syntax.name.text} binds ${argument.name} to a primitive value`,
          `Declare it as ${parameters[index]!.type}.`,
        );
    }
    const known = letters.get(definition.name);
    if (known !== undefined && known.binds !== binds.join())
      fail(
        cursor,
        syntax.name,
        `event ${definition.name} binds other parameters here than in its first declaration`,
        'Give it another name: one event binds the same parameters each time.',
      );
    const letter = known?.letter ?? (letters.size as EventId);
    if (known === undefined) letters.set(definition.name, { letter, binds: binds.join(), syntax });
    if (letters.size > limits.events)
      failAt(cursor.source, syntax.name.start, (where) =>
        propertyLimit('events', letters.size, limits.events, where),
      );
    const { name, ...rest } = threaded;
    return { name, letter, ...rest, binds };
  });
}

/**
 * The order in which declarations at one call are taken: that of the file, but for `before` declarations whose pointcuts are the same
 * apart from conditions, the last first. JavaMOP makes one advice of those, and published properties count on its order.
 */
function inAdviceOrder(loaded: readonly LoadedEvent[]): readonly LoadedEvent[] {
  const positions = new Map<string, number[]>();
  loaded.forEach(({ definition }, position) => {
    if (definition.advice !== 'before') return;
    const key = JSON.stringify([pointcutText(definition.pointcut), definition.arguments]);
    positions.set(key, [...(positions.get(key) ?? []), position]);
  });
  const ordered = [...loaded];
  for (const same of positions.values())
    same.forEach((position, index) => {
      ordered[position] = loaded[same[same.length - 1 - index]!]!;
    });
  return ordered;
}

function bindThread(definition: LoadedEvent['definition'], thread: Parameter): LoadedEvent['definition'] {
  return {
    ...definition,
    arguments: [...definition.arguments, thread],
    pointcut: {
      kind: 'and',
      operands: [
        definition.pointcut,
        { kind: 'thread', operand: { kind: 'bind', name: thread.name, type: thread.type } },
      ],
    },
  };
}

function maskOf(event: EventDefinition): number {
  return event.binds.reduce((mask, parameter) => mask | (1 << parameter), 0);
}

/**
 * Without a formula: the events of which every declaration is a pure report. Where one declaration decides in
 * Java, the letter alone says nothing, and all of them run as Java.
 */
function reportingEvents(loaded: readonly LoadedEvent[], alphabet: readonly string[]): ReadonlySet<string> {
  const pure = ({ meaning }: LoadedEvent) => meaning.pure && meaning.reports && !meaning.resets;
  return new Set(
    alphabet.filter((name) => loaded.every((event) => event.definition.name !== name || pure(event))),
  );
}

/** The handlers of the formula with this index: its own, and those elsewhere that name it. */
function handlersOf(
  cursor: TokenCursor,
  specification: SpecificationSyntax,
  own: readonly HandlerSyntax[],
  index: number,
): readonly HandlerSyntax[] {
  const { formulas } = specification;
  const target = (handler: HandlerSyntax, at: number): number => {
    if (handler.formula === undefined) return at;
    const named = formulas.findIndex(({ name }) => name?.text === handler.formula!.text);
    if (named < 0)
      fail(
        cursor,
        handler.formula,
        `there is no formula ${handler.formula.text}`,
        'Name it: `ere name: ...`.',
      );
    return named;
  };
  if (formulas.every((formula) => formula.handlers.every((handler) => handler.formula === undefined)))
    return own;
  return formulas.flatMap((formula, at) =>
    formula.handlers.filter((handler) => target(handler, at) === index),
  );
}

function loadHandler(
  cursor: TokenCursor,
  syntax: HandlerSyntax,
  category: string,
  documentation: Documentation,
  javaHandlers: JavaCode['handlers'][number][],
  warnings: Diagnostic[],
): Handler {
  const meaning = bodyMeaning(cursor.range(syntax.body.first, syntax.body.last));
  checkMacros(cursor, syntax.body, meaning, warnings);
  const message = messageOf(meaning, documentation);
  // A pure handler reports even when it is empty; Java reports when it calls the logger.
  if (meaning.pure) return { category, message, reset: meaning.resets, reports: true };
  const { line, column } = placeOf(cursor.source, syntax.body.start);
  javaHandlers.push({ body: syntax.body.text, line, column });
  return { category, message, reset: false, javaHandler: javaHandlers.length - 1, reports: false };
}

function messageOf(meaning: BodyMeaning, documentation: Documentation): string {
  return meaning.messages.length > 0 ? meaning.messages.join(' ') : documentation.summary;
}

function documentationOf(
  cursor: TokenCursor,
  specification: SpecificationSyntax,
  warnings: Diagnostic[],
): Documentation {
  const comment = specification.docComment;
  const { tags, starts, unknown } =
    comment === undefined ? { tags: {}, starts: new Map(), unknown: [] } : docTags(comment);
  const { severity, precisionText, reportText, groups, summary, ...rest } = tags;
  for (const { name, start, near } of unknown)
    warnings.push(diagnosticAt(cursor.source, start, (where) => propertyTagUnknown(name, near, where)));
  const chosen = <Value extends string>(
    text: string | undefined,
    allowed: readonly Value[],
    tag: Tag,
  ): Value | undefined => {
    if (text === undefined) return undefined;
    const word = text.toLowerCase().split(/\s/)[0]!;
    const found = allowed.find((value) => value === word);
    if (found === undefined || /\s/.test(text))
      failAt(cursor.source, starts.get(tag)!, (where) =>
        propertyInvalid(
          `@${tag} ${text} of ${specification.name.text} is not one of ${allowed.join(', ')}`,
          where,
          found === undefined
            ? `Write @${tag} ${closestNames(word, allowed)[0] ?? allowed[0]}.`
            : `Write @${tag} ${found} alone, and the text before the tags.`,
        ),
      );
    return found;
  };
  const precision = chosen(precisionText, ['high', 'medium', 'low'] as const, 'precision');
  const report = chosen(reportText, ['immediately', 'finally'] as const, 'report');
  return {
    summary: summary ?? `Specification ${specification.name.text} has been violated.`,
    severity: chosen(severity, severities, 'severity') ?? 'warning',
    ...(precision === undefined ? {} : { precision }),
    ...(report === 'immediately' ? { reportsAtOnce: true as const } : {}),
    ...rest,
    groups: groups ?? [],
  };
}

/** JavaMOP's published files log the address of their documentation, when the comment has none. */
function withLoggedUrl(documentation: Documentation, loaded: readonly LoadedEvent[]): Documentation {
  const url = documentation.url ?? loaded.flatMap(({ meaning }) => meaning.urls)[0];
  return url === undefined ? documentation : { ...documentation, url };
}
