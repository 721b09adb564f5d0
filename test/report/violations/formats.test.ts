import { expect, test } from 'vitest';
import { csvViolations as csvParts } from '../../../src/report/violations/csv.ts';
import { htmlViolations as htmlParts } from '../../../src/report/violations/html.ts';
import { jsonViolations as jsonParts } from '../../../src/report/violations/json.ts';
import { junitViolations as junitParts } from '../../../src/report/violations/junit.ts';
import { readRunReport } from '../../../src/report/violations/run-report.ts';
import { sarifViolations as sarifParts } from '../../../src/report/violations/sarif.ts';
import { placeText, violationLines } from '../../../src/report/violations/text.ts';
import { comparedWith, mergeRuns } from '../../../src/report/violations/violation-report.ts';
import { safeIterator } from '../../support/named-properties.ts';
import { wholeText } from '../whole-text.ts';
import { runOf, violation } from './example.ts';

const csvViolations = wholeText(csvParts);
const htmlViolations = wholeText(htmlParts);
const junitViolations = wholeText(junitParts);
const jsonViolations = wholeText(jsonParts);
const sarifViolations = wholeText(sarifParts);

const odd = {
  ...violation,
  message: 'a <b> & "c", d',
  site: { class: 'D<x>', method: 'm\n', descriptor: '()V', pc: 0 },
  stackTrace: [],
};
const report = mergeRuns([runOf(violation, odd)]);
const step = (event: string, line: number, thread: number) => ({
  event,
  site: { ...violation.site, line },
  thread,
});
const led = { ...violation, history: [step('create<', 7, 1), step('update', 9, 12), step('next', 42, 1)] };
const ledReport = mergeRuns([runOf(led)]);
const noSource = () => undefined;
const sources = ({ line }: { line?: number }) =>
  line === undefined
    ? undefined
    : { uri: 'src/a/b/C.java', lines: Array.from({ length: 50 }, (_, at) => `line ${at + 1} <`) };

test('a line is that of the program', () => {
  expect(violationLines('P', [violation, odd])).toEqual([
    '2x error P: the collection was updated at a.b.C.m(C.java:42)',
    '2x error P: a <b> & "c", d at D<x>.m (Unknown Source)',
  ]);
  expect(placeText({ ...odd.site, file: 'D.java' })).toBe('D<x>.m\n(D.java)');
});

test('the events that led there follow a line, with threads where there are several', () => {
  expect(violationLines('P', [led, violation])).toEqual([
    '4x error P: the collection was updated at a.b.C.m(C.java:42)',
    '    create< at a.b.C.m(C.java:7) in thread 1',
    '    update at a.b.C.m(C.java:9) in thread 12',
    '    next at a.b.C.m(C.java:42) in thread 1',
  ]);
  const alone = led.history.map((one) => ({ ...one, thread: 3 }));
  expect(violationLines('P', [{ ...violation, history: alone.slice(1) }])[1]).toBe(
    '    update at a.b.C.m(C.java:9)',
  );
  expect(violationLines('P', [{ ...violation, history: alone.slice(2) }])).toHaveLength(1);
});

test('html shows the events that led there, with their lines', () => {
  const page = htmlViolations(ledReport, sources);
  expect(page).toContain('create&lt; at a.b.C.m(C.java:7) in thread 1\n       line 7 &lt;\nupdate at');
  expect(htmlViolations(ledReport, noSource)).toContain(
    'in thread 1\nupdate at a.b.C.m(C.java:9) in thread 12',
  );
  expect(htmlViolations(report, sources)).not.toContain('what led');
});

test('sarif has a flow of each thread', () => {
  const [result] = JSON.parse(sarifViolations(ledReport, sources, () => undefined)).runs[0].results;
  const flow = (flows: { id: string; locations: { location: object; executionOrder: number }[] }[]) =>
    flows.map(({ id, locations }) => [id, ...locations.map(({ executionOrder }) => executionOrder)]);
  expect(flow(result.codeFlows[0].threadFlows)).toEqual([
    ['thread 1', 1, 3],
    ['thread 12', 2],
  ]);
  expect(result.codeFlows[0].threadFlows[1].locations[0].location).toMatchObject({
    physicalLocation: { artifactLocation: { uri: 'src/a/b/C.java' }, region: { startLine: 9 } },
    message: { text: 'update' },
  });
  expect(sarifViolations(report, sources, () => undefined)).not.toContain('codeFlows');
});

test("junit's text has the events that led there", () => {
  expect(junitViolations(ledReport, noSource)).toContain(
    'what led to the first:\n  create&lt; at a.b.C.m(C.java:7) in thread 1\n',
  );
});

