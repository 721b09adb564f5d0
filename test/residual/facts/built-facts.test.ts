import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { javaClassLibraryFacts } from '../../../src/residual/facts/java-class-library.ts';
import { quietLibraryCode } from '../../../src/residual/facts/quiet-library-code.ts';
import { compiledModule } from '../../support/cli.ts';

test.for([
  ['java-class-library', 'javaClassLibraryFacts', javaClassLibraryFacts()],
  ['quiet-library-code', 'quietLibraryCode', quietLibraryCode()],
] as const)('the build parses %s as its source does', async ([name, parser, facts]) => {
  const file = pathToFileURL(compiledModule(`residual/facts/${name}.ts`)).href;
  const built: Record<string, () => unknown> = await import(file);
  expect(built[parser]?.()).toEqual(facts);
});
