import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { unitDefinition } from '../../src/instrument/unit/runtime-definition.ts';
import { cacheFolder } from '../../test/support/cache.ts';
import { compileJava, type Jdk } from '../../test/support/jdk.ts';
import { mavenJar, mavenJars } from '../../test/support/maven.ts';
import { builtinProperties } from '../../test/support/named-properties.ts';
import { repositoryRoot } from '../../test/support/repository.ts';
import { fourParameters } from './four-parameters.ts';

export const allProperties = ['SafeHasNext', 'SafeIterator', 'SafeMapIterator', 'Four'];

export interface Build {
  readonly jdk: Jdk;
  /** Folder for what a run writes. */
  readonly work: string;
  /** Class files of the runtime, the test drivers and the benchmark. */
  readonly classes: string;
  /** With JMH and AspectJ's runtime. */
  readonly classPath: string;
  /** The definition text of the monitored properties. */
  readonly unit: string;
}

/** Compiles the runtime, the benchmark's programs and JMH's code for them, and weaves the AspectJ monitors. */
export function build(jdk: Jdk): Build {
  const work = cacheFolder('runtime');
  const classes = join(work, 'classes');
  const here = join(repositoryRoot(), 'benchmarks', 'runtime');
  rmSync(classes, { recursive: true, force: true });
  mkdirSync(classes);
  const jmh = mavenJars({ artifacts: ['org.openjdk.jmh:jmh-core:1.37'], transitive: true });
  const aspectjrt = mavenJar('org.aspectj:aspectjrt:1.9.26');
  const runtime = join(repositoryRoot(), 'runtime-java', 'src', 'rrv', 'runtime');
  compileJava(jdk, filesIn(runtime), classes, ['--release', '8']);
  const drivers = join(repositoryRoot(), 'test', 'runtime', 'java');
  const loopSources = ['Loop', 'FileUnit'].map((name) => join(drivers, `${name}.java`));
  compileJava(jdk, [...loopSources, ...filesIn(join(drivers, 'rrv', 'runtime'))], classes, ['-cp', classes]);
  const sources = [...filesIn(join(here, 'java', 'rrvbench')), join(here, 'java', 'PlainLoop.java')];
  const processor = mavenJars({
    artifacts: ['org.openjdk.jmh:jmh-generator-annprocess:1.37'],
    transitive: true,
  });
  const compilePath = [classes, ...jmh].join(delimiter);
  execFileSync(
    join(jdk.home, 'bin', 'javac'),
    ['-nowarn', '-d', classes, '-cp', compilePath, '-processorpath', processor.join(delimiter), ...sources],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  weave(jdk, work, classes, join(here, 'aspectj'), aspectjrt);
  const unit = join(work, 'unit.txt');
  const properties = [...builtinProperties, fourParameters];
  writeFileSync(unit, unitDefinition({ rrvVersion: 'benchmark', analysis: 'none', properties }).join(''));
  return { jdk, work, classes, classPath: [classes, aspectjrt, ...jmh].join(delimiter), unit };
}

/** One copy of the program for each property, each with its own aspect. */
function weave(jdk: Jdk, work: string, classes: string, aspects: string, aspectjrt: string): void {
  const template = readFileSync(join(aspects, 'Woven.java.txt'), 'utf8');
  const woven = allProperties.map((property) => {
    const file = join(work, `Woven${property}.java`);
    writeFileSync(file, template.replaceAll('@PROPERTY@', property));
    return file;
  });
  const ajc = mavenJar('org.aspectj:aspectjtools:1.9.26');
  execFileSync(
    join(jdk.home, 'bin', 'java'),
    [
      ...['-cp', ajc, 'org.aspectj.tools.ajc.Main', '-1.8', '-nowarn', '-Xlint:ignore'],
      ...['-cp', [classes, aspectjrt].join(delimiter), '-d', classes],
      ...[...woven, join(aspects, 'Aspects.aj')],
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
}

function filesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.java'))
    .map((name) => join(folder, name));
}
