import { expect, test } from 'vitest';
import { sound } from '../../../src/residual/sound/sound.ts';
import { safeIterator } from '../../support/named-properties.ts';
import { compile, javaProgram } from './java-program.ts';

const own =
  'public String toString() { list.add("x"); return "n"; } public int hashCode() { list.add("x"); return 1; }';

/** What is said of the points of m, in their order: iterator() and next(). */
test.each([
  ['of a record', `record Named(String name) { ${own} }`, 'new Named("n")', false],
  [
    'of a record, but what the record does itself',
    `record Named(String name) { Named { list.add(name); } ${own} }`,
    'new Named("n")',
    true,
  ],
  ['of a stream', own, 'new java.io.StringWriter()', false],
  [
    'of a class above',
    'static class In extends java.io.InputStream { public int read() { list.add("x"); return -1; } }',
    'new In()',
    false,
  ],
  [
    'of a class above, but what the class does itself',
    'static class In extends java.io.InputStream { { list.add("x"); } public int read() { return -1; } }',
    'new In()',
    true,
  ],
  [
    'that calls a method of the program',
    'static class Out extends java.io.PipedReader { Out() throws java.io.IOException { super(new java.io.PipedWriter()); } public void connect(java.io.PipedWriter w) { list.add("x"); } }',
    'try { new Out(); } catch (java.io.IOException e) { }',
    true,
  ],
])('events that may come from the constructor %s', (_, members, expression, kept) => {
  const classes = compile({
    'P.java': `import java.util.*;
class P { static List<String> list = new ArrayList<>(); ${members}
void m() { Iterator<String> i = list.iterator(); ${expression}; i.next(); } }`,
  });
  const { program, points } = javaProgram(classes, [safeIterator]);
  const decisions = sound(program, safeIterator, points, {
    threads: 'confined',
    facts: [],
    world: { kind: 'open' },
  });
  const ofM = points.filter(({ event }) => event.name !== 'update');
  expect(ofM.map(({ id }) => decisions.get(id)!.kept)).toEqual([kept, kept]);
});
