import { expect, test } from 'vitest';
import { readClassFile } from '../../src/classfile/class-file.ts';
import { mainMethodOf } from '../../src/instrument/program/class-facts.ts';
import { compile } from '../residual/sound/java-program.ts';

/** The descriptor of the method that starts the program, in a class of the version given. */
function mainOf(bytes: Uint8Array, majorVersion: number): string | undefined {
  const copy = bytes.slice();
  copy[7] = majorVersion;
  const file = readClassFile(copy);
  const index = mainMethodOf(file);
  return index === undefined ? undefined : file.methods[index]!.descriptor;
}

test('the method that a launcher starts, which that of Java 25 looks for in classes of any version', () => {
  const classes = compile({
    'A.java': 'class A { static void main() { } public static void main(String[] args) { } }',
    'B.java': 'class B { void main() { } }',
    'C.java': 'class C { void main() { } protected void main(String[] args) { } }',
    'D.java': 'class D { private void main() { } int main(int n) { return n; } }',
    'E.java': 'abstract class E { abstract void main(); }',
  });
  const java17 = 61;
  const java25 = 69;
  const withParameter = '([Ljava/lang/String;)V';
  for (const version of [java17, java25])
    expect([...'ABCDE'].map((name) => mainOf(classes.get(name)!, version))).toEqual([
      withParameter,
      '()V',
      withParameter,
      undefined,
      undefined,
    ]);
});
