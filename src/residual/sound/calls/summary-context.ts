import type { SharedField } from '../../shared-field.ts';
import type { Weakenings } from '../../weakening.ts';
import type { AskedProgram } from './asked-program.ts';
import type { LookedInto } from './looked-into.ts';

/** What summaries are made from. */
export interface SummaryContext {
  readonly program: AskedProgram;
  /** Is told what answers depend on. */
  readonly lookedAt: LookedInto;
  readonly weakenings: Weakenings;
  /** Whether what the field holds can be known at run time (program/shared-fields.ts). */
  readonly isShared: (field: SharedField) => boolean;
}
