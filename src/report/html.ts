import { toBinaryName } from '../classfile/descriptors.ts';
import { groupBy } from '../group-by.ts';
import type { InstrumentationReport, PropertySummary, ReportedPoint } from '../instrument/report.ts';
import { anchor, escapeHtml, htmlPage, withoutAny } from './html-page.ts';
import { improvement } from './improvement.ts';
import { reasonOf, stateOf, versionOf } from './point-text.ts';

/**
 * The report as one HTML page that needs no server, no script and no other file: property, class, method,
 * and for each point whether it is kept and why. Classes and methods fold (`<details>`). All text from the
 * program is escaped. In parts, one for each class of a property. Linear in the number of points.
 */
export function htmlReport(report: InstrumentationReport): Generator<string> {
  return htmlPage(`rrv: ${report.inputs.join(', ')}`, styles, body(report));
}

function* body(report: InstrumentationReport): Generator<string> {
  const byProperty = groupBy(report.points, ({ property }) => property);
  yield* [
    `<p>Analysis <b>${report.analysis}</b>, threads <b>${report.threads}</b>, ${assumed(report)}rrv ${escapeHtml(report.rrvVersion)}. `,
    'A point is an instruction that produces an event. A removed point is proved to be without effect on what is reported.</p>',
    summary(report.properties),
  ];
  for (const { name } of report.properties) {
    const points = byProperty.get(name);
    if (points !== undefined) yield* propertySection(name, points);
  }
  yield missingSection(report);
}

const styles = `
th[colspan] { text-align: center; }
.kept { color: #b45309; } .removed { color: #15803d; } .unmonitored { color: #dc2626; }
.bar { display: inline-block; width: 8rem; height: .6rem; background: #b45309; }
.bar i { display: block; height: 100%; background: #15803d; }
@media (prefers-color-scheme: dark) { .kept { color: #fbbf24; } .removed { color: #4ade80; } .unmonitored { color: #f87171; } }
`;

function summary(properties: readonly PropertySummary[]): string {
  const hasPoints = ({ instructions }: PropertySummary): boolean => instructions.relevant > 0;
  const rows = properties.filter(hasPoints).map(({ name, classes, methods, instructions }) => {
    const numbers = [classes, methods, instructions].flatMap(({ relevant, removed }) => [relevant, removed]);
    const { relevant, removed, silent } = instructions;
    const share = (100 * removed) / relevant;
    return [
      `<tr><td><a href="#${anchor(name)}">${escapeHtml(name)}</a></td>`,
      ...numbers.map((number) => `<td class="n">${number}</td>`),
      `<td class="n">${silent}</td>`,
      `<td class="n">${improvement(relevant, relevant - removed)}</td>`,
      `<td><span class="bar" title="${share.toFixed(0)} % removed"><i style="width:${share.toFixed(1)}%"></i></span></td></tr>`,
    ].join('');
  });
  const pair = '<th class="n">relevant</th><th class="n">removed</th>';
  return [
    '<table>',
    '<tr><th></th><th colspan="2">classes</th><th colspan="2">methods</th><th colspan="4">points</th><th></th></tr>',
    `<tr><th>property</th>${pair}${pair}${pair}<th class="n">silent</th><th class="n">improvement</th><th></th></tr>`,
    ...rows,
    '</table>',
    ...withoutAny(
      'point',
      properties.filter((property) => !hasPoints(property)),
    ),
  ].join('\n');
}

function* propertySection(name: string, points: readonly ReportedPoint[]): Generator<string> {
  yield `<h2 id="${anchor(name)}">${escapeHtml(name)}</h2>`;
  for (const ofClass of groupBy(points, (point) => `${point.input}\0${point.class}`).values())
    yield classSection(ofClass);
}

function classSection(points: readonly ReportedPoint[]): string {
  const first = points[0]!;
  const methods = [...groupBy(points, (point) => `${point.method}${point.descriptor}`).values()];
  return [
    `<details><summary><code>${escapeHtml(first.class)}</code> ${counts(points)} <small>${escapeHtml(first.input)}</small></summary>`,
    ...methods.map(methodSection),
    '</details>',
  ].join('\n');
}

function methodSection(points: readonly ReportedPoint[]): string {
  const first = points[0]!;
  const rows = points.map((point) => {
    const state = stateOf(point);
    const line = point.line === null ? '' : `${escapeHtml(point.file ?? 'line')}:${point.line}`;
    const place = [line, versionOf(point)].filter((part) => part !== '').join(', ');
    return `<tr><td class="${state}">${state}</td><td>${escapeHtml(point.event)}</td><td>${place}</td><td class="n">pc ${point.pc}</td><td>${escapeHtml(reasonOf(point))}</td></tr>`;
  });
  return [
    `<details><summary><code>${escapeHtml(first.method + first.descriptor)}</code> ${counts(points)}</summary>`,
    `<table>${rows.join('\n')}</table>`,
    '</details>',
  ].join('\n');
}

function counts(points: readonly ReportedPoint[]): string {
  const kept = points.filter((point) => point.kept).length;
  const parts = [
    ...(kept > 0 ? [`<span class="kept">${kept} kept</span>`] : []),
    ...(kept < points.length ? [`<span class="removed">${points.length - kept} removed</span>`] : []),
  ];
  return parts.join(', ');
}

function classCode(internalName: string): string {
  return `<code>${escapeHtml(toBinaryName(internalName))}</code>`;
}

function missingSection({ missingClasses }: InstrumentationReport): string {
  if (missingClasses.length === 0) return '';
  const rows = missingClasses.map(
    ({ name, neededBy }) =>
      `<li>${classCode(name)}${neededBy === name ? '' : `, needed by ${classCode(neededBy)}`}</li>`,
  );
  return [
    '<h2>Missing classes</h2>',
    '<p>Neither in the inputs, nor on the class path, nor in the JDK: nothing is known about them.</p>',
    `<ul>${rows.join('\n')}</ul>`,
  ].join('\n');
}

/** What is assumed about callers and reflection, where the world is closed. */
function assumed({ entry, reflection, noted = [] }: InstrumentationReport): string {
  if (reflection === undefined) return '';
  const byRuns = noted.length === 0 ? [] : [`what runs have noted (${noted.length})`];
  const [starts, reaches] = [entry, [...reflection, ...byRuns]].map((list) => escapeHtml(list.join(', ')));
  return `entered at <b>${starts}</b>, reflection reaches <b>${reaches === '' ? 'none' : reaches}</b>, `;
}
