import { describe, expect, test } from 'vitest';
import { builtinProperties, safeHasNext, safeIterator } from '../../../src/property/builtin.ts';
import type { Property } from '../../../src/property/model.ts';
import { sound } from '../../../src/residual/sound/sound.ts';
import { compile, javaProgram } from './java-program.ts';

/** Line, event and decision of every point of a property in a class made of the given members. */
function decide(property: Property, members: string, others: Record<string, string> = {}): readonly string[] {
  const classes = compile({ 'T.java': `import java.util.*;\nclass T {\n${members}\n}\n`, ...others });
  const { program, points } = javaProgram(classes, builtinProperties);
  const own = points.filter((point) => point.property === property);
  const decisions = sound(program, property, own, { threads: 'confined', facts: [] });
  return own.map((point) => {
    const decision = decisions.get(point.id)!;
    return `${point.method} ${point.event.name} ${decision.kept ? decision.reason : 'removed'}`;
  });
}

describe('SafeHasNext', () => {
  test('a loop over a local iterator vanishes', () => {
    expect(
      decide(
        safeHasNext,
        'int m(List<String> l) { int n = 0; for (String s : l) n += s.length(); return n; }',
      ),
    ).toEqual(['m hasNext removed', 'm next removed']);
  });

  test('next() without hasNext() stays, with its reason', () => {
    expect(decide(safeHasNext, 'String m(List<String> l) { return l.iterator().next(); }')).toEqual([
      'm next kept: without it a report would be lost after next',
    ]);
  });

  test('an iterator from elsewhere stays', () => {
    const [first] = decide(
      safeHasNext,
      'void m(Iterator<String> i) { while (i.hasNext()) i.next(); } void n(Iterator<String> i) { i.next(); }',
    );
    expect(first).toBe('m hasNext kept: i may come from outside the method');
  });
});

describe('SafeIterator', () => {
  test('a loop that updates nothing vanishes', () => {
    expect(
      decide(
        safeIterator,
        'int m(List<String> l) { int n = 0; for (String s : l) n++; return n; } void u(List<String> l) { l.add("x"); }',
      ),
    ).toEqual(['m create removed', 'm next removed', 'u update removed']);
  });
});
