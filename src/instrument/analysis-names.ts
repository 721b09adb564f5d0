/**
 * The analyses that this version has, weakest first. Apart from them, so that the command line can name them
 * without loading them.
 */
export const analysisNames = ['none', 'paper', 'sound'] as const;

/** `--analysis`. */
export type AnalysisName = (typeof analysisNames)[number];
