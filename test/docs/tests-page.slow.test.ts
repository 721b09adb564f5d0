import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { builtCli } from '../support/cli.ts';
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

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rrv-builds-'));
  // As if rrv were installed.
  write('bin/npx', `#!/bin/sh\nshift\nexec node '${builtCli()}' "$@"\n`);
  chmodSync(join(folder, 'bin', 'npx'), 0o755);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.skipIf(process.platform === 'win32')('Maven', () => {
  write('maven/pom.xml', pom);
  for (const [name, text] of [
    ['Names', names],
    ['App', app],
  ] as const)
    write(`maven/src/main/java/${name}.java`, text);
  write('maven/src/main/resources/names.txt', '');
  write('maven/src/test/java/AppTest.java', appTest);
  const commands = firstBlock('Maven');
  expect(commands).toContain('rrv report');
  const { status, output } = shell(commands, 'maven');
  expect(output).toContain(`${violation}App.java:7)`);
  expect(output).toContain('Tests run: 1, Failures: 0, Errors: 0');
  expect(output).toContain('1 place with violations; 1 run');
  expect(status).toBe(1);
  expect(readFileSync(join(folder, 'maven/target/violations.html'), 'utf8')).toContain('Names.late(all);');
});

it.skipIf(process.platform === 'win32')('Maven, with several modules and integration tests', () => {
  write('modules/pom.xml', parentPom);
  write('modules/names/pom.xml', modulePom('names', ''));
  write('modules/app/pom.xml', modulePom('app', dependency('test', 'names', '1', 'compile')));
  write('modules/names/src/main/java/Names.java', names);
  write('modules/names/src/main/resources/names.txt', '');
  write('modules/app/src/main/java/App.java', app);
  write('modules/app/src/test/java/AppIT.java', appTest.replace('AppTest', 'AppIT'));
  const build = firstBlock('Maven').split('\n')[0]!;
  const instrument = commandOfPage('npx rrv instrument */target/classes');
  const verify = commandOfPage('RRV_REPORT="$PWD/target/rrv/%p.json" mvn verify');
  const { status, output } = shell(`${build}\n${instrument}\n${verify}`, 'modules');
  expect(output).toContain(`${violation}App.java:7)`);
  expect(output).toContain('Tests run: 1, Failures: 0, Errors: 0');
  expect(status).toBe(0);
});

it.skipIf(!isInstalled('gradle'))('Gradle, with several projects', () => {
  // Names of configurations of Gradle 4, which Debian has, and of later ones.
  const later = Number(/^Gradle (\d+)/m.exec(run('gradle', ['--version']))![1]) >= 7;
  const [compile, testCompile] = later
    ? ['implementation', 'testImplementation']
    : ['compile', 'testCompile'];
  write('gradle/settings.gradle', "include 'names', 'app'\n");
  write(
    'gradle/build.gradle',
    `subprojects {
  apply plugin: 'java'
  repositories { mavenCentral() }
  dependencies { ${testCompile} 'junit:junit:4.13.2' }
}
project(':app') {
  apply plugin: 'groovy'
  apply plugin: 'jacoco'
  jacoco { toolVersion = '0.8.12' }
  dependencies { ${compile} project(':names') }
}
`,
  );
  write('gradle/names/src/main/java/Names.java', names);
  write('gradle/names/src/main/resources/names.txt', '');
  write('gradle/app/src/main/java/App.java', app);
  write('gradle/app/src/test/java/AppTest.java', appTest);
  const command = firstBlock('Gradle')
    .replace('node_modules/rrv', repositoryRoot())
    .replace('gradle ', 'gradle --no-daemon ');
  const instrumented = shell(command, 'gradle');
  expect(instrumented.output).toContain(`${violation}App.java:7)`);
  expect(instrumented.output).toContain('The tests violated properties');
  expect(instrumented.status).toBe(1);

  const known = shell(`${command} -PrrvReport='--report "json=known \\"all\\".json"'`, 'gradle');
  expect(known.status).toBe(1);
  const again = shell(`${command} -PrrvReport='--baseline known" \\"all\\".json"'`, 'gradle');
  expect(again.output).toContain('0 places with new violations, 1 known');
  expect(again.status).toBe(0);

  const unclosed = shell(`${command} -PrrvReport='--baseline "known.json'`, 'gradle');
  expect(unclosed.output).toContain('-PrrvReport has a quotation mark " without a second one');
  expect(unclosed.status).toBe(1);

  // Updates in other classes are no events then, and no monitor is left.
  const without = shell(command.replace("SafeIterator'", "SafeIterator --include App'"), 'gradle');
  expect(without.output).toContain('no event is left');
  expect(without.output).not.toContain('rrv report');
  expect(without.status).toBe(0);

  const plain = shell('gradle --no-daemon test', 'gradle');
  expect(plain.output).not.toContain('SafeIterator');
  expect(plain.status).toBe(0);

  const unnamed = shell(command.replace(/ -Prrv='[^']*'/, ''), 'gradle');
  expect(unnamed.output).toContain("Name the properties: -Prrv='--prop SafeIterator'");
  expect(unnamed.status).toBe(1);
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

function modulePom(name: string, dependencies: string): string {
  return `${head}
  <parent><groupId>test</groupId><artifactId>modules</artifactId><version>1</version></parent>
  <artifactId>${name}</artifactId>
  <dependencies>${dependencies}</dependencies>
</project>
`;
}

/** The line of the page that begins so. */
function commandOfPage(start: string): string {
  const line = page.split('\n').find((one) => one.trim().startsWith(start));
  expect(line).toBeDefined();
  return line!.trim();
}

/** The first commands below a heading of the page. */
function firstBlock(heading: string): string {
  const section = page.split(/^## /m).find((one) => one.startsWith(`${heading}\n`));
  return /^```\n([\s\S]*?)^```/m.exec(section ?? '')![1]!.trim();
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

function shell(commands: string, project: string): { status: number | null; output: string } {
  const path = `${join(folder, 'bin')}${delimiter}${process.env.PATH}`;
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

function run(command: string, args: readonly string[]): string {
  return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

function isInstalled(command: string): boolean {
  return spawnSync(command, ['--version'], { stdio: 'ignore' }).error === undefined;
}
