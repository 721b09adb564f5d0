// Compiles the benchmark (Node 20 runs no TypeScript) and runs it: `npm run bench:classfile`.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(dirname(here));

const { status } = spawnSync(
  process.execPath,
  [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', join(here, 'tsconfig.json')],
  { cwd: root, stdio: 'inherit' },
);
if (status !== 0) process.exit(status ?? 1);
process.env.RRV_BENCH_DRIVER = join(here, 'AsmBenchmark.java');
await import('../../.cache/bench-classfile/benchmarks/classfile/main.js');
