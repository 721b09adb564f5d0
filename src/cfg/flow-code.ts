import type { Code } from '../classfile/code.ts';

/** What the graph needs of a method's code. */
export type FlowCode = Pick<Code, 'instructions' | 'exceptionTable'>;
