import { mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { compileJava, compileSources, defaultJdk, type Jdk, runJava } from '../../support/jdk.ts';
import { mavenJars } from '../../support/maven.ts';

interface Compiled {
  readonly sources: readonly string[];
  /** The folder of what javac made of them; class `Main` in it may find the others by their names. */
  readonly classes: string;
  readonly jdk: Jdk;
}

/** Each replaces the classes by byte code that does the same. They need Maven Central. */
const makers = {
  /** Eclipse's compiler. */
  ecj({ sources, classes, jdk }: Compiled, work: string): void {
    const jars = mavenJars({ artifacts: ['org.eclipse.jdt:ecj:3.33.0'] });
    const options = ['-17', '-g', '-nowarn', '-proc:none', '-d', join(work, 'classes')];
    const main = 'org.eclipse.jdt.internal.compiler.batch.Main';
    run(jdk, ['-cp', jars.join(delimiter), main, ...options, ...sources]);
    replace(classes, join(work, 'classes'));
  },

  /** An optimizer: inlines, merges classes and locals, takes parameters away. */
  proguard({ classes, jdk }: Compiled, work: string): void {
    const jars = mavenJars({ artifacts: ['com.guardsquare:proguard-base:7.6.1'], transitive: true });
    run(jdk, [
      ...['-cp', jars.join(delimiter), 'proguard.ProGuard'],
      ...['-injars', classes, '-outjars', join(work, 'classes')],
      ...['-libraryjars', `${join(jdk.home, 'jmods', 'java.base.jmod')}(!**.jar;!module-info.class)`],
      ...['-dontobfuscate', '-allowaccessmodification', '-optimizationpasses', '3', '-dontnote', '-dontwarn'],
      ...['-keep', 'class Main { *; }', '-keep', 'class P* { static void start(); }'],
      ...['-keepattributes', 'LineNumberTable'],
    ]);
    replace(classes, join(work, 'classes'));
  },

  /** What Scramble.java says, unlike any compiler's. */
  scrambled({ classes }: Compiled, work: string): void {
    const jars = mavenJars({ artifacts: ['org.ow2.asm:asm-tree:9.10.1'], transitive: true });
    const jdk = defaultJdk();
    compileJava(jdk, [join(import.meta.dirname, 'java', 'Scramble.java')], work, [
      '-cp',
      jars.join(delimiter),
    ]);
    const names = readdirSync(classes)
      .map((file) => file.replace(/\.class$/, ''))
      .filter((name) => name !== 'Main');
    run(jdk, ['-cp', [work, ...jars].join(delimiter), 'Scramble', classes, ...names]);
  },
} as const;

/**
 * Compiles random programs as `compileSources` does, and has RRV_RANDOM_THROUGH (ecj, proguard, scrambled), if it is set, make other byte code of them.
 * Throws with what that says, if it fails.
 */
export function compileRandom(
  sources: Readonly<Record<string, string>>,
  folder: string,
  classes: string,
  jdk: Jdk = defaultJdk(),
): void {
  compileSources(sources, folder, classes, ['-g', '-Xlint:none'], jdk);
  const name = process.env.RRV_RANDOM_THROUGH;
  if (name === undefined) return;
  if (!isMaker(name))
    throw new Error(`RRV_RANDOM_THROUGH=${name} is none of ${Object.keys(makers).join(', ')}`);
  const work = mkdtempSync(join(tmpdir(), `rrv-${name}-`));
  try {
    makers[name]({ sources: Object.keys(sources).map((file) => join(folder, file)), classes, jdk }, work);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function isMaker(name: string): name is keyof typeof makers {
  return Object.hasOwn(makers, name);
}

function run(jdk: Jdk, args: readonly string[]): void {
  const { status, stdout, stderr } = runJava(jdk, args);
  if (status !== 0) throw new Error(`${args.slice(0, 3).join(' ')}: ${stdout}${stderr}`);
}

function replace(folder: string, by: string): void {
  rmSync(folder, { recursive: true });
  renameSync(by, folder);
}
