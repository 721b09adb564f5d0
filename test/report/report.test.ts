import { describe, expect, test } from 'vitest';
import type { InstrumentationReport, ReportedPoint } from '../../src/instrument/report.ts';
import { csvReport as csvParts } from '../../src/report/csv.ts';
import { htmlReport as htmlParts } from '../../src/report/html.ts';
import { jsonReport as jsonParts } from '../../src/report/json.ts';
import { sarifReport as sarifParts } from '../../src/report/sarif.ts';
import { summaryTable } from '../../src/report/table.ts';
import { wrappedLines } from '../../src/report/wrapped-lines.ts';
import { safeHasNext, safeIterator } from '../support/named-properties.ts';
import { wholeText } from './whole-text.ts';

const csvReport = wholeText(csvParts);
const htmlReport = wholeText(htmlParts);
const jsonReport = wholeText(jsonParts);
const sarifReport = wholeText(sarifParts);

const point: ReportedPoint = {
  property: 'SafeIterator',
  event: 'next',
  input: 'app.jar',
  class: 'a.b.C',
  method: '<init>',
  descriptor: '(Ljava/util/List;)V',
  pc: 17,
  line: 42,
  file: 'C.java',
  kept: true,
  reason: 'says "so", at length\nin two lines',
};

const report: InstrumentationReport = {
  schemaVersion: 1,
  rrvVersion: '1.2.3',
  analysis: 'sound',
  threads: 'confined',
  entry: ['all'],
  inputs: ['app.jar'],
  properties: [
    {
      name: 'SafeIterator',
      classes: { relevant: 41, removed: 14 },
      methods: { relevant: 99, removed: 56 },
      instructions: { relevant: 165, removed: 86, silent: 20, improvement: 2.09 },
    },
    {
      name: 'SafeHasNext',
      classes: { relevant: 0, removed: 0 },
      methods: { relevant: 0, removed: 0 },
      instructions: { relevant: 0, removed: 0, silent: 0, improvement: 0 },
    },
  ],
  points: [
    point,
    { ...point, pc: 19 },
    { ...point, kept: false, event: 'update', pc: 20 },
    { ...point, class: 'D', line: null, file: null, unmonitored: 'the method is too large' },
    { ...point, class: 'a.b.C$E', file: 'Ü x.java', line: 0 },
  ],
  missingClasses: [
    { name: 'x/Y', neededBy: 'a/b/C' },
    { name: 'x/Z', neededBy: 'x/Z' },
  ],
};

test('json is the report', () => {
  expect(JSON.parse(jsonReport(report))).toEqual(report);
});

test('csv has a line per point, fields quoted as RFC 4180 says', () => {
  const csv = csvReport(report);
  expect(csv.split('\r\n').length).toBe(1 + report.points.length + 1);
  expect(csv.split('\r\n')[0]).toBe(
    'property,event,input,class,method,descriptor,pc,file,line,kept,reason,unmonitored,version',
  );
  expect(csv.split('\r\n')[1]).toBe(
    'SafeIterator,next,app.jar,a.b.C,<init>,(Ljava/util/List;)V,17,C.java,42,true,"says ""so"", at length\nin two lines",,',
  );
});

test("the table is the paper's Table 1", () => {
  expect(summaryTable(report, 86)).toEqual([
    'property      classes  removed  methods  removed  points  removed  silent  improvement',
    'SafeIterator       41       14       99       56     165       86      20         2.09',
    'SafeHasNext         0        0        0        0       0        0       0            -',
  ]);
});

test('the improvement of what went whole has no end', () => {
  const [seen] = report.properties;
  const instructions = { relevant: 7, removed: 7, silent: 0, improvement: 7 };
  const whole = { ...report, properties: [{ ...seen!, instructions }] };
  expect(summaryTable(whole, 86)[1]).toMatch(/ 7 {8}7 {7}0 {10}inf$/);
  expect(summaryTable(whole, 60)[3]).toBe('  points 7, removed 7, silent 0, improvement inf');
  expect(htmlReport(whole)).toContain('<td class="n">inf</td>');
});

