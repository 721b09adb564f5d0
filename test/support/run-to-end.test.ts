import { expect, test } from 'vitest';
import { runToEnd } from './run-to-end.ts';

const node = (script: string, limit?: number) => runToEnd(process.execPath, ['-e', script], { limit });

test('a process that ends is told by status and what it printed', () => {
  expect(node('console.log("out"); console.error("err"); process.exitCode = 3')).toEqual({
    status: 3,
    stdout: 'out\n',
    stderr: 'err\n',
  });
});

test('one that does not end is killed at the limit, and what it has printed is told', () => {
  const script = 'console.log("begins"); process.on("SIGTERM", () => {}); setInterval(() => {}, 1_000)';
  const said = (limit: number): string => {
    try {
      return `ended: ${node(script, limit).status}`;
    } catch (error) {
      return String(error);
    }
  };
  // A machine that is busy may take longer than a limit to come to what is printed.
  const saidAtLimits = [1_000, 4_000, 30_000].map((limit) => () => said(limit));
  const last = saidAtLimits.reduce((before, next) => (before.includes('\nbegins') ? before : next()), '');
  expect(last).toMatch(/setInterval.*ETIMEDOUT\nbegins/s);
});

test('one that cannot be started is told by its command', () => {
  expect(() => runToEnd('/no/such/command', ['now'])).toThrow('/no/such/command now: spawnSync');
});
