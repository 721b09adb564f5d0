import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { compileJava, defaultJdk, type Jdk } from './jdk.ts';
import { mavenJars } from './maven.ts';
import { repositoryRoot } from './repository.ts';

const asm = 'org.ow2.asm:asm-util:9.10.1';

/**
 * What ASM's CheckClassAdapter, with its data-flow verifier, says about classes, run on the JDK that they belong to: a line
 * `name message` per class with a defect, sorted. `needed`: what they mention that the JDK has not, by internal name. Needs Maven Central.
 */
export function complaintsOfAsm(
  jdk: Jdk,
  classes: Iterable<Uint8Array>,
  needed: Readonly<Record<string, Uint8Array>> = {},
): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'rrv-asm-'));
  try {
    const container = join(folder, 'classes');
    const file = openSync(container, 'w');
    let count = 0;
    for (const bytes of classes) {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(bytes.length);
      writeSync(file, length);
      writeSync(file, bytes);
      count++;
    }
    closeSync(file);
    for (const [name, bytes] of Object.entries(needed)) {
      mkdirSync(join(folder, dirname(name)), { recursive: true });
      writeFileSync(join(folder, `${name}.class`), bytes);
    }
    const jars = mavenJars({ artifacts: [asm], transitive: true });
    const source = join(repositoryRoot(), 'test', 'classfile', 'java', 'CheckAll.java');
    compileJava(defaultJdk(), [source], folder, ['--release', '17', '-cp', jars.join(delimiter)]);
    const output = execFileSync(
      join(jdk.home, 'bin', 'java'),
      ['--add-modules', 'ALL-SYSTEM', '-cp', [folder, ...jars].join(delimiter), 'CheckAll', container],
      { encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    if (!output.endsWith(`checked ${count}\n`)) throw new Error(`ASM checked less than ${count}: ${output}`);
    return output.split('\n').slice(0, -2).sort();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
