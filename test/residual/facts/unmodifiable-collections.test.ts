import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import {
  isUpdate,
  unmodifiableCollections,
  updates,
} from '../../../src/residual/facts/unmodifiable-collections.ts';
import { compileSources, jdkOfRelease, newerReleases, runJava } from '../../support/jdk.ts';

/**
 * Prints of each class of java.util of which there is an unmodifiable collection or map, or what else is here for comparison, how often
 * its methods with names of updates have thrown, and the names of those that returned.
 */
const source = `import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.*;

public class Unmodifiable {
  static final Map<String, Integer> thrown = new TreeMap<String, Integer>();
  static final Map<String, Set<String>> returned = new TreeMap<String, Set<String>>();

  public static void main(String[] updates) throws Exception {
    List<Object> samples = new ArrayList<Object>();
    for (int size = 0; size < 4; size++) {
      List<Integer> list = new ArrayList<Integer>();
      TreeMap<Integer, Integer> map = new TreeMap<Integer, Integer>();
      for (int at = 0; at < size; at++) { list.add(at); map.put(at, at); }
      Object[] all = {list, new LinkedList<Integer>(list), map, new TreeSet<Integer>(list), new LinkedHashSet<Integer>(list),
          new LinkedHashMap<Integer, Integer>(map)};
      for (Method method : Collections.class.getMethods())
        for (Object one : all)
          if (method.getName().startsWith("unmodifiable") && method.getParameterTypes()[0].isInstance(one))
            samples.add(method.invoke(null, one));
      for (Class<?> type : new Class<?>[] {List.class, Set.class, Map.class})
        for (Method method : type.getMethods())
          if (Modifier.isStatic(method.getModifiers())) try {
            if (method.isVarArgs() && !method.getName().equals("ofEntries")) samples.add(method.invoke(null, (Object) list.toArray()));
            else if (method.getName().equals("of") && method.getParameterTypes().length <= 2 * size) {
              Object[] arguments = new Object[method.getParameterTypes().length];
              for (int at = 0; at < arguments.length; at++) arguments[at] = at;
              samples.add(method.invoke(null, arguments));
            } else if (method.getName().equals("copyOf")) samples.add(method.invoke(null, type == Map.class ? map : list));
          } catch (InvocationTargetException duplicates) { }
      samples.add(Arrays.asList(list.toArray()));
      samples.add(list);
    }
    samples.add(Collections.emptyList());
    samples.add(Collections.emptyMap());
    samples.add(Collections.unmodifiableNavigableSet(Collections.emptyNavigableSet()));
    for (int at = 0; at < samples.size() && samples.size() < 5000; at++) {
      Object one = samples.get(at);
      if (one instanceof Map) { samples.add(((Map<?, ?>) one).entrySet()); samples.add(((Map<?, ?>) one).keySet()); samples.add(((Map<?, ?>) one).values()); }
      if (one instanceof NavigableMap) { samples.add(((NavigableMap<?, ?>) one).descendingMap()); samples.add(((NavigableMap<?, ?>) one).navigableKeySet()); }
      if (one instanceof NavigableSet) samples.add(((NavigableSet<?>) one).descendingSet());
      if (one instanceof List && at < 500) samples.add(((List<?>) one).subList(0, ((List<?>) one).size()));
      try {
        if (at < 500) samples.add(method(one.getClass(), "reversed").invoke(one));
      } catch (NoSuchMethodException before21) { }
    }
    for (Object sample : samples)
      for (Method method : sample.getClass().getMethods())
        for (String update : updates)
          if (method.getName().startsWith(update)) { call(sample, method); break; }
    for (String name : thrown.keySet()) System.out.println(name + " " + thrown.get(name) + " " + returned.get(name));
  }

  static Method method(Class<?> type, String name) throws Exception {
    Method method = type.getMethod(name);
    method.setAccessible(true);
    return method;
  }

  static void call(Object sample, Method method) throws Exception {
    String name = sample.getClass().getName();
    if (!thrown.containsKey(name)) { thrown.put(name, 0); returned.put(name, new TreeSet<String>()); }
    method.setAccessible(true);
    Class<?>[] types = method.getParameterTypes();
    Object[][] values = new Object[types.length][];
    for (int at = 0; at < types.length; at++) values[at] = values(types[at]);
    int[] choice = new int[types.length];
    for (;;) {
      Object[] arguments = new Object[types.length];
      for (int at = 0; at < types.length; at++) arguments[at] = values[at][choice[at]];
      try {
        method.invoke(sample, arguments);
        returned.get(name).add(method.getName());
      } catch (InvocationTargetException e) {
        thrown.put(name, thrown.get(name) + 1);
      }
      int at = 0;
      while (at < types.length && ++choice[at] == values[at].length) choice[at++] = 0;
      if (at == types.length) return;
    }
  }

  static Object[] values(Class<?> type) {
    if (type == int.class) return new Object[] {0, 1, -1};
    if (Collection.class.isAssignableFrom(type))
      return new Object[] {null, new ArrayList<Object>(), new ArrayList<Object>(Arrays.<Object>asList(0, 1, 2)), new ArrayList<Object>(Arrays.<Object>asList("none"))};
    if (Map.class.isAssignableFrom(type)) return new Object[] {null, new HashMap<Object, Object>(), Collections.singletonMap(0, 0), Collections.singletonMap(7, 7)};
    if (type.isInterface()) return new Object[] {null, function(type, null), function(type, true)};
    return new Object[] {null, 0, 1, "none"};
  }

  /** Returns that, or what its method must: false, 0. */
  static Object function(final Class<?> type, final Object result) {
    return Proxy.newProxyInstance(Unmodifiable.class.getClassLoader(), new Class<?>[] {type}, new InvocationHandler() {
      public Object invoke(Object proxy, Method method, Object[] arguments) {
        Class<?> wanted = method.getReturnType();
        return wanted == boolean.class ? result != null : wanted == int.class ? (Object) 0 : result;
      }
    });
  }
}
`;

