import { dfaToDot } from '../../automata/dot.ts';
import { mayEnter } from '../../automata/reachability.ts';
import {
  type Diagnostic,
  javaCompilerMissing,
  propertyNeverReported,
  RrvError,
  usage,
} from '../../diagnostics.ts';
import { checkProperties } from '../../events/check-property.ts';
import { typesNamed } from '../../events/check-types.ts';
import { bodySources } from '../../instrument/unit/body-classes.ts';
import type { LoadedProperties } from '../../property/language/load.ts';
import { libraryProperties, libraryText } from '../../property/library/index.ts';
import type { Property } from '../../property/model.ts';
import { wrappedLines } from '../../report/wrapped-lines.ts';
import type { Command, CommonOptions } from '../command.ts';
import { exitCode } from '../exit-code.ts';
import { chosenFiles, textOfChosen } from '../inputs/properties.ts';
import { javaCompiler } from '../java/java-compiler.ts';
import { runtimeClasses } from '../java/runtime-classes.ts';
import { jsonOption } from '../options/json.ts';
import type { Terminal } from '../terminal.ts';
import { propertiesJson, propertyPage, propertySummary } from './property-page.ts';
import {
  chosenProperties,
  filesOfName,
  loadFile,
  nameOperand,
  type TypeOptions,
  type Types,
  typeOptions,
  typesOf,
} from './property-types.ts';
import { reportingSlices } from './reporting-slices.ts';
import { renderSvg } from './svg.ts';

interface ListOptions extends CommonOptions {
  readonly json: boolean;
}

export const listProperties: Command<ListOptions> = {
  group: 'properties',
  syntax: ['list', '$0'],
  summary: 'List the properties that come with rrv',
  build: (yargs) => yargs.option('json', jsonOption),
  async run({ json }, { terminal }) {
    const all = libraryProperties();
    if (json) {
      terminal.data(JSON.stringify({ schemaVersion: 1, properties: all.map(propertySummary) }, null, 2));
    } else {
      const rows = all.map(({ name, documentation: { severity, precision, groups, summary } }) => [
        name,
        severity,
        precision ?? '',
        groups.join(','),
        summary,
      ]);
      const head = ['property', 'severity', 'precision', 'groups', 'what it demands'];
      terminal.data(table(head, rows, terminal.dataColumns));
    }
    return exitCode.done;
  },
};

interface ShowOptions extends CommonOptions, TypeOptions {
  readonly json: boolean;
  readonly name: string;
  readonly format: 'text' | 'dot' | 'svg' | 'mop';
}

export const showProperty: Command<ShowOptions> = {
  group: 'properties',
  syntax: 'show <name>',
  summary: 'Show a property: what it says, its events and its monitor',
  build: (yargs) =>
    typeOptions(yargs)
      .positional('name', nameOperand)
      .option('format', {
        choices: ['text', 'dot', 'svg', 'mop'] as const,
        default: 'text' as const,
        describe: 'A page of text, a picture of the monitor, or the .mop file itself, to be copied',
      })
      .option('json', jsonOption),
  async run({ name, json, format, ...types }, context) {
    const { terminal } = context;
    if (json && format !== 'text')
      throw new RrvError(usage(`--json and --format ${format}: one of them can be on stdout`));
    if (format === 'mop') {
      terminal.data(filesOfName(name)?.map(textOfChosen).join('\n') ?? libraryText(name));
      return exitCode.done;
    }
    const properties = chosenProperties(name, types, context);
    if (format !== 'text') {
      for (const property of properties) {
        if (property.derivations !== undefined)
          throw new RrvError(
            usage(
              `there is no picture of ${property.name}: its pattern needs a stack, and has no end of states`,
            ),
          );
        const dot = dfaToDot(property.monitor, property.name);
        terminal.data(format === 'dot' ? dot : await renderSvg(dot));
      }
      return exitCode.done;
    }
    terminal.data(json ? propertiesJson(properties) : propertyPages(properties, terminal));
    return exitCode.done;
  },
};

interface CheckOptions extends CommonOptions, TypeOptions {
  readonly json: boolean;
  readonly strict: boolean;
  readonly files: readonly string[];
}

