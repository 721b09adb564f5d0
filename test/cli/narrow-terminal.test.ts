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

test('names from archives steer no terminal, and make no diagnostic', () => {
  const written: string[] = [];
  const write = (text: string) => written.push(text);
  const name = 'a\u001b[2J\u009b1m\u202eb\nerror RRV_FORGED: c';
  const tellAll = (isTTY: boolean) => {
    const stream = { isTTY, write } as unknown as NodeJS.WriteStream;
    const { say, detail, diagnostic, data, progress } = terminal(
      { verbosity: 'verbose', color: false },
      stream,
      stream,
      {},
    );
    say('a\u0007\tb');
    detail('c\rd');
    diagnostic({
      code: 'RRV_X',
      severity: 'warning',
      message: name,
      where: { entry: name },
      excerpt: 'e\u0000',
      hint: 'f\u0008',
    });
    progress(name);
    data(`g\u001b\nh`);
    return written.splice(0);
  };
  const told = [
    'a?\tb\n',
    'c?d\n',
    'warning RRV_X: a?[2J?1m?b\n    error RRV_FORGED: c\n',
    '  at a?[2J?1m?b error RRV_FORGED: c\n',
    '    e?\n',
    '  f?\n',
  ];
  expect(tellAll(false)).toEqual([...told, 'g\u001b\nh\n']);
  expect(tellAll(true)).toEqual([...told, 'a?[2J?1m?b error RRV_FORGED: c', '\r\u001b[K', 'g?\nh\n']);
});
