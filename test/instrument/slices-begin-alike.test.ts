import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { InstrumentRequest } from '../../src/instrument/instrument-types.ts';
import { loadOverJavaUtil } from '../property/load-support.ts';
import { instrumentDirectory, runMonitored } from '../support/instrumented-program.ts';
import { compileSources } from '../support/jdk.ts';

/** A hundred lists that are only filled, and one that is sorted, filled and searched. */
const program = `import java.util.*;
public class Search {
  static List<Integer> filled(int n) {
    List<Integer> list = new ArrayList<>();
    for (int k = 0; k < n; k++) list.add(n - k);
    return list;
  }
  public static void main(String[] arguments) {
    List<Object> all = new ArrayList<>();
    for (int n = 0; n < 100; n++) all.add(filled(3));
    List<Integer> list = filled(5);
    Comparator<Integer> descending = Comparator.reverseOrder();
    Collections.sort(list, descending);
    int found = Collections.binarySearch(list, 3, descending);
    found += Collections.binarySearch(list, 3, Comparator.naturalOrder());
    list.add(7);
    found += Collections.binarySearch(list, 3, descending);
    System.out.println(found + " " + all.size());
  }
}
`;

/** `add` leaves a slice that has just begun as it is. */
const property = (name: string, fields: string, add = '') => `${name}(List list) {
  ${fields}
  event sort before(List list, Comparator c) : call(* Collections.sort(List, Comparator)) && args(list, c) { this.comparator = c; }
  event add before(List list) : call(* Collection+.add(..)) && target(list) { ${add} }
  event search before(List list, Comparator c) : call(* Collections.binarySearch(List, Object, Comparator)) && args(list, *, c) && condition(comparator == c) { }
  event other before(List list, Comparator c) : call(* Collections.binarySearch(List, Object, Comparator)) && args(list, *, c) && condition(comparator != c) { }
  fsm : unsorted [ sort -> sorted add -> unsorted ] sorted [ sort -> sorted add -> unsorted search -> sorted ]
  @fail { System.err.println("not sorted like this"); __RESET; }
}
`;

const properties = [
  property('Alike', 'Comparator comparator = null;'),
  property('Began', 'Comparator comparator; long began = System.nanoTime();'),
  property('Counted', 'Comparator comparator; int n = 0;', 'n++;'),
].map((text) => loadOverJavaUtil(text));

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rrv-alike-'));
  compileSources({ 'Search.java': program }, join(folder, 'source'), join(folder, 'classes'), ['-g']);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Lines with reports, and how many. */
const places = ['15 1', '17 1'];

function reported(variant: string, options: Partial<InstrumentRequest>) {
  const to = join(folder, variant);
  instrumentDirectory(join(folder, 'classes'), to, properties, options);
  const { run, report } = runMonitored(to, 'Search');
  expect(run.status).toBe(0);
  return report.properties.map(({ name, violations, monitors }) => ({
    name,
    created: monitors.created,
    places: violations.map(({ site, count }) => `${site.line} ${count}`),
  }));
}

describe('a slice of one object whose fields begin alike', () => {
  test('begins with the first event that makes a difference', () => {
    expect(reported('none', { analysis: 'none' })).toEqual([
      { name: 'Alike', created: 1, places },
      { name: 'Began', created: 102, places },
      { name: 'Counted', created: 102, places },
    ]);
  });

  test.each<Partial<InstrumentRequest>>([{}, { audit: true }, { threads: 'shared' }])(
    'reports the same whatever the analysis removes: %j',
    (options) => {
      const found = reported(`sound-${Object.keys(options).join('-')}`, { analysis: 'sound', ...options });
      expect(found.map(({ name, places }) => ({ name, places }))).toEqual(
        ['Alike', 'Began', 'Counted'].map((name) => ({ name, places })),
      );
    },
  );
});
