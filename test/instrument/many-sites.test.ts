import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { instrumentDirectory, runMonitored } from '../support/instrumented-program.ts';
import { compileJava, defaultJdk } from '../support/jdk.ts';
import { safeHasNext } from '../support/named-properties.ts';

const folder = mkdtempSync(join(tmpdir(), 'rrv-many-sites-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('8,000 points, and a method whose name nearly fills a constant: each is reported at its place', () => {
  const methods = 40;
  const perMethod = 200;
  const long = 'm'.repeat(20_000);
  const name = (index: number): string => (index === methods / 2 ? long : `m${index}`);
  const lines = ['import java.util.*;', 'public class Many {'];
  const calls: { readonly method: string; readonly line: number }[] = [];
  for (let index = 0; index < methods; index++) {
    lines.push(`static void ${name(index)}(int which, Iterator<String> i) { switch (which) {`);
    for (let which = 0; which < perMethod; which++) {
      lines.push(`case ${which}: i.next(); break;`);
      calls.push({ method: name(index), line: lines.length });
    }
    lines.push('} }');
  }
  const asked = [0, 127, 128, 3999, 4000, 4107, 4199, 4200, 7999];
  lines.push('public static void main(String[] a) {');
  for (const one of asked)
    lines.push(`${name(Math.floor(one / perMethod))}(${one % perMethod}, List.of("x").iterator());`);
  lines.push('} }');
  writeFileSync(join(folder, 'Many.java'), lines.join('\n'));
  compileJava(defaultJdk(), [join(folder, 'Many.java')], join(folder, 'classes'));
  instrumentDirectory(join(folder, 'classes'), join(folder, 'out'), [safeHasNext]);
  const { report } = runMonitored(join(folder, 'out'), 'Many');
  const found = report.properties[0]!.violations.map(({ count, site: { method, line } }) => ({
    count,
    method,
    line,
  }));
  expect(found.sort((left, right) => left.line - right.line)).toEqual(
    asked.map((one) => ({ count: 1, ...calls[one]! })),
  );
});
