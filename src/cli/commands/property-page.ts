import { boundNames, conditionText, type Property } from '../../property/model.ts';
import { pointcutText } from '../../property/pointcut-text.ts';
import { reportingSlices } from './reporting-slices.ts';

/** As `--json` prints properties; one is the object itself. */
export function propertiesJson(properties: readonly Property[]): string {
  const data = properties.map((property) => ({
    ...propertySummary(property),
    ...(property.derivations === undefined ? { monitor: monitorOf(property) } : {}),
    reportingSlices: reportingSlices(property),
  }));
  return JSON.stringify(
    { schemaVersion: 1, ...(data.length === 1 ? data[0] : { properties: data }) },
    null,
    2,
  );
}

/** What a property says, for lists. */
export function propertySummary(property: Property): Record<string, unknown> {
  return {
    name: property.name,
    ...property.documentation,
    parameters: property.parameters,
    events: property.events.map((event) => ({
      name: event.name,
      advice: event.advice,
      creation: event.creation,
      binds: boundNames(property, event),
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

/** A property as a page of text. */
export function propertyPage(property: Property): string {
  const { documentation } = property;
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
    const binds = boundNames(property, event).join(', ');
    lines.push(`  ${event.creation ? 'creation ' : ''}${event.name}(${binds}) ${event.advice}`);
    const { simpleCondition, javaEvent } = event;
    lines.push(`    ${pointcutText(event.pointcut)}`);
    if (simpleCondition !== undefined)
      lines.push(`    when ${simpleCondition.equals ? '' : '!'}${simpleCondition.argument}`);
    const java = javaEvent === undefined ? undefined : property.javaCode?.events[javaEvent];
    if (java?.condition !== undefined) lines.push(`    when ${conditionText(java.condition).trim()}`);
    if (java?.body !== undefined)
      lines.push(`    runs Java${property.formulas === undefined ? ', which reports what it prints' : ''}`);
  }
  for (const { formalism, text } of property.formulas ?? []) lines.push('', formalism, indent(aligned(text)));
  lines.push('', 'monitor', ...monitorLines(property));
  const reports = property.handlers.flatMap(({ category, message, reports, javaHandler }) => [
    ...(reports ? [`reports on ${category}: ${message}`] : []),
    ...(javaHandler === undefined ? [] : [`runs Java on ${category}, which reports what it prints`]),
  ]);
  if (property.parameters.length > 1)
    reports.push(`slices that can report: ${reportingSlices(property).map(sliceText).join(', ') || 'none'}`);
  if (reports.length > 0) lines.push('', ...reports);
  const { consequence, wrong, right } = documentation;
  if (consequence !== undefined) lines.push('', 'otherwise', indent(consequence));
  if (wrong !== undefined) lines.push('', 'wrong', indent(wrong));
  if (right !== undefined) lines.push('', 'right', indent(right));
  return lines.join('\n');
}

function monitorLines({ monitor, derivations }: Property): readonly string[] {
  if (derivations !== undefined) return ['  needs a stack: it has a state for each nesting'];
  const lines: string[] = [];
  const letters = monitor.alphabet.length;
  for (let state = 0; state < monitor.stateCount; state++) {
    const categories = monitor.categories[state] ?? [];
    const marks = [...(state === monitor.initial ? ['initial'] : []), ...categories];
    lines.push(
      `  ${stateName(monitor.stateNames, state)}${marks.length === 0 ? '' : ` (${marks.join(', ')})`}`,
    );
    monitor.alphabet.forEach((letter, index) => {
      const to = monitor.next[state * letters + index]!;
      // What is reported is reported again each time.
      if (to !== state || categories.length > 0)
        lines.push(`    ${letter} -> ${stateName(monitor.stateNames, to)}`);
    });
  }
  return lines;
}

function sliceText(parameters: readonly string[]): string {
  return `(${parameters.join(', ')})`;
}

/**
 * A formula starts behind its formalism; its other lines stand as far to the right as in the file, and the first
 * as far as the second, as it may have had a line of its own.
 */
function aligned(text: string): string {
  const [first = '', ...others] = text.trim().split('\n');
  const margins = others.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
  const margin = Math.min(...margins);
  const [second = margin] = margins;
  return [`${' '.repeat(second - margin)}${first}`, ...others.map((line) => line.slice(margin))].join('\n');
}

function indent(text: string): string {
  return text.replace(/^/gm, '  ');
}
