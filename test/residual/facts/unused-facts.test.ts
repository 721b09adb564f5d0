import { expect, test } from 'vitest';
import { readFactsFile } from '../../../src/residual/facts/facts-file.ts';
import { unusedFacts } from '../../../src/residual/facts/unused-facts.ts';
import { javaProgram } from '../paper/java-program.ts';

test('an entry that matches nothing in the input is a warning with its place, one that does is not', () => {
  const { program } = javaProgram('FetchedObjects');
  const file = readFactsFile(
    `version: 1
safe:
  - calls: java.util.Map.put(..)
  - calls: java.util.Map.putt(..)
  - package: java.util
  - opcode: areturn
  - class: FetchedObject
  - type: java.util.List
facts:
  - calls: [java.util.Map.get(Object), java.util.Map.get(String)]
    does-not-retain: receiver
    because: for the test
`,
    'facts.yaml',
  );
  expect(
    unusedFacts(program.classes(), program.hierarchy, [file]).map(({ code, message, where }) => [
      code,
      message,
      where?.line,
    ]),
  ).toEqual([
    ['RRV_FACT_UNUSED', 'the entry calls: java.util.Map.putt(..) matches nothing in the input', 4],
    ['RRV_FACT_UNUSED', 'the entry opcode: areturn matches nothing in the input', 6],
    ['RRV_FACT_UNUSED', 'the entry class: FetchedObject matches nothing in the input', 7],
    ['RRV_FACT_UNUSED', 'the entry type: java.util.List matches nothing in the input', 8],
    ['RRV_FACT_UNUSED', 'the entry calls: java.util.Map.get(String) matches nothing in the input', 10],
  ]);
  expect(unusedFacts(program.classes(), program.hierarchy, [])).toEqual([]);
});
