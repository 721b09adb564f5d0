import type { Point } from '../events/point.ts';

/** A line of the unit's site table, as docs/runtime-protocol.md defines it; read only when something is reported. */
export function siteLine(point: Point): string {
  const { className, method, descriptor, pc, sourceFile, line } = point;
  return [className.replaceAll('/', '.'), method, descriptor, pc, sourceFile ?? '', line ?? ''].join('\t');
}
