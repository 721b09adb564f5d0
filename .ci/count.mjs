// count.mjs <vitest json report> <exit status>: prints "<passed> <failed>". A test file that could not be
// loaded counts as one failure, and so does a run that failed without a failing test or left no report.
import { existsSync, readFileSync } from 'node:fs';

const [file, status] = process.argv.slice(2);
let passed = 0;
let failed = 0;
if (existsSync(file)) {
  for (const { status: fileStatus, assertionResults } of JSON.parse(readFileSync(file, 'utf8')).testResults) {
    const failures = assertionResults.filter((test) => test.status === 'failed').length;
    passed += assertionResults.filter((test) => test.status === 'passed').length;
    failed += failures === 0 && fileStatus === 'failed' ? 1 : failures;
  }
}
if (failed === 0 && (status !== '0' || passed === 0)) failed = 1;
console.log(`${passed} ${failed}`);
