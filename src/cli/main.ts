#!/usr/bin/env node
import { run } from './run.ts';

// A reader that has seen enough (`rrv properties | head`) closes the pipe: that is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

process.exitCode = await run(process.argv.slice(2));
