import { addTo } from '../../../group-by.ts';
import type { ClassHierarchy } from '../../analysis.ts';
import type { AbstractObject, ObjectId } from './abstract-object.ts';
import { outside } from './abstract-object.ts';
import { nothing, type Variable } from './flow-sink.ts';
import { pairSet } from './pair-set.ts';
import { typeFilters } from './type-filters.ts';

/** Inclusion constraints between variables (Andersen, 1994) and their least solution. */
export interface InclusionGraph {
  variable(): Variable;
  put(variable: Variable, object: ObjectId): void;
  /** What of `from` can be of the type ('' or Object: any) is in `to`. */
  copy(from: Variable, to: Variable, type?: string): void;
  /** Calls back with each object of the variable once, `outside` included. */
  each(variable: Variable, react: (object: ObjectId) => void): void;
  contents(variable: Variable): readonly ObjectId[];
  /** False: a limit was hit, and nothing that was asked holds. */
  solve(): boolean;
}

/**
 * Difference propagation (Pearce, Kelly, Hankin, 2003): each variable sends only what is new in it.
 * `escaped`: objects of which it says so are sent on as `outside`, which stands for all of them, so that no
 * variable lists what any code may hold. O(edges x objects in the worst case).
 */
export function inclusionGraph(
  objects: readonly AbstractObject[],
  escaped: (object: ObjectId) => boolean,
  hierarchy: ClassHierarchy,
  maxPairs: number,
): InclusionGraph {
  const contents = pairSet();
  const edges = pairSet();
  /** (target, filter) pairs: an edge is a row of `edges` and an entry of this. */
  const ends = pairSet();
  const filters = typeFilters(objects, hierarchy);
  const reactions = new Map<Variable, ((object: ObjectId) => void)[]>();
  /** Per variable, the entry of `contents` up to which everything has been sent. */
  let sent = new Int32Array(1 << 12).fill(-1);
  let queued = new Uint8Array(1 << 12);
  let variables = 1;
  let work: Variable[] = [];

  const put = (variable: Variable, object: ObjectId): void => {
    if (variable === nothing) return;
    if (!contents.add(variable, escaped(object) ? outside : object)) return;
    if (queued[variable] === 0) {
      queued[variable] = 1;
      work.push(variable);
    }
  };
  const sendThrough = (end: number, object: ObjectId): void => {
    if (filters.mayPass(ends.value(end), object)) put(ends.row(end), object);
  };

  return {
    variable() {
      if (variables === sent.length) {
        const longer = new Int32Array(variables * 2).fill(-1);
        longer.set(sent);
        sent = longer;
        const flags = new Uint8Array(variables * 2);
        flags.set(queued);
        queued = flags;
      }
      return variables++;
    },
    put,
    copy(from, to, type = '') {
      if (from === nothing || to === nothing || from === to) return;
      const end = ends.entry(to, filters.of(type));
      if (!edges.add(from, end)) return;
      // What was sent already is sent through the new edge; the rest follows with the variable's turn.
      for (let entry = sent[from]!; entry >= 0; entry = contents.next(entry))
        sendThrough(end, contents.value(entry));
    },
    each(variable, react) {
      if (variable === nothing) return;
      addTo(reactions, variable, react);
      const known: ObjectId[] = [];
      for (let entry = sent[variable]!; entry >= 0; entry = contents.next(entry))
        known.push(contents.value(entry));
      for (const object of known) react(object);
    },
    contents(variable) {
      const found: ObjectId[] = [];
      for (let entry = contents.first(variable); entry >= 0; entry = contents.next(entry))
        found.push(contents.value(entry));
      return found;
    },
    solve() {
      while (work.length > 0) {
        const turn = work;
        work = [];
        for (const variable of turn) {
          if (contents.size() > maxPairs) return false;
          queued[variable] = 0;
          const until = sent[variable]!;
          const first = contents.first(variable);
          sent[variable] = first;
          const fresh: ObjectId[] = [];
          for (let entry = first; entry !== until; entry = contents.next(entry))
            fresh.push(contents.value(entry));
          for (let edge = edges.first(variable); edge >= 0; edge = edges.next(edge)) {
            const end = edges.value(edge);
            for (const object of fresh) sendThrough(end, object);
          }
          const list = reactions.get(variable);
          if (list !== undefined) for (const react of [...list]) for (const object of fresh) react(object);
        }
      }
      return true;
    },
  };
}
