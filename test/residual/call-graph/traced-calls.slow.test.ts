import { expect, test } from 'vitest';
import { judgeCalls } from '../../../benchmarks/calls/foreseen-calls.ts';
import { tracedRun } from '../../../benchmarks/calls/traced-calls.ts';
import { jarsOf, realPrograms } from '../../../benchmarks/programs/programs.ts';
import { defaultJdk } from '../../support/jdk.ts';

/** A slice: `npm run check:calls` does the others. */
test.each(['antlr', 'xjc'])('what %s calls when it runs is foreseen', (name) => {
  const program = realPrograms.find((one) => one.name.startsWith(name))!;
  const jdk = defaultJdk();
  const jars = jarsOf(program);
  const { status, calls, notTraced } = tracedRun(program, jars, jdk);
  expect(status).toBe(0);
  expect(notTraced).toEqual([]);
  for (const kind of ['open', 'closed'] as const) {
    const judged = judgeCalls(jars, calls, kind, jdk);
    expect(judged.unforeseen).toEqual([]);
    expect(judged.asked).toBeGreaterThan(3000);
  }
  // A check that finds nothing proves nothing.
  for (const mistake of ['forgetCallBacks', 'forgetClassInitialisers'] as const)
    expect(judgeCalls(jars, calls, 'open', jdk, new Set([mistake])).unforeseen).not.toEqual([]);
});
