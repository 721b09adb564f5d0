import { libraryProperty, libraryTexts } from '../../property/library/index.ts';
import { csvViolations } from '../../report/violations/csv.ts';
import { htmlViolations } from '../../report/violations/html.ts';
import { jsonViolations } from '../../report/violations/json.ts';
import { junitViolations } from '../../report/violations/junit.ts';
import { sarifViolations } from '../../report/violations/sarif.ts';
import type { SourceFiles } from '../../report/violations/source-files.ts';
import type { ViolationReport } from '../../report/violations/violation-report.ts';
import type { Formats } from './reports.ts';

/** Of `rrv report`. */
export const violationFormats: Formats<readonly [ViolationReport, SourceFiles], 'junit'> = {
  html: htmlViolations,
  json: jsonViolations,
  csv: csvViolations,
  junit: junitViolations,
  sarif: (report, sources) =>
    sarifViolations(report, sources, (name) =>
      libraryTexts.has(name) ? libraryProperty(name).documentation : undefined,
    ),
};