export const checkProperty: Command<CheckOptions> = {
  group: 'properties',
  syntax: 'check <files..>',
  summary: 'Check .mop files, and show what rrv makes of them',
  thread: { name: 'check', inputs: ({ files }) => files },
  build: (yargs) =>
    typeOptions(yargs)
      .positional('files', {
        type: 'string',
        array: true,
        demandOption: true,
        describe: '.mop files, or directories of them (#Name behind one: that property alone)',
      })
      .option('strict', { type: 'boolean', default: false, describe: 'Exit code 3 when there is a warning' })
      .option('json', jsonOption) as unknown as ReturnType<Command<CheckOptions>['build']>,
  async run({ files, json, strict, ...options }, context) {
    const { terminal } = context;
    const types = typesOf(options, context);
    const mistakes: Diagnostic[] = [];
    const checked: Property[] = [];
    let warned = false;
    for (const file of files.flatMap(chosenFiles))
      try {
        const loaded = loadFile(file, types);
        const warnings = [
          ...loaded.warnings,
          ...checkProperties(loaded, types.hierarchy),
          ...withoutReportingSlice(loaded),
        ];
        warned ||= warnings.length > 0;
        warnings.forEach(terminal.diagnostic);
        compileJavaCode(loaded.properties, types);
        checked.push(...loaded.properties);
      } catch (error) {
        // The other files are looked at all the same.
        if (!(error instanceof RrvError)) throw error;
        mistakes.push(error.diagnostic, ...error.further);
      }
    const [first, ...further] = mistakes;
    if (first !== undefined) throw new RrvError(first, further);
    terminal.data(json ? propertiesJson(checked) : propertyPages(checked, terminal));
    return strict && warned ? exitCode.partial : exitCode.done;
  },
};

/**
 * Warnings for properties none of whose slices can report, at the event that slices begin with, as it is often that
 * one. Those with Java code may reset their slices, and are not judged; nor are those of which the formula alone
 * says so, which was warned about as it was loaded.
 */
function withoutReportingSlice({ properties, at }: LoadedProperties): readonly Diagnostic[] {
  return properties
    .filter(
      (property) =>
        property.javaCode === undefined &&
        property.handlers.some(({ category, reports }) => reports && mayEnter(property.monitor, category)) &&
        reportingSlices(property).length === 0,
    )
    .map(({ name, events }) => {
      const { pointcut } = events.find(({ creation }) => creation) ?? events[0]!;
      // Places are those of what was written, such as a call.
      const [{ part } = { part: pointcut }] = typesNamed(pointcut);
      return at(part, (where) => propertyNeverReported(name, 'no slice', where));
    });
}

/**
 * Throws RRV_PROPERTY_JAVA for each mistake in Java code of the properties, RRV_JAVA_COMPILER_MISSING without
 * a compiler for it.
 */
function compileJavaCode(properties: readonly Property[], { jdk, classPath }: Types): void {
  const coded = properties.find(({ javaCode }) => javaCode !== undefined);
  if (coded === undefined) return;
  const compile = javaCompiler({ jdkHome: jdk.home, classPath, runtimeClasses: runtimeClasses() });
  if (compile === undefined) throw new RrvError(javaCompilerMissing(coded.name));
  compile(bodySources(properties).sources);
}

function propertyPages(properties: readonly Property[], { dataColumns }: Terminal): string {
  return wrappedLines(properties.map(propertyPage).join('\n\n'), dataColumns).join('\n');
}

/**
 * Columns as wide as their widest cell, the last one ragged. Where that is wider than `width`, each row has
 * lines of its own: its first cell, the others but the last, and the last.
 */
function table(head: readonly string[], rows: readonly (readonly string[])[], width: number): string {
  const whole = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...whole.map((row) => row[column]!.length)));
  const lines = whole.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  );
  if (lines.every(({ length }) => length <= width)) return lines.join('\n');
  return rows
    .flatMap(([name, ...cells]) => {
      const short = cells.slice(0, -1).filter((cell) => cell !== '');
      return [name!, `  ${short.join(', ')}`, `  ${cells.at(-1)!}`];
    })
    .flatMap((line) => wrappedLines(line, width))
    .join('\n');
}
