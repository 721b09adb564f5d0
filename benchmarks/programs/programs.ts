import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { openZip } from '../../src/archive/zip-reader.ts';
import { cacheFolder } from '../../test/support/cache.ts';
import { fileAccess } from '../../test/support/file-access.ts';
import { jarOf } from '../../test/support/jar.ts';
import { compileJava, defaultJdk } from '../../test/support/jdk.ts';
import { mavenJar, mavenJars } from '../../test/support/maven.ts';
import { repositoryRoot } from '../../test/support/repository.ts';
import { contents, derived, hashOf } from '../dacapo/derived.ts';

/** A program that people use today, with its libraries and something to do. It prints the same in every run. */
export interface RealProgram {
  readonly name: string;
  /** Main class and libraries, by Maven coordinates. */
  readonly artifacts: readonly string[];
  readonly mainClass: string;
  /** A source file of `inputs` with the main class, which is compiled against the artifacts: one more jar of the program. */
  readonly driver?: string;
  readonly javaOptions?: readonly string[];
  /** As for `--threads`: `shared` for programs that use one collection in several threads. Default: confined. */
  readonly threads?: 'shared';
  /** `jars`: the program and its libraries as they were published. The program runs in an empty folder. */
  arguments(jars: readonly string[]): readonly string[];
}

const javac = ['api', 'code', 'file', 'main', 'parser', 'tree', 'util'];