const folder = mkdtempSync(join(tmpdir(), 'rrv-unmodifiable-'));
compileSources({ 'Unmodifiable.java': source }, folder, folder, ['--release', '8', '-Xlint:-options']);
afterAll(() => rmSync(folder, { recursive: true }));

describe.each([8, 11, 17, 21, 25, ...newerReleases()])('on JDK %i', (release) => {
  const jdk = jdkOfRelease(release);
  test.runIf(jdk !== undefined)('no update of these classes returns, and of others it does', () => {
    const opened = release > 8 ? ['--add-opens', 'java.base/java.util=ALL-UNNAMED'] : [];
    const { status, stdout, stderr } = runJava(jdk!, [...opened, '-cp', folder, 'Unmodifiable', ...updates]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const found = new Map(
      stdout
        .trim()
        .split('\n')
        .map((line) => /^(\S+) (\d+) \[(.*)\]$/.exec(line)!)
        .map(([, name, thrown, returned]) => [name!, { thrown: Number(thrown), returned: returned! }]),
    );
    const known = unmodifiableCollections.filter((name) => found.has(name));
    for (const name of known) expect({ name, ...found.get(name)! }).toMatchObject({ name, returned: '' });
    for (const name of known) expect(found.get(name)!.thrown).toBeGreaterThan(20);
    // What an update of the others may do: an empty list can be cleared.
    expect(found.get('java.util.Collections$EmptyList')!.returned).toContain('clear');
    expect(found.get('java.util.Arrays$ArrayList')!.returned).toContain('removeAll');
    expect(found.get('java.util.ArrayList')!.returned).toContain('add');
    // Releases from 21 on have all of them.
    if (release >= 21) expect(known).toEqual(unmodifiableCollections);
    else expect(known.length).toBeGreaterThan(8);
  });
});

test('a pattern is one of updates where all names that it matches are', () => {
  expect(['add*', 'add', 'addAll', 'remove*First', 'retain*', 'putIfAbsent'].filter(isUpdate)).toHaveLength(
    6,
  );
  expect(['*', 'a*', '*add', 'poll*', 'iterator', 'pu*', 'ad'].filter(isUpdate)).toEqual([]);
});
