import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { javaClassLibraryFacts } from '../../../src/residual/facts/java-class-library.ts';
import { quietLibraryCode } from '../../../src/residual/facts/quiet-library-code.ts';
import { builtCli } from '../../support/cli.ts';

test.for([
  ['java-class-library', 'javaClassLibraryFacts', javaClassLibraryFacts()],
  ['quiet-library-code', 'quietLibraryCode', quietLibraryCode()],
] as const)('the build parses %s as its source does', async ([name, parser, facts]) => {
  const file = join(builtCli(), '../../residual/facts', `${name}.js`);
  const built: Record<string, () => unknown> = await import(pathToFileURL(file).href);
  expect(built[parser]?.()).toEqual(facts);
});
