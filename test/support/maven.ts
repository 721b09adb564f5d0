import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from './cache.ts';

const plugin = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1';

export interface MavenRequest {
  /** `group:artifact:version` or `group:artifact:version:classifier`. */
  readonly artifacts: readonly string[];
  /** Also everything that the artifacts need at run time, except `exclude`d groups. Default: exactly the artifacts. */
  readonly transitive?: boolean;
  /** Group ids that transitive resolution leaves out. */
  readonly exclude?: readonly string[];
}

/**
 * Resolves artifacts through the machine's own `mvn` (whatever repository its settings name) and returns
 * the jar files, sorted by file name. Kept in a cache folder: a second call starts no process.
 * Throws with Maven's output when it fails twice.
 */
export function mavenJars(request: MavenRequest): string[] {
  const pom = pomFor(request);
  const folder = join(cacheFolder('maven'), createHash('sha256').update(pom).digest('hex').slice(0, 16));
  if (!existsSync(folder)) {
    const parent = cacheFolder('maven');
    const work = mkdtempSync(join(parent, 'new-'));
    writeFileSync(join(work, 'pom.xml'), pom);
    mkdirSync(join(work, 'jars'));
    copyDependencies(work, request);
    moveOnce(work, folder);
  }
  const jars = join(folder, 'jars');
  return readdirSync(jars)
    .sort()
    .map((name) => join(jars, name));
}

/** One artifact's jar. */
export function mavenJar(artifact: string): string {
  const jars = mavenJars({ artifacts: [artifact] });
  if (jars.length !== 1) throw new Error(`${artifact}: expected one jar, got ${jars.length}`);
  return jars[0]!;
}

function copyDependencies(work: string, request: MavenRequest): void {
  const args = ['-q', '-B', '-f', join(work, 'pom.xml'), `${plugin}:copy-dependencies`];
  args.push('-DincludeScope=runtime', `-DoutputDirectory=${join(work, 'jars')}`);
  for (let attempt = 1; ; attempt++) {
    try {
      // Maven waits half an hour for an answer that does not come.
      execFileSync('mvn', args, { stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8', timeout: 5 * 60_000 });
      return;
    } catch (error) {
      // A registry may hiccup: once more, then give up.
      if (attempt === 2) {
        const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
        throw new Error(`mvn could not resolve ${request.artifacts.join(', ')}\n${stdout}${stderr}`, {
          cause: error,
        });
      }
    }
  }
}

/** Another process may have been faster: then its folder stays and ours goes. */
function moveOnce(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    rmSync(from, { recursive: true, force: true });
    if (!existsSync(to)) throw error;
  }
}

function pomFor(request: MavenRequest): string {
  const excluded = request.transitive === true ? (request.exclude ?? []) : ['*'];
  const exclusions = excluded.map(
    (group) => `<exclusion><groupId>${group}</groupId><artifactId>*</artifactId></exclusion>`,
  );
  const dependencies = request.artifacts.map((artifact) => {
    const [group, name, version, classifier] = artifact.split(':');
    if (version === undefined) throw new Error(`not group:artifact:version: ${artifact}`);
    return [
      `<dependency><groupId>${group}</groupId><artifactId>${name}</artifactId><version>${version}</version>`,
      classifier === undefined ? '' : `<classifier>${classifier}</classifier>`,
      `<exclusions>${exclusions.join('')}</exclusions></dependency>`,
    ].join('');
  });
  return [
    '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>',
    '<groupId>rrv</groupId><artifactId>wanted</artifactId><version>1</version><packaging>pom</packaging>',
    `<dependencies>${dependencies.join('\n')}</dependencies></project>`,
  ].join('\n');
}
