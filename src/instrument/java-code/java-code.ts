import { toInternalName } from '../../classfile/descriptors.ts';
import { foreignImport } from '../../property/foreign-imports.ts';
import { javaTokens } from '../../property/language/java-expression.ts';
import type { Token } from '../../property/language/java-scanner.ts';
import type { EventDefinition, JavaCode, Parameter, PlacedJava, Property } from '../../property/model.ts';
import { isPrimitive } from '../../property/primitive-type.ts';
import { type BodyRewriting, type KeptText, rewriteBody } from './java-body.ts';

/** One Java source file for the JDK's compiler, and the way back from its lines. */
export interface JavaSource {
  /** Binary name of the class: `rrv.unit.u12.Body_1f`. */
  readonly className: string;
  /** Where the file stands below a source folder: `rrv/unit/u12/Body_1f.java`. */
  readonly path: string;
  readonly text: string;
  /** The `.mop` file. */
  readonly sourceFile: string;
  /** For each line of `text`, from 0, what it stands for in the `.mop` file; undefined: rrv made it up. */
  readonly lines: readonly (OriginalLine | undefined)[];
}

/** A line of Java in a `.mop` file, from where the Java begins in it. Line and column are 1-based. */
export interface OriginalLine {
  readonly text: string;
  readonly line: number;
  /** Of the first character of `text`. */
  readonly column: number;
  /** What the line of the source file has of it, in ascending order; offsets are in the lines. */
  readonly kept: readonly KeptText[];
}

/** As JavaMOP's generated aspects do, for files that rely on it. */
const implicitImports = [
  'java.util.*',
  'java.util.concurrent.*',
  'java.util.concurrent.locks.*',
  'java.lang.ref.*',
];

/** A map, as a class may have the name of a member that all objects of JavaScript have. */
const boxes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    boolean: 'Boolean',
    byte: 'Byte',
    char: 'Character',
    short: 'Short',
    int: 'Integer',
    long: 'Long',
    float: 'Float',
    double: 'Double',
  }),
);

/**
 * The Java class of a property's slices: a subclass of rrv.runtime.SliceBody with the property's fields, its
 * events' conditions and bodies, and its handlers (docs/runtime-protocol.md, "Java code of a property").
 * Undefined for a property without Java code. Each body is a method of its own, so that `return` leaves it.
 */
export function javaBodySource(
  property: Property,
  packageName: string,
  simpleName: string,
): JavaSource | undefined {
  const { javaCode } = property;
  if (javaCode === undefined) return undefined;
  const writer = lineWriter();
  const isCheck = (property.formulas ?? []).length === 0;
  const defaultMessage = property.documentation.summary;
  writer.line(`package ${packageName};`);
  // What the published files use of them is nested in the class.
  javaCode.imports.forEach((name, index) => {
    if (foreignImport.test(name)) return;
    const text = `import ${name};`;
    const place = javaCode.importPlaces[index];
    if (place === undefined) writer.line(text);
    else writer.java({ text, ...place }, { printsReport: false, defaultMessage });
  });
  for (const name of implicitImports) if (!javaCode.imports.includes(name)) writer.line(`import ${name};`);
  writer.line('@SuppressWarnings({"unchecked", "rawtypes", "deprecation", "unused", "removal"})');
  writer.line(`public final class ${simpleName} extends rrv.runtime.SliceBody {`);
  writer.java(
    {
      text: javaCode.declarations,
      line: javaCode.declarationsLine,
      column: javaCode.declarationsColumn,
    },
    { printsReport: true, inMethods: isCheck ? 'always' : 'in handlers', defaultMessage },
  );
  writeEvents(writer, property, javaCode, { printsReport: isCheck, defaultMessage });
  writeHandlers(writer, property, javaCode);
  if (uses(javaCode, '__STATICSIG') || javaCode.imports.includes('org.aspectj.lang.Signature'))
    writeSignature(writer);
  writer.line('}');
  const className = `${packageName}.${simpleName}`;
  return {
    className,
    path: `${toInternalName(className)}.java`,
    text: writer.text(),
    sourceFile: javaCode.sourceFile,
    lines: writer.lines,
  };
}

