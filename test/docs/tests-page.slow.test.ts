import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { builtCli } from '../support/cli.ts';
import { gradle8 } from '../support/gradle.ts';
import { defaultJdk, jdkOfRelease } from '../support/jdk.ts';
import { repositoryRoot } from '../support/repository.ts';

/** The commands of docs/tests.md, run on projects whose tests violate SafeIterator in code of two modules. */

const page = readFileSync(join(repositoryRoot(), 'docs', 'tests.md'), 'utf8');
const violation =
  '1x error SafeIterator: the collection was updated after this iterator was created at App.walk(';

const names = `import java.util.*;

public class Names {
  public static void late(Collection<String> all) { all.add("late"); }
  public static boolean hasResource() { return Names.class.getResource("/names.txt") != null; }
}
`;
const app = `import java.util.*;

public class App {
  public static String walk(List<String> all) {
    Iterator<String> names = all.iterator();
    Names.late(all);
    try { return names.next(); } catch (ConcurrentModificationException e) { return "late"; }
  }
}
`;
const appTest = `import java.util.*;
import org.junit.*;

public class AppTest {
  @Test public void walks() {
    Assert.assertEquals("late", App.walk(new ArrayList<>(Arrays.asList("a"))));
    Assert.assertTrue(Names.hasResource());
  }
}
`;

/** That a bag is a collection, its library says. */
const bags = `import java.util.*;
import org.apache.commons.collections.bag.HashBag;

public class Bags {
  @SuppressWarnings("unchecked")
  public static void walk() {
    HashBag bag = new HashBag();
    Iterator<String> names = bag.iterator();
    bag.add("late");
    try { names.next(); } catch (ConcurrentModificationException | NoSuchElementException e) { }
  }
}
`;
const bagViolation = `${violation.replace('App.walk', 'Bags.walk')}Bags.java:10)`;

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rrv-builds-'));
  // As if rrv were installed.
  write('bin/npx', `#!/bin/sh\nshift\nexec node '${builtCli()}' "$@"\n`);
  chmodSync(join(folder, 'bin', 'npx'), 0o755);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.skipIf(process.platform === 'win32')('Maven, with several modules and integration tests', () => {
  write('modules/pom.xml', parentPom);
  write('modules/names/pom.xml', modulePom('names', '').replace('</project>', `${classesJar}</project>`));
  const onNames = dependency('test', 'names', '1', 'compile');
  const onClasses = onNames.replace('<scope>', '<classifier>classes</classifier><scope>');
  write('modules/app/pom.xml', modulePom('app', onNames + onClasses));
  write('modules/names/src/main/java/Names.java', names);
  write('modules/names/src/main/resources/names.txt', '');
  write('modules/app/src/main/java/App.java', app);
  for (const name of ['AppTest', 'AppIT'])
    write(`modules/app/src/test/java/${name}.java`, appTest.replace('AppTest', name));
  const command = extensionCommand();

  const plain = shell('mvn -B -ntp verify', 'modules');
  expect(plain.output).not.toContain('SafeIterator');
  expect(plain.status).toBe(0);
  const built = [
    'app/target/app-1.jar',
    'app/target/classes/App.class',
    'app/target/test-classes/AppIT.class',
  ];
  const contents = () => built.map((path) => readFileSync(join(folder, 'modules', path), 'base64'));
  const before = contents();

  // What is built is not touched, and Surefire has the modules' jars as dependencies, Failsafe the module's own, too.
  const instrumented = shell(command.replace(/test$/, '-T 2 verify'), 'modules');
  expect(instrumented.output).toContain(`${violation}App.java:7)`);
  expect(instrumented.output).toContain('1 place with violations; 2 runs');
  expect(instrumented.output).toContain('BUILD FAILURE');
  expect(instrumented.output).toContain('[ERROR] The tests violated properties');
  expect(instrumented.status).toBe(1);
  expect(contents()).toEqual(before);

  const known = shell(`${command} -DrrvReport='--report "json=known \\"all\\".json"'`, 'modules');
  expect(known.status).toBe(1);
  const again = shell(`${command} -DrrvReport='--baseline known" \\"all\\".json"'`, 'modules');
  expect(again.output).toContain('0 places with new violations, 1 known');
  expect(again.status).toBe(0);

  // Updates in other classes are no events then, and no monitor is left.
  const without = shell(command.replace("SafeIterator'", "SafeIterator --include App'"), 'modules');
  expect(without.output).toContain('no event is left');
  expect(without.output).toContain('0 places with violations; no run, as no event is left');
  expect(without.status).toBe(0);
});

