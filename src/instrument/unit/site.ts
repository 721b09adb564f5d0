import { toBinaryName } from '../../classfile/descriptors.ts';
import type { Point } from '../../events/point.ts';
import { escapeText } from './runtime-definition.ts';

/**
 * A line of the unit's site table, as docs/runtime-protocol.md defines it; read only when something is
 * reported.
 */
export function siteLine(point: Point): string {
  const { className, method, descriptor, pc, sourceFile, line } = point;
  const names = [toBinaryName(className), method, descriptor, pc, sourceFile ?? '', line ?? ''];
  // Byte code knows names that no Java has: with tabs and line breaks.
  return names.map((part) => escapeText(`${part}`)).join('\t');
}
