import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { builtCli } from '../support/cli.ts';
import { repositoryRoot } from '../support/repository.ts';

/** What the projects are made of that the commands of docs/tests.md run on: their tests violate SafeIterator in code of two modules. */

const page = readFileSync(join(repositoryRoot(), 'docs', 'tests.md'), 'utf8');

export const violation =
  '1x error SafeIterator: the collection was updated after this iterator was created at App.walk(';

export const names = `import java.util.*;

public class Names {
  public static void late(Collection<String> all) { all.add("late"); }
  public static boolean hasResource() { return Names.class.getResource("/names.txt") != null; }
}
`;
export const app = `import java.util.*;

public class App {
  public static String walk(List<String> all) {
    Iterator<String> names = all.iterator();
    Names.late(all);
    try { return names.next(); } catch (ConcurrentModificationException e) { return "late"; }
  }
}
`;
export const appTest = `import java.util.*;
import org.junit.*;

public class AppTest {
  @Test public void walks() {
    Assert.assertEquals("late", App.walk(new ArrayList<>(Arrays.asList("a"))));
    Assert.assertTrue(Names.hasResource());
  }
}
`;

/** That a bag is a collection, its library says. */
export const bags = `import java.util.*;
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
export const bagViolation = `${violation.replace('App.walk', 'Bags.walk')}Bags.java:10)`;

/** A folder for projects. */
export interface Builds {
  readonly folder: string;
  write(path: string, text: string): void;
  /** Runs commands in a project, as if rrv were installed; `first`: where commands are looked for before. */
  shell(commands: string, project: string, first?: string): { status: number | null; output: string };
  remove(): void;
}

export function temporaryBuilds(): Builds {
  const folder = mkdtempSync(join(tmpdir(), 'rrv-builds-'));
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  write('bin/npx', `#!/bin/sh\nshift\nexec node '${builtCli()}' "$@"\n`);
  chmodSync(join(folder, 'bin', 'npx'), 0o755);
  return {
    folder,
    write,
    shell(commands, project, first = '') {
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
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The first commands below a heading of the page. */
export function firstBlock(heading: string): string {
  const section = page.split(/^##+ /m).find((one) => one.startsWith(`${heading}\n`));
  return /^```\n([\s\S]*?)^```/m.exec(section ?? '')![1]!.trim();
}
