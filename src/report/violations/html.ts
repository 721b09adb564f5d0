import { anchor, escapeHtml, htmlPage, withoutAny } from '../html-page.ts';
import type { ViolationPlace } from './run-report.ts';
import type { SourceFiles } from './source-files.ts';
import { historyLines, historyOf, lossesOf, placeText } from './text.ts';
import {
  type ComparedProperty,
  type ComparedViolation,
  isNew,
  mostSevereFirst,
  placeCount,
  sum,
  type ViolationReport,
} from './violation-report.ts';

const styles = `
.error { color: #dc2626; } .warning { color: #b45309; } .suggestion { color: #2563eb; } .known { opacity: .55; }
pre { font: 13px/1.4 ui-monospace, monospace; margin: .3rem 0 .3rem 1.2rem; overflow-x: auto; }
pre b { background: #fde68a; color: #000; }
@media (prefers-color-scheme: dark) { .error { color: #f87171; } .warning { color: #fbbf24; } .suggestion { color: #60a5fa; } }
`;

/** Lines of the source file before and after the place that are shown. */
const linesAround = 2;

/**
 * One page: properties with what they saw, the most severe violations first, and each violation with its line, where
 * the source is at hand, and its stack. In parts, one for each violation. Linear.
 */
export function htmlViolations(report: ViolationReport, sources: SourceFiles): Generator<string> {
  return htmlPage('rrv: violations', styles, body(report, sources));
}

function* body(report: ViolationReport, sources: SourceFiles): Generator<string> {
  const { runs, analysis, rrvVersion } = report;
  const properties = mostSevereFirst(report.properties);
  const found = properties.filter(({ violations }) => violations.length > 0);
  const isCompared = found.some(({ violations }) => violations.some(({ known }) => known !== undefined));
  const losses = lossesOf(report).map((loss) => `${escapeHtml(loss)}.`);
  yield `<p>${runs} ${runs === 1 ? 'run' : 'runs'}, analysis <b>${escapeHtml(analysis)}</b>, rrv ${escapeHtml(rrvVersion)}. ${losses.join(' ')}</p>`;
  yield summary(properties, isCompared);
  if (found.length === 0) yield '<p>No violation.</p>';
  for (const { name, violations } of found) {
    yield `<h2 id="${anchor(name)}">${escapeHtml(name)}</h2>`;
    for (const violation of violations) yield entry(violation, sources);
  }
}

function summary(properties: readonly ComparedProperty[], isCompared: boolean): string {
  const hasEvents = ({ events }: ComparedProperty): boolean =>
    Object.values(events).some((count) => count > 0);
  const rows = properties.filter(hasEvents).map(({ name, events, monitors, violations }) => {
    const link =
      violations.length === 0 ? escapeHtml(name) : `<a href="#${anchor(name)}">${escapeHtml(name)}</a>`;
    const numbers = [
      placeCount(violations),
      ...(isCompared ? [placeCount(violations.filter(isNew))] : []),
      sum(violations.map(({ count }) => count)),
      sum(Object.values(events)),
      monitors.created,
    ];
    return `<tr><td>${link}</td>${numbers.map((number) => `<td class="n">${number}</td>`).join('')}</tr>`;
  });
  const heads = ['places', ...(isCompared ? ['new'] : []), 'violations', 'events', 'monitors'];
  return [
    '<table>',
    `<tr><th>property</th>${heads.map((head) => `<th class="n">${head}</th>`).join('')}</tr>`,
    ...rows,
    '</table>',
    ...withoutAny(
      'event',
      properties.filter((property) => !hasEvents(property)),
    ),
  ].join('\n');
}

function entry(violation: ComparedViolation, sources: SourceFiles): string {
  const { count, severity, message, site, stackTrace, known } = violation;
  const words = known === undefined ? '' : known ? ' known' : ' <b>new</b>';
  const trace = stackTrace.map((frame) => `at ${escapeHtml(frame)}`).join('\n');
  return [
    `<details${known === true ? ' class="known"' : ''} open><summary><b class="${severity}">${severity}</b> ${count}x${words} <code>${escapeHtml(placeText(site))}</code> ${escapeHtml(message)}</summary>`,
    excerpt(violation.site, sources),
    ...historySection(violation, sources),
    ...(trace === '' ? [] : [`<details><summary>stack of the first</summary><pre>${trace}</pre></details>`]),
    '</details>',
  ]
    .filter((line) => line !== '')
    .join('\n');
}

/** What led to the first violation, each event with its line. */
function historySection(violation: ComparedViolation, sources: SourceFiles): string[] {
  const lines = historyLines(violation);
  const steps = historyOf(violation).map(({ site }, index) => {
    const line = lines[index]!;
    const source = lineOf(site, sources);
    return `${escapeHtml(line)}${source === undefined ? '' : `\n       ${escapeHtml(source.trim())}`}`;
  });
  return steps.length === 0
    ? []
    : [`<details open><summary>what led to the first</summary><pre>${steps.join('\n')}</pre></details>`];
}

/** The line of source, where it is at hand. */
function lineOf(site: ViolationPlace, sources: SourceFiles): string | undefined {
  return site.line === undefined ? undefined : sources(site)?.lines[site.line - 1];
}

function excerpt(site: ViolationPlace, sources: SourceFiles): string {
  const lines = sources(site)?.lines;
  const { line } = site;
  if (lines === undefined || line === undefined || line < 1 || line > lines.length) return '';
  const first = Math.max(1, line - linesAround);
  const shown = lines.slice(first - 1, line + linesAround).map((text, index) => {
    const number = first + index;
    const escaped = `${String(number).padStart(5)}  ${escapeHtml(text)}`;
    return number === line ? `<b>${escaped}</b>` : escaped;
  });
  return `<pre>${shown.join('\n')}</pre>`;
}
