import type { ViolationPlace } from './run-report.ts';

/** The source file of a place, where it is at hand. */
export interface SourceFile {
  /** A relative reference (RFC 3986), as SARIF wants it. */
  readonly uri: string;
  readonly lines: readonly string[];
}

/** Undefined: it is not known where the file is. */
export type SourceFiles = (place: ViolationPlace) => SourceFile | undefined;
