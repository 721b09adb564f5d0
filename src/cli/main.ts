#!/usr/bin/env node
import { run } from './run.ts';

// Whoever reads our output may stop early (`rrv properties | head -1`): that is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

process.exitCode = await run(process.argv.slice(2));
