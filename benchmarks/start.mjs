// Sets rrv up, compiles the benchmarks (Node 20 runs no TypeScript) and runs one: `npm run bench:dacapo -- --help`.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(here);

function run(file, ...args) {
  const { status } = spawnSync(process.execPath, [file, ...args], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

const [name] = process.argv.splice(2, 1);
run(join(root, 'scripts', 'setup.mjs'));
run(join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', join(here, 'tsconfig.json'));
await import(`./dacapo/work/build/benchmarks/${name}/main.js`);