test('a table that is wider than the terminal has lines for each property', () => {
  const narrow = summaryTable(report, 85);
  expect(narrow.slice(0, 5)).toEqual([
    'SafeIterator',
    '  classes 41, removed 14',
    '  methods 99, removed 56',
    '  points 165, removed 86, silent 20, improvement 2.09',
    'SafeHasNext',
  ]);
  expect(Math.max(...summaryTable(report, 40).map(({ length }) => length))).toBeLessThanOrEqual(40);
});

test.each([
  ['a line that fits', 16, ['a line that fits']],
  ['a line that fits', 15, ['a line that', '  fits']],
  ['  a line that fits', 9, ['  a line', '    that', '    fits']],
  ['one\n\n  two three', 6, ['one', '', '  two', '    three']],
  ['averylongword b', 5, ['averylongword', '  b']],
] as const)('%j in %s columns', (text, width, lines) => {
  expect(wrappedLines(text, width)).toEqual(lines);
});

test('many properties without a point are counted', () => {
  const [seen, unseen] = report.properties;
  const table = summaryTable(
    { ...report, properties: [seen!, ...Array.from({ length: 6 }, () => unseen!)] },
    Infinity,
  );
  expect(table).toHaveLength(3);
  expect(table[2]).toBe('6 properties have no point');
});

