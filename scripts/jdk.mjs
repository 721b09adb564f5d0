import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

/** The oldest JDK whose `javac` the build accepts. */
const oldestJdk = 11;

/**
 * Finds the JDK that builds the runtime: JAVA_HOME, or the one that `javac` on the PATH belongs to.
 * Returns `{ home, release, javac }`; throws an Error that says what to install when there is none.
 */
export function findJdk(environment = process.env) {
  const homes = [environment.JAVA_HOME, homeOnPath(environment.PATH ?? '')].filter((home) => home);
  let tooOld;
  for (const home of homes) {
    const javac = ['javac', 'javac.exe'].map((name) => join(home, 'bin', name)).find(existsSync);
    if (javac === undefined) continue;
    const release = releaseOf(home, javac);
    if (release >= oldestJdk) return { home, release, javac };
    tooOld ??= { home, release };
  }
  throw new Error(
    tooOld === undefined
      ? `no JDK found: install a JDK of release ${oldestJdk} or newer, and set JAVA_HOME or put its javac on the PATH (a JRE is not enough)`
      : `the JDK in ${tooOld.home} is release ${tooOld.release}, but ${oldestJdk} or newer is needed: set JAVA_HOME to a newer one`,
  );
}

function homeOnPath(path) {
  for (const folder of path.split(delimiter)) {
    const javac = ['javac', 'javac.exe'].map((name) => join(folder, name)).find(existsSync);
    if (javac !== undefined) return dirname(dirname(realpathSync(javac)));
  }
  return undefined;
}

function releaseOf(home, javac) {
  const file = join(home, 'release');
  const text = existsSync(file)
    ? readFileSync(file, 'utf8')
    : `JAVA_VERSION="${execFileSync(javac, ['-version'], { encoding: 'utf8' }).replace(/^javac /, '')}"`;
  return Number(/JAVA_VERSION="(?:1\.)?(\d+)/.exec(text)?.[1] ?? 0);
}
