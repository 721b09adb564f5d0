import { AccessFlag } from '../../src/classfile/access-flags.ts';
import { type ClassFile, readClassFile } from '../../src/classfile/class-file.ts';
import type { Point, PointId } from '../../src/events/point.ts';
import type { ClassHierarchy } from '../../src/hierarchy/class-hierarchy.ts';
import { entryPoints } from '../../src/instrument/unit/entry-point.ts';
import { unitDefinition } from '../../src/instrument/unit/runtime-definition.ts';
import { siteLine } from '../../src/instrument/unit/site.ts';
import { unitClass } from '../../src/instrument/unit/unit-class.ts';
import { weaveClass } from '../../src/instrument/weave/weave-class.ts';
import { weavingTypes } from '../../src/instrument/weave/weaving-types.ts';
import type { Property } from '../../src/property/model.ts';
import { everyCall, everyCallOf } from './every-call.ts';

/** A property, and all its points in a class. */
export interface Everything {
  readonly property: Property;
  readonly pointsOf: (file: ClassFile) => Point[];
}

const everyCallEverywhere: Everything = { property: everyCall, pointsOf: everyCallOf };

export const everythingUnit = 'rrv/unit/everything/Events';

export interface WovenEverything {
  /** By entry name, the unit included. */
  readonly classes: ReadonlyMap<string, Uint8Array>;
  readonly points: number;
  /** Reasons for points that could not be woven, with their numbers. */
  readonly unmonitored: ReadonlyMap<string, number>;
}

function hasFieldsOfItsOwn({ accessFlags, superName }: ClassFile): boolean {
  return (
    (accessFlags & (AccessFlag.interface | AccessFlag.module)) === 0 &&
    superName !== undefined &&
    superName !== 'java/lang/Record'
  );
}

/**
 * Weaves all points of a property: by default every call of every class has an event before and one after it, with all values that there
 * are. Objects of every class that may hold their slices.
 */
export function weaveEverything(
  classes: Iterable<readonly [entry: string, bytes: Uint8Array]>,
  hierarchy: ClassHierarchy,
  /** Without a table of sites the unit fits for any number of points; it cannot report places then. */
  withSites = true,
  { property, pointsOf }: Everything = everyCallEverywhere,
): WovenEverything {
  const entries = entryPoints([property]);
  const woven = new Map<string, Uint8Array>();
  const unmonitored = new Map<string, number>();
  const siteLines: string[] = [];
  for (const [entry, bytes] of classes) {
    const file = readClassFile(bytes);
    const points = pointsOf(file);
    const firstSite = siteLines.length;
    const sites = new Map<PointId, number>(points.map((point, index) => [point.id, firstSite + index]));
    for (const point of points) siteLines.push(withSites ? siteLine(point) : '');
    const result = weaveClass({
      file,
      points,
      startsIn: [],
      types: weavingTypes(hierarchy),
      unit: everythingUnit,
      entryPointOf: entries.of,
      joined: entries.joined,
      askedOf: () => ({}),
      notes: new Set(),
      holdsSlices: hasFieldsOfItsOwn(file),
      isResidual: false,
      siteOf: (point) => sites.get(point.id)!,
    });
    for (const reason of result.unmonitored.values())
      unmonitored.set(reason, (unmonitored.get(reason) ?? 0) + 1);
    woven.set(entry, result.bytes);
  }
  const properties = [property];
  const definition = unitDefinition({ rrvVersion: 'test', analysis: 'none', properties });
  const unit = unitClass({
    name: everythingUnit,
    properties,
    used: new Set(properties),
    run: 'test',
    definition,
    entryPoints: entries.all(),
    joined: entries.allJoined(),
    siteLines: withSites ? siteLines : [],
    bodies: [],
    isResidual: false,
    plainCollections: [],
    ownCollections: [],
    questions: [],
    endOfProgram: [],
    isPublic: () => true,
  });
  woven.set(`${everythingUnit}.class`, unit);
  return { classes: woven, points: siteLines.length, unmonitored };
}
