import type { Point } from '../../events/point.ts';
import type { Silence, StepMemory } from '../analysis.ts';

/**
 * The steps of a run, method by method, on a program that an earlier run knew but for the code of some classes. While the points at
 * the start of a step are those of the earlier run, a method of which all code that was read for it is the same
 * has the same result. Nothing is left of it as soon as something differs.
 */
export interface Replay {
  /** `current`: the points at its start. */
  startStep(current: readonly Point[], what: What): void;
  /** What the earlier run removed of a method's points in this step; undefined: look at the method. */
  removedFrom(group: readonly Point[]): readonly Point[] | undefined;
  /** The points of a method that the earlier run found silent in this step; undefined: look at the method. */
  silentIn(group: readonly Point[]): ReadonlyMap<Point, Silence> | undefined;
  /**
   * What this run found in this step. `classes`: all those whose code was read for it, the method's own too, whether
   * in this step or in one before; undefined: of any.
   */
  note(group: readonly Point[], found: readonly Point[], classes: ReadonlySet<string> | undefined): void;
  /** For a point that stays and whose method was not looked at in the last step that removes points. */
  reasonFor(point: Point): string | undefined;
  /** Leaves what was noted to the next run. */
  finish(): void;
}

/** What a step finds out about points. */
type What = 'removed' | 'silent';

/** Points by position among those of the property; methods by position of their first point. */
interface Steps {
  readonly classes: readonly string[];
  /** For each method the classes whose code was read, by position in `classes`; null: of any. */
  readonly methods: readonly (readonly [number, readonly number[] | null])[];
  /** For each step the points that were gone at its start, and those that it found. */
  readonly steps: readonly (readonly [What, readonly number[], readonly number[]])[];
}

/** `points`: all of the property, those of one method next to one another. O(points) for each step. */
export function replayOf(memory: StepMemory, points: readonly Point[]): Replay {
  const earlier = stepsOf(memory.earlier);
  const earlierClasses = new Map(earlier?.methods);
  const positions = new Map(points.map((point, position) => [point, position]));
  const methodOf = firstPositions(points);
  /** Undefined: those of any class. */
  const read = new Map<number, Set<string> | undefined>();
  const steps: [What, number[], number[]][] = [];
  let follows = earlier !== undefined;
  let foundEarlier: ReadonlySet<number> = new Set();
  let again = new Set<Point>();

  const methodOfGroup = (group: readonly Point[]): number => methodOf[positions.get(group[0]!)!]!;

  function note(
    group: readonly Point[],
    found: readonly Point[],
    classes: ReadonlySet<string> | undefined,
  ): void {
    const method = methodOfGroup(group);
    const known = read.get(method);
    if (classes === undefined) read.set(method, undefined);
    else if (known !== undefined) for (const name of classes) known.add(name);
    else if (!read.has(method)) read.set(method, new Set(classes));
    for (const point of found) steps.at(-1)![2].push(positions.get(point)!);
  }

  /** What the earlier run found among the points of a method in this step, if that still holds. */
  function foundIn(group: readonly Point[]): readonly Point[] | undefined {
    if (!follows) return undefined;
    const classes = earlierClasses.get(methodOfGroup(group))?.map((index) => earlier!.classes[index]);
    if (classes === undefined || classes.length === 0) return undefined;
    if (!classes.every((name) => name !== undefined && memory.isUnchanged(name))) return undefined;
    const names = new Set(classes as readonly string[]);
    for (const name of names) memory.reads(name);
    const found = group.filter((point) => foundEarlier.has(positions.get(point)!));
    note(group, found, names);
    return found;
  }

  return {
    startStep(current, what) {
      const left = new Set(current);
      const gone: number[] = [];
      for (const [point, position] of positions) if (!left.has(point)) gone.push(position);
      const step = earlier?.steps[steps.length];
      follows &&= step !== undefined && step[0] === what && isSame(step[1], gone);
      foundEarlier = new Set(step?.[2]);
      if (what === 'removed') again = new Set();
      steps.push([what, gone, []]);
    },
    removedFrom(group) {
      const removed = foundIn(group);
      if (removed !== undefined) for (const point of group) again.add(point);
      return removed;
    },
    silentIn(group) {
      const points = foundIn(group);
      if (points === undefined) return undefined;
      const silent = new Map<Point, Silence>();
      for (const point of points) {
        const { silence } = memory.decisionOn(point);
        if (silence !== undefined) silent.set(point, silence);
      }
      return silent;
    },
    note,
    reasonFor: (point) => (again.has(point) ? memory.decisionOn(point).reason : undefined),
    finish() {
      const numbers = new Map<string, number>();
      const numberOf = (name: string): number => {
        const number = numbers.get(name) ?? numbers.size;
        numbers.set(name, number);
        return number;
      };
      const methods = [...read].map(
        ([method, names]) => [method, names === undefined ? null : [...names].map(numberOf)] as const,
      );
      const left: Steps = { classes: [...numbers.keys()], methods, steps };
      memory.keep(left);
    },
  };
}

/** For each point the position of the first one of its method. */
function firstPositions(points: readonly Point[]): readonly number[] {
  const first: number[] = [];
  points.forEach((point, position) => {
    const before = points[position - 1];
    const isSameMethod =
      before?.methodIndex === point.methodIndex &&
      before.entry === point.entry &&
      before.input === point.input;
    first.push(isSameMethod ? first[position - 1]! : position);
  });
  return first;
}

function isSame(left: readonly number[], right: readonly number[]): boolean {
  return left.length === right.length && left.every((value, index) => value === right[index]);
}

/** Undefined for anything that `finish` does not leave. */
function stepsOf(value: unknown): Steps | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { classes, methods, steps } = value as Partial<Record<keyof Steps, unknown>>;
  if (!Array.isArray(classes) || !classes.every((name) => typeof name === 'string')) return undefined;
  const isMethod = (one: unknown): boolean =>
    Array.isArray(one) && Number.isInteger(one[0]) && (one[1] === null || isNumbers(one[1]));
  const isStep = (one: unknown): boolean =>
    Array.isArray(one) &&
    (one[0] === 'removed' || one[0] === 'silent') &&
    isNumbers(one[1]) &&
    isNumbers(one[2]);
  if (!Array.isArray(methods) || !methods.every(isMethod)) return undefined;
  if (!Array.isArray(steps) || !steps.every(isStep)) return undefined;
  return { classes, methods, steps } as Steps;
}

function isNumbers(value: unknown): boolean {
  return Array.isArray(value) && value.every((element) => Number.isInteger(element));
}
