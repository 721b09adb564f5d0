import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { instance } from '@viz-js/viz';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rrv } from '../../support/cli.ts';
import { compileJava, defaultJdk } from '../../support/jdk.ts';
import { fixtureFolder } from './expectations.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rrv-graph-'));
  compileJava(defaultJdk(), [join(fixtureFolder, 'Figure1.java')], folder, ['-g']);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const red = '#f8c9c4';
const green = '#cfe8cf';

/** Source lines of the states with a colour. */
function lines(dot: string, colour: string): readonly number[] {
  return [...dot.matchAll(/label="line (\d+)".*fillcolor="(#\w+)"/g)]
    .filter((match) => match[2] === colour)
    .map((match) => Number(match[1]));
}

test('Figure 5: the running example with red and green states, and Figures 2 and 4 beside it', async () => {
  const { stdout, status } = rrv(['graph', folder, 'Figure1#m()V', '--prop', 'SafeIterator']);
  expect(status).toBe(0);
  expect(lines(stdout, red)).toEqual([7, 10, 11, 14]);
  expect(lines(stdout, green)).toEqual([6, 15, 16]);
  expect(stdout.match(/subgraph/g)).toHaveLength(3);
  const viz = await instance();
  const json = JSON.parse(viz.renderString(stdout, { format: 'json' })) as { objects: { name: string }[] };
  // Graphviz read it: 7 events, end and start; 4 states and start, twice; three clusters.
  expect(json.objects).toHaveLength(9 + 5 + 5 + 3);
});

test('SVG, and the control-flow graph by instruction', () => {
  const { stdout, status } = rrv([
    'graph',
    folder,
    'Figure1#m',
    '--prop',
    'SafeHasNext',
    '--show',
    'cfg',
    '--format',
    'svg',
  ]);
  expect(status).toBe(0);
  expect(stdout).toContain('<svg');
  expect(stdout).toContain('invokeinterface');
  expect(stdout).toContain('line 14');
});

test('a method that is not there is told with those that are near', () => {
  const { stderr, status } = rrv(['graph', folder, 'Figure1#getList', '--prop', 'SafeIterator']);
  expect(status).toBe(2);
  expect(stderr).toContain('RRV_METHOD_UNKNOWN');
  expect(stderr).toContain('Figure1#getList1()Ljava/util/List;');
});

test('a method without code has no graph', () => {
  const { stderr, status } = rrv(['graph', folder, 'Figure1#getList1', '--prop', 'SafeIterator']);
  expect(status).toBe(2);
  expect(stderr).toContain('RRV_GRAPH_IMPOSSIBLE');
});

test('of several properties there is no graph, and how one is chosen is said', () => {
  const { stderr, status } = rrv(['graph', folder, 'Figure1#sum', '--prop', 'SafeIterator,SafeHasNext']);
  expect(status).toBe(2);
  expect(stderr).toContain(
    'it takes one property, not 2\n  Name one with --prop: of a .mop file with several, file.mop#Name.',
  );
});
