import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { loadProperties } from '../../src/property/language/load.ts';
import { instrumentDirectory, runMonitored } from '../support/instrumented-program.ts';
import { compileJava, defaultJdk } from '../support/jdk.ts';
import { mavenJar } from '../support/maven.ts';
import * as bodies from './bodies-program.ts';
import * as flows from './control-flow-program.ts';
import * as members from './members-program.ts';
import * as patterns from './patterns-program.ts';

/**
 * AspectJ judges what `execution`, `staticinitialization` and `cflow` mean: the same pointcuts as advice of an aspect,
 * on the same classes, run as often.
 */
const version = '1.9.26';

const folder = mkdtempSync(join(tmpdir(), 'rrv-aspectj-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const counter = `import java.util.*;
public class Count {
  static final Map<String, Integer> COUNTS = new TreeMap<>();
  static { Runtime.getRuntime().addShutdownHook(new Thread(() -> COUNTS.forEach((n, c) -> System.err.println("count " + n + " " + c)))); }
  static synchronized void hit(String name) { COUNTS.merge(name, 1, Integer::sum); }
}
`;

/** Each event as an aspect that counts: in one aspect their order would matter. The conditions stand in its body, since AspectJ knows no result in `if`. */
function aspectOf(properties: string): string {
  const events = [...properties.matchAll(/^ {2}event (\w+) (.*?) : (.*) \{ \}$/gm)];
  const names = [...properties.matchAll(/^(\w+)\((.*)\) \{$/gm)].map(
    (found) => [found.index, found[1]] as const,
  );
  const aspects = events.map(({ index, 1: event, 2: kind, 3: pointcut }, number) => {
    const property = names.findLast(([start]) => start < index)![1];
    const [, plain, condition] = /^(.*?)(?: && condition\((.*)\))?$/.exec(pointcut!)!;
    const count = `if (${condition ?? 'true'}) Count.hit("${property}.${event}");`;
    return `aspect Oracle${number} { ${kind} : ${plain} { ${count} } }`;
  });
  return aspects.join('\n');
}

// AspectJ sees no method references, which are calls to rrv.
const withoutReferences = { ...flows, program: flows.program.replace('Flow::locked', '() -> locked()') };

test.each([
  ['Bodies', bodies],
  ['Flow', withoutReferences],
  ['Members', members],
  ['Patterns', patterns],
])('%s: AspectJ counts the same', (main, { program, properties }) => {
  const at = (name: string) => join(folder, main, name);
  mkdirSync(at('.'), { recursive: true });
  writeFileSync(at(`${main}.java`), program);
  writeFileSync(at('Count.java'), counter);
  writeFileSync(at('Oracle.aj'), aspectOf(properties));
  const jdk = defaultJdk();
  compileJava(jdk, [at(`${main}.java`)], at('plain'), ['-g']);
  compileJava(jdk, [at('Count.java')], at('count'));
  const [tools, runtime] = [
    mavenJar(`org.aspectj:aspectjtools:${version}`),
    mavenJar(`org.aspectj:aspectjrt:${version}`),
  ];
  const java = join(jdk.home, 'bin', 'java');
  execFileSync(java, [
    ...['-cp', tools, 'org.aspectj.tools.ajc.Main', '-17', '-nowarn', '-Xlint:ignore'],
    ...[
      '-cp',
      [runtime, at('count')].join(delimiter),
      '-inpath',
      at('plain'),
      '-d',
      at('aspect'),
      at('Oracle.aj'),
    ],
  ]);
  const classPath = [at('aspect'), at('count'), runtime].join(delimiter);
  const oracle = spawnSync(java, ['-cp', classPath, main], { encoding: 'utf8' });
  const counts = Object.fromEntries(
    [...oracle.stderr.matchAll(/^count (\S+) (\d+)$/gm)].map(([, name, count]) => [name!, Number(count)]),
  );

  const lookup = (name: string) =>
    /^java\.(?:lang|io)\.[A-Z]\w+$|^java\.util\.Collection$|^(?:Bodies|Flow|Members|Patterns)(?:\$\w+)?$/.test(
      name,
    );
  const loaded = loadProperties('all.mop', properties, { lookup }).properties;
  instrumentDirectory(at('plain'), at('woven'), loaded);
  const { run, report } = runMonitored(at('woven'), main);
  // AspectJ changes the default serialVersionUID of a class that it gives an initialiser.
  const text = (output: string) => output.replace(/-?\d{15,}/, 'serialVersionUID');
  expect(text(run.stdout)).toBe(text(oracle.stdout));
  const events = report.properties.flatMap(({ name, events: some }) =>
    Object.entries(some).map(([event, count]) => [`${name}.${event}`, count] as const),
  );
  expect(events.length).toBeGreaterThan(10);
  expect(Object.fromEntries(events.filter(([, count]) => count > 0))).toEqual(counts);
});
