import { expect, test } from 'vitest';
import { sound } from '../../../src/residual/sound/sound.ts';
import { safeIterator } from '../../support/named-properties.ts';
import { compile, javaProgram } from './java-program.ts';

const main = `import java.util.*;
class Main {
  static List<String> list = new ArrayList<>();
  public static void main(String[] args) throws Exception {
    Iterator<String> i = list.iterator();
    "text".getBytes(args[0]);
    i.next();
  }
}`;

/** A provider of the program, which META-INF/services names. */
const provider = (method: string, initialiser: string) => `import java.nio.charset.*;
import java.util.*;
public class Provider extends java.nio.charset.spi.CharsetProvider {
  ${initialiser}
  public Iterator<Charset> charsets() { return Collections.emptyIterator(); }
  public Charset charsetForName(String name) { ${method} return null; }
}`;
const update = 'Main.list.add("x");';

test.each([
  ['a method', provider(update, '')],
  ['the constructor', provider('', `public Provider() { ${update} }`)],
  ['the initialiser', provider('', `static { ${update} }`)],
])('the name of a charset runs %s of a provider', (_, source) => {
  const { program, points } = javaProgram(compile({ 'Main.java': main, 'Provider.java': source }), [
    safeIterator,
  ]);
  for (const world of [
    { kind: 'open' },
    { kind: 'closed', entries: ['Main#main'], reflection: [] },
  ] as const) {
    const decisions = sound(program, safeIterator, points, { threads: 'confined', facts: [], world });
    expect(points.filter(({ id }) => !decisions.get(id)!.kept)).toEqual([]);
  }
});