function writeEvents(
  writer: LineWriter,
  property: Property,
  javaCode: JavaCode,
  rewriting: { printsReport: boolean; defaultMessage: string },
): void {
  const coded = property.events.flatMap((event, index) =>
    event.javaEvent === undefined ? [] : [{ event, index, java: javaCode.events[event.javaEvent]! }],
  );
  writer.line('@Override protected boolean event(int rrvEvent, Object[] rrvArguments) {');
  writer.line('switch (rrvEvent) {');
  for (const { event, index } of coded)
    writer.line(`case ${index}: return rrvEvent${index}(${valuesGiven(event)});`);
  writer.line('default: return true;');
  writer.line('}');
  writer.line('}');
  const conditional = coded.filter(({ java }) => java.condition !== undefined);
  writer.line('@Override protected boolean condition(int rrvEvent, Object[] rrvArguments) {');
  writer.line('switch (rrvEvent) {');
  for (const { event, index } of conditional)
    writer.line(`case ${index}: return rrvCondition${index}(${valuesGiven(event)});`);
  writer.line('default: return true;');
  writer.line('}');
  writer.line('}');
  for (const { event, index, java } of coded) {
    const declared = event.arguments.map(declaration).join(', ');
    const given = event.arguments.map(({ name }) => name).join(', ');
    const matches = event.conditionParts === undefined ? [] : ['int rrvMatches'];
    const formal = [...event.arguments.map(declaration), ...matches].join(', ');
    if (java.condition !== undefined) {
      writer.line(`private boolean rrvCondition${index}(${formal}) {`);
      writer.line('return (');
      for (const piece of java.condition)
        if (typeof piece === 'string') writer.line(piece);
        else writer.java(piece, { ...rewriting, printsReport: false });
      writer.line(');');
      writer.line('}');
    }
    writer.line(`private boolean rrvEvent${index}(${formal}) {`);
    if (java.condition !== undefined) {
      const all = [...event.arguments.map(({ name }) => name), ...(matches.length > 0 ? ['rrvMatches'] : [])];
      writer.line(`if (!rrvCondition${index}(${all.join(', ')})) return false;`);
    }
    if (java.body !== undefined) writer.line(`rrvBody${index}(${given});`);
    writer.line('return true;');
    writer.line('}');
    if (java.body === undefined) continue;
    writer.line(`private void rrvBody${index}(${declared}) {`);
    writer.java({ text: java.body, line: java.line, column: java.column }, rewriting);
    writer.line('}');
  }
}

/** What the event's methods are given, out of the array of its arguments. */
function valuesGiven(event: EventDefinition): string {
  const values = event.arguments.map((parameter, position) =>
    unboxed(parameter, `rrvArguments[${position}]`),
  );
  if (event.conditionParts !== undefined)
    values.push(unboxed({ name: 'rrvMatches', type: 'int' }, `rrvArguments[${values.length}]`));
  return values.join(', ');
}

function writeHandlers(writer: LineWriter, property: Property, javaCode: JavaCode): void {
  const coded = property.handlers.flatMap((handler, index) => {
    if (handler.javaHandler === undefined) return [];
    const java = javaCode.handlers[handler.javaHandler]!;
    return [{ handler, index, java, given: parametersIn(java.body, property, javaCode) }];
  });
  if (coded.length === 0) return;
  writer.line('@Override protected void handle(int rrvHandler, Object[] rrvArguments) {');
  writer.line('switch (rrvHandler) {');
  for (const { index, given } of coded) {
    const values = given.map((parameter) =>
      unboxed(parameter, `bound(${property.parameters.indexOf(parameter)})`),
    );
    writer.line(`case ${index}: rrvHandler${index}(${values.join(', ')}); break;`);
  }
  writer.line('default: break;');
  writer.line('}');
  writer.line('}');
  for (const { handler, index, java, given } of coded) {
    writer.line(`private void rrvHandler${index}(${given.map(declaration).join(', ')}) {`);
    const { body: text, line, column } = java;
    writer.java({ text, line, column }, { printsReport: true, defaultMessage: handler.message });
    writer.line('}');
  }
}

/**
 * The parameters of the property that a handler names. Where a field of the slice or the handler itself gives the name
 * another meaning, it has that one.
 */
function parametersIn(
  body: string,
  { parameters }: Property,
  { declarations }: JavaCode,
): readonly Parameter[] {
  const tokens = javaTokens(body);
  const fields = fieldsOf(javaTokens(declarations));
  return parameters.filter(({ name }) => {
    const uses = tokens.flatMap(({ text }, at) =>
      text === name && tokens[at - 1]?.text !== '.' ? [at] : [],
    );
    return uses.length > 0 && !fields.has(name) && !uses.some((at) => declaresAt(tokens, at));
  });
}

