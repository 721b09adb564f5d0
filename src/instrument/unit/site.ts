import { toBinaryName } from '../../classfile/descriptors.ts';
import type { Point, PointId } from '../../events/point.ts';
import type { Property } from '../../property/model.ts';
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

export interface NumberedSites {
  readonly sites: ReadonlyMap<PointId, number>;
  /** One line for each number. */
  readonly lines: readonly string[];
}

interface Place {
  readonly sites: number[];
  /** How many of these each property has. */
  readonly taken: Map<Property, number>;
}

/**
 * Numbers the sites of an archive, whose points come class by class. Points of different properties share the
 * site of their place: monitors keep violations apart by property, and a class with many calls has constants
 * for few sites. Points of one property do not, as one slice reports once at each site.
 */
export function numberSites(classes: readonly { readonly points: readonly Point[] }[]): NumberedSites {
  const sites = new Map<PointId, number>();
  const lines: string[] = [];
  for (const { points } of classes) {
    const places = new Map<string, Place>();
    for (const point of points) {
      const line = siteLine(point);
      const place: Place = places.get(line) ?? { sites: [], taken: new Map() };
      places.set(line, place);
      const before = place.taken.get(point.property) ?? 0;
      place.taken.set(point.property, before + 1);
      if (before === place.sites.length) place.sites.push(lines.push(line) - 1);
      sites.set(point.id, place.sites[before]!);
    }
  }
  return { sites, lines };
}
