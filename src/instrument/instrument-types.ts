import type { ApplicationArchive, ApplicationInput, ArchiveChange } from '../archive/application.ts';
import type { Diagnostic } from '../diagnostics.ts';
import type { ClassHierarchy } from '../hierarchy/class-hierarchy.ts';
import type { Property } from '../property/model.ts';
import type { AnalysisProgress, World } from '../residual/analysis.ts';
import type { FactsFile } from '../residual/facts/facts-file.ts';
import type { AnalysisLimits } from '../residual/limits.ts';
import type { AnalysisName } from './analysis-names.ts';
import type { JavaSource } from './java-code/java-code.ts';
import type { InstrumentationReport } from './report.ts';
import type { ResultCache } from './result-cache.ts';

export interface InstrumentRequest {
  readonly properties: readonly Property[];
  readonly analysis: AnalysisName;
  readonly threads: 'confined' | 'shared';
  readonly world: World;
  readonly runtime: 'embed' | 'external';
  /** The user's facts files (--safe-list), in the order given. */
  readonly facts: readonly FactsFile[];
  readonly audit: boolean;
  /** Of the analysis. Absent: `defaultAnalysisLimits`. */
  readonly limits?: AnalysisLimits;
  /** Go on when no class of the application has a point. */
  readonly allowEmpty: boolean;
  /** Whether classes above `knownVersions` are read as those of the highest. */
  readonly experimental: boolean;
  /** One per top-level input. */
  readonly inputs: readonly ApplicationInput[];
  /** Over the inputs, the class path and the JDK. */
  readonly hierarchy: ClassHierarchy;
  /** The feature release of that JDK; absent: nobody asks whether it is that of the inputs. */
  readonly libraryRelease?: number;
  readonly mayInstrument: ClassFilter;
  /** The runtime's classes by entry name: `rrv/runtime/Unit.class`. */
  readonly runtimeClasses: ReadonlyMap<string, Uint8Array>;
  readonly rrvVersion: string;
  /**
   * Compiles the Java code of properties; the classes by entry name, nested ones included. Throws RrvError
   * with the compiler's errors. Absent: a property with Java code is an error.
   */
  readonly compileJava?: (sources: readonly JavaSource[]) => ReadonlyMap<string, Uint8Array>;
  readonly onProgress?: (progress: Progress) => void;
  /** What earlier runs of the same rrv found out. The result is the same with and without it. */
  readonly cache?: ResultCache;
}

/** Whether a class, named with dots, may be instrumented. */
export interface ClassFilter {
  (className: string): boolean;
  /**
   * Filters with the same patterns let the same through. Absent: what it lets through has no name, so no
   * result is kept.
   */
  readonly patterns?: readonly (readonly string[])[];
}

export type Progress =
  | AnalysisProgress
  | { readonly phase: 'reading' | 'weaving'; readonly done: number; readonly total: number };

export interface InstrumentResult {
  readonly archives: ReadonlyMap<ApplicationArchive, ArchiveChange>;
  readonly report: InstrumentationReport;
  readonly diagnostics: readonly Diagnostic[];
}
