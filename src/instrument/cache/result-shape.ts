import type { Diagnostic, Place } from '../../diagnostics.ts';
import {
  arrayOf,
  hasShape,
  isBoolean,
  isIndex,
  isNumber,
  isText,
  ofShape,
  oneOf,
  optional,
  type Shape,
} from '../../shape.ts';
import { analysisNames } from '../analysis-names.ts';
import type { InstrumentationReport, PropertySummary, ReportedPoint } from '../report.ts';

const point: Shape<ReportedPoint> = {
  property: isText,
  event: isText,
  input: isText,
  class: isText,
  method: isText,
  descriptor: isText,
  pc: isNumber,
  line: (value) => value === null || isNumber(value),
  file: (value) => value === null || isText(value),
  version: optional(isIndex),
  kept: isBoolean,
  reason: isText,
  silent: oneOf(true, undefined),
  deferred: oneOf(true, undefined),
  once: oneOf(true, undefined),
  paired: oneOf(true, undefined),
  unmonitored: optional(isText),
};

const counted: Shape<PropertySummary['classes']> = { relevant: isIndex, removed: isIndex };

const instructions: Shape<PropertySummary['instructions']> = {
  ...counted,
  silent: isIndex,
  improvement: isNumber,
};

const property: Shape<PropertySummary> = {
  name: isText,
  classes: ofShape(counted),
  methods: ofShape(counted),
  instructions: ofShape(instructions),
};

const missing: Shape<InstrumentationReport['missingClasses'][number]> = { name: isText, neededBy: isText };

/** A NotedReflection. */
function isNoted(value: unknown): boolean {
  return hasShape<{ kind: string; class?: string; member?: string }>(value, {
    kind: isText,
    class: optional(isText),
    member: optional(isText),
  });
}

const report: Shape<InstrumentationReport> = {
  schemaVersion: oneOf(1),
  rrvVersion: isText,
  analysis: oneOf(...analysisNames),
  threads: oneOf('confined', 'shared'),
  entry: arrayOf(isText),
  reflection: optional(arrayOf(isText)),
  noted: optional(arrayOf(isNoted)),
  inputs: arrayOf(isText),
  properties: arrayOf(ofShape(property)),
  points: arrayOf(ofShape(point)),
  missingClasses: arrayOf(ofShape(missing)),
};

const place: Shape<Place> = {
  file: optional(isText),
  entry: optional(isText),
  className: optional(isText),
  method: optional(isText),
  descriptor: optional(isText),
  offset: optional(isNumber),
  line: optional(isNumber),
  column: optional(isNumber),
};

const diagnostic: Shape<Diagnostic> = {
  code: isText,
  severity: oneOf('error', 'warning'),
  message: isText,
  where: optional(ofShape(place)),
  hint: optional(isText),
  excerpt: optional(isText),
};

/** Whether a decoded value is the report of a run. */
export function isReport(value: unknown): value is InstrumentationReport {
  return hasShape(value, report);
}

/** Whether a decoded value is a diagnostic. */
export function isDiagnostic(value: unknown): value is Diagnostic {
  return hasShape(value, diagnostic);
}
