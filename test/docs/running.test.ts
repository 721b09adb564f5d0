import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtCli, rrv } from '../support/cli.ts';
import { compileJava, compileSources, defaultJdk, runJava } from '../support/jdk.ts';
import { repositoryRoot } from '../support/repository.ts';

const root = repositoryRoot();
const page = readFileSync(join(root, 'docs', 'running.md'), 'utf8');
const runtime = join(root, 'runtime-java', 'src', 'rrv', 'runtime');

/** The code of the page, in order. */
const blocks = [...page.matchAll(/^```(\w*)\n([\s\S]*?)^```/gm)].map(([, language, text]) => ({
  language: language!,
  text: text!,
}));

/** The block of code that has this text in it. Throws unless there is one. */
function block(part: string, language = ''): string {
  const found = blocks.filter((one) => one.language === language && one.text.includes(part));
  if (found.length !== 1) throw new Error(`${found.length} blocks with ${part}`);
  return found[0]!.text;
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rrv-running-'));
  builtCli();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function instrument(input: string, output: string, properties: string, ...options: string[]): void {
  const args = ['instrument', input, '--prop', properties, ...options, '-o', output, '--quiet'];
  const run = rrv(args, { cwd: folder });
  if (run.status !== 0) throw new Error(run.stderr);
}

it('shows the line and the report of the sample program as they are', () => {
  const sources = join(root, 'examples', 'warehouse', 'src', 'warehouse');
  const files = readdirSync(sources).map((name) => join(sources, name));
  mkdirSync(join(folder, 'warehouse'));
  compileJava(defaultJdk(), files, join(folder, 'warehouse'), ['-g']);
  instrument('warehouse', 'monitored', 'SafeHasNext');
  const report = join(folder, 'violations.json');
  const run = runJava(defaultJdk(), [
    `-Drrv.report=${report}`,
    ...['-cp', join(folder, 'monitored'), 'warehouse.Warehouse'],
  ]);
  expect(run.stderr).toBe(block('at warehouse.Stock.cheapest(Stock.java:50)'));
  const text = readFileSync(report, 'utf8');
  expect(text).not.toContain('\n');
  expect(JSON.parse(block('schemaVersion', 'json'))).toEqual(JSON.parse(text));
});

it('lists the settings that the runtime reads, with their values', () => {
  const source = readFileSync(join(runtime, 'Settings.java'), 'utf8').replace(
    'DEBUG, null',
    '"rrv.debug", null',
  );
  const read = [...source.matchAll(/\b(read|choice|number)\(("rrv[^;]*?)\)/g)].map(([, kind, list]) => {
    const [property, variable, ...values] = list!
      .replace(', GENERAL', ', "general"')
      .split(', ')
      .map((word) => word.replaceAll('"', ''));
    if (kind === 'read') return [property, variable, 'a path', 'none'];
    if (kind === 'number') return [property, variable, '0 to 2147483647', values[0]];
    return [property, variable === 'null' ? '' : variable, values.join(', '), values[0]];
  });
  const table = page.split('| property | variable |')[1]!.split('\n\n')[0]!;
  const rows = table
    .split('\n')
    .filter((row) => row.startsWith('| `rrv.'))
    .map((row) =>
      row
        .split('|')
        .slice(1, 5)
        .map((cell) => cell.trim().replaceAll('`', '')),
    );
  expect(rows).toEqual(read);
  expect(rows).toHaveLength(11);
});

it('shows what led to a violation as it is printed', () => {
  const program = `import java.util.*;

public class Names {
  static final Map<String, String> ALL = new HashMap<>(Map.of("a", "b"));

  // A view of the map is walked while
  // another thread puts something
  // into it.


  public static void main(String[] arguments) throws InterruptedException {
    Collection<String> values = ALL.values();
    Iterator<String> names = values.iterator();
    Thread other = new Thread(() -> ALL.put("c", "d")); other.start(); other.join();
    try { names.next(); } catch (ConcurrentModificationException e) { System.out.println("caught"); }
  }
}`;
  compileSources({ 'Names.java': program }, join(folder, 'led-src'), join(folder, 'led'), ['-g']);
  instrument('led', 'led-monitored', 'SafeMapIterator');
  const run = runJava(defaultJdk(), ['-Drrv.history=10', '-cp', join(folder, 'led-monitored'), 'Names']);
  const told = (text: string) => text.replace(/thread (?!1$)\d+$/gm, 'thread N');
  expect(told(run.stderr)).toBe(told(block('in thread 13')));
});

it('shows a trace as it is written, and as properties try takes it', () => {
  const program = `import java.util.*;




public class Names {
  public static void main(String[] arguments) {
    List<String> names = new ArrayList<>(List.of("a", "b"));
    Iterator<String> first = names.iterator();
    first.next();
    names.add("c");
    try { first.next(); } catch (ConcurrentModificationException e) { }
  }
}`;
  compileSources({ 'Names.java': program }, join(folder, 'traced-src'), join(folder, 'traced'), ['-g']);
  instrument('traced', 'traced-monitored', 'SafeIterator', '--analysis', 'none');
  runJava(defaultJdk(), [
    `-Drrv.trace=${join(folder, 'traces')}`,
    ...['-cp', join(folder, 'traced-monitored'), 'Names'],
  ]);
  const trace = join(folder, 'traces', 'SafeIterator.trace');
  expect(readFileSync(trace, 'utf8')).toBe(block('# SafeIterator(c, i)'));
  expect(rrv(['properties', 'try', 'SafeIterator', trace])).toMatchObject({ status: 0, stderr: '' });
});

describe('fields that keep where it began', () => {
  const program = `import java.io.*;
import java.util.*;
import java.util.concurrent.*;

public class Names {
  static final List<String> ALL = new CopyOnWriteArrayList<>(List.of("a", "b"));

  static String second(Iterator<String> names) {
    return names.next();
  }

  static Iterator<String> first() { Collection<String> all = ALL; return all.iterator(); }


  static InputStream open(String name) throws IOException {
    return new FileInputStream(name);
  }

  public static void main(String[] arguments) throws IOException {
    InputStream kept = open(arguments[0]), closed = open(arguments[0]);
    closed.close();
    Iterator<String> names = first();
    ALL.add("c");
    names.next();
    System.out.println(kept == null);
  }
}
`;

  it('name the place of the opening event', () => {
    compileSources({ 'Names.java': program }, join(folder, 'source'), join(folder, 'names'), ['-g']);
    const properties = ['IteratorFromWhere', 'OpenAtEnd'].map((name) => {
      const file = join(folder, `${name}.mop`);
      writeFileSync(file, block(`${name}(`));
      return file;
    });
    instrument('names', 'names-monitored', properties.join(','));
    const file = join(folder, 'source', 'Names.java');
    const run = runJava(defaultJdk(), ['-cp', join(folder, 'names-monitored'), 'Names', file]);
    expect(run.stderr).toBe(block('warning IteratorFromWhere: ') + block('warning OpenAtEnd: '));
  });
});

describe('listeners', () => {
  it('have the signatures that the page says', () => {
    let owner = '';
    let count = 0;
    for (const line of block('public interface ViolationListener', 'java').split('\n')) {
      const [, type] = /^public (?:final )?(?:class|interface) (\w+)/.exec(line) ?? [];
      if (type !== undefined) owner = readFileSync(join(runtime, `${type}.java`), 'utf8');
      const [, member] = /^ {4}([^;]+);/.exec(line) ?? [];
      if (type !== undefined) expect(owner).toContain(line);
      if (member === undefined) continue;
      expect(owner).toMatch(new RegExp(`^ {4}${member.replace(/[()[\]]/g, '\\$&')}(?:;| \\{)`, 'm'));
      count++;
    }
    expect(count).toBe(16);
  });

  it.skipIf(process.platform === 'win32')('hear of violations as the example shows', () => {
    const tools = join(folder, 'tools');
    mkdirSync(tools);
    // npx, as where rrv is installed.
    const npx = join(tools, 'npx');
    writeFileSync(npx, `#!/bin/sh\nshift\nexec "${process.execPath}" "${builtCli()}" "$@"\n`);
    chmodSync(npx, 0o755);
    const work = join(folder, 'watched');
    mkdirSync(work);
    writeFileSync(join(work, 'Watched.java'), block('public class Watched', 'java'));
    const path = [tools, join(defaultJdk().home, 'bin'), dirname(process.execPath), process.env.PATH];
    const run = spawnSync('sh', ['-e', '-c', block('npx rrv env')], {
      cwd: work,
      encoding: 'utf8',
      env: { ...process.env, PATH: path.join(delimiter) },
    });
    expect(run.status).toBe(0);
    expect(run.stdout).toBe(block('warning SafeHasNext at Watched.job'));
    expect(run.stderr).not.toContain('RRV_');
    const [report] = readdirSync(work).filter((name) => /^job-\d+\.json$/.test(name));
    expect(JSON.parse(readFileSync(join(work, report!), 'utf8'))).toMatchObject({
      properties: [{ name: 'SafeHasNext', violations: [{ count: 2 }] }],
    });
  });
});
