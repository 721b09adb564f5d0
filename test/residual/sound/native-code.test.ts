import { expect, test } from 'vitest';
import { sound } from '../../../src/residual/sound/sound.ts';
import { lineComments } from '../../support/line-comments.ts';
import { safeIterator } from '../../support/named-properties.ts';
import { compile, javaProgram } from './java-program.ts';

/** What becomes of each point where reflection may reach everything, and where it may reach nothing. */
const source = `import java.util.*;
class Main {
  static List<Integer> field = new ArrayList<>();
  static native void use(Object o);
  static native void neverCalled(Object o);
  static void given() {
    List<Integer> list = new ArrayList<>();
    Iterator<Integer> iterator = list.iterator(); // kept removed
    use(list);
    iterator.next(); // kept removed
  }
  static void inField() {
    Iterator<Integer> iterator = field.iterator(); // kept removed
    use(null);
    iterator.next(); // kept removed
  }
  static void update(List<Integer> list) {
    list.add(1); // kept removed
  }
  public static void main(String[] arguments) {
    given();
    inField();
    update(new ArrayList<>());
  }
}
`;

test.each([
  ['may be called by native code', ['**'], 0],
  ['are not, where the user says that nothing is reached so', [], 1],
])('methods and fields %s', (_, reflection, column) => {
  const { program, points } = javaProgram(compile({ 'Main.java': source }), [safeIterator]);
  const decisions = sound(program, safeIterator, points, {
    threads: 'confined',
    facts: [],
    world: { kind: 'closed', entries: ['main'], reflection },
  });
  const found = points.map(({ id, line }) => [line, decisions.get(id)!.kept ? 'kept' : 'removed']);
  expect(found).toEqual(
    lineComments(source, /^\w+ \w+$/).map(([line, what]) => [line, what.split(' ')[column]]),
  );
});