export const realPrograms: readonly RealProgram[] = [
  {
    name: 'ant 1.10',
    artifacts: ['org.apache.ant:ant:1.10.15'],
    mainClass: 'org.apache.tools.ant.Main',
    // Silent: otherwise it tells how long it took.
    arguments: () => ['-S', '-Dbasedir=.', '-f', input('build.xml')],
  },
  {
    name: 'antlr 4.13',
    artifacts: ['org.antlr:antlr4:4.13.1'],
    mainClass: 'org.antlr.v4.Tool',
    arguments: () => ['-visitor', '-o', '.', input('T.g4')],
  },
  {
    name: 'beanshell 2.0',
    artifacts: ['org.apache-extras.beanshell:bsh:2.0b6'],
    mainClass: 'bsh.Interpreter',
    javaOptions: ['--add-opens', 'java.base/java.util=ALL-UNNAMED'],
    arguments: () => [input('program.bsh')],
  },
  {
    name: 'checkstyle 10.12',
    artifacts: ['com.puppycrawl.tools:checkstyle:10.12.4'],
    mainClass: 'com.puppycrawl.tools.checkstyle.Main',
    arguments: () => [
      ...['-c', '/sun_checks.xml'],
      join(sources('org.apache.commons:commons-collections4:4.4'), 'org/apache/commons/collections4/list'),
    ],
  },
  {
    name: 'choco 4.10',
    artifacts: ['org.choco-solver:choco-solver:4.10.14', 'org.slf4j:slf4j-nop:1.7.36'],
    driver: 'SolvePuzzles.java',
    mainClass: 'SolvePuzzles',
    arguments: () => [],
  },
  {
    name: 'clojure 1.11',
    artifacts: ['org.clojure:clojure:1.11.1'],
    mainClass: 'clojure.main',
    arguments: () => [input('program.clj')],
  },
  // Failing tests look for files of the sources. Left out are a class whose threads update one map, and two that give up when a weak
  // reference is not in its queue after 31 collections, as happened in audits on a busy machine.
  testsOf(
    'commons-collections 4.4',
    'org.apache.commons:commons-collections4:4.4',
    ['org.apache.commons:commons-lang3:3.13.0', 'org.easymock:easymock:4.0.2'],
    '(?!.*(LRUMap|ReferenceMap|ReferenceIdentityMap)Test)[^$]*Test[.]class',
  ),
  // Some tests fail on today's JDK, with monitors and without. One class needs JMH, another prints times.
  testsOf(
    'commons-lang 3.8',
    'org.apache.commons:commons-lang3:3.8.1',
    ['org.easymock:easymock:4.0.2'],
    '(?!.*(HashSetvBitSet|FastDateFormat)Test)[^$]*Test[.]class',
  ),
  testsOf('commons-math 3.6', 'org.apache.commons:commons-math3:3.6.1', [], '[^$]*Test[.]class'),
  {
    name: 'closure-compiler 20231112',
    artifacts: ['com.google.javascript:closure-compiler:v20231112'],
    mainClass: 'com.google.javascript.jscomp.CommandLineRunner',
    threads: 'shared',
    arguments: () => [
      ...['-W', 'QUIET', '--js_output_file', 'out.js', '--js'],
      join(
        unpacked('org.webjars.npm:lodash:4.17.21', '/lodash.js'),
        'META-INF/resources/webjars/lodash/4.17.21/lodash.js',
      ),
    ],
  },
  {
    name: 'dyn4j 5.0',
    artifacts: ['org.dyn4j:dyn4j:5.0.2'],
    driver: 'DropBodies.java',
    mainClass: 'DropBodies',
    arguments: () => [],
  },
  {
    name: 'ecj 3.33',
    artifacts: ['org.eclipse.jdt:ecj:3.33.0'],
    mainClass: 'org.eclipse.jdt.internal.compiler.batch.Main',
    threads: 'shared',
    arguments: () => [
      ...['-17', '-nowarn', '-proceedOnError', '-d', '.'],
      sources('org.apache.commons:commons-collections4:4.4'),
    ],
  },
  {
    name: 'freemarker 2.3 and velocity 2.3',
    artifacts: ['org.freemarker:freemarker:2.3.32', 'org.apache.velocity:velocity-engine-core:2.3'],
    driver: 'FillTemplates.java',
    mainClass: 'FillTemplates',
    arguments: () => [],
  },
  {
    name: 'google-java-format 1.15',
    artifacts: ['com.google.googlejavaformat:google-java-format:1.15.0'],
    mainClass: 'com.google.googlejavaformat.java.Main',
    threads: 'shared',
    javaOptions: javac.flatMap((name) => [
      '--add-exports',
      `jdk.compiler/com.sun.tools.javac.${name}=ALL-UNNAMED`,
    ]),
    arguments: () =>
      javaFiles(join(sources('org.apache.commons:commons-lang3:3.13.0'), 'org/apache/commons/lang3/tuple')),
  },
  {
    name: 'groovy 4.0',
    artifacts: ['org.apache.groovy:groovy:4.0.15'],
    mainClass: 'groovy.ui.GroovyMain',
    arguments: () => [input('program.groovy')],
  },
  {
    name: 'h2 2.2',
    artifacts: ['com.h2database:h2:2.2.224'],
    mainClass: 'org.h2.tools.RunScript',
    arguments: () => ['-url', 'jdbc:h2:mem:test', '-script', input('program.sql'), '-showResults'],
  },
  {
    name: 'hibernate 6.3',
    artifacts: ['org.hibernate.orm:hibernate-core:6.3.1.Final', 'com.h2database:h2:2.2.224'],
    driver: 'KeepOrders.java',
    mainClass: 'KeepOrders',
    arguments: () => [],
  },
  {
    name: 'javacc 7.0',
    artifacts: ['net.java.dev.javacc:javacc:7.0.13'],
    mainClass: 'org.javacc.parser.Main',
    arguments: () => ['-OUTPUT_DIRECTORY=.', input('Calculator.jj')],
  },
  {
    name: 'jetty 11',
    artifacts: ['org.eclipse.jetty:jetty-servlet:11.0.18'],
    driver: 'ServePages.java',
    mainClass: 'ServePages',
    threads: 'shared',
    arguments: () => [],
  },
  {
    name: 'jflex 1.9',
    artifacts: ['de.jflex:jflex:1.9.1'],
    mainClass: 'jflex.Main',
    arguments: () => ['-q', '--nobak', '-d', '.', input('Lexer.flex')],
  },
  {
    name: 'jruby 9.4',
    artifacts: ['org.jruby:jruby-complete:9.4.5.0'],
    mainClass: 'org.jruby.Main',
    arguments: () => [input('program.rb')],
  },
  {
    name: 'jsprit 1.8',
    artifacts: ['com.graphhopper:jsprit-core:1.8', 'org.slf4j:slf4j-nop:1.7.36'],
    driver: 'PlanRoutes.java',
    mainClass: 'PlanRoutes',
    arguments: () => [],
  },
  {
    name: 'jython 2.7',
    artifacts: ['org.python:jython-standalone:2.7.3'],
    mainClass: 'org.python.util.jython',
    javaOptions: ['-Dpython.cachedir.skip=true', '-Dpython.home=.'],
    arguments: () => [input('program.py')],
  },
  {
    name: 'kotlinc 1.9',
    artifacts: ['org.jetbrains.kotlin:kotlin-compiler-embeddable:1.9.20'],
    mainClass: 'org.jetbrains.kotlin.cli.jvm.K2JVMCompiler',
    arguments: (jars) => [
      ...['-no-reflect', '-no-stdlib', '-nowarn', '-d', '.'],
      ...['-cp', jars.find((jar) => jar.includes('kotlin-stdlib-1'))!, input('Program.kt')],
    ],
  },
  {
    name: 'luaj 3.0',
    artifacts: ['org.luaj:luaj-jse:3.0.1'],
    mainClass: 'lua',
    javaOptions: ['--add-opens', 'java.base/java.util=ALL-UNNAMED'],
    arguments: () => [input('program.lua')],
  },
  {
    name: 'mvel 2.5 and jexl 3.3',
    artifacts: ['org.mvel:mvel2:2.5.2.Final', 'org.apache.commons:commons-jexl3:3.3'],
    driver: 'EvaluateTexts.java',
    mainClass: 'EvaluateTexts',
    arguments: () => [],
  },
  {
    name: 'nashorn 15.4',
    artifacts: ['org.openjdk.nashorn:nashorn-core:15.4'],
    mainClass: 'org.openjdk.nashorn.tools.Shell',
    arguments: () => [input('program.js')],
  },
  {
    name: 'netty 4.1',
    artifacts: ['io.netty:netty-all:4.1.101.Final'],
    driver: 'EchoLines.java',
    mainClass: 'EchoLines',
    threads: 'shared',
    arguments: () => [],
  },
  {
    name: 'openapi-generator 7.2',
    artifacts: ['org.openapitools:openapi-generator-cli:7.2.0'],
    mainClass: 'org.openapitools.codegen.OpenAPIGenerator',
    // Otherwise it tells which files it writes, by their whole names, and when.
    javaOptions: ['-Dlog.level=error'],
    arguments: () => [
      ...['generate', '-g', 'python', '-o', '.', '--additional-properties', 'hideGenerationTimestamp=true'],
      ...['-i', input('orders.yaml')],
    ],
  },
  {
    name: 'pcollections 4.0 and paguro 3.10',
    artifacts: ['org.pcollections:pcollections:4.0.2', 'org.organicdesign:Paguro:3.10.3'],
    driver: 'KeepVersions.java',
    mainClass: 'KeepVersions',
    arguments: () => [],
  },
  {
    name: 'pmd 7.0',
    artifacts: ['net.sourceforge.pmd:pmd-cli:7.0.0', 'net.sourceforge.pmd:pmd-java:7.0.0'],
    mainClass: 'net.sourceforge.pmd.cli.PmdCli',
    arguments: () => [
      ...['check', '--no-progress', '--no-cache', '-t', '1', '-f', 'text'],
      ...['-R', 'rulesets/java/quickstart.xml'],
      ...['-d', join(sources('org.apache.commons:commons-lang3:3.13.0'), 'org/apache/commons/lang3/tuple')],
    ],
  },
  {
    name: 'rhino 1.7',
    artifacts: ['org.mozilla:rhino:1.7.14'],
    mainClass: 'org.mozilla.javascript.tools.shell.Main',
    arguments: () => ['-f', input('program.js')],
  },
  {
    name: 'saxon 12.3',
    artifacts: ['net.sf.saxon:Saxon-HE:12.3'],
    mainClass: 'net.sf.saxon.Transform',
    arguments: () => [`-xsl:${input('program.xsl')}`, `-s:${document()}`],
  },
  {
    name: 'scala 3.3',
    artifacts: ['org.scala-lang:scala3-compiler_3:3.3.1'],
    mainClass: 'dotty.tools.dotc.Main',
    arguments: (jars) => ['-classpath', jars.join(':'), '-d', '.', input('Program.scala')],
  },
  {
    name: 'sjsonnet 0.4',
    artifacts: ['com.databricks:sjsonnet_2.13:0.4.3'],
    mainClass: 'sjsonnet.SjsonnetMain',
    arguments: () => [input('program.jsonnet')],
  },
  {
    name: 'spotbugs 4.8',
    artifacts: ['com.github.spotbugs:spotbugs:4.8.3'],
    mainClass: 'edu.umd.cs.findbugs.FindBugs2',
    arguments: (jars) => ['-effort:max', '-low', jars.find((jar) => jar.includes('commons-text'))!],
  },
  {
    name: 'spring 6.1',
    artifacts: ['org.springframework:spring-context:6.1.1'],
    driver: 'WireBeans.java',
    mainClass: 'WireBeans',
    arguments: () => [],
  },
  {
    name: 'tuprolog 3.3',
    artifacts: ['it.unibo.alice.tuprolog:tuprolog:3.3.0'],
    driver: 'SolveGoals.java',
    mainClass: 'SolveGoals',
    arguments: () => [],
  },
  {
    name: 'xjc 4.0',
    artifacts: ['org.glassfish.jaxb:jaxb-xjc:4.0.5'],
    mainClass: 'com.sun.tools.xjc.XJCFacade',
    arguments: () => ['-no-header', '-d', '.', input('schema.xsd')],
  },
];

