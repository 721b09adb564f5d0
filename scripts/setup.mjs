/**
 * All set-up that `npm start` and `npm test` need: checks Node and the JDK, installs the npm packages when
 * they are missing or the lock file changed, and builds. Says what it does; nothing when all is in place.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, lstatSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findJdk } from './jdk.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const say = (line) => console.error(`setup: ${line}`);

function fail(message) {
  say(message);
  process.exit(2);
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  // As package.json's `engines`.
  const isSupported = major === 20 ? minor >= 19 : major === 22 ? minor >= 12 : major > 22;
  if (!isSupported)
    fail(`Node ${process.versions.node} will not do: install 20.19 or a later 20, or 22.12 or later`);
}

function checkJdk() {
  try {
    findJdk();
  } catch (error) {
    fail(error.message);
  }
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * Compares package-lock.json with npm's own record of what it installed. Optional packages (those for
 * other platforms) may be absent.
 */
function packagesAreInstalled() {
  const wanted = readJson(join(root, 'package-lock.json'))?.packages ?? {};
  const installed = readJson(join(root, 'node_modules', '.package-lock.json'))?.packages;
  if (installed === undefined) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true;
    const present = installed[path];
    if (present === undefined) return entry.optional === true;
    return present.version === entry.version && present.integrity === entry.integrity;
  });
}

function installPackages() {
  if (packagesAreInstalled()) return;
  const folder = join(root, 'node_modules');
  if (existsSync(folder) && lstatSync(folder).isSymbolicLink()) {
    say('node_modules is a link and differs from package-lock.json: left as it is');
    return;
  }
  say('installing npm packages (npm ci)');
  const npm = process.env.npm_execpath;
  const options = ['ci', '--no-audit', '--no-fund'];
  const run =
    npm !== undefined && /\.c?js$/.test(npm)
      ? spawnSync(process.execPath, [npm, ...options], { cwd: root, stdio: ['ignore', 2, 2] })
      : spawnSync('npm', options, {
          cwd: root,
          stdio: ['ignore', 2, 2],
          shell: process.platform === 'win32',
        });
  if (run.error !== undefined) fail(`npm could not be started: ${run.error.message}`);
  if (run.status !== 0) fail('npm ci failed: see the messages above');
}

/** `npx rrv` in a checkout runs what is in node_modules/.bin; npm links only what it installed. */
function linkCommand() {
  const folder = join(root, 'node_modules', '.bin');
  if (!existsSync(folder) || lstatSync(join(root, 'node_modules')).isSymbolicLink()) return;
  const main = join(root, 'dist', 'cli', 'main.js');
  if (process.platform === 'win32') {
    writeFileSync(join(folder, 'rrv.cmd'), '@node "%~dp0\\..\\..\\dist\\cli\\main.js" %*\r\n');
    return;
  }
  const link = join(folder, 'rrv');
  chmodSync(main, 0o755);
  if (existsSync(link)) return;
  rmSync(link, { force: true });
  symlinkSync(relative(folder, main), link);
}

checkNode();
checkJdk();
installPackages();
const { build } = await import('./build.mjs');
try {
  await build(say);
} catch (error) {
  fail(error.message);
}
linkCommand();
