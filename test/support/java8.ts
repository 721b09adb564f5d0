import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { cacheFolder } from './cache.ts';
import { type Jdk, jdkOfRelease } from './jdk.ts';

/** Debian still builds Java 8 for sid only, against sid's C library. */
const suite = 'sid';
const packages = ['openjdk-8-jre-headless', 'libc6', 'libstdc++6', 'libgcc-s1', 'zlib1g'];

/**
 * A Java 8 runtime: an installed JDK 8, or Debian's, downloaded with apt-get from whatever mirror the machine uses and
 * unpacked into the cache folder (nothing is installed, and apt's own lists stay as they are). It runs on the C library of its
 * suite, through that one's loader. In words why there is none, where apt-get or the package can not be had.
 */
export function java8(): Jdk | string {
  const installed = jdkOfRelease(8);
  if (installed !== undefined) return installed;
  const home = join(cacheFolder('java8'), 'home');
  if (existsSync(home)) return { home, release: 8 };
  const work = mkdtempSync(join(cacheFolder('java8'), 'new-'));
  try {
    download(work);
    unpack(work);
    renameSync(work, home);
    // Paths are written for the place where the folder stays.
    writeLauncher(home);
    return { home, release: 8 };
  } catch (error) {
    rmSync(home, { recursive: true, force: true });
    return `no Java 8: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function download(folder: string): void {
  for (const name of ['lists/partial', 'archives/partial'])
    mkdirSync(join(folder, 'apt', name), { recursive: true });
  let mirror = mirrorOfApt();
  if (mirror === undefined) {
    // No package lists yet; this needs root.
    execFileSync('apt-get', ['-qq', 'update'], { stdio: 'pipe' });
    mirror = mirrorOfApt();
  }
  if (mirror === undefined) throw new Error('apt-get knows no mirror');
  const sources = join(folder, 'apt', 'sources.list');
  const keys = '/usr/share/keyrings/debian-archive-keyring.gpg';
  writeFileSync(sources, `deb [signed-by=${keys}] ${mirror} ${suite} main\n`);
  const options = [
    `Dir::State=${join(folder, 'apt')}`,
    `Dir::Cache=${join(folder, 'apt')}`,
    `Dir::Etc::SourceList=${sources}`,
    'Dir::Etc::SourceParts=-',
    'APT::Sandbox::User=root',
    'Acquire::Languages=none',
  ].flatMap((option) => ['-o', option]);
  execFileSync('apt-get', ['-qq', ...options, 'update'], { cwd: folder, stdio: 'pipe' });
  execFileSync('apt-get', ['-qq', ...options, 'download', ...packages], { cwd: folder, stdio: 'pipe' });
}

/** Where apt-get's lists come from. */
function mirrorOfApt(): string | undefined {
  const targets = ['indextargets', '--format', '$(REPO_URI)', 'Created-By: Packages'];
  return execFileSync('apt-get', targets, { encoding: 'utf8' })
    .split('\n')
    .find((address) => address !== '' && !address.includes('security'));
}

function unpack(folder: string): void {
  const tree = join(folder, 'tree');
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.deb'))) {
    execFileSync('dpkg', ['-x', join(folder, name), tree], { stdio: 'pipe' });
    rmSync(join(folder, name));
  }
  rmSync(join(folder, 'apt'), { recursive: true });
  // Its configuration is linked to /etc, which is not installed: links within the tree, wherever that stands.
  for (const entry of readdirSync(tree, { recursive: true, withFileTypes: true })) {
    const link = join(entry.parentPath, entry.name);
    if (!entry.isSymbolicLink() || !readlinkSync(link).startsWith('/etc/')) continue;
    const depth = link.slice(tree.length).split('/').length - 2;
    const target = `${'../'.repeat(depth)}.${readlinkSync(link)}`;
    unlinkSync(link);
    symlinkSync(target, link);
  }
}

/** `bin/java`: Java's launcher finds its home by the program that runs, so the loader stands beside it. */
function writeLauncher(home: string): void {
  const tree = join(home, 'tree');
  const jvm = readdirSync(join(tree, 'usr/lib/jvm')).find((name) => name.startsWith('java-8-'))!;
  const jre = join(tree, 'usr/lib/jvm', jvm, 'jre');
  const libraries = readdirSync(join(tree, 'usr/lib'))
    .filter((name) => name.endsWith('-linux-gnu'))
    .map((name) => join(tree, 'usr/lib', name));
  const loader = libraries
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .find((file) => /\/ld-linux[^/]*\.so\.\d+$/.test(file));
  if (loader === undefined) throw new Error('libc6 has no loader');
  copyFileSync(realpathSync(loader), join(jre, 'bin', 'ld.so'));
  const launcher = join(home, 'bin', 'java');
  mkdirSync(dirname(launcher), { recursive: true });
  const command = [
    join(jre, 'bin', 'ld.so'),
    '--library-path',
    libraries.join(':'),
    join(jre, 'bin', 'java'),
  ];
  writeFileSync(launcher, `#!/bin/sh\nexec ${command.map((part) => `'${part}'`).join(' ')} "$@"\n`);
  chmodSync(join(jre, 'bin', 'ld.so'), 0o755);
  chmodSync(launcher, 0o755);
  // What rrv reads as the class library (`--jdk`).
  symlinkSync(join(jre, 'lib'), join(home, 'lib'));
}
