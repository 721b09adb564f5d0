import { basename } from 'node:path';
import type { Analysis, InstrumentationReport } from './rrv.ts';

/** relevant: has points; removed: all of its points are proved safe (the paper's Rel and Nop). */
export interface Relevance {
  readonly classes: readonly [relevant: number, removed: number];
  readonly methods: readonly [relevant: number, removed: number];
  readonly instructions: readonly [relevant: number, removed: number];
}

/** One line of Table 1, for one analysis. */
export interface TableRow {
  readonly program: string;
  readonly property: string;
  readonly analysis: Analysis;
  /** Wall time of `rrv instrument` for the program and its libraries, all properties of the table together. */
  readonly instrumentSeconds: number;
  /** Counted in the program's own jar, as the paper counts. */
  readonly own: Relevance;
  /** Counted in the program and its libraries. */
  readonly withLibraries: Relevance;
  /** Of one run each, libraries instrumented; absent when the program was not run. */
  readonly events?: { readonly rv: number; readonly rrv: number };
  /** Violating slices, summed over sites; `same` compares site by site. */
  readonly violations?: { readonly rv: number; readonly rrv: number; readonly same: boolean };
}

/** Counts the points of one property, in all inputs or in the one whose file name is `input`. */
export function relevance(report: InstrumentationReport, property: string, input?: string): Relevance {
  const classes = new Map<string, boolean>();
  const methods = new Map<string, boolean>();
  let relevant = 0;
  let removed = 0;
  for (const point of report.points) {
    if (point.property !== property) continue;
    if (input !== undefined && basename(point.input) !== input) continue;
    relevant++;
    if (!point.kept) removed++;
    const className = `${point.input}:${point.class}`;
    const method = `${className}.${point.method}${point.descriptor}`;
    classes.set(className, (classes.get(className) ?? false) || point.kept);
    methods.set(method, (methods.get(method) ?? false) || point.kept);
  }
  const counts = (kept: Map<string, boolean>) =>
    [kept.size, [...kept.values()].filter((some) => !some).length] as const;
  return { classes: counts(classes), methods: counts(methods), instructions: [relevant, removed] };
}

/** 729K, 1.36M: three significant digits, as the paper prints. */
export function thousands(count: number): string {
  if (count < 1000) return String(count);
  const [value, unit] = count < 1e6 ? [count / 1e3, 'K'] : [count / 1e6, 'M'];
  return `${value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)}${unit}`;
}
