import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from './cache.ts';

/**
 * One file out of a Debian binary package, fetched with `apt-get download` from whatever mirror the machine
 * uses and unpacked (nothing is installed). Kept in the cache folder. Throws where there is no apt-get.
 */
export function debianFile(packageName: string, pathInPackage: string): string {
  const folder = join(cacheFolder('debian'), packageName);
  const file = join(folder, pathInPackage.slice(pathInPackage.lastIndexOf('/') + 1));
  if (existsSync(file)) return file;
  const work = mkdtempSync(join(cacheFolder('debian'), 'new-'));
  try {
    download(work, packageName);
    const archive = readdirSync(work).find((name) => name.endsWith('.deb'));
    if (archive === undefined) throw new Error(`apt-get download ${packageName} left no .deb`);
    execFileSync('dpkg', ['-x', join(work, archive), join(work, 'tree')], { stdio: 'pipe' });
    mkdirSync(folder, { recursive: true });
    const temporary = join(work, 'file');
    // The path may be a symbolic link within the package.
    copyFileSync(realpathSync(join(work, 'tree', pathInPackage)), temporary);
    renameSync(temporary, file);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return file;
}

function download(folder: string, packageName: string): void {
  // apt's own sandbox user may not write into a folder of ours; without it nothing changes but a warning.
  const args = ['-qq', '-o', 'APT::Sandbox::User=root', 'download', packageName];
  try {
    execFileSync('apt-get', args, { cwd: folder, stdio: 'pipe' });
  } catch {
    // No package lists yet, or a hiccup: bring the lists up to date (this needs root) and try once more.
    try {
      execFileSync('apt-get', ['-qq', 'update'], { stdio: 'pipe' });
    } catch {
      // The download below says what is wrong.
    }
    execFileSync('apt-get', args, { cwd: folder, stdio: 'pipe' });
  }
}
