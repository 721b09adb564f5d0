import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { builtCli } from '../support/cli.ts';
import { repositoryRoot } from '../support/repository.ts';
import { app, appTest, bags, bagViolation, firstBlock, names, temporaryBuilds, violation } from './builds.ts';

/** The commands of docs/tests.md for Maven. */

const { folder, write, shell, remove } = temporaryBuilds();
afterAll(remove);

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
