import type { Weakenings } from '../../weakening.ts';
import type { AskedProgram } from './asked-program.ts';
import type { LookedInto } from './looked-into.ts';

/** What summaries are made from. */
export interface SummaryContext {
  readonly program: AskedProgram;
  /** Is told what answers depend on. */
  readonly lookedAt: LookedInto;
  readonly weakenings: Weakenings;
}
