import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { cacheFolder } from './cache.ts';
import { compileJava, defaultJdk } from './jdk.ts';
import { mavenJar, mavenJars } from './maven.ts';
import { repositoryRoot } from './repository.ts';

const version = '8.11.1';
const groovy = ['groovy', 'groovy-ant', 'groovy-json', 'groovy-templates', 'groovy-xml'];
const platform = ['junit-platform-commons', 'junit-platform-engine', 'junit-platform-launcher'];
/** What Gradle's API jar does not hold, in the versions of its distribution. */
const libraries = [
  ...groovy.map((name) => `org.codehaus.groovy:${name}:3.0.22`),
  ...platform.map((name) => `org.junit.platform:${name}:1.8.2`),
  'org.opentest4j:opentest4j:1.2.0',
  'org.apache.ant:ant:1.10.14',
  'org.apache.ant:ant-launcher:1.10.14',
  'org.jetbrains.kotlin:kotlin-stdlib:2.0.20',
];
/** That Gradle's daemon has, in whose place a build runs in the process of the command. */
const opened = [
  'java.base/java.lang',
  'java.base/java.util',
  'java.base/java.lang.invoke',
  'java.base/java.net',
];

/**
 * The `bin` folder of a Gradle 8.11.1 that is put together from Maven Central: the jar of Gradle's API for plugins, which
 * has nearly all of its modules, their libraries, and what is lacking (`java/gradle`). It is no whole Gradle: no daemon, no Kotlin
 * scripts, no incremental compilation. Kept in the cache folder. Needs a JDK of 11 to 23.
 */
export function gradle8(): string {
  const folder = cacheFolder('gradle');
  const home = join(folder, version);
  if (existsSync(home)) return join(home, 'bin');
  const api = mavenJar(`dev.gradleplugins:gradle-api:${version}`);
  const jars = mavenJars({ artifacts: libraries });
  const work = mkdtempSync(join(folder, 'new-'));
  try {
    const lib = join(work, 'lib');
    for (const name of ['bin', 'classes', 'lib', 'lib/plugins']) mkdirSync(join(work, name));
    symlinkSync(api, join(lib, `slf4j-api-${version}.jar`));
    for (const jar of jars) symlinkSync(jar, join(lib, basename(jar)));
    compileMissing(work, [api, ...jars]);
    const make = ['-cp', join(work, 'classes'), 'MakeDistribution', version, lib, join(work, 'classes')];
    execFileSync(join(defaultJdk().home, 'bin', 'java'), make, { stdio: 'pipe' });
    writeCommand(join(work, 'bin', 'gradle'), home);
    renameSync(work, home);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return join(home, 'bin');
}

function compileMissing(work: string, classPath: readonly string[]): void {
  const folder = join(repositoryRoot(), 'test/support/java/gradle');
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.java'))
    .map((name) => join(folder, name));
  compileJava(defaultJdk(), sources, join(work, 'classes'), ['-cp', classPath.join(':')]);
}

function writeCommand(path: string, home: string): void {
  const options = [
    '-XX:TieredStopAtLevel=1',
    ...opened.map((name) => `--add-opens=${name}=ALL-UNNAMED`),
    '-cp',
    `'${join(home, 'lib', `gradle-gradle-cli-main-${version}.jar`)}'`,
  ];
  const java = join(defaultJdk().home, 'bin', 'java');
  writeFileSync(
    path,
    `#!/bin/sh
GRADLE_USER_HOME=\${GRADLE_USER_HOME:-'${join(home, 'home')}'} exec '${java}' ${options.join(' ')} Launcher "$@"
`,
  );
  chmodSync(path, 0o755);
}
