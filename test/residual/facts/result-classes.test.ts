import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import {
  classesNeverReturned,
  neverPlain,
  resultClasses,
} from '../../../src/residual/facts/result-classes.ts';
import { compileSources, jdkOfRelease, newerReleases, runJava } from '../../support/jdk.ts';
import { plainCollections } from './plain-collections.ts';

/**
 * Calls each method of the arguments "owner.name[descriptor] class" with objects of many classes, what other calls returned among them, and prints the
 * ones that exist, with the number of objects that are of the class, and of others.
 */
const source = `import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.*;

public class ResultClasses {
  static final List<Object> pool = new ArrayList<Object>(Arrays.<Object>asList(
      new ArrayList<Object>(Arrays.asList(1, 2)), new ArrayDeque<Object>(), new HashSet<Object>(Arrays.asList(1)),
      new TreeSet<Object>(Arrays.asList(1, 2)), new LinkedHashSet<Object>(), new HashMap<Object, Object>(),
      new TreeMap<Object, Object>(), new LinkedHashMap<Object, Object>(), new Object[] {1, 2}, new Object[0],
      Collections.emptyList(), Collections.emptyMap(), Collections.singletonList(1), new Vector<Object>(),
      new Map.Entry[] {new AbstractMap.SimpleEntry<Object, Object>(1, 2)}));

  public static void main(String[] claims) throws Exception {
    for (int turn = 0; turn < 2; turn++) {
      List<Object> returned = new ArrayList<Object>();
      for (int at = 0; at < claims.length; at += 2) {
        int right = 0, wrong = 0;
        String owner = claims[at].replaceAll("\\\\.[^.]*$", "");
        String called = claims[at].substring(owner.length() + 1).replaceAll("\\\\(.*", "");
        for (Method method : Class.forName(owner.replace('/', '.')).getMethods()) {
          if (!method.getName().equals(called) || !Modifier.isStatic(method.getModifiers())
              || claims[at].endsWith("Map;") && method.getReturnType() != Map.class) continue;
          for (int sample = 0; sample < pool.size(); sample++) {
            Object result;
            try {
              result = method.invoke(null, arguments(method.getParameterTypes(), sample));
            } catch (IllegalArgumentException notOfThatType) {
              continue;
            }
            if (Class.forName(claims[at + 1].replace('/', '.')).isInstance(result)) right++; else wrong++;
            returned.add(result);
          }
        }
        if (turn == 1 && right + wrong > 0) System.out.println(claims[at] + " " + (right > 0) + " " + wrong);
      }
      pool.addAll(returned.subList(0, Math.min(returned.size(), 400)));
    }
  }

  static Object[] arguments(Class<?>[] types, int sample) {
    Object[] arguments = new Object[types.length];
    for (int at = 0; at < types.length; at++)
      arguments[at] = types[at] == Object.class ? "object " + at : pool.get(sample);
    return arguments;
  }
}
`;

/** Asks lists of all classes for sub-lists, and those for theirs; prints how many there are, and how many of them are of the classes of the arguments. */
const views = `import java.util.*;
import java.util.concurrent.CopyOnWriteArrayList;

public class Views {
  public static void main(String[] never) throws Exception {
    List<Object> some = Arrays.<Object>asList(1, 2, 3);
    List<List<Object>> lists = new ArrayList<List<Object>>(Arrays.asList(
        some, new ArrayList<Object>(some), new LinkedList<Object>(some), new Vector<Object>(some), new CopyOnWriteArrayList<Object>(some),
        Collections.nCopies(3, (Object) 1), Collections.singletonList((Object) 1), Collections.emptyList()));
    Stack<Object> stack = new Stack<Object>();
    stack.addAll(some);
    lists.add(stack);
    try {
      lists.add((List<Object>) List.class.getMethod("of", Object[].class).invoke(null, (Object) new Object[] {1, 2, 3, 4}));
      lists.add((List<Object>) List.class.getMethod("of", Object.class).invoke(null, 1));
    } catch (NoSuchMethodException before9) { }
    int found = 0, wrong = 0;
    for (int at = 0; at < lists.size() && lists.size() < 20000; at++) {
      List<Object> list = lists.get(at);
      if (at < 200) {
        lists.add(Collections.unmodifiableList(list));
        lists.add(Collections.synchronizedList(list));
        lists.add(Collections.checkedList(list, Object.class));
        try {
          lists.add((List<Object>) List.class.getMethod("reversed").invoke(list));
        } catch (NoSuchMethodException before21) { }
      }
      for (int to = 0; to <= list.size(); to++) {
        List<Object> view = list.subList(0, to);
        found++;
        for (String name : never) if (Class.forName(name.replace('/', '.')).isInstance(view)) wrong++;
        if (to > 0) lists.add(view);
      }
    }
    System.out.println(found + " " + wrong);
  }
}
`;

