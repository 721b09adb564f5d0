import type { Point } from '../../events/point.ts';
import type { StepMemory } from '../analysis.ts';

/**
 * The method step of a run on a program that an earlier run knew but for the code of some classes. While the points at
 * the start of a round are those of the earlier run, a method of which all code that was read for it is the same
 * has the same result. Nothing is left of it as soon as something differs.
 */
export interface Replay {
  /** `current`: the points at its start. */
  startRound(current: readonly Point[]): void;
  /** What the earlier run removed of a method's points in this round; undefined: look at the method. */
  removedFrom(group: readonly Point[]): readonly Point[] | undefined;
  /**
   * What this run removed in this round. `classes`: all those whose code was read for it, the method's own too, whether
   * in this round or in one before; undefined: of any.
   */
  note(group: readonly Point[], removed: readonly Point[], classes: ReadonlySet<string> | undefined): void;
  /** For a point that stays and whose method was not looked at in the last round. */
  reasonFor(point: Point): string | undefined;
  /** Leaves what was noted to the next run. */
  finish(): void;
}

/** Points by position among those of the property; methods by position of their first point. */
interface Steps {
  readonly classes: readonly string[];
  /** For each method the classes whose code was read, by position in `classes`; null: of any. */
  readonly methods: readonly (readonly [number, readonly number[] | null])[];
  /** For each round the points that were gone at its start, and those that the method step removed in it. */
  readonly rounds: readonly (readonly [readonly number[], readonly number[]])[];
}

/** `points`: all of the property, those of one method next to one another. O(points) for each round. */
export function replayOf(memory: StepMemory, points: readonly Point[]): Replay {
  const earlier = stepsOf(memory.earlier);
  const earlierClasses = new Map(earlier?.methods);
  const positions = new Map(points.map((point, position) => [point, position]));
  const methodOf = firstPositions(points);
  /** Undefined: those of any class. */
  const read = new Map<number, Set<string> | undefined>();
  const rounds: [number[], number[]][] = [];
  let follows = earlier !== undefined;
  let removedEarlier: ReadonlySet<number> = new Set();
  let again = new Set<Point>();

  const methodOfGroup = (group: readonly Point[]): number => methodOf[positions.get(group[0]!)!]!;

  function note(
    group: readonly Point[],
    removed: readonly Point[],
    classes: ReadonlySet<string> | undefined,
  ): void {
    const method = methodOfGroup(group);
    const known = read.get(method);
    if (classes === undefined) read.set(method, undefined);
    else if (known !== undefined) for (const name of classes) known.add(name);
    else if (!read.has(method)) read.set(method, new Set(classes));
    for (const point of removed) rounds.at(-1)![1].push(positions.get(point)!);
  }

  return {
    startRound(current) {
      const left = new Set(current);
      const gone: number[] = [];
      for (const [point, position] of positions) if (!left.has(point)) gone.push(position);
      const round = earlier?.rounds[rounds.length];
      follows &&= round !== undefined && isSame(round[0], gone);
      removedEarlier = new Set(round?.[1]);
      again = new Set();
      rounds.push([gone, []]);
    },
    removedFrom(group) {
      if (!follows) return undefined;
      const classes = earlierClasses.get(methodOfGroup(group))?.map((index) => earlier!.classes[index]);
      if (classes === undefined || classes.length === 0) return undefined;
      if (!classes.every((name) => name !== undefined && memory.isUnchanged(name))) return undefined;
      const names = new Set(classes as readonly string[]);
      for (const name of names) memory.reads(name);
      const removed = group.filter((point) => removedEarlier.has(positions.get(point)!));
      for (const point of group) again.add(point);
      note(group, removed, names);
      return removed;
    },
    note,
    reasonFor: (point) => (again.has(point) ? memory.reasonFor(point) : undefined),
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
      const steps: Steps = { classes: [...numbers.keys()], methods, rounds };
      memory.keep(steps);
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
  const { classes, methods, rounds } = value as Partial<Record<keyof Steps, unknown>>;
  if (!Array.isArray(classes) || !classes.every((name) => typeof name === 'string')) return undefined;
  const isMethod = (one: unknown): boolean =>
    Array.isArray(one) && Number.isInteger(one[0]) && (one[1] === null || isNumbers(one[1]));
  const isRound = (one: unknown): boolean => Array.isArray(one) && isNumbers(one[0]) && isNumbers(one[1]);
  if (!Array.isArray(methods) || !methods.every(isMethod)) return undefined;
  if (!Array.isArray(rounds) || !rounds.every(isRound)) return undefined;
  return { classes, methods, rounds } as Steps;
}

function isNumbers(value: unknown): boolean {
  return Array.isArray(value) && value.every((element) => Number.isInteger(element));
}
