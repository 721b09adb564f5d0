import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
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
    walk(new Own());
  }
  /** It asks whether the collection is one of the program's own. */
  static void walk(Iterable<Integer> any) {
    for (Integer each : any) System.out.println(each);
  }
  public static class Own implements Iterable<Integer> {
    public Iterator<Integer> iterator() { return new Walk(); }
  }
  static class Walk implements Iterator<Integer> {
    int left = 1;
    public boolean hasNext() { return left > 0; }
    public Integer next() { return left--; }
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

/** The program, and what is loaded before the runtime can say that it is at work, by the JVM or with the first class. */
const before =
  /^(?:App(?:\$\w+)?|rrv\.unit\.\w+\.Events|rrv\.runtime\.(?:Copies|Copies\$1|Guard|Ignoring|Registry|Unit))$/;

function unitFile(program: string): string {
  const units = join(program, 'rrv', 'unit');
  return join(units, readdirSync(units)[0]!, 'Events.class');
}

test.each([
  ['without Java code', 'none', [safeHasNext]],
  ['with Java code', 'none', [safeHasNext, libraryProperty('StringBuilder_ThreadSafe')]],
  ['with questions about collections of the program', 'sound', [safeHasNext]],
] as const)(
  'what loads the runtime and its units is the program, but has few events: %s',
  (name, analysis, properties) => {
    const output = join(folder, name);
    instrumentDirectory(join(folder, 'launcher'), join(output, 'launcher'), properties);
    instrumentDirectory(join(folder, 'app'), join(output, 'app'), properties, { analysis });
    const unit = readFileSync(unitFile(join(output, 'app')), 'latin1');
    expect(unit.includes('isOwn_')).toBe(analysis === 'sound');
    const { run, report } = runMonitored(join(output, 'launcher'), 'Launcher', [join(output, 'app')]);
    const loaded = run.stdout.trim().split('\n').at(-1)!.split(' ');
    expect(loaded.length).toBeGreaterThan(80);
    expect(loaded.some((name) => name.includes('.Body_'))).toBe(properties.length > 1);
    const found = report.properties.find(({ name }) => name === 'SafeHasNext')!;
    expect(found.violations.map(({ site, count }) => ({ method: site.method, count }))).toEqual([
      { method: 'findClass', count: loaded.filter((name) => before.test(name)).length },
    ]);
  },
);