test('places in one line of source are one line, unless what is said of them differs', () => {
  const behind = { ...violation, count: 3, site: { ...violation.site, pc: violation.site.pc + 5 } };
  expect(violationLines('P', [violation, odd, behind, { ...behind, message: 'other' }])).toEqual([
    '5x error P: the collection was updated at a.b.C.m(C.java:42)',
    '2x error P: a <b> & "c", d at D<x>.m (Unknown Source)',
    '3x error P: other at a.b.C.m(C.java:42)',
  ]);
});

test('a line is one, and moves no cursor, whatever names hold', () => {
  const site = { ...violation.site, method: 'a\r\u001b[2Jb\u0085c\u202ed' };
  expect(violationLines('P', [{ ...violation, site }])).toEqual([
    '2x error P: the collection was updated at a.b.C.a ?[2Jb?c?d(C.java:42)',
  ]);
});

test('json is a report that can be read again', () => {
  const compared = comparedWith(report, runOf());
  expect(JSON.parse(jsonViolations(compared))).toEqual(compared);
  expect(mergeRuns([readRunReport(jsonViolations(compared), 'r')])).toEqual({ ...report, runs: 1 });
});

test('csv has a line for each place', () => {
  expect(csvViolations(report).split('\r\n')).toEqual([
    'property,severity,category,count,known,message,class,method,descriptor,pc,file,line',
    'SafeIterator,error,match,2,,"a <b> & ""c"", d",D<x>,"m\n",()V,0,,',
    'SafeIterator,error,match,2,,the collection was updated,a.b.C,m,()V,17,C.java,42',
    '',
  ]);
});

test('csv quotes what any reader may take for the end of a line', () => {
  const lines = csvViolations(mergeRuns([runOf({ ...violation, message: 'one\rtwo' })]));
  expect(lines).toContain(',"one\rtwo",');
});

test('html escapes what the program says, and shows the line and the stack', () => {
  const page = htmlViolations(report, sources);
  expect(page).toContain('a &lt;b&gt; &amp; &quot;c&quot;, d');
  expect(page).not.toContain('<b>c');
  expect(page).toContain('   41  line 41 &lt;\n<b>   42  line 42 &lt;</b>\n   43  line 43 &lt;');
  expect(page).toContain('<pre>at a.b.C.m(C.java:42)\nat app//a.b.C.main(C.java:7)</pre>');
  expect(page).toContain('href="#p-SafeIterator"');
  expect(page).toContain('id="p-SafeIterator"');
  expect(htmlViolations(report, noSource)).not.toContain('<pre><b>');
});

test('html has properties with errors first', () => {
  const warned = runOf({ ...violation, severity: 'warning' });
  const properties = warned.properties.map((one) => ({ ...one, name: 'Before' }));
  const page = htmlViolations(mergeRuns([{ ...warned, properties }, report]), noSource);
  const places = ['href="#p-Safe', 'href="#p-Before', '<h2 id="p-Safe', '<h2 id="p-Before'].map((part) =>
    page.indexOf(part),
  );
  expect(places).toEqual([...places].sort((left, right) => left - right));
  expect(places).not.toContain(-1);
});

test('html escapes names of the program, of properties and of analyses', () => {
  const named = {
    ...runOf(),
    analysis: '<i>',
    properties: [{ ...runOf().properties[0]!, name: '<u>', events: {} }],
  };
  const page = htmlViolations(
    mergeRuns([named, runOf({ ...odd, stackTrace: ['D<x>.m(D.java:1)'] })]),
    noSource,
  );
  expect(page).toContain('<code>D&lt;x&gt;.m');
  expect(page).toContain('at D&lt;x&gt;.m(D.java:1)');
  expect(page).toContain('analysis <b>&lt;i&gt;, sound</b>');
  expect(page).toContain('Without any event: &lt;u&gt;.');
  expect(page).not.toMatch(/<[xiu]>/);
  expect(page).toContain('<meta charset="utf-8">');
});

test('html says how many runs there were, and what they lost', () => {
  const lossy = { ...runOf(), dropped: { violations: 3, stackTraces: 0, events: 1 } };
  const said =
    'violations at further places are not listed (rrv.maxSites). 1 event was lost by errors of the monitor.';
  expect(htmlViolations(mergeRuns([lossy]), noSource)).toMatch(/<p>1 run, .*rrv 1\.2\.3\. 3 /);
  expect(htmlViolations(mergeRuns([lossy, runOf()]), noSource)).toMatch(/<p>2 runs, /);
  expect(htmlViolations(mergeRuns([lossy]), noSource)).toContain(said);
});