/** The names of the fields that Java members declare: outside of braces and parentheses, behind a type or a comma. */
function fieldsOf(tokens: readonly Token[]): ReadonlySet<string> {
  const found = new Set<string>();
  let depth = 0;
  tokens.forEach(({ kind, text }, at) => {
    if (text === '(' || text === '{') depth++;
    if (text === ')' || text === '}') depth--;
    if (depth > 0 || kind !== 'identifier' || !/^[=;,[]$/.test(tokens[at + 1]?.text ?? '')) return;
    const before = tokens[at - 1];
    if (before?.kind === 'identifier' || /^[>\],]$/.test(before?.text ?? '')) found.add(text);
  });
  return found;
}

/** Whether a name stands behind a type, or before the arrow of a lambda expression. */
function declaresAt(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1];
  const isBehindType =
    before?.text === '>' ||
    before?.text === ']' ||
    (before?.kind === 'identifier' && !beforeExpressions.has(before.text));
  const behind = tokens.slice(at + 1, at + 4).map(({ text }) => text);
  return isBehindType || /^\)?->/.test(behind.join(''));
}

/** Words that an expression may follow. */
const beforeExpressions = new Set(['assert', 'case', 'do', 'else', 'return', 'throw']);

function uses(javaCode: JavaCode, word: string): boolean {
  return [
    ...javaCode.events.map(({ body }) => body ?? ''),
    ...javaCode.handlers.map(({ body }) => body),
  ].some((body) => body.includes(word));
}

/** What the published files use of org.aspectj.lang.Signature: the class whose initialiser ran. */
function writeSignature(writer: LineWriter): void {
  writer.line('private static final class Signature {');
  writer.line('private final String place;');
  writer.line('Signature(String place) { this.place = place; }');
  writer.line('String getDeclaringTypeName() {');
  writer.line("int end = place.indexOf('(');");
  writer.line("return place.substring(0, place.lastIndexOf('.', end < 0 ? place.length() - 1 : end));");
  writer.line('}');
  writer.line('Class getDeclaringType() {');
  writer.line(
    'try { return Class.forName(getDeclaringTypeName(), false, Signature.class.getClassLoader()); }',
  );
  writer.line('catch (Exception e) { return null; }');
  writer.line('}');
  writer.line('}');
}

function declaration({ name, type }: Parameter): string {
  return `${sourceName(type)} ${name}`;
}

function unboxed({ type }: Parameter, value: string): string {
  const box = boxes.get(type);
  return box === undefined ? `(${sourceName(type)}) ${value}` : `((${box}) ${value}).${type}Value()`;
}

/**
 * `java.util.Map$Entry[]` as Java source has it. No source in a package can name a class of the unnamed
 * package.
 */
function sourceName(type: string): string {
  const [element, dimensions] = /^(.*?)((?:\[\])*)$/.exec(type)!.slice(1);
  const isUnnamed = !type.includes('.') && !isPrimitive(element!);
  return isUnnamed ? `Object${dimensions}` : type.replaceAll('$', '.');
}

interface LineWriter {
  line(text: string): void;
  /** Text of the `.mop` file, rewritten. */
  java(placed: PlacedJava, rewriting: BodyRewriting): void;
  text(): string;
  readonly lines: JavaSource['lines'];
}

function lineWriter(): LineWriter {
  const texts: string[] = [];
  const lines: (OriginalLine | undefined)[] = [];
  return {
    lines,
    line(text) {
      texts.push(text);
      lines.push(undefined);
    },
    java({ text, line, column }, rewriting) {
      const original = linesOf(text);
      const rewritten = rewriteBody(text, rewriting);
      linesOf(rewritten.text).forEach((part, index) => {
        texts.push(part.text);
        const whole = original[index] ?? part;
        const start = index === 0 ? column : 1;
        const kept = keptBetween(rewritten.kept, whole, part);
        lines.push({ text: whole.text, line: line + index, column: start, kept });
      });
    },
    text: () => `${texts.join('\n')}\n`,
  };
}

interface Line {
  readonly text: string;
  /** In the whole text. */
  readonly start: number;
}

function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (const { index, 0: end } of text.matchAll(/\r\n|\r|\n|$/g)) {
    lines.push({ text: text.slice(start, index), start });
    start = index + end.length;
  }
  return lines;
}

/** The parts of `kept` that lie in a line, told from where it starts in the original and in the result. */
function keptBetween(kept: readonly KeptText[], original: Line, rewritten: Line): KeptText[] {
  return kept.flatMap(({ start, at, length }) => {
    const from = Math.max(at, rewritten.start);
    const end = Math.min(at + length, rewritten.start + rewritten.text.length);
    if (end < from) return [];
    return [{ start: start + from - at - original.start, at: from - rewritten.start, length: end - from }];
  });
}
