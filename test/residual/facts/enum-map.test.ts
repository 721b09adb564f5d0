import { expect, test } from 'vitest';
import { sound } from '../../../src/residual/sound/sound.ts';
import { lineComments } from '../../support/line-comments.ts';
import { safeMapIterator } from '../../support/named-properties.ts';
import { compile, javaProgram } from '../sound/java-program.ts';

/** Making an EnumMap runs code of the enumeration, which is given nothing: the map is as new as any. */
const source = `import java.util.*;
public class Main {
  enum Kind {
    ONE, TWO;
    static final Map<Kind, Integer> all = new HashMap<>();
    Kind() { Main.runs++; }
  }
  static int runs;
  static int sum() {
    Map<Kind, Integer> map = new EnumMap<>(Kind.class);
    map.put(Kind.ONE, 1); // gone
    int sum = 0;
    for (Kind kind : map.keySet()) sum += kind.ordinal(); // gone
    return sum;
  }
  static Map<Kind, Integer> copy(Map<Kind, Integer> map) {
    Map<Kind, Integer> copy = new EnumMap<>(map);
    copy.put(Kind.TWO, 2); // kept
    return copy;
  }
  static void given(Map<Kind, Integer> map) {
    Iterator<Kind> kinds = map.keySet().iterator(); // kept
    map.put(Kind.ONE, 1); // kept
    kinds.next(); // kept
  }
}
`;

test('a new EnumMap is known to nobody else', () => {
  const { program, points } = javaProgram(compile({ 'Main.java': source }), [safeMapIterator]);
  const decisions = sound(program, safeMapIterator, points, {
    threads: 'confined',
    facts: [],
    world: { kind: 'open' },
  });
  const found = new Set(points.map(({ id, line }) => `${line} ${decisions.get(id)!.kept ? 'kept' : 'gone'}`));
  const expected = lineComments(source, /^(?:kept|gone)$/).map(([line, what]) => `${line} ${what}`);
  expect([...found].sort()).toEqual(expected.sort());
});