test.each([
  [0, []],
  [1, [1, 2, 3]],
  [2, [1, 2, 3, 4]],
  [50, [48, 49, 50]],
  [51, []],
])('html shows line %i among %j', (line, shown) => {
  const page = htmlViolations(
    mergeRuns([runOf({ ...violation, site: { ...violation.site, line }, stackTrace: [] })]),
    sources,
  );
  const lines = [...page.matchAll(/^(?:<pre>)?(<b>)? *\d+ {2}line (\d+) &lt;/gm)];
  expect(lines.map(([, , number]) => Number(number))).toEqual(shown);
  const marked = lines.filter(([, mark]) => mark !== undefined).map(([, , number]) => Number(number));
  expect(marked).toEqual(shown.length === 0 ? [] : [line]);
});

test('html says what is new, and which properties saw nothing', () => {
  const compared = comparedWith(report, runOf(odd));
  expect(htmlViolations(compared, noSource)).toMatch(/<b>new<\/b> <code>a\.b\.C\.m/);
  expect(htmlViolations(compared, noSource)).toMatch(/class="known"/);
  // Places, new ones, violations, events and monitors.
  const cells = htmlViolations(compared, noSource).match(/SafeIterator<\/a><\/td>(.*)<\/tr>/)![1]!;
  expect(cells.match(/\d+/g)).toEqual(['2', '1', '4', '13', '3']);
  expect(htmlViolations(compared, noSource)).toContain('<th class="n">places</th><th class="n">new</th>');
  expect(htmlViolations(report, noSource)).not.toContain('>new<');
  const unseen = mergeRuns([
    { ...runOf(), properties: [{ ...runOf().properties[0]!, events: { next: 0 } }] },
  ]);
  expect(htmlViolations(unseen, noSource)).toContain('Without any event: SafeIterator.');
  expect(htmlViolations(unseen, noSource)).toContain('No violation.');
});

