#!/usr/bin/env node
import { rrvVersion } from './version.ts';

// Whoever reads our output may stop early (`rrv properties | head -1`): that is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

// Nor is it for those who read the talk: the job goes on, and its exit code is its own.
process.stderr.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

const args = process.argv.slice(2);
// Asked by scripts again and again: no need to load the rest.
if (args.length === 1 && args[0] === '--version') process.stdout.write(`${rrvVersion()}\n`);
else {
  const { run } = await import('./run.ts');
  process.exitCode = await run(args);
}