it.skipIf(process.platform === 'win32')('Maven: what is wrong fails the build, and says so', () => {
  writeMavenProject('wrong');
  const command = extensionCommand();
  const outcomes: readonly [string, string | undefined, string?][] = [
    ["Name the properties: -Drrv='--prop SafeIterator'", undefined],
    ['Unknown argument: porp (did you mean --prop?)', '--porp SafeIterator'],
    ['Nothing to monitor: no class that tests have run with', '--prop Socket_ReuseSocket'],
    ['the tests have to run in a JVM of their own', '--prop SafeIterator', '-DforkCount=0 -DforkMode=never'],
    ['there is no report of a run', '--prop SafeIterator', '-Dtest=None -DfailIfNoTests=false'],
  ];
  for (const [message, options, more = ''] of outcomes) {
    const run = shell(
      `${command.replace(/ -Drrv='[^']*'/, options === undefined ? '' : ` -Drrv='${options}'`)} ${more}`,
      'wrong',
    );
    expect(run.output).toContain(message);
    expect(run.output).toContain('BUILD FAILURE');
    expect(run.status).toBe(1);
  }
  const skipped = shell(`${command} -DskipTests`, 'wrong');
  expect(skipped.output).not.toContain('SafeIterator');
  expect(skipped.status).toBe(0);
});

it.skipIf(process.platform === 'win32')(
  'Maven: what the project says of its tests holds, in a directory of any name',
  () => {
    const project = 'own "50%p"';
    const others = ['names', 'more', 'idle'];
    const own = app.replace('Names.late(all)', 'all.add("late")');
    write(`${project}/pom.xml`, ownParentPom);
    for (const name of others) write(`${project}/${name}/pom.xml`, modulePom(name, ''));
    const dependencies = [
      ...['names', 'more'].map((name) => dependency('test', name, '1', 'compile')),
      dependency('commons-collections', 'commons-collections', '3.2.2', 'compile'),
    ].join('');
    write(`${project}/app/src/main/java/Bags.java`, bags);
    write(
      `${project}/app/pom.xml`,
      modulePom('app', dependencies).replace('</project>', `${ownSettings}</project>`),
    );
    write(`${project}/names/src/main/java/Names.java`, names);
    write(`${project}/names/src/main/resources/names.txt`, '');
    write(`${project}/more/src/main/java/More.java`, own.replace('class App', 'class More'));
    write(`${project}/app/beside/beside.txt`, '');
    write(`${project}/app/src/main/java/App.java`, app);
    const checks = [
      'Bags.walk();',
      'More.walk(new ArrayList<>(Arrays.asList("a")));',
      'Assert.assertEquals("kept", System.getenv("OWN"));',
      'Assert.assertEquals("kept", System.getProperty("own"));',
      'Assert.assertNotNull(App.class.getResource("/beside.txt"));',
    ].join('\n    ');
    write(`${project}/app/src/test/java/AppTest.java`, appTest.replace('Assert.', `${checks}\n    Assert.`));
    // Has points, and no test that runs.
    write(`${project}/idle/src/test/java/App.java`, own);
    write(`${project}/idle/src/test/java/IdleTest.java`, 'public class IdleTest {}\n');

    // The properties are named by the project.
    const command = extensionCommand().replace(/ -Drrv='[^']*'/, '');
    const chosen = '-Dtest=AppTest -DfailIfNoTests=false -Dsurefire.failIfNoSpecifiedTests=false';
    const { status, output } = shell(`${command} ${chosen}`, project);
    for (const name of ['App', 'More'])
      expect(output).toContain(`${violation.replace('App', name)}${name}.java:7)`);
    expect(output).toContain('Tests run: 1, Failures: 0, Errors: 0');
    expect(output).toContain(bagViolation);
    expect(output).toContain('3 places with violations; 1 run');
    expect(output).toContain('[ERROR] The tests violated properties');
    expect(status).toBe(1);

    const skipped = shell(`${command} -Dmaven.test.skip`, project);
    expect(skipped.output).not.toContain('SafeIterator');
    expect(skipped.status).toBe(0);

    const unnamed = shell(`${command} -Drrv`, project);
    expect(unnamed.output).toContain("Name the properties: -Drrv='--prop SafeIterator'");
    expect(unnamed.status).toBe(1);
  },
);

