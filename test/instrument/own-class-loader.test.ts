import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { libraryProperty } from '../../src/property/library/index.ts';
import { instrumentDirectory, runMonitored } from '../support/instrumented-program.ts';
import { compileSources } from '../support/jdk.ts';
import { safeHasNext } from '../support/named-properties.ts';

/** Each class that this class loader loads makes one violation. */
const launcher = `import java.io.*;
import java.nio.file.*;
import java.util.*;
public class Launcher extends ClassLoader {
  final Path folder;
  final List<String> loaded = new ArrayList<>();
  Launcher(Path folder) { super(ClassLoader.getSystemClassLoader().getParent()); this.folder = folder; }
  @Override protected Class<?> findClass(String name) throws ClassNotFoundException {
    try {
      loaded.add(name);
      Iterator<Path> i = List.of(folder.resolve(name.replace('.', '/') + ".class")).iterator();
      byte[] bytes = Files.readAllBytes(i.next());
      return defineClass(name, bytes, 0, bytes.length);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }
  public static void main(String[] arguments) throws Exception {
    Launcher launcher = new Launcher(Path.of(arguments[0]));
    launcher.loadClass("App").getMethod("run").invoke(null);
    System.out.println(String.join(" ", launcher.loaded));
  }
}
`;

const app = `import java.util.*;
public class App {
  public static void run() {
    Iterator<Integer> i = List.of(1, 2).iterator();
    while (i.hasNext()) System.out.println(i.next());
    new StringBuilder().append("x");
  }
}
`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rrv-loader-'));
  compileSources({ 'Launcher.java': launcher }, folder, join(folder, 'launcher'), ['-g']);
  compileSources({ 'App.java': app }, folder, join(folder, 'app'), ['-g']);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What is loaded before the runtime can say that it is at work, by the JVM or with the first class. */
const before =
  /^(?:App|rrv\.unit\.\w+\.Events|rrv\.runtime\.(?:Copies|Copies\$1|Guard|Ignoring|Registry|Unit))$/;

test.each([
  ['without Java code', [safeHasNext]],
  ['with Java code', [safeHasNext, libraryProperty('StringBuilder_ThreadSafe')]],
])('what loads the runtime and its units is the program, but has few events: %s', (_, properties) => {
  const output = join(folder, `out${properties.length}`);
  instrumentDirectory(join(folder, 'launcher'), join(output, 'launcher'), properties);
  instrumentDirectory(join(folder, 'app'), join(output, 'app'), properties);
  const { run, report } = runMonitored(join(output, 'launcher'), 'Launcher', [join(output, 'app')]);
  const loaded = run.stdout.trim().split('\n').at(-1)!.split(' ');
  expect(loaded.length).toBeGreaterThan(80);
  expect(loaded.some((name) => name.includes('.Body_'))).toBe(properties.length > 1);
  const found = report.properties.find(({ name }) => name === 'SafeHasNext')!;
  expect(found.violations.map(({ site, count }) => ({ method: site.method, count }))).toEqual([
    { method: 'findClass', count: loaded.filter((name) => before.test(name)).length },
  ]);
});
