import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nodeUnsupported } from '../../src/diagnostics.ts';
import { rrv } from '../support/cli.ts';
import { repositoryRoot } from '../support/repository.ts';

/** Node 21, and 22 before 22.2, have no such function. */
const withoutCrc32 =
  "import zlib from 'node:zlib'; import { syncBuiltinESMExports } from 'node:module'; delete zlib.crc32; syncBuiltinESMExports();";

test('a Node.js that lacks what rrv calls is told so in one sentence, not by a module that does not load', () => {
  const environment = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(withoutCrc32)}` };
  const { status, stdout, stderr } = rrv(['properties'], { environment });
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  const { message, hint } = nodeUnsupported(process.versions.node);
  expect(stderr).toBe(`error RRV_NODE_UNSUPPORTED: ${message}\n  ${hint}\n`);
});

test('versions are the same wherever they are named', () => {
  const { engines } = JSON.parse(readFileSync(join(repositoryRoot(), 'package.json'), 'utf8')) as {
    engines: { node: string };
  };
  expect(engines.node).toBe('^20.19.0 || >=22.12.0');
  const words = '20.19 or a later 20, or 22.12 or later';
  expect(nodeUnsupported('21.7.3').hint).toContain(words);
  for (const file of ['README.md', 'scripts/setup.mjs'])
    expect(readFileSync(join(repositoryRoot(), file), 'utf8')).toContain(words);
});
