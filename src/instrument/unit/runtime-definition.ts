import { createHash } from 'node:crypto';
import type { Derivations } from '../../automata/derivations.ts';
import { argumentOf } from '../../property/argument-of.ts';
import { newSlicesRefuse } from '../../property/condition-when-new.ts';
import { fieldsBeginAlike } from '../../property/fields-when-new.ts';
import {
  bindsOneObject,
  type ClaimedReflection,
  type JavaCode,
  type Property,
} from '../../property/model.ts';
import { isPrimitive } from '../../property/primitive-type.ts';

/**
 * The text that a unit class hands to the runtime: docs/runtime-protocol.md, "Definition text". Line
 * based, fields separated by tabs, versioned by its first line.
 */
const runtimeProtocol = 1;

/** Of a unit: the runtime numbers the sites of all units of a JVM in an int. */
export const maxSites = 1 << 20;

export interface UnitDefinition {
  /** Of the instrumenter; the runtime names it in its report. */
  readonly rrvVersion: string;
  readonly analysis: 'none' | 'paper' | 'sound';
  /** How many it has. Absent: `maxSites`. */
  readonly sites?: number;
  /** In the order of PropertyMonitor indices. */
  readonly properties: readonly Property[];
  /** Those that have points in the unit's archive. Absent: all. */
  readonly used?: ReadonlySet<Property>;
}

/**
 * The definition in parts whose modified UTF-8 form fits a CONSTANT_Utf8 (65,535 bytes): what
 * `Unit.definition()` returns. The runtime concatenates them.
 */
export function unitDefinition(unit: UnitDefinition): string[] {
  // That nothing reflects is worth a report, too.
  const isUsed = (property: Property): boolean =>
    property.claimed !== undefined || (unit.used?.has(property) ?? true);
  const text = [
    `rrv-unit\t${runtimeProtocol}`,
    `version\t${escapeText(unit.rrvVersion)}`,
    `analysis\t${unit.analysis}`,
    ...(unit.sites === undefined ? [] : [`sites\t${unit.sites}`]),
    ...unit.properties.flatMap((property) => (isUsed(property) ? propertyLines : idleLines)(property)),
    '',
  ].join('\n');
  // A char is at most three bytes of modified UTF-8.
  const partLength = 21_000;
  const parts: string[] = [];
  for (let start = 0; start < text.length; start += partLength)
    parts.push(text.slice(start, start + partLength));
  return parts;
}

/** The lines of one property, `property` to `end`. Units in which they are equal share the monitor. */
function propertyLines(property: Property): string[] {
  const { monitor } = property;
  const letters = monitor.alphabet.length;
  const lines = [firstLine(property)];
  // Values of a primitive type are compared by value, everything else by identity.
  for (const parameter of property.parameters)
    lines.push(
      `parameter\t${escapeText(parameter.name)}\t${isPrimitive(parameter.type) ? 'value' : 'object'}`,
    );
  for (const event of property.events) {
    const bindsArguments = event.binds.map((bound) => argumentOf(property, event, bound));
    const creation = event.creation ? 'creation' : '-';
    lines.push(
      `event\t${escapeText(event.name)}\t${event.letter}\t${creation}\t${list(event.binds)}\t${list(bindsArguments)}`,
    );
  }
  lines.push(...codeLines(property));
  lines.push(`automaton\t${monitor.stateCount}\t${letters}\t${monitor.initial}`);
  for (let state = 0; state < monitor.stateCount; state++)
    lines.push(['row', ...monitor.next.subarray(state * letters, (state + 1) * letters)].join('\t'));
  if (property.derivations !== undefined) lines.push(...grammarLines(property.derivations));
  monitor.categories.forEach((categories, state) => {
    for (const category of categories) lines.push(`category\t${state}\t${escapeText(category)}`);
  });
  for (const handler of property.handlers)
    lines.push(
      [
        'handler',
        escapeText(handler.category),
        handler.reports ? 'report' : '-',
        handler.reset ? 'reset' : '-',
        handler.javaHandler === undefined ? '-' : 'java',
        escapeText(handler.message),
      ].join('\t'),
    );
  if (property.documentation.reportsAtOnce === true) lines.push('at-once');
  if (property.audited !== undefined) lines.push(`audit\t${property.audited}`);
  if (property.claimed !== undefined) lines.push('watch', ...property.claimed.map(claimLine));
  if (property.javaCode !== undefined) {
    const digest = createHash('sha256').update(JSON.stringify(property.javaCode)).digest('hex');
    const isAlike = bindsOneObject(property) && fieldsBeginAlike(property.javaCode.declarations);
    lines.push(
      `code\t${digest}\t${eventsReset(property.javaCode) ? 'resets' : '-'}\t${isAlike ? 'alike' : '-'}`,
    );
  }
  lines.push('end');
  return lines;
}

function grammarLines({ letters, nonterminals, start, acceptsEmpty }: Derivations): string[] {
  return [
    `grammar\t${nonterminals.length}\t${start ?? -1}\t${acceptsEmpty ? 'empty' : '-'}`,
    ...nonterminals.flatMap(({ isNullable, isRepeated, after }, index) => [
      `symbol\t${letters + index}\t${isNullable ? 'nullable' : '-'}\t${isRepeated ? 'repeated' : '-'}`,
      ...after.flatMap((strings, letter) =>
        strings.map((string) => `after\t${letters + index}\t${letter}\t${list(string)}`),
      ),
    ]),
  ];
}

function claimLine(claim: ClaimedReflection): string {
  const [classes, members] =
    claim.kind === 'pattern'
      ? [claim.classes, claim.members]
      : ['class' in claim ? claim.class : undefined, 'member' in claim ? claim.member : undefined];
  return ['claimed', claim.kind, escapeText(classes ?? ''), escapeText(members ?? '')].join('\t');
}

/** What a report says of a property that has no events: most of a library have no point in an archive. */
function idleLines(property: Property): string[] {
  const names = new Set(property.events.map(({ name }) => escapeText(name)));
  return [firstLine(property), ['idle', ...names].join('\t'), 'end'];
}

function firstLine({ name, documentation }: Property): string {
  return `property\t${escapeText(name)}\t${documentation.severity}`;
}

/** What the runtime has to know of the Java code of each event definition. */
function codeLines({ events, javaCode }: Property): string[] {
  if (javaCode === undefined) return [];
  const refused = newSlicesRefuse(javaCode);
  return events.flatMap((event, index) => {
    const java = event.javaEvent === undefined ? undefined : javaCode.events[event.javaEvent];
    return [
      ...(java?.condition === undefined
        ? []
        : [`condition\t${index}\t${refused(event) ? 'refused' : 'asked'}`]),
      ...(java?.body === undefined ? [] : [`body\t${index}`]),
    ];
  });
}

/** Whether Java code at events may put a slice back into the initial state, or what that code calls. */
function eventsReset({ events, declarations }: JavaCode): boolean {
  return [declarations, ...events.map(({ body }) => body ?? '')].some((text) =>
    /\b(?:__RESET\b|reset\s*\()/.test(text),
  );
}

function list(numbers: readonly number[]): string {
  return numbers.length === 0 ? '-' : numbers.join(',');
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** For a field of a line. */
export function escapeText(text: string): string {
  return text.replace(/[\\\t\n\r]/g, (character) => escapes[character]!);
}