test('junit has a test for each place, failed where it is new and skipped where it is known', () => {
  const behind = { ...violation, site: { ...violation.site, pc: 30, line: 50 } };
  const unseen = { ...runOf().properties[0]!, name: 'Unseen' };
  const last = { ...unseen, name: 'Unseen too' };
  const merged = mergeRuns([runOf(violation, odd, behind), { ...runOf(), properties: [unseen, last] }]);
  expect(
    junitViolations(comparedWith(merged, runOf(odd)), sources),
  ).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="rrv" tests="5" failures="2" errors="0" skipped="1" time="0">
  <testsuite name="SafeIterator" tests="3" failures="2" errors="0" skipped="1" time="0">
    <testcase classname="D&lt;x&gt;" name="SafeIterator match in m&#10;()V" time="0">
      <skipped message="known: a &lt;b&gt; &amp; &quot;c&quot;, d"/>
    </testcase>
    <testcase classname="a.b.C" name="SafeIterator match in m()V" file="src/a/b/C.java" time="0">
      <failure type="error" message="the collection was updated">2x at a.b.C.m(C.java:42)
  at a.b.C.m(C.java:42)
  at app//a.b.C.main(C.java:7)</failure>
    </testcase>
    <testcase classname="a.b.C" name="SafeIterator match in m()V (2)" file="src/a/b/C.java" time="0">
      <failure type="error" message="the collection was updated">2x at a.b.C.m(C.java:50)
  at a.b.C.m(C.java:42)
  at app//a.b.C.main(C.java:7)</failure>
    </testcase>
  </testsuite>
  <testsuite name="Unseen" tests="1" failures="0" errors="0" skipped="0" time="0">
    <testcase classname="Unseen" name="no violation" time="0"/>
  </testsuite>
  <testsuite name="Unseen too" tests="1" failures="0" errors="0" skipped="0" time="0">
    <testcase classname="Unseen too" name="no violation" time="0"/>
  </testsuite>
</testsuites>
`);
});

test('junit has addresses as values of XML, and line breaks in names as what they are', () => {
  const site = { ...violation.site, method: 'a\rb' };
  const beside = () => ({ uri: 'file:///a&b/C.java', lines: [] });
  const text = junitViolations(mergeRuns([runOf({ ...violation, site })]), beside);
  expect(text).toContain('in a&#13;b()V" file="file:///a&amp;b/C.java"');
});

test('junit has no character that XML does not know', () => {
  const site = { ...violation.site, method: 'a\u0001\u001b\ud800b\u{1f600}' };
  const text = junitViolations(mergeRuns([runOf({ ...violation, site, stackTrace: [] })]), noSource);
  expect(text).toContain('in a\ufffd\ufffd\ufffdb\u{1f600}()V"');
});

test('sarif has a result for each place, with its file, its stack and whether it is new', () => {
  const documentation = (name: string) => (name === 'SafeIterator' ? safeIterator.documentation : undefined);
  const { runs } = JSON.parse(sarifViolations(comparedWith(report, runOf(odd)), sources, documentation));
  expect(runs[0].tool.driver.rules).toMatchObject([
    { id: 'SafeIterator', defaultConfiguration: { level: 'error' }, properties: { precision: 'high' } },
  ]);
  const { consequence, wrong, right, url } = safeIterator.documentation;
  for (const part of [consequence, wrong, right, url])
    expect(runs[0].tool.driver.rules[0].help.text).toContain(part);
  expect(runs[0].results).toMatchObject([
    { ruleId: 'SafeIterator', kind: 'fail', level: 'error', baselineState: 'unchanged', occurrenceCount: 2 },
    {
      baselineState: 'new',
      message: { text: 'the collection was updated' },
      locations: [
        {
          physicalLocation: { artifactLocation: { uri: 'src/a/b/C.java' }, region: { startLine: 42 } },
          logicalLocations: [{ fullyQualifiedName: 'a.b.C.m()V' }],
        },
      ],
      stacks: [
        {
          frames: [
            { location: { logicalLocations: [{ fullyQualifiedName: 'a.b.C.m' }] } },
            { location: { logicalLocations: [{ fullyQualifiedName: 'a.b.C.main' }] } },
          ],
        },
      ],
    },
  ]);
  expect(runs[0].results[0].locations[0].physicalLocation).toBeUndefined();
  const prints = runs[0].results.map((result: { partialFingerprints: object }) =>
    JSON.stringify(result.partialFingerprints),
  );
  expect(new Set(prints).size).toBe(2);
});

test('sarif has the severity of a violation, and of what was lost', () => {
  const others = (['error', 'warning', 'suggestion'] as const).map((severity, pc) => ({
    ...violation,
    severity,
    site: { ...violation.site, pc },
  }));
  const lossy = {
    ...mergeRuns([runOf(...others), runOf()]),
    dropped: { violations: 3, stackTraces: 0, events: 0 },
  };
  const [run] = JSON.parse(sarifViolations(lossy, noSource, () => undefined)).runs;
  expect(run.results.map(({ level }: { level: string }) => level)).toEqual(['error', 'warning', 'note']);
  expect(run.invocations[0].toolExecutionNotifications).toMatchObject([{ level: 'warning' }]);
  expect(run.properties).toEqual({ analysis: 'sound', runs: 2 });
});

test('sarif knows a violation by its method, whatever others there are', () => {
  const printsOf = (...violations: (typeof violation)[]) =>
    new Map<string, unknown>(
      JSON.parse(
        sarifViolations(mergeRuns([runOf(...violations)]), noSource, () => undefined),
      ).runs[0].results.map(
        ({
          locations,
          partialFingerprints,
        }: {
          locations: { logicalLocations: { name: string }[] }[];
          partialFingerprints: object;
        }) => [locations[0]!.logicalLocations[0]!.name, partialFingerprints],
      ),
    );
  const earlier = { ...violation, site: { ...violation.site, method: 'a', line: 1 } };
  const alone = printsOf(violation).get('m');
  expect(alone).toBeDefined();
  expect(printsOf(earlier, violation).get('m')).toEqual(alone);
});

test('sarif knows no result that occurred never', () => {
  const none = mergeRuns([runOf({ ...violation, count: 0 })]);
  const { runs } = JSON.parse(sarifViolations(none, noSource, () => undefined));
  expect(runs[0].results).toMatchObject([{ occurrenceCount: 1 }]);
});

test('sarif has no stack where none was kept, and says nothing of a baseline where there is none', () => {
  const alone = mergeRuns([runOf({ ...violation, stackTrace: [] })]);
  const [result] = JSON.parse(sarifViolations(alone, noSource, () => undefined)).runs[0].results;
  expect(Object.keys(result)).not.toContain('stacks');
  expect(Object.keys(result)).not.toContain('baselineState');
});

test('sarif says what was lost', () => {
  const lossy = { ...report, dropped: { violations: 3, stackTraces: 0, events: 1 } };
  const { runs } = JSON.parse(sarifViolations(lossy, noSource, () => undefined));
  expect(runs[0].invocations[0].toolExecutionNotifications).toHaveLength(2);
});