describe('html', () => {
  const page = htmlReport({
    ...report,
    inputs: ['<script>alert("&")</script>.jar'],
    points: [...report.points, { ...point, class: '<b>', reason: '</table><script>' }],
  });

  test('escapes what comes from the program', () => {
    expect(page).not.toContain('<script');
    expect(page).not.toContain('<b>"');
    expect(page).toContain('&lt;script&gt;alert(&quot;&amp;&quot;)&lt;/script&gt;.jar');
    expect(page).toContain('<code>&lt;b&gt;</code>');
  });

  test('is well-formed and needs nothing else', () => {
    expect(unclosed(page)).toEqual([]);
    expect(page).not.toMatch(/(?:src|href)="(?!#)/);
  });

  test('has as many columns in each row of the table', () => {
    const columns = (row: string): number =>
      [...row.matchAll(/<t[hd][^>]*?(?: colspan="(\d+)")?>/g)].reduce(
        (sum, [, span]) => sum + Number(span ?? 1),
        0,
      );
    const rows = page.match(/<tr>.*<\/tr>/g)!.map(columns);
    expect(rows.slice(0, 3)).toEqual([10, 10, 10]);
  });

  test('names properties without any point, and no more', () => {
    expect(page).toContain('<p>Without any point: SafeHasNext.</p>');
    expect(page).not.toContain('p-SafeHasNext');
  });

  test('leads from the property to class, method and point', () => {
    expect(page).toMatch(/<a href="#p-SafeIterator">/);
    expect(page).toMatch(/<h2 id="p-SafeIterator">/);
    expect(page).toContain('C.java:42');
    expect(page).toContain('the method is too large');
    expect(page).toContain('<code>x.Y</code>, needed by <code>a.b.C</code>');
  });

  test('tells classes of one name in two archives apart, and methods of one name', () => {
    const points = [
      point,
      { ...point, input: 'b.jar' },
      { ...point, descriptor: '()V', file: '<i>.java', kept: false },
    ];
    const counted = [...htmlReport({ ...report, points }).matchAll(/<summary>(.*)<\/summary>/g)];
    expect(counted.map(([, text]) => text!.replaceAll(/<[^>]*>/g, ''))).toEqual([
      'a.b.C 1 kept, 1 removed app.jar',
      '&lt;init&gt;(Ljava/util/List;)V 1 kept',
      '&lt;init&gt;()V 1 removed',
      'a.b.C 1 kept b.jar',
      '&lt;init&gt;(Ljava/util/List;)V 1 kept',
    ]);
    expect(htmlReport({ ...report, points })).toContain('&lt;i&gt;.java:42');
  });

  test('counts what is not monitored among what is kept', () => {
    expect(page).toMatch(/<code>D<\/code> <span class="kept">1 kept<\/span> <small>/);
  });
});

/** Elements that are opened and not closed, or closed and not opened, in order. */
function unclosed(page: string): string[] {
  const open: string[] = [];
  for (const [, slash, name] of page.matchAll(/<(\/?)([a-z][a-z0-9]*)[^>]*>/g)) {
    if (name === 'meta') continue;
    if (slash === '') open.push(name!);
    else if (open.at(-1) === name) open.pop();
    else return [...open, `/${name}`];
  }
  return open;
}

type Json = Record<string, unknown>;

describe('sarif', () => {
  const text = sarifReport(report, [safeIterator, safeHasNext]);
  const log = JSON.parse(text) as Json;
  const [run] = log.runs as [Json];

  /**
   * Objects that we write, by the member that holds them: [required, allowed] members of the published schema
   * (sarif-schema-2.1.0.json), which lets no others through.
   */
  const schema: Record<string, readonly [readonly string[], readonly string[]]> = {
    runs: [['tool'], ['invocations', 'results', 'columnKind', 'properties']],
    tool: [['driver'], []],
    driver: [['name'], ['semanticVersion', 'rules']],
    rules: [
      ['id'],
      ['shortDescription', 'fullDescription', 'helpUri', 'help', 'defaultConfiguration', 'properties'],
    ],
    shortDescription: [['text'], []],
    help: [['text'], []],
    defaultConfiguration: [[], ['level']],
    invocations: [['executionSuccessful'], ['toolExecutionNotifications']],
    toolExecutionNotifications: [['message'], ['level', 'descriptor', 'locations']],
    descriptor: [[], ['id', 'index']],
    results: [['message'], ['ruleId', 'ruleIndex', 'kind', 'locations', 'partialFingerprints']],
    message: [['text'], []],
    locations: [[], ['physicalLocation', 'logicalLocations', 'properties']],
    physicalLocation: [[], ['artifactLocation', 'region']],
    artifactLocation: [['uri'], []],
    region: [[], ['startLine']],
    logicalLocations: [[], ['fullyQualifiedName', 'name', 'kind']],
  };

  test('has the members that the schema requires, and no others', () => {
    expect(Object.keys(log).sort()).toEqual(['$schema', 'runs', 'version']);
    expect(log.version).toBe('2.1.0');
    const problems: string[] = [];
    const visited = new Set<string>();
    const visit = (name: string, value: unknown): void => {
      if (Array.isArray(value)) for (const item of value) visit(name, item);
      else if (typeof value === 'object' && value !== null) {
        const rule = schema[name];
        if (rule === undefined) return;
        visited.add(name);
        const [required, allowed] = rule;
        const members = Object.keys(value);
        for (const member of required)
          if (!members.includes(member)) problems.push(`${name} lacks ${member}`);
        for (const [member, inner] of Object.entries(value)) {
          if (!required.includes(member) && !allowed.includes(member)) problems.push(`${name} has ${member}`);
          if (member !== 'properties') visit(member, inner);
        }
      }
    };
    visit('runs', log.runs);
    expect(problems).toEqual([]);
    expect([...visited].sort()).toEqual(Object.keys(schema).sort());
  });

  test('has a rule per property and a result per point that stays, with stable fingerprints', () => {
    const driver = (run.tool as Json).driver as Json;
    expect((driver.rules as Json[]).map(({ id }) => id)).toEqual(['SafeIterator', 'SafeHasNext']);
    const results = run.results as Json[];
    expect(results.length).toBe(4);
    expect(
      results.every(
        ({ kind, ruleId, ruleIndex }) => kind === 'open' && ruleId === 'SafeIterator' && ruleIndex === 0,
      ),
    ).toBe(true);
    const fingerprints = results.map(({ partialFingerprints }) => (partialFingerprints as Json)['rrv/v1']);
    expect(new Set(fingerprints).size).toBe(4);
    // Lines and offsets move from build to build.
    const moved = JSON.parse(
      sarifReport(
        { ...report, points: report.points.map((one) => ({ ...one, pc: one.pc + 100, line: 99 })) },
        [safeIterator],
      ),
    ) as { runs: [{ results: Json[] }] };
    expect(
      moved.runs[0].results.map(({ partialFingerprints }) => (partialFingerprints as Json)['rrv/v1']),
    ).toEqual(fingerprints);
    // Nor does another event of the method change any.
    const points = [{ ...point, event: 'create' }, ...report.points];
    const more = JSON.parse(sarifReport({ ...report, points }, [safeIterator])) as typeof moved;
    expect(
      more.runs[0].results.slice(1).map(({ partialFingerprints }) => (partialFingerprints as Json)['rrv/v1']),
    ).toEqual(fingerprints);
  });

  test('names source files as URIs below their package, and no line 0', () => {
    const places = (run.results as { locations: [Json] }[]).map(
      ({ locations }) => locations[0].physicalLocation,
    );
    expect(places).toEqual([
      { artifactLocation: { uri: 'a/b/C.java' }, region: { startLine: 42 } },
      { artifactLocation: { uri: 'a/b/C.java' }, region: { startLine: 42 } },
      undefined,
      { artifactLocation: { uri: 'a/b/%C3%9C%20x.java' } },
    ]);
  });

  test('tells what is not monitored and what is missing', () => {
    const [invocation] = run.invocations as [{ toolExecutionNotifications: Json[] }];
    expect(invocation.toolExecutionNotifications.map(({ descriptor }) => (descriptor as Json).id)).toEqual([
      'RRV_POINTS_UNMONITORED',
      'RRV_CLASS_MISSING',
      'RRV_CLASS_MISSING',
    ]);
  });

  test('names missing classes as Java does, and no class as needed by itself', () => {
    const [invocation] = run.invocations as [{ toolExecutionNotifications: Json[] }];
    const texts = invocation.toolExecutionNotifications.map(({ message }) => (message as Json).text);
    expect(texts.slice(1)).toEqual(['class x.Y was not found; a.b.C needs it', 'class x.Z was not found']);
  });
});

describe('names that byte code has and Java has not', () => {
  const odd = { ...point, method: '=cmd|x', class: 'p:q.C', file: 'Ma#in?\ud800 ü.java' };
  const withPoints = (points: readonly ReportedPoint[]): InstrumentationReport => ({ ...report, points });

  test('are relative addresses in SARIF', () => {
    const points = [
      odd,
      { ...odd, class: 'C', file: 'C:Main.java' },
      { ...odd, file: '//host/x.java' },
      { ...odd, file: '' },
    ];
    const { runs } = JSON.parse(sarifReport(withPoints(points), [])) as {
      runs: {
        results: { locations: { physicalLocation?: { artifactLocation: { uri: string } } }[] }[];
      }[];
    };
    const uris = runs[0]!.results.map(
      ({ locations }) => locations[0]!.physicalLocation?.artifactLocation.uri,
    );
    expect(uris).toEqual([
      'p%3Aq/Ma%23in%3F%EF%BF%BD%20%C3%BC.java',
      'C%3AMain.java',
      'p%3Aq/host/x.java',
      undefined,
    ]);
    for (const uri of uris.slice(0, 3))
      expect(new URL(uri!, 'file:///base/').href).toBe(`file:///base/${uri}`);
  });

  test('are no formulas in CSV', () => {
    for (const first of '=+-@\t') {
      const method = `${first}cmd|x`;
      expect(csvReport(withPoints([{ ...odd, method }]))).toContain(`,'${method},`);
    }
    expect(csvReport(withPoints([{ ...odd, method: '\rx' }]))).toContain(`,"'\rx",`);
  });

  test('of properties are sections of their own in HTML', () => {
    const names = ['A_B', 'A$B', 'A-B'];
    const properties = names.map((name) => ({ ...report.properties[0]!, name }));
    const points = names.map((property) => ({ ...point, property }));
    const html = htmlReport({ ...report, properties, points });
    expect(new Set(html.match(/id="p-[^"]*"/g)).size).toBe(3);
  });

  test('an address that is none is left out of SARIF', () => {
    const withUrl = (url: string) => ({
      ...safeHasNext,
      documentation: { ...safeHasNext.documentation, url },
    });
    expect(sarifReport(report, [withUrl('not a uri')])).not.toContain('helpUri');
    expect(sarifReport(report, [withUrl('https://example.org/a')])).toContain(
      '"helpUri": "https://example.org/a"',
    );
  });
});
