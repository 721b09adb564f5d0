import { expect, test } from 'vitest';
import type { World } from '../../../src/residual/analysis.ts';
import { sound } from '../../../src/residual/sound/sound.ts';
import { lineComments } from '../../support/line-comments.ts';
import { safeIterator } from '../../support/named-properties.ts';
import { compile, javaProgram } from './java-program.ts';

/** Code of the class library that waits for a lock interrupts its thread in the end, if that was interrupted meanwhile. */
const source = `import java.util.*;
import java.util.concurrent.*;
class Main extends Thread {
  static List<Object> list;
  static BlockingQueue<Object> queue;
  public void interrupt() {
    list.add("i"); // kept
  }
  static void walked(Iterator<Object> walked) {
    Iterator<Object> i = list.iterator(); // kept
    walked.next();
    i.next(); // kept
  }
  static void printed() {
    Iterator<Object> i = list.iterator(); // kept
    queue.toString();
    i.next(); // kept
  }
  static void text() {
    Iterator<Object> i = list.iterator(); // kept
    String.valueOf(queue);
    i.next(); // kept
  }
  static void each() {
    Iterator<Object> i = list.iterator(); // kept
    queue.forEach(o -> { });
    i.next(); // kept
  }
  static void filtered() {
    Iterator<Object> i = list.iterator(); // kept
    queue.stream().findFirst();
    i.next(); // kept
  }
  public static void main(String[] arguments) {
    list = new ArrayList<>();
    list.add("x"); // new
    queue = new ArrayBlockingQueue<>(1);
    walked(queue.iterator());
    printed(); text(); each(); filtered();
    new Main().start();
  }
}
`;

const worlds: readonly World[] = [{ kind: 'open' }, { kind: 'closed', entries: ['main'], reflection: [] }];

test.each(worlds)('may run an overriding interrupt() in a world that is $kind', (world) => {
  const { program, points } = javaProgram(compile({ 'Main.java': source }), [safeIterator]);
  const decisions = sound(program, safeIterator, points, { threads: 'confined', facts: [], world });
  const removed = points.filter(({ id }) => !decisions.get(id)!.kept).map(({ line }) => line!);
  const expected = lineComments(source, /^kept$/).map(([line]) => line);
  expect(expected.length).toBe(11);
  expect(expected.filter((line) => removed.includes(line))).toEqual([]);
});