/** The program's jars as published, in class-path order, and that of its driver. Fetches what is absent. */
export function jarsOf({ artifacts, driver }: RealProgram): readonly string[] {
  const published = mavenJars({ artifacts, transitive: true });
  return driver === undefined ? published : [...published, driverJar(input(driver), published)];
}

function driverJar(source: string, classPath: readonly string[]): string {
  const folder = derived('drivers', hashOf(contents([source])), (work) => {
    const classes = join(work, 'classes');
    compileJava(defaultJdk(), [source], classes, ['-cp', classPath.join(delimiter)]);
    const entries = readdirSync(classes).map((name) => [name, readFileSync(join(classes, name))] as const);
    writeFileSync(join(work, 'driver.jar'), jarOf(Object.fromEntries(entries)));
  });
  return join(folder, 'driver.jar');
}

/** The JUnit 4 tests of a library as a program. `entries`: which entries of the jar of tests, as a regular expression. */
function testsOf(library: string, artifact: string, others: readonly string[], entries: string): RealProgram {
  return {
    name: `${library}, its tests`,
    artifacts: [artifact, `${artifact}:tests`, ...others, 'junit:junit:4.13.2'],
    driver: 'RunTests.java',
    mainClass: 'RunTests',
    arguments: (jars) => [jars.find((jar) => jar.endsWith('-tests.jar'))!, entries],
  };
}

