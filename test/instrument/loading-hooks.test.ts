import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { instrumentDirectory, runMonitored } from '../support/instrumented-program.ts';
import { compileSources } from '../support/jdk.ts';
import { safeHasNext } from '../support/named-properties.ts';

/** A framework that gives each class which it loads to a hook of that very program, but for those that the hook needs itself. */
const framework = `import java.io.*;
import java.nio.file.*;
import org.osgi.framework.hooks.weaving.WeavingHook;
public class Framework extends ClassLoader {
  final Path folder;
  WeavingHook hook;
  boolean isBusy;
  Framework(Path folder) { super(Framework.class.getClassLoader()); this.folder = folder; }
  @Override protected Class<?> findClass(String name) throws ClassNotFoundException {
    if (isBusy) throw new ClassNotFoundException("cycle detected: " + name);
    try {
      byte[] bytes = Files.readAllBytes(folder.resolve(name.replace('.', '/') + ".class"));
      isBusy = hook != null;
      if (isBusy) hook.weave(name);
      isBusy = false;
      return defineClass(name, bytes, 0, bytes.length);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }
  public static void main(String[] arguments) throws Exception {
    Framework framework = new Framework(Path.of(arguments[0]));
    framework.hook = (WeavingHook) framework.loadClass("Hook").getDeclaredConstructor().newInstance();
    framework.loadClass("App").getMethod("run").invoke(null);
  }
}
`;

const hookType =
  'package org.osgi.framework.hooks.weaving; public interface WeavingHook { void weave(String name); }';

const hook = `import java.util.*;
public class Hook implements org.osgi.framework.hooks.weaving.WeavingHook, java.io.Serializable {
  final String word;
  public Hook() { this("woven"); }
  Hook(String word) { this.word = word; }
  public void weave(String name) { System.out.println(List.of(word + " " + name).iterator().next()); }
}
`;

const app = 'public class App { public static void run() { System.out.println("runs"); } }';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rrv-hooks-'));
  const type = { 'org/osgi/framework/hooks/weaving/WeavingHook.java': hookType };
  compileSources({ 'Framework.java': framework, ...type }, folder, join(folder, 'framework'), ['-g']);
  compileSources({ 'Hook.java': hook, 'App.java': app }, folder, join(folder, 'app'), [
    ...['-g', '-cp', join(folder, 'framework')],
  ]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a weaving hook of OSGi has its events, though its own unit could not be loaded while it is called', () => {
  instrumentDirectory(join(folder, 'app'), join(folder, 'monitored'), [safeHasNext]);
  const { run, report } = runMonitored(join(folder, 'framework'), 'Framework', [join(folder, 'monitored')]);
  expect(run).toMatchObject({ status: 0, stdout: 'woven App\nruns\n' });
  expect(report.properties[0]!.violations).toMatchObject([
    { count: 1, site: { class: 'Hook', method: 'weave' } },
  ]);
});
