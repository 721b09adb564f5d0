import { expect, test } from 'vitest';
import type { World } from '../../../src/residual/analysis.ts';
import { sound } from '../../../src/residual/sound/sound.ts';
import { lineComments } from '../../support/line-comments.ts';
import { safeMapIterator } from '../../support/named-properties.ts';
import { compile, javaProgram } from './java-program.ts';

/** A key set of a ConcurrentHashMap returns its map, so that who is given the one can update the other. */
const source = `import java.util.*;
import java.util.concurrent.ConcurrentHashMap;
class Main {
  static void update(Set<?> keys) {
    ((Map) ((ConcurrentHashMap.KeySetView) keys).getMap()).put("c", "d"); // kept
  }
  static void walk() {
    Map<Object, Object> map = new ConcurrentHashMap<>();
    map.put("a", "b");
    Set<Object> keys = map.keySet(); // kept
    Iterator<Object> i = keys.iterator(); // kept
    update(keys);
    i.next(); // kept
  }
  static class Own extends ConcurrentHashMap<Object, Object> { }
  static void walkOwn() {
    Own map = new Own();
    map.put("a", "b");
    Set<Object> keys = map.keySet(); // kept
    Iterator<Object> i = keys.iterator(); // kept
    update(keys);
    i.next(); // kept
  }
  public static void main(String[] arguments) {
    walk();
    walkOwn();
  }
}
`;

const worlds: readonly World[] = [{ kind: 'open' }, { kind: 'closed', entries: ['main'], reflection: [] }];

test.each(worlds)('a map that its key set hands out is known to others in a world that is $kind', (world) => {
  const { program, points } = javaProgram(compile({ 'Main.java': source }), [safeMapIterator]);
  const decisions = sound(program, safeMapIterator, points, { threads: 'confined', facts: [], world });
  const kept = points.filter(({ id }) => decisions.get(id)!.kept).map(({ line }) => line!);
  const expected = lineComments(source, /^kept$/).map(([line]) => line);
  expect(kept).toEqual(expect.arrayContaining(expected));
});
