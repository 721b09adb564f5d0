// Compiles the benchmark (Node 20 runs no TypeScript) and rrv, then runs it: `npm run bench:instrument -- --help`.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

function run(file, ...args) {
  const { status } = spawnSync(process.execPath, [file, ...args], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

run(join(root, 'scripts', 'setup.mjs'));
run(join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', join(root, 'benchmarks', 'tsconfig.json'));
await import('../dacapo/work/build/benchmarks/instrument/main.js');