it.skipIf(process.platform === 'win32')('Maven, with named modules, JaCoCo and several JVMs', () => {
  write('named/pom.xml', namedParentPom);
  write('named/names/pom.xml', modulePom('names', ''));
  write('named/app/pom.xml', modulePom('app', dependency('test', 'names', '1', 'compile')));
  write('named/names/src/main/java/module-info.java', 'module names { exports names; }\n');
  write('named/app/src/main/java/module-info.java', 'module app { requires names; }\n');
  write('named/names/src/main/java/names/Names.java', `package names;\n${names}`);
  write('named/names/src/main/resources/names.txt', '');
  write('named/app/src/main/java/app/App.java', `package app;\nimport names.*;\n${app}`);
  const test = `package app;\nimport names.*;\n${appTest}`.replace(
    'Assert.assertTrue(Names.hasResource());',
    'Assert.assertTrue(App.class.getModule().isNamed() && Names.class.getModule().isNamed());',
  );
  for (const name of ['AppTest', 'OtherTest'])
    write(`named/app/src/test/java/app/${name}.java`, test.replace('class AppTest', `class ${name}`));
  write('named/app/src/test/java/app/AppIT.java', test.replace('class AppTest', 'class AppIT'));
  // Its tests have events, itself it has none, and so no need of the runtime.
  write('named/quiet/pom.xml', modulePom('quiet', dependency('test', 'names', '1', 'compile')));
  write('named/quiet/src/main/java/module-info.java', 'module quiet { requires names; }\n');
  write('named/quiet/src/main/java/quiet/Quiet.java', 'package quiet;\npublic class Quiet {}\n');
  write('named/quiet/src/test/java/quiet/App.java', `package quiet;\nimport names.*;\n${app}`);
  write('named/quiet/src/test/java/quiet/AppTest.java', test.replace('package app', 'package quiet'));
  const { status, output } = shell(extensionCommand().replace(/test$/, 'verify'), 'named');
  for (const name of ['app', 'quiet'])
    expect(output).toContain(
      `1x error SafeIterator: the collection was updated after this iterator was created at ${name}.App.walk(`,
    );
  expect(output).toContain('2 places with violations; 4 runs');
  expect(output).toContain('Skipping JaCoCo execution');
  expect(output).not.toContain('Errors: 1');
  expect(status).toBe(1);
});

it.skipIf(process.platform === 'win32')('Maven, by hand', () => {
  writeMavenProject('maven');
  const commands = firstBlock('By hand');
  expect(commands).toContain('rrv report');
  const { status, output } = shell(commands, 'maven');
  expect(output).toContain(`${violation}App.java:7)`);
  expect(output).toContain('Tests run: 1, Failures: 0, Errors: 0');
  expect(output).toContain('1 place with violations; 1 run');
  expect(status).toBe(1);
  expect(readFileSync(join(folder, 'maven/target/violations.html'), 'utf8')).toContain('Names.late(all);');
});

