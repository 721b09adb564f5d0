import { runtimeClasses } from '../../src/cli/java/runtime-classes.ts';
import type { InstrumentRequest } from '../../src/instrument/instrument-types.ts';

/** What tests ask for where they say nothing else: every point, in an open world. */
export function plainRequest() {
  return {
    analysis: 'none',
    threads: 'confined',
    world: { kind: 'open' },
    runtime: 'embed',
    audit: false,
    facts: [],
    allowEmpty: false,
    experimental: false,
    mayInstrument: () => true,
    runtimeClasses: runtimeClasses(),
    rrvVersion: 'test',
  } as const satisfies Partial<InstrumentRequest>;
}