/**
 * Wraps maps of all kinds by each method "name", up to the argument "of", and asks what that returns by all methods without parameters. Prints how
 * many collections these return, how many of them are of one of the classes behind "of", and how many of these classes are of one behind "never".
 */
const wrapped = `import java.lang.reflect.Method;
import java.util.*;
import java.util.concurrent.*;

public class Wrapped {
  public static void main(String[] arguments) throws Exception {
    List<String> all = Arrays.asList(arguments);
    int of = all.indexOf("of"), end = all.indexOf("never");
    Set<String> plain = new HashSet<String>(all.subList(of + 1, end));
    List<Map<Object, Object>> maps = new ArrayList<Map<Object, Object>>(Arrays.<Map<Object, Object>>asList(
        new HashMap<Object, Object>(), new LinkedHashMap<Object, Object>(), new TreeMap<Object, Object>(), new Hashtable<Object, Object>(),
        new IdentityHashMap<Object, Object>(), new WeakHashMap<Object, Object>(), new ConcurrentHashMap<Object, Object>(),
        new ConcurrentSkipListMap<Object, Object>(), Collections.emptyMap(), Collections.singletonMap((Object) 1, (Object) 2)));
    int returned = 0, wrong = 0;
    for (Map<Object, Object> map : maps)
      for (Method wrap : Collections.class.getMethods()) {
        if (!all.subList(0, of).contains(wrap.getName()) || !wrap.getParameterTypes()[0].isInstance(map)) continue;
        Object asked = wrap.invoke(null, map);
        for (Class<?> type : Arrays.asList(Map.class, wrap.getReturnType()))
          for (Method method : type.getMethods()) {
            if (method.getParameterTypes().length > 0 || !Collection.class.isAssignableFrom(method.getReturnType())) continue;
            returned++;
            if (plain.contains(method.invoke(asked).getClass().getName())) wrong++;
          }
      }
    int never = 0;
    for (String name : plain)
      for (String other : all.subList(end + 1, all.size()))
        try {
          if (Class.forName(other).isAssignableFrom(Class.forName(name))) never++;
        } catch (ClassNotFoundException ofAnotherRelease) { }
    System.out.println(returned + " " + wrong + " " + never);
  }
}
`;

const folder = mkdtempSync(join(tmpdir(), 'rrv-results-'));
compileSources(
  { 'ResultClasses.java': source, 'Views.java': views, 'Wrapped.java': wrapped },
  folder,
  folder,
  ['--release', '8', '-Xlint:-options'],
);
afterAll(() => rmSync(folder, { recursive: true }));

describe.each([8, 11, 17, 21, 25, ...newerReleases()])('on JDK %i', (release) => {
  const jdk = jdkOfRelease(release);

  test.runIf(jdk !== undefined)('no sub-list is of a class that facts exclude', () => {
    const never = classesNeverReturned.get('subList(II)Ljava/util/List;')!;
    const { status, stdout, stderr } = runJava(jdk!, ['-cp', folder, 'Views', ...never]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout.trim()).toMatch(/^\d{3,} 0$/);
  });

  test.runIf(jdk !== undefined)(
    'no plain collection is one that facts call none, or comes from such a map',
    () => {
      const wrapping = [...resultClasses].filter(([, name]) => neverPlain.maps.some((map) => map === name));
      const classes = [
        ...wrapping.map(([method]) => method.replace(/.*\./, '')),
        ...['of', ...plainCollections],
        ...['never', ...neverPlain.collections.map((name) => name.replaceAll('/', '.'))],
      ];
      const { status, stdout, stderr } = runJava(jdk!, ['-cp', folder, 'Wrapped', ...classes]);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout.trim()).toMatch(/^\d{2,} 0 0$/);
    },
  );

  test.runIf(jdk !== undefined)('static methods return objects of the classes that facts say', () => {
    const claims = [...resultClasses].flat();
    const { status, stdout, stderr } = runJava(jdk!, ['-cp', folder, 'ResultClasses', ...claims]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const found = stdout.trim().split('\n');
    expect(found.filter((line) => !line.endsWith(' true 0'))).toEqual([]);
    expect(found.length).toBeGreaterThan(15);
    if (release >= 21) expect(found.length).toBe(resultClasses.size);
  });
});
