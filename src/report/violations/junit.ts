import { escapeHtml } from '../html-page.ts';
import type { SourceFiles } from './source-files.ts';
import { historyLines, placeText } from './text.ts';
import {
  type ComparedProperty,
  type ComparedViolation,
  identityOf,
  isNew,
  type ViolationReport,
} from './violation-report.ts';

/**
 * JUnit's XML, as Jenkins and GitLab read it: a suite per property, a test per violation, which has failed where
 * it is new and was skipped where it is known. A property without violations is a test that has passed. Names of
 * tests have no line, so that they stay the same when code moves. Linear.
 */
export function* junitViolations({ properties }: ViolationReport, sources: SourceFiles): Generator<string> {
  const all = properties.flatMap(({ violations }) => violations);
  const passed = properties.filter(({ violations }) => violations.length === 0).length;
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="rrv" ${countsOf(all, passed)}>\n`;
  for (const property of properties) yield* suiteOf(property, sources);
  yield '</testsuites>\n';
}

function* suiteOf({ name, violations }: ComparedProperty, sources: SourceFiles): Generator<string> {
  const passed = violations.length === 0 ? 1 : 0;
  yield `  <testsuite name=${quoted(name)} ${countsOf(violations, passed)}>\n`;
  if (passed > 0) yield `    <testcase classname=${quoted(name)} name="no violation" time="0"/>\n`;
  const counts = new Map<string, number>();
  for (const violation of violations) {
    const identity = identityOf(name, violation);
    const number = (counts.get(identity) ?? 0) + 1;
    counts.set(identity, number);
    const { site } = violation;
    const test = `${name} ${violation.category} in ${site.method}${site.descriptor}${number > 1 ? ` (${number})` : ''}`;
    const file = sources(site)?.uri;
    const at = file === undefined ? '' : ` file=${quoted(file)}`;
    yield `    <testcase classname=${quoted(site.class)} name=${quoted(test)}${at} time="0">\n`;
    yield `      ${resultOf(violation)}\n    </testcase>\n`;
  }
  yield '  </testsuite>\n';
}

function resultOf(violation: ComparedViolation): string {
  const { count, severity, message, site, stackTrace } = violation;
  if (!isNew(violation)) return `<skipped message=${quoted(`known: ${message}`)}/>`;
  const led = historyLines(violation).map((line) => `  ${line}`);
  const text = [
    `${count}x at ${placeText(site)}`,
    ...stackTrace.map((frame) => `  at ${frame}`),
    ...(led.length === 0 ? [] : ['what led to the first:', ...led]),
  ].join('\n');
  return `<failure type=${quoted(severity)} message=${quoted(message)}>${escaped(text)}</failure>`;
}

function countsOf(violations: readonly ComparedViolation[], passed: number): string {
  const failures = violations.filter(isNew).length;
  const skipped = violations.length - failures;
  return `tests="${violations.length + passed}" failures="${failures}" errors="0" skipped="${skipped}" time="0"`;
}

function quoted(text: string): string {
  return `"${escaped(text).replace(/[\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`)}"`;
}

/** What no document of XML 1.0 may have (production 2) is replaced: names in byte code may. */
function escaped(text: string): string {
  return escapeHtml(text.replace(/[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD'));
}
