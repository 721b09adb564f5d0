import type { ClassFile } from '../classfile/class-file.ts';
import type { InstructionIndex } from '../classfile/instruction.ts';
import type { Point, PointId } from '../events/point.ts';
import type { ClassHierarchy } from '../hierarchy/class-hierarchy.ts';
import type { NotedReflection, Property } from '../property/model.ts';
import type { FactsFile } from './facts/facts-file.ts';
import type { AnalysisLimits } from './limits.ts';
import type { SharedField } from './shared-field.ts';

export type { ClassHierarchy } from '../hierarchy/class-hierarchy.ts';

/** The program as analyses see it: the classes of the inputs, what they link against, and the points found. */
export interface Program {
  /** Every class of the inputs, in a fixed order, those excluded from instrumentation included. */
  classes(): Iterable<ProgramClass>;
  /** The class that holds the point. */
  classOf(point: Point): ProgramClass;
  /**
   * The points of all properties in one method, in code order; several at one instruction in the order of
   * their events.
   */
  pointsOf(programClass: ProgramClass, methodIndex: number): readonly Point[];
  readonly hierarchy: ClassHierarchy;
}

/** One class of the inputs. */
export interface ProgramClass {
  /** Internal name. Two classes of a program may share one (multi-release jars, two inputs with one library). */
  readonly name: string;
  /** The archive, for people: `app.jar@WEB-INF/lib/x.jar`. */
  readonly input: string;
  readonly entry: string;
  /** False for classes left out by --include or --exclude: they run, but hold no points. */
  readonly instrumented: boolean;
  /** Parsed on each call, so that a large program does not stay in memory: keep it only while it is needed. */
  classFile(): ClassFile;
  /**
   * The same, for the call graph alone: what `scanClass` finds in it is known to the result cache, which takes a
   * class that is read otherwise for one whose every change matters. Absent: there is no cache.
   */
  outlinedFile?(): ClassFile;
}

/** What an analysis says about one point. */
export interface Decision {
  /** False: the point's event cannot change what is reported, and is not produced. */
  readonly kept: boolean;
  /** One sentence for people: what forced the point to stay, or why it may go. */
  readonly reason: string;
  readonly silence?: Silence;
  /**
   * Of a kept point that may bind an iterator to the collection that has just made it: own collections whose
   * iterators nobody else has events of the property on (docs/soundness.md, theorem 5).
   */
  readonly inert?: OwnCollections;
}

/**
 * Of a kept point that binds an iterator: the call of the same method that has made it. Where that was called
 * on a plain collection (rrv.runtime.PlainCollections), which is asked at run time, the event cannot change
 * what is reported, and is not produced.
 */
export interface Silence {
  readonly maker: InstructionIndex;
  /** The same where it was called on one of these, and has returned none of their shared iterators. */
  readonly own?: OwnCollections;
  /** The call for people. */
  readonly place: string;
}

/**
 * Collections of the program whose `iterator()` returns a new iterator that nobody else knows, or what a
 * static field holds.
 */
export type OwnCollections = readonly OwnCollection[];

/** Objects of exactly one class of the inputs. */
export interface OwnCollection {
  /** Internal name. */
  readonly className: string;
  /** What it may hand out again and again. */
  readonly shared: readonly SharedField[];
}

/** What code that is not among the inputs and the class path does with the program. */
export type World =
  /** It may call any method and use any field: the inputs are a library, or not all that uses them is known. */
  { readonly kind: 'open' } | ClosedWorld;

/**
 * It starts the program at these methods, and knows no others than those that override methods of the class library.
 * `main`, or globs of classes and methods in Java names (`a.b.**`, `a.b.C#run`).
 */
export interface ClosedWorld {
  readonly kind: 'closed';
  readonly entries: readonly string[];
  /** Globs of the classes and members that reflection may reach; `**`: any. */
  readonly reflection: readonly string[];
  /** What it may reach, too: what runs have noted. None of it need be there. */
  readonly noted?: readonly NotedReflection[];
}

/** Methods that may run and reflect, and into which nothing is woven that notes what they reach. */
export interface UnwatchedMethods {
  readonly count: number;
  readonly first: { readonly className: string; readonly method: string; readonly descriptor: string };
}

export interface AnalysisOptions {
  /**
   * `confined`: the events of one slice come from one thread (the paper's assumption). `shared`: any
   * other thread may produce events at any moment.
   */
  readonly threads: 'confined' | 'shared';
  readonly world: World;
  /**
   * The user's facts files (--safe-list), in the order given. Those of the Java class library are added by
   * the analyses.
   */
  readonly facts: readonly FactsFile[];
  /** Absent: `defaultAnalysisLimits`. */
  readonly limits?: AnalysisLimits;
  /** Told when `limits.closedWorldPairs` was too few, so that the closed world was left. */
  readonly onWorldLimit?: (closedWorldPairs: number) => void;
  /** Told where the world is closed, `reflection` and `noted` are not all there is, and something may reach more unseen. */
  readonly onUnwatched?: (unwatched: UnwatchedMethods) => void;
  readonly onProgress?: (progress: AnalysisProgress) => void;
  /** Absent: there was no earlier run, and nothing is kept for the next. */
  readonly memory?: RunMemory;
}

/** What an analysis does, in this order: the first ones once for all properties of a run, the last for each. */
export interface AnalysisProgress {
  readonly phase: 'scanning' | 'call graph' | 'closed world' | 'analysing';
  /** The property that is analysed. */
  readonly property?: string;
  /** Of so many; of 0: how many there are is not known. */
  readonly done: number;
  readonly total: number;
}

/**
 * What an earlier run of the same analysis, with the same options, found out about the program, which may
 * have been another.
 */
export interface RunMemory {
  /** The same for programs that differ in code alone that no outline shows. */
  readonly program: string;
  /** The same for the same bytes of all classes of that name, in the same places. */
  versionOf(className: string): string;
  /** A short name of plain data: equal data has equal digests. */
  digest(data: unknown): string;
  /** What this run takes from the earlier one depends on the code of the class. */
  reads(className: string): void;
  /** What was found out whatever the property. */
  readonly ofRun: StepMemory;
  ofProperty(property: Property): StepMemory;
}

/** One part of it. */
export interface StepMemory {
  /** What the earlier run gave to `keep`; undefined: nothing. */
  readonly earlier: unknown;
  /** For the next run; the last that is given counts. Plain data. */
  keep(data: unknown): void;
}

/**
 * Decides for each of `points`, all of them points of `property`, whether it stays. The result has an entry
 * for every point. Pure; a limit that is hit keeps points and says so in the reason.
 */
export type ResidualAnalysis = (
  program: Program,
  property: Property,
  points: readonly Point[],
  options: AnalysisOptions,
) => ReadonlyMap<PointId, Decision>;

/** Removes nothing, for this reason. */
export function keepAll(reason: string): ResidualAnalysis {
  return (_program, _property, points) => new Map(points.map((point) => [point.id, { kept: true, reason }]));
}
