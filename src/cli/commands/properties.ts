import type { Argv } from 'yargs';
import { dfaToDot } from '../../automata/dot.ts';
import { toInternalName } from '../../classfile/descriptors.ts';
import { javaCompilerMissing, RrvError } from '../../diagnostics.ts';
import { checkProperties } from '../../events/check-property.ts';
import { type ClassHierarchy, classHierarchy } from '../../hierarchy/class-hierarchy.ts';
import { javaBodySource } from '../../instrument/java-code.ts';
import type { LoadedProperties } from '../../property/language/load.ts';
import { libraryProperties, libraryProperty, libraryText } from '../../property/library/index.ts';
import type { Property } from '../../property/model.ts';
import { pointcutText } from '../../property/pointcut-text.ts';
import { classPathEntries, classPathSources } from '../class-path.ts';
import type { Command, CommonOptions, Context } from '../command.ts';
import { exitCode } from '../exit-code.ts';
import { javaCompiler } from '../java-compiler.ts';
import { findJdk, type Jdk, jdkClassSources } from '../jdk.ts';
import { type Limits, limitOption, limitsOf } from '../limits.ts';
import { propertiesOfFile, textOfFile } from '../properties.ts';
import { runtimeClasses } from '../runtime-classes.ts';
import { renderSvg } from '../svg.ts';

const jsonOption = { type: 'boolean', default: false, describe: 'Print JSON' } as const;

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
      terminal.data(JSON.stringify({ schemaVersion: 1, properties: all.map(summaryOf) }, null, 2));
    } else {
      const rows = all.map(({ name, documentation: { severity, precision, groups, summary } }) => [
        name,
        severity,
        precision ?? '',
        groups.join(','),
        summary,
      ]);
      terminal.data(table([['property', 'severity', 'precision', 'groups', 'what it demands'], ...rows]));
    }
    return exitCode.done;
  },
};

/** What the types of a .mop file are resolved against. */
interface TypeOptions {
  readonly classPath: readonly string[];
  readonly jdk: string | undefined;
  readonly limit: readonly string[];
}

function typeOptions<Options>(yargs: Argv<Options>): Argv<Options & TypeOptions> {
  return yargs
    .option('class-path', {
      alias: 'cp',
      type: 'string',
      array: true,
      default: [] as string[],
      describe: 'Jars and directories of other types',
    })
    .option('jdk', {
      type: 'string',
      describe: 'Home directory of the JDK to check against',
    })
    .option('limit', limitOption) as unknown as Argv<Options & TypeOptions>;
}

interface Types {
  readonly jdk: Jdk;
  readonly classPath: readonly string[];
  readonly hierarchy: ClassHierarchy;
  readonly limits: Limits;
}

function typesOf(options: TypeOptions, environment: Context['environment']): Types {
  const limits = limitsOf(options.limit);
  const jdk = findJdk(options.jdk, environment);
  const classPath = classPathEntries(options.classPath);
  const hierarchy = classHierarchy([
    ...classPathSources(classPath, [], jdk.release, limits.archive).map(({ source }) => source),
    ...jdkClassSources(jdk),
  ]);
  return { jdk, classPath, hierarchy, limits };
}

/** The properties of a .mop file, with its warnings. */
function loadFile(file: string, { hierarchy, limits }: Types): LoadedProperties {
  const isType = (name: string): boolean => hierarchy.header(toInternalName(name)) !== undefined;
  return propertiesOfFile(file, isType, limits.automaton);
}

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
      .positional('name', {
        type: 'string',
        demandOption: true,
        describe: 'Name of a property, or a .mop file',
      })
      .option('format', {
        choices: ['text', 'dot', 'svg', 'mop'] as const,
        default: 'text' as const,
        describe: 'A page of text, a picture of the monitor, or the .mop file itself, to be copied',
      })
      .option('json', jsonOption),
  async run({ name, json, format, ...types }, { terminal, environment }) {
    const isFile = /\.mop$/i.test(name);
    if (format === 'mop' && !json) {
      terminal.data(isFile ? textOfFile(name) : libraryText(name));
      return exitCode.done;
    }
    let properties: readonly Property[];
    if (isFile) {
      const loaded = loadFile(name, typesOf(types, environment));
      loaded.warnings.forEach(terminal.diagnostic);
      properties = loaded.properties;
    } else properties = [libraryProperty(name)];
    if (format !== 'text' && !json) {
      for (const property of properties) {
        const dot = dfaToDot(property.monitor, property.name);
        terminal.data(format === 'dot' ? dot : await renderSvg(dot));
      }
      return exitCode.done;
    }
    terminal.data(json ? jsonOf(properties) : properties.map(pageOf).join('\n\n'));
    return exitCode.done;
  },
};

/** One property is the object itself. */
function jsonOf(properties: readonly Property[]): string {
  const data = properties.map((property) => ({ ...summaryOf(property), monitor: monitorOf(property) }));
  return JSON.stringify(
    { schemaVersion: 1, ...(data.length === 1 ? data[0] : { properties: data }) },
    null,
    2,
  );
}

interface CheckOptions extends CommonOptions, TypeOptions {
  readonly json: boolean;
  readonly strict: boolean;
  readonly file: string;
}

