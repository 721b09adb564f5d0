import { instrumentationReportMalformed, RrvError } from '../../diagnostics.ts';
import { jsonObject, jsonReader } from './json-reader.ts';

/**
 * Whether an instrumentation left an event, as its JSON report says: where it left none, no run can violate a property.
 *
 * @throws RrvError(instrumentationReportMalformed) that says what is missing
 */
export function leavesEvents(text: string, file: string): boolean {
  const read = jsonReader((what) => {
    throw new RrvError(instrumentationReportMalformed(what, { file }));
  });
  return read.list(jsonObject(text, read), 'properties').some((property) => {
    const { instructions } = read.object(property, 'a property');
    const counts = read.object(instructions, 'instructions');
    return read.number(counts, 'relevant') > read.number(counts, 'removed');
  });
}