/** Debian's, which is installed, and one of today. */
const gradles: readonly (readonly [string, () => string])[] = [
  ...(isInstalled('gradle') ? [['of the machine', () => ''] as const] : []),
  ...(process.platform === 'win32' || defaultJdk().release > 23 ? [] : [['8.11.1', gradle8] as const]),
];

it.each(gradles)('Gradle %s, with several projects', (_, gradleFolder) => {
  const path = gradleFolder();
  // Names of configurations of Gradle 4 and of later ones.
  const later = Number(/^Gradle (\d+)/m.exec(shell('gradle --version', '', path).output)![1]) >= 7;
  rmSync(join(folder, 'gradle%p'), { recursive: true, force: true });
  const [compile, testCompile, classifier] = later
    ? ['implementation', 'testImplementation', 'archiveClassifier']
    : ['compile', 'testCompile', 'classifier'];
  write('gradle%p/settings.gradle', "include 'names', 'app', 'names:main'\n");
  write(
    'gradle%p/names/main/src/main/java/Below.java',
    app.replace('class App', 'class Below').replace('Names.late(all)', 'all.add("late")'),
  );
  write(
    'gradle%p/build.gradle',
    `subprojects {
  apply plugin: 'java'
  repositories { mavenCentral() }
  dependencies { ${testCompile} 'junit:junit:4.13.2' }
}
project(':names') {
  configurations { testArtifacts }
  task testsJar(type: Jar) { ${classifier} = 'tests'; from sourceSets.test.output }
  artifacts { testArtifacts testsJar }
}
project(':app') {
  apply plugin: 'groovy'
  apply plugin: 'jacoco'
  jacoco { toolVersion = '0.8.12' }
  dependencies {
    ${compile} project(':names')
    ${compile} fileTree(dir: 'libraries')
    ${compile} 'commons-collections:commons-collections:3.2.2'
    ${testCompile} project(path: ':names', configuration: 'testArtifacts')
  }
}
`,
  );
  write('gradle%p/names/src/main/java/Names.java', names);
  write('gradle%p/names/src/main/resources/names.txt', '');
  // Together longer than an argument of a process may be.
  for (let each = 0; each < 1000; each++)
    write(`gradle%p/app/libraries/${'a-name-as-long-as-'.repeat(7)}${each}.jar`, emptyArchive);
  // For tests of other projects, which have it in a jar.
  write('gradle%p/names/src/test/java/Walks.java', app.replace('class App', 'class Walks'));
  write('gradle%p/app/src/main/java/App.java', app);
  write('gradle%p/app/src/main/java/Bags.java', bags);
  const walks = 'Bags.walk();\n    Walks.walk(new ArrayList<>(Arrays.asList("a")));\n    Assert.assertTrue';
  write('gradle%p/app/src/test/java/AppTest.java', appTest.replace('Assert.assertTrue', walks));
  const command = firstBlock('Gradle')
    .replace('node_modules/rrv', repositoryRoot())
    .replace('gradle ', 'gradle --no-daemon ');
  const instrumented = shell(command, 'gradle%p', path);
  expect(instrumented.output).toContain(`${violation}App.java:7)`);
  expect(instrumented.output).toContain(`${violation.replace('App', 'Walks')}Walks.java:7)`);
  expect(instrumented.output).toContain(bagViolation);
  expect(instrumented.output).toContain('The tests violated properties');
  expect(instrumented.status).toBe(1);

  const known = shell(`${command} -PrrvReport='--report "json=known \\"all\\".json"'`, 'gradle%p', path);
  expect(known.status).toBe(1);
  const again = shell(`${command} -PrrvReport='--baseline known" \\"all\\".json"'`, 'gradle%p', path);
  expect(again.output).toContain('0 places with new violations, 3 known');
  expect(again.status).toBe(0);

  const unclosed = shell(`${command} -PrrvReport='--baseline "known.json'`, 'gradle%p', path);
  expect(unclosed.output).toContain('-PrrvReport has a quotation mark " without a second one');
  expect(unclosed.status).toBe(1);

  // Updates in other classes are no events then, and no monitor is left.
  const without = shell(command.replace("SafeIterator'", "SafeIterator --include App'"), 'gradle%p', path);
  expect(without.output).toContain('no event is left');
  expect(without.output).toContain('0 places with violations; no run, as no event is left');
  expect(without.status).toBe(0);

  const plain = shell('gradle --no-daemon test', 'gradle%p', path);
  expect(plain.output).not.toContain('SafeIterator');
  expect(plain.status).toBe(0);

  const unnamed = shell(command.replace(/ -Prrv='[^']*'/, ''), 'gradle%p', path);
  expect(unnamed.output).toContain("Name the properties: -Prrv='--prop SafeIterator'");
  expect(unnamed.status).toBe(1);

  // No tests would run, and nothing fail.
  const onDemand = shell(command.replace(/test$/, ':app:test --configure-on-demand'), 'gradle%p', path);
  expect(onDemand.output).toContain('rrv has to see all projects: add --no-configure-on-demand');
  expect(onDemand.status).toBe(1);
});

it.skipIf(!gradles.some(([name]) => name === '8.11.1'))('Gradle, with named modules', () => {
  write('modules8/settings.gradle', "include 'names', 'app', 'walks'\n");
  write(
    'modules8/build.gradle',
    `subprojects {
  apply plugin: 'java-library'
  repositories { mavenCentral() }
}
project(':walks') { jar { manifest { attributes 'Automatic-Module-Name': 'walks' } } }
project(':app') {
  dependencies { implementation project(':names') }
  testing.suites {
    test { useJUnit('4.13.2') }
    moduleTest(JvmTestSuite) {
      useJUnit('4.13.2')
      dependencies { implementation project(); implementation project(':names'); implementation project(':walks') }
    }
  }
}
`,
  );
  const inPackage = (name: string, text: string) => `package ${name};\n${text}`;
  write('modules8/names/src/main/java/module-info.java', 'module names { exports names; }\n');
  write('modules8/names/src/main/java/names/Names.java', inPackage('names', names));
  write('modules8/names/src/main/resources/names.txt', '');
  write('modules8/app/src/main/java/module-info.java', 'module app { requires names; exports app; }\n');
  write('modules8/app/src/main/java/app/App.java', inPackage('app;\nimport names.Names', app));
  // A module by its manifest alone.
  const walks = app.replace('class App', 'class Walks').replace('Names.late(all)', 'all.add("late")');
  write('modules8/walks/src/main/java/walks/Walks.java', inPackage('walks', walks));
  // On the class path, and as a module of their own.
  const test = appTest.replace(
    '    Assert',
    '    Assert.assertEquals(MODULES, App.class.getModule().isNamed());\n    Assert',
  );
  const once =
    '    Assert.assertEquals(1, java.util.Collections.list(ClassLoader.getSystemResources("names.txt")).size());';
  write(
    'modules8/app/src/test/java/app/AppTest.java',
    inPackage(
      'app;\nimport names.Names',
      test.replace('MODULES', 'false').replace('    Assert', `${once}\n    Assert`),
    ).replace('walks() {', 'walks() throws Exception {'),
  );
  write(
    'modules8/app/src/moduleTest/java/module-info.java',
    'open module tests { requires app; requires names; requires walks; requires junit; }\n',
  );
  write(
    'modules8/app/src/moduleTest/java/tests/ModuleTest.java',
    inPackage(
      'tests;\nimport app.App;\nimport names.Names',
      test
        .replace('MODULES', 'true')
        .replace('AppTest', 'ModuleTest')
        .replace('    Assert', '    walks.Walks.walk(new ArrayList<>(Arrays.asList("a")));\n    Assert'),
    ),
  );
  const command = firstBlock('Gradle')
    .replace('node_modules/rrv', repositoryRoot())
    .replace(/test$/, 'test moduleTest');
  const { status, output } = shell(command, 'modules8', gradle8());
  const inPackages = 'the collection was updated after this iterator was created at';
  for (const name of ['app.App', 'walks.Walks']) expect(output).toContain(`${inPackages} ${name}.walk(`);
  expect(output).toContain('2 places with violations; 2 runs');
  expect(output).not.toContain('RRV_RUNTIME_IN_MODULES');
  expect(output).not.toContain('2 failures');
  expect(status).toBe(1);
});

const toolchain = jdkOfRelease(25);

it.skipIf(!gradles.some(([name]) => name === '8.11.1') || toolchain === undefined)(
  'Gradle, with a toolchain that is not the JDK of Gradle',
  () => {
    write('toolchain8/settings.gradle', '');
    write(
      'toolchain8/build.gradle',
      `plugins { id 'java' }
repositories { mavenCentral() }
dependencies { testImplementation 'junit:junit:4.13.2' }
java { toolchain { languageVersion = JavaLanguageVersion.of(25) } }
// Nobody has it, and nobody asks for it.
tasks.register('laterTest', Test) {
  javaLauncher = javaToolchains.launcherFor { languageVersion = JavaLanguageVersion.of(99) }
}
tasks.register('unfinishedTest', Test) { classpath = null }
`,
    );
    // Whose supertype the JDK of Gradle may not have.
    const sequence = 'Iterator<String> names = ((SequencedCollection<String>) all).iterator();';
    write('toolchain8/src/main/java/Names.java', names);
    write(
      'toolchain8/src/main/java/App.java',
      app.replace('Iterator<String> names = all.iterator();', sequence),
    );
    write('toolchain8/src/main/resources/names.txt', '');
    write('toolchain8/src/test/java/AppTest.java', appTest);
    const installed = `-Porg.gradle.java.installations.paths='${toolchain!.home}'`;
    const command = `${firstBlock('Gradle').replace('node_modules/rrv', repositoryRoot())} ${installed}`;
    const { status, output } = shell(command, 'toolchain8', gradle8());
    expect(output).toContain(`${violation}App.java:7)`);
    expect(output).toContain('1 place with violations; 1 run');
    expect(status).toBe(1);

    const named = `SafeIterator --jdk ${defaultJdk().home}'`;
    const other = shell(command.replace("SafeIterator'", named), 'toolchain8', gradle8());
    expect(other.output.includes(`JDK ${defaultJdk().release} has no java.util.SequencedCollection`)).toBe(
      defaultJdk().release < 21,
    );
  },
);

/** Without an entry (APPNOTE 4.3.16). */
const emptyArchive = `PK\x05\x06${'\0'.repeat(18)}`;

const head = '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>';
const settings = `<properties>
    <maven.compiler.source>8</maven.compiler.source>
    <maven.compiler.target>8</maven.compiler.target>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>`;

function dependency(group: string, name: string, version: string, scope: string): string {
  return `<dependency><groupId>${group}</groupId><artifactId>${name}</artifactId><version>${version}</version><scope>${scope}</scope></dependency>`;
}

const junit = dependency('junit', 'junit', '4.13.2', 'test');

const pom = `${head}
  <groupId>test</groupId><artifactId>app</artifactId><version>1</version>
  ${settings}
  <dependencies>${junit}</dependencies>
</project>
`;

const parentPom = `${head}
  <groupId>test</groupId><artifactId>modules</artifactId><version>1</version><packaging>pom</packaging>
  <modules><module>names</module><module>app</module></modules>
  ${settings}
  <dependencies>${junit}</dependencies>
  <build><plugins><plugin>
    <groupId>org.apache.maven.plugins</groupId><artifactId>maven-failsafe-plugin</artifactId><version>3.5.3</version>
    <executions><execution><goals><goal>integration-test</goal><goal>verify</goal></goals></execution></executions>
  </plugin><plugin>
    <groupId>org.apache.maven.plugins</groupId><artifactId>maven-compiler-plugin</artifactId><version>3.14.0</version>
  </plugin></plugins></build>
</project>
`;

/** The classes once more, in a jar whose classifier is the name of their directory. */
const classesJar = `<build><plugins><plugin>
    <groupId>org.apache.maven.plugins</groupId><artifactId>maven-jar-plugin</artifactId>
    <executions><execution>
      <id>classes</id><phase>process-classes</phase><goals><goal>jar</goal></goals>
      <configuration><classifier>classes</classifier></configuration>
    </execution></executions>
  </plugin></plugins></build>`;

/** Java 11, and each test class in a JVM of its own, two at once. */
const namedParentPom = parentPom
  .replace('</modules>', '<module>quiet</module></modules>')
  .replace(
    /<maven.compiler.source>.*\n.*<\/maven.compiler.target>/,
    '<maven.compiler.release>11</maven.compiler.release>',
  )
  .replace(
    '<plugins>',
    `<plugins><plugin>
    <groupId>org.apache.maven.plugins</groupId><artifactId>maven-surefire-plugin</artifactId><version>3.5.3</version>
    <configuration><forkCount>2</forkCount><reuseForks>false</reuseForks></configuration>
  </plugin><plugin>
    <groupId>org.jacoco</groupId><artifactId>jacoco-maven-plugin</artifactId><version>0.8.12</version>
    <executions><execution><goals><goal>prepare-agent</goal></goals></execution></executions>
  </plugin>`,
  );

/** Names the properties, and has two further modules. */
const ownParentPom = parentPom
  .replace('<module>app</module>', '<module>more</module><module>idle</module><module>app</module>')
  .replace('<properties>', '<properties><rrv>--prop SafeIterator</rrv>');

const ownSettings = `<build><plugins><plugin>
    <groupId>org.apache.maven.plugins</groupId><artifactId>maven-surefire-plugin</artifactId><version>3.5.3</version>
    <configuration>
      <argLine>-Down=kept</argLine>
      <environmentVariables><OWN>kept</OWN></environmentVariables>
      <additionalClasspathElements>
        <additionalClasspathElement>\${project.basedir}/beside</additionalClasspathElement>
      </additionalClasspathElements>
    </configuration>
  </plugin></plugins></build>
`;

/** A module of the parent in the directory above. */
function modulePom(name: string, dependencies: string): string {
  return `${head}
  <parent><groupId>test</groupId><artifactId>modules</artifactId><version>1</version></parent>
  <artifactId>${name}</artifactId>
  <dependencies>${dependencies}</dependencies>
</project>
`;
}

function writeMavenProject(project: string): void {
  write(`${project}/pom.xml`, pom);
  write(`${project}/src/main/java/Names.java`, names);
  write(`${project}/src/main/java/App.java`, app);
  write(`${project}/src/main/resources/names.txt`, '');
  write(`${project}/src/test/java/AppTest.java`, appTest);
}

/** The command of the page with Maven's extension. */
function extensionCommand(): string {
  builtCli();
  return firstBlock('Maven').replace('node_modules/rrv', repositoryRoot()).replace('mvn ', 'mvn -B -ntp ');
}

/** The first commands below a heading of the page. */
function firstBlock(heading: string): string {
  const section = page.split(/^##+ /m).find((one) => one.startsWith(`${heading}\n`));
  return /^```\n([\s\S]*?)^```/m.exec(section ?? '')![1]!.trim();
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

function shell(commands: string, project: string, first = ''): { status: number | null; output: string } {
  const path = [...(first === '' ? [] : [first]), join(folder, 'bin'), process.env.PATH].join(delimiter);
  const { status, stdout } = spawnSync('bash', ['-e'], {
    input: `exec 2>&1\n${commands}`,
    cwd: join(folder, project),
    encoding: 'utf8',
    env: { ...process.env, PATH: path },
    maxBuffer: 1 << 26,
    timeout: 300_000,
  });
  return { status, output: stdout };
}

function isInstalled(command: string): boolean {
  return spawnSync(command, ['--version'], { stdio: 'ignore' }).error === undefined;
}