export const checkProperty: Command<CheckOptions> = {
  group: 'properties',
  syntax: 'check <file>',
  summary: 'Check a .mop file, and show what rrv makes of it',
  build: (yargs) =>
    typeOptions(yargs)
      .positional('file', { type: 'string', demandOption: true, describe: 'A .mop file' })
      .option('strict', { type: 'boolean', default: false, describe: 'Exit code 3 when there is a warning' })
      .option('json', jsonOption),
  async run({ file, json, strict, ...options }, { terminal, environment }) {
    const types = typesOf(options, environment);
    const loaded = loadFile(file, types);
    const { properties } = loaded;
    const warnings = [...loaded.warnings, ...checkProperties(loaded, types.hierarchy)];
    warnings.forEach(terminal.diagnostic);
    compileJavaCode(properties, types);
    terminal.data(json ? jsonOf(properties) : properties.map(pageOf).join('\n\n'));
    return strict && warnings.length > 0 ? exitCode.partial : exitCode.done;
  },
};

/** Throws RRV_PROPERTY_JAVA for each mistake in Java code of the properties, RRV_JAVA_COMPILER_MISSING without a compiler for it. */
function compileJavaCode(properties: readonly Property[], { jdk, classPath }: Types): void {
  const coded = properties.find(({ javaCode }) => javaCode !== undefined);
  if (coded === undefined) return;
  const compile = javaCompiler({ jdkHome: jdk.home, classPath, runtimeClasses: runtimeClasses() });
  if (compile === undefined) throw new RrvError(javaCompilerMissing(coded.name));
  compile(
    properties.flatMap((property, index) => javaBodySource(property, 'rrv.unit.check', `Body${index}`) ?? []),
  );
}

function summaryOf(property: Property): Record<string, unknown> {
  return {
    name: property.name,
    ...property.documentation,
    parameters: property.parameters,
    events: property.events.map((event) => ({
      name: event.name,
      advice: event.advice,
      creation: event.creation,
      binds: event.binds.map((index) => property.parameters[index]!.name),
    })),
  };
}

function monitorOf({ monitor }: Property): Record<string, unknown> {
  const letters = monitor.alphabet.length;
  return {
    states: monitor.categories.map((categories, state) => ({
      name: stateName(monitor.stateNames, state),
      categories,
      next: Object.fromEntries(
        monitor.alphabet.map((letter, index) => [
          letter,
          stateName(monitor.stateNames, monitor.next[state * letters + index]!),
        ]),
      ),
    })),
    initial: stateName(monitor.stateNames, monitor.initial),
  };
}

function stateName(names: readonly string[] | undefined, state: number): string {
  return names?.[state] ?? `s${state}`;
}

function pageOf(property: Property): string {
  const { documentation, monitor } = property;
  const lines = [
    property.name,
    `  ${documentation.summary}`,
    ...(documentation.url === undefined ? [] : [`  ${documentation.url}`]),
    '',
    `severity ${documentation.severity}${documentation.precision === undefined ? '' : `, precision ${documentation.precision}`}`,
    `parameters ${property.parameters.map(({ type, name }) => `${type} ${name}`).join(', ')}`,
    '',
    'events',
  ];
  for (const event of property.events) {
    const binds = event.binds.map((index) => property.parameters[index]!.name).join(', ');
    lines.push(`  ${event.creation ? 'creation ' : ''}${event.name}(${binds}) ${event.advice}`);
    const { simpleCondition, javaEvent } = event;
    lines.push(`    ${pointcutText(event.pointcut)}`);
    if (simpleCondition !== undefined)
      lines.push(`    when ${simpleCondition.equals ? '' : '!'}${simpleCondition.argument}`);
    const java = javaEvent === undefined ? undefined : property.javaCode?.events[javaEvent];
    if (java?.condition !== undefined) lines.push(`    when ${java.condition.trim()}`);
  }
  for (const { formalism, text } of property.formulas ?? []) lines.push('', formalism, indent(aligned(text)));
  lines.push('', 'monitor');
  const letters = monitor.alphabet.length;
  for (let state = 0; state < monitor.stateCount; state++) {
    const marks = [...(state === monitor.initial ? ['initial'] : []), ...(monitor.categories[state] ?? [])];
    lines.push(
      `  ${stateName(monitor.stateNames, state)}${marks.length === 0 ? '' : ` (${marks.join(', ')})`}`,
    );
    monitor.alphabet.forEach((letter, index) => {
      const to = monitor.next[state * letters + index]!;
      if (to !== state) lines.push(`    ${letter} -> ${stateName(monitor.stateNames, to)}`);
    });
  }
  lines.push('');
  for (const handler of property.handlers)
    if (handler.reports) lines.push(`reports on ${handler.category}: ${handler.message}`);
  const { consequence, wrong, right } = documentation;
  if (consequence !== undefined) lines.push('', 'otherwise', indent(consequence));
  if (wrong !== undefined) lines.push('', 'wrong', indent(wrong));
  if (right !== undefined) lines.push('', 'right', indent(right));
  return lines.join('\n');
}

/** A formula starts behind its formalism; its other lines stand as far to the right as in the file. */
function aligned(text: string): string {
  const [first = '', ...others] = text.trim().split('\n');
  const margins = others.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
  const margin = Math.min(...margins);
  return [first, ...others.map((line) => line.slice(margin))].join('\n');
}

function indent(text: string): string {
  return text.replace(/^/gm, '  ');
}

/** Columns as wide as their widest cell, the last one ragged. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
