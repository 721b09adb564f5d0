// Compiles the benchmark (Node 20 runs no TypeScript), then runs it: `npm run bench:paper`.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(dirname(here));
const compile = spawnSync(
  process.execPath,
  [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', join(here, 'tsconfig.json')],
  { cwd: root, stdio: 'inherit' },
);
if (compile.status !== 0) process.exit(compile.status ?? 1);
await import('./work/build/benchmarks/paper/main.js');
