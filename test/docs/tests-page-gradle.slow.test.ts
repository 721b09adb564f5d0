import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { gradle8 } from '../support/gradle.ts';
import { defaultJdk, jdkOfRelease } from '../support/jdk.ts';
import { repositoryRoot } from '../support/repository.ts';
import { app, appTest, bags, bagViolation, firstBlock, names, temporaryBuilds, violation } from './builds.ts';

/** The commands of docs/tests.md for Gradle. */

const { folder, write, shell, remove } = temporaryBuilds();
afterAll(remove);

/** Debian's, which is installed, and one of today. */
const gradles: readonly (readonly [string, () => string])[] = [
  ...(isInstalled('gradle') ? [['of the machine', () => ''] as const] : []),
  ...(process.platform === 'win32' || defaultJdk().release > 23 ? [] : [['8.11.1', gradle8] as const]),
];

const hasGradle8 = gradles.some(([name]) => name === '8.11.1');

/** The command of the page with Gradle's script. */
const scriptCommand = firstBlock('Gradle').replace('node_modules/rrv', repositoryRoot());

it.each(gradles)('Gradle %s, with several projects', (gradle, gradleFolder) => {
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
  const command = scriptCommand.replace('gradle ', 'gradle --no-daemon ');
  const instrumented = shell(command, 'gradle%p', path);
  expect(instrumented.output).toContain(`${violation}App.java:7)`);
  expect(instrumented.output).toContain(`${violation.replace('App', 'Walks')}Walks.java:7)`);
  expect(instrumented.output).toContain(bagViolation);
  expect(instrumented.output).toContain('The tests violated properties');
  expect(instrumented.status).toBe(1);

  // What the script makes of its options is the same in each.
  if (gradle !== gradles.at(-1)![0]) return;

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

it.skipIf(!hasGradle8)('Gradle, with named modules', () => {
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
  const command = scriptCommand.replace(/test$/, 'test moduleTest');
  const { status, output } = shell(command, 'modules8', gradle8());
  const inPackages = 'the collection was updated after this iterator was created at';
  for (const name of ['app.App', 'walks.Walks']) expect(output).toContain(`${inPackages} ${name}.walk(`);
  expect(output).toContain('2 places with violations; 2 runs');
  expect(output).not.toContain('RRV_RUNTIME_IN_MODULES');
  expect(output).not.toContain('2 failures');
  expect(status).toBe(1);
});

const toolchain = jdkOfRelease(25);

it.skipIf(!hasGradle8 || toolchain === undefined)(
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
    const command = `${scriptCommand} ${installed}`;
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

function isInstalled(command: string): boolean {
  return spawnSync(command, ['--version'], { stdio: 'ignore' }).error === undefined;
}
