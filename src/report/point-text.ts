import type { ReportedPoint } from '../instrument/report.ts';

/** What becomes of a point. */
export function stateOf({ unmonitored, kept }: ReportedPoint): 'unmonitored' | 'kept' | 'removed' {
  return unmonitored !== undefined ? 'unmonitored' : kept ? 'kept' : 'removed';
}

/** Why, in words. */
export function reasonOf({ unmonitored, reason }: ReportedPoint): string {
  return unmonitored === undefined ? reason : `${reason}; ${unmonitored}`;
}

/** Of a class of a multi-release jar, which of its versions the point is in; else ''. */
export function versionOf({ version }: ReportedPoint): string {
  return version === undefined ? '' : `Java ${version}`;
}
