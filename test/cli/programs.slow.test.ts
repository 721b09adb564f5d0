import { expect, test } from 'vitest';
import { checkProgram } from '../../benchmarks/programs/check-program.ts';
import { realPrograms } from '../../benchmarks/programs/programs.ts';
import { defaultJdk } from '../support/jdk.ts';

/** A slice of `npm run check:programs`. */
test.each(['clojure', 'rhino'])(
  '%s behaves as before and reports the same with the whole library',
  (name) => {
    const program = realPrograms.find((one) => one.name.startsWith(name))!;
    const checked = checkProgram(program, ['all'], defaultJdk());
    expect(checked.problems).toEqual([]);
    expect(checked.events).toBeGreaterThan(1000);
    expect(checked.removed.open).toBeGreaterThan(1000);
  },
);
