#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';
import * as zlib from 'node:zlib';
import { exitCode } from './exit-code.ts';
import { reasonOf } from './files/system-reason.ts';
import { v8Flags } from './v8-flags.ts';
import { rrvVersion } from './version.ts';

// Whoever reads our output may stop early (`rrv properties | head -1`): that is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit();
  process.stderr.write(`error RRV_OUTPUT_UNWRITABLE: cannot write to stdout: ${reasonOf(error)}\n`);
  process.exit(exitCode.usage);
});

// Nor is it where the talk cannot be written: the job goes on, and its exit code is its own.
process.stderr.on('error', () => {});

const args = process.argv.slice(2);
// Asked by scripts again and again: no need to load the rest.
if (args.length === 1 && args[0] === '--version') process.stdout.write(`${rrvVersion()}\n`);
// A module that imports what is not there fails to load, with a message about nothing else.
else if (typeof zlib.crc32 !== 'function') process.exitCode = await refuseNode(process.versions.node);
else {
  for (const flag of v8Flags(process.versions.node)) setFlagsFromString(flag);
  const { run } = await import('./run.ts');
  process.exitCode = await run(args);
}

async function refuseNode(version: string): Promise<number> {
  const { nodeUnsupported } = await import('../diagnostics.ts');
  const { terminal } = await import('./terminal.ts');
  terminal({ verbosity: 'normal' }, process.stdout, process.stderr, process.env).diagnostic(
    nodeUnsupported(version),
  );
  return exitCode.usage;
}
