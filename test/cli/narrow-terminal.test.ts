import { expect, test } from 'vitest';
import { listProperties } from '../../src/cli/commands/properties.ts';
import { terminal } from '../../src/cli/terminal.ts';

/** The lines of `rrv properties list` on a stdout of that kind. */
async function listed(
  stdout: { readonly isTTY?: boolean; readonly columns?: number },
  environment: NodeJS.ProcessEnv,
): Promise<string[]> {
  const written: string[] = [];
  const stream = { ...stdout, write: (text: string) => written.push(text) } as unknown as NodeJS.WriteStream;
  const context = { terminal: terminal({ verbosity: 'normal' }, stream, stream, environment), environment };
  await listProperties.run({ json: false, quiet: false, verbose: false, color: undefined }, context);
  return written.join('').trimEnd().split('\n');
}

const widest = (lines: readonly string[]): number => Math.max(...lines.map(({ length }) => length));

test('the list of properties is as wide as the terminal, or as COLUMNS says of it', async () => {
  const narrow = await listed({ isTTY: true, columns: 60 }, {});
  expect(widest(narrow)).toBeLessThanOrEqual(60);
  expect(narrow.slice(0, 4)).toEqual([
    'SafeIterator',
    '  error, high, iterators',
    '  A collection must not be updated while one of its',
    '    iterators is in use.',
  ]);
  expect(widest(await listed({ isTTY: true, columns: 200 }, { COLUMNS: '50' }))).toBeLessThanOrEqual(50);
});

test('what is no terminal has one line for each property', async () => {
  const lines = await listed({}, { COLUMNS: '60' });
  expect(lines.find((line) => line.startsWith('SafeIterator '))).toMatch(
    / error .* iterators .* A collection must not be updated while one of its iterators is in use\.$/,
  );
  expect(await listed({ isTTY: true, columns: 300 }, {})).toEqual(lines);
});
