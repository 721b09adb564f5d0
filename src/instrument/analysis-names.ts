import type { AnalysisName } from './instrument-types.ts';

/**
 * The analyses that this version has, weakest first. Apart from them, so that the command line can name them
 * without loading them.
 */
export const analysisNames: readonly AnalysisName[] = ['none', 'paper', 'sound'];
