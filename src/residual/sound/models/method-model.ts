import { rowStarts } from '../../../compressed-rows.ts';

/**
 * One method as one slice class sees it: a graph whose edges are silent or pass a point, and whose
 * locations say which events code outside the method may produce on the slice while control is there.
 * Indices start at 0. Nothing here knows about byte code, so that every small model can be enumerated.
 */
export interface MethodModel {
  readonly locationCount: number;
  readonly entry: number;
  /** Edges by source in compressed rows: those of location n are `edgeStart[n]` to `edgeStart[n + 1] - 1`. */
  readonly edgeStart: Int32Array;
  readonly edgeTarget: Int32Array;
  /** Per edge: -1 for a silent edge, otherwise an index into `passages`. */
  readonly edgePassage: Int32Array;
  readonly passages: readonly Passage[];
  /** Per location: an index into `externals`. */
  readonly locationExternals: Int32Array;
  readonly externals: readonly ExternalEvents[];
}

/** Passing a point that must or may belong to the slice (a point that does not belong is a silent edge). */
export interface Passage {
  /** Index of the point among those of the method. */
  readonly point: number;
  /** Index into Property.events. */
  readonly symbol: number;
  /** False: the event may be of another slice, or not happen (a condition, a dynamic test): the edge is also silent. */
  readonly must: boolean;
}

/** What code outside the method's own points may do to the slice, in any order and number. */
export interface ExternalEvents {
  /** Symbols that both monitors see. */
  readonly seen: readonly number[];
  /** Symbols of removed points elsewhere: only the full monitor sees them. */
  readonly removed: readonly number[];
}

/** Builds a model edge by edge. */
export interface MethodModelBuilder {
  /** Adds a location and returns its index. */
  location(externals: number): number;
  /** Adds a set of external events, or finds an equal one, and returns its index. */
  externals(events: ExternalEvents): number;
  silent(from: number, to: number): void;
  pass(from: number, to: number, passage: Passage): void;
  build(entry: number): MethodModel;
}

/** An empty builder; index 0 of `externals` is the empty set. */
export function methodModelBuilder(): MethodModelBuilder {
  const externals: ExternalEvents[] = [{ seen: [], removed: [] }];
  const externalIds = new Map<string, number>([['|', 0]]);
  const locationExternals: number[] = [];
  const passages: Passage[] = [];
  const passageIds = new Map<string, number>();
  const from: number[] = [];
  const to: number[] = [];
  const passage: number[] = [];
  return {
    location: (set) => locationExternals.push(set) - 1,
    externals: (events) => {
      const key = `${events.seen.join()}|${events.removed.join()}`;
      let id = externalIds.get(key);
      if (id === undefined) {
        id = externals.push(events) - 1;
        externalIds.set(key, id);
      }
      return id;
    },
    silent: (source, target) => {
      from.push(source);
      to.push(target);
      passage.push(-1);
    },
    pass: (source, target, one) => {
      const key = `${one.point},${one.symbol},${one.must}`;
      let id = passageIds.get(key);
      if (id === undefined) {
        id = passages.push(one) - 1;
        passageIds.set(key, id);
      }
      from.push(source);
      to.push(target);
      passage.push(id);
    },
    build: (entry) => {
      const locationCount = locationExternals.length;
      const edgeStart = rowStarts(locationCount, from);
      const fill = edgeStart.slice();
      const edgeTarget = new Int32Array(from.length);
      const edgePassage = new Int32Array(from.length);
      for (let edge = 0; edge < from.length; edge++) {
        const at = fill[from[edge]!]!++;
        edgeTarget[at] = to[edge]!;
        edgePassage[at] = passage[edge]!;
      }
      return {
        locationCount,
        entry,
        edgeStart,
        edgeTarget,
        edgePassage,
        passages,
        locationExternals: new Int32Array(locationExternals),
        externals,
      };
    },
  };
}