function input(name: string): string {
  return join(repositoryRoot(), 'benchmarks', 'programs', 'inputs', name);
}

/** Those whose names begin so; undefined: all. Throws where there is none. */
export function programsNamed(beginnings: readonly string[] | undefined): readonly RealProgram[] {
  const named = realPrograms.filter(
    ({ name }) => beginnings?.some((beginning) => name.startsWith(beginning)) ?? true,
  );
  if (named.length === 0) throw new Error('no such program');
  return named;
}

/** The folder with the sources of an artifact. */
function sources(artifact: string): string {
  return unpacked(`${artifact}:sources`, '.java');
}

/** The folder with those files of an artifact whose names end like that. */
function unpacked(artifact: string, ending: string): string {
  return derived('unpacked', artifact.replaceAll(':', '-'), (work) => {
    const archive = openZip(fileAccess(mavenJar(artifact)));
    for (const entry of archive.entries) {
      if (!entry.name.endsWith(ending)) continue;
      mkdirSync(dirname(join(work, entry.name)), { recursive: true });
      writeFileSync(join(work, entry.name), archive.read(entry));
    }
  });
}

function javaFiles(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.java'))
    .sort()
    .map((name) => join(folder, name));
}

/** An XML document with 2,000 elements. */
function document(): string {
  const file = join(cacheFolder('inputs', 'programs'), 'elements.xml');
  const elements = Array.from(
    { length: 2000 },
    (_, index) => `<e k="k${index % 17}" v="${(index * 3) % 101}"/>`,
  );
  writeFileSync(file, `<r>${elements.join('')}</r>`);
  return file;
}
