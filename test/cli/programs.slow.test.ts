import { expect, test } from 'vitest';
import { rrv } from '../../benchmarks/dacapo/rrv.ts';
import { checkProgram } from '../../benchmarks/programs/check-program.ts';
import { jarsOf, realPrograms } from '../../benchmarks/programs/programs.ts';
import { defaultJdk } from '../support/jdk.ts';

/** A slice: the others take CI too long, and are for `npm run check:programs` alone. */
const run = ['rhino'];
const analysed = [
  'antlr',
  'beanshell',
  'clojure',
  'ecj',
  'freemarker',
  'jetty',
  'netty',
  'saxon',
  'spring',
  'xjc',
];

test.each(run)('%s behaves as before and reports the same with the whole library', (name) => {
  const program = realPrograms.find((one) => one.name.startsWith(name))!;
  const checked = checkProgram(program, ['all'], defaultJdk());
  expect(checked.problems).toEqual([]);
  expect(checked.events).toBeGreaterThan(1000);
  expect(checked.removed.open).toBeGreaterThan(1000);
});

/** In a closed world, which does all that an open one does: large programs find what small ones do not. */
test.each(realPrograms.filter(({ name }) => analysed.some((one) => name.startsWith(one))))(
  '$name is analysed',
  (program) => {
    const properties = ['SafeHasNext', 'SafeIterator'].flatMap((name) => ['--prop', name]);
    const result = rrv([
      'analyze',
      ...jarsOf(program),
      ...properties,
      '--entry',
      'main',
      '--json',
      '--quiet',
    ]);
    expect(result.stderr).toBe('');
    expect(result.status).toBe(0);
    const { points } = JSON.parse(result.stdout) as { points: readonly { readonly kept: boolean }[] };
    expect(points.filter(({ kept }) => !kept).length).toBeGreaterThan(points.length / 50);
  },
);
