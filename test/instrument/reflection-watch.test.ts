import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AccessFlag } from '../../src/classfile/access-flags.ts';
import { matchPointcut } from '../../src/events/match-pointcut.ts';
import { reflectionOf, unnamedReflection } from '../../src/hierarchy/reflective-use.ts';
import { watchesFor } from '../../src/instrument/reflection-watch.ts';
import { libraryProperty } from '../../src/property/library/index.ts';
import type { NotedReflection } from '../../src/property/model.ts';
import type { ClosedWorld } from '../../src/residual/analysis.ts';
import {
  directoryArchive,
  hierarchyOf,
  instrumentDirectory,
  runMonitored,
} from '../support/instrumented-program.ts';
import { compileSources } from '../support/jdk.ts';

const folder = mkdtempSync(join(tmpdir(), 'rrv-reflection-watch-'));
const before = join(folder, 'before');
afterAll(() => rmSync(folder, { recursive: true }));

/** What each call reaches, as the report has it; by the argument that the program is run with. */
const uses: Readonly<Record<string, readonly [string, string]>> = {
  method: [
    'Main.class.getMethod("go", List.class).invoke(new Sub(), list)',
    'member Main#go, member Main$Sub#go',
  ],
  inherited: ['Iterable.class.getMethod("iterator").invoke(new Own())', 'member Main$Own#iterator'],
  ofInterface: [
    'Face.class.getMethod("face").invoke(new Faced())',
    'member Main$Face#face, member Main$Faced#face',
  ],
  ofLibrary: ['List.class.getMethod("size").invoke(list)', ''],
  staticMethod: ['Main.class.getDeclaredMethod("still").invoke(null)', 'member Main#still'],
  reference: ['call((Call) Main.class.getDeclaredMethod("still")::invoke)', 'member Main#still'],
  construction: ['Main.class.getDeclaredConstructor(List.class).newInstance(list)', 'member Main#<init>'],
  plainConstructor: ['Sub.class.getDeclaredConstructor().newInstance()', ''],
  fieldRead: ['Main.class.getDeclaredField("held").get(new Sub())', 'member Main#held'],
  fieldWritten: ['Main.class.getDeclaredField("held").set(new Sub(), list)', 'member Main#held'],
  fieldOfNumbers: ['Main.class.getDeclaredField("count").getInt(null)', ''],
  virtualHandle: [
    'MethodHandles.lookup().findVirtual(Main.class, "go", of(void.class, List.class))',
    'name go',
  ],
  staticHandle: [
    'MethodHandles.lookup().findStatic(Main.class, "still", of(void.class)).invoke()',
    'member Main#still',
  ],
  inheritedHandle: [
    'MethodHandles.lookup().findStatic(Sub.class, "still", of(void.class)).invoke()',
    'member Main#still, member Main$Sub#still',
  ],
  constructorHandle: [
    'MethodHandles.lookup().findConstructor(Main.class, of(void.class, List.class))',
    'member Main#<init>',
  ],
  getter: ['MethodHandles.lookup().findGetter(Main.class, "held", List.class)', 'member Main#held'],
  varHandle: ['MethodHandles.lookup().findVarHandle(Main.class, "held", List.class)', 'member Main#held'],
  unreflected: ['MethodHandles.lookup().unreflect(Main.class.getMethod("go", List.class))', 'name go'],
  unreflectedStatic: [
    'MethodHandles.lookup().unreflect(Main.class.getDeclaredMethod("still"))',
    'member Main#still',
  ],
  unreflectedField: [
    'MethodHandles.lookup().unreflectSetter(Main.class.getDeclaredField("held"))',
    'member Main#held',
  ],
  updater: [
    'java.util.concurrent.atomic.AtomicReferenceFieldUpdater.newUpdater(Main.class, List.class, "held")',
    'member Main#held',
  ],
  proxy: [
    'Proxy.newProxyInstance(Main.class.getClassLoader(), new Class<?>[] {Face.class, Runnable.class}, (p, m, a) -> null)',
    'class Main$Face',
  ],
  written: ['new ObjectOutputStream(new ByteArrayOutputStream()).writeObject("text")', 'serialization'],
  script: ['new javax.management.ObjectName("a:b=c")', 'anything'],
  // Proxies have classes of their own, which no analysis knows.
  madeByProgram: [
    'Face made = (Face) Proxy.newProxyInstance(Main.class.getClassLoader(), new Class<?>[] {Face.class}, (p, m, a) -> null); made.getClass().getMethod("face").invoke(made)',
    'class Main$Face, member Main$Face#face',
  ],
  nothing: ['Class.forName("Main$Sub")', ''],
};

beforeAll(() => {
  const cases = Object.entries(uses).map(([name, [code]]) => `case "${name}": ${code}; break;`);
  const main = `import java.io.*; import java.lang.invoke.*; import java.lang.reflect.*; import java.util.*;
    import static java.lang.invoke.MethodType.methodType;
    public class Main {
      volatile List<String> held = new ArrayList<>(); static int count;
      interface Call { Object call(Object on, Object... with) throws Exception; }
      public interface Face { void face(); }
      public static class Faced implements Face { public void face() { } }
      public static class Own extends ArrayList<String> { @Override public Iterator<String> iterator() { return super.iterator(); } }
      public static class Sub extends Main { public Sub() { super(null); } @Override public void go(List<String> given) { for (String one : given) given.add(one); } }
      Main(List<String> held) { this.held = held; }
      public void go(List<String> given) { }
      static void still() { }
      static MethodType of(Class<?> result, Class<?>... parameters) { return methodType(result, parameters); }
      static void call(Call call) throws Exception { call.call(null); }
      static void never(List<String> list) { for (String one : list) list.add(one); }
      public static void main(String[] names) throws Throwable {
        List<String> list = new ArrayList<>(List.of("a"));
        for (String name : names)
          try { switch (name) { ${cases.join('\n')} } }
          catch (InvocationTargetException expected) { System.out.println(expected.getCause()); }
      }
    }`;
  compileSources({ 'Main.java': main }, join(folder, 'src'), before, ['-g', '-Xlint:none']);
});

const property = libraryProperty('SafeListIterator');
let runs = 0;

/** Instrumented for a closed world and run; uses as `kind Class#member`, those not claimed with `!`. */
function ran(
  world: Omit<ClosedWorld, 'kind' | 'entries'>,
  names: readonly string[],
  { audit = false, compiled = before } = {},
) {
  const after = join(folder, `after${runs++}`);
  const closed: ClosedWorld = { kind: 'closed', entries: ['main'], ...world };
  const { report: woven } = instrumentDirectory(compiled, after, [property], {
    analysis: 'sound',
    world: closed,
    audit,
  });
  const { run, report } = runMonitored(after, 'Main', names);
  const noted = report.reflection!;
  return {
    run,
    woven,
    noted: noted.map(
      ({ site: _site, claimed: _claimed, ...what }): NotedReflection => what as NotedReflection,
    ),
    reached: noted
      .map((use) => {
        const member = 'member' in use ? use.member : undefined;
        const name =
          use.kind === 'member' ? `${use.class}#${member}` : (member ?? ('class' in use ? use.class : ''));
        return `${use.claimed ? '' : '!'}${use.kind} ${name}`.trim();
      })
      .sort(),
    violations: report.properties.map(({ name, violations }) => [name, violations.length]),
  };
}

describe('what each call reaches', () => {
  test.each(Object.entries(uses))('%s', (name, [, reached]) => {
    expect(ran({ reflection: ['**'] }, [name]).reached).toEqual(reached === '' ? [] : reached.split(', '));
  });
});

test('what a claim does not name may hide a report, which is said; what the run noted brings it back', () => {
  const broken = ran({ reflection: [] }, ['method', 'fieldRead', 'written']);
  expect(broken.violations).toEqual([['SafeListIterator', 0]]);
  expect(broken.reached).toEqual([
    '!member Main#go',
    '!member Main#held',
    '!member Main$Sub#go',
    '!serialization',
  ]);
  expect(broken.run.stderr).toMatch(
    /^rrv: violations may be missing, as reflection reached Main\$Sub#go at Main.main\(Main.java:\d+\) and 3 more, which --reflection did not name: .*$/m,
  );
  const mended = ran({ reflection: [], noted: broken.noted }, ['method', 'fieldRead', 'written']);
  expect(mended.violations).toEqual([['SafeListIterator', 1]]);
  expect(mended.reached.filter((use) => use.startsWith('!'))).toEqual([]);
  expect(mended.run.stderr).not.toContain('may be missing');
  // Nothing but reflection could run never().
  const all = ran({ reflection: ['**'] }, ['method']);
  const kept = ({ woven }: typeof all) => woven.points.filter((point) => point.kept).length;
  expect([kept(broken) < kept(mended), kept(mended) < kept(all)]).toEqual([true, true]);
  expect(all.violations).toEqual([['SafeListIterator', 1]]);
});

test.each([
  [
    'a field that is read',
    'List<String> read = (List<String>) Main.class.getDeclaredField("held").get(this); Iterator<String> i = read.iterator(); held.add("x"); i.next();',
  ],
  [
    'a field that is written',
    'Main.class.getDeclaredField("held").set(this, list); Iterator<String> i = list.iterator(); held.add("x"); i.next();',
  ],
  [
    'a method of any receiver',
    'lookup().findVirtual(Main.class, "go", methodType(void.class, List.class)).invoke(new Sub(), list);',
  ],
  ['a constructor', 'Main.class.getDeclaredConstructor(List.class).newInstance(list);'],
])('reports that depend on what is noted: %s', (what, code) => {
  const name = what.replaceAll(' ', '-');
  const main = `import java.util.*; import static java.lang.invoke.MethodHandles.lookup; import static java.lang.invoke.MethodType.methodType;
    public class Main {
      List<String> held = new ArrayList<>(List.of("a"));
      static class Sub extends Main { void go(List<String> given) { for (String one : given) given.add(one); } }
      Main() { }
      Main(List<String> given) { for (String one : given) given.add(one); }
      void go(List<String> given) { }
      void run(List<String> list) throws Throwable { ${code} }
      public static void main(String[] names) throws Throwable {
        try { new Main().run(new ArrayList<>(List.of("b"))); }
        catch (ConcurrentModificationException | java.lang.reflect.InvocationTargetException expected) { System.out.println("thrown"); }
      }
    }`;
  const compiled = join(folder, name);
  compileSources({ 'Main.java': main }, join(folder, 'src', name), compiled, ['-Xlint:none']);
  const none = ran({ reflection: [] }, [], { compiled });
  expect([none.run.stdout, none.violations]).toEqual(['thrown\n', [['SafeListIterator', 0]]]);
  expect(ran({ reflection: [], noted: none.noted }, [], { compiled }).violations).toEqual([
    ['SafeListIterator', 1],
  ]);
});

test('an audit finds no difference with what a run has noted, and notes the same', () => {
  const names = Object.keys(uses);
  const { noted, reached } = ran({ reflection: ['**'] }, names);
  const audited = ran({ reflection: [], noted }, names, { audit: true });
  expect([audited.run.status, audited.run.stderr.includes('audit')]).toEqual([0, false]);
  expect(audited.reached).toEqual(reached);
});

test.each([
  ['Main', ['member Main#<init>', 'member Main#go', '!member Main$Sub#go', '!name go']],
  ['Main*', ['member Main#<init>', 'member Main#go', 'member Main$Sub#go', '!name go']],
  ['Main#{go,<*}', ['member Main#<init>', 'member Main#go', '!member Main$Sub#go', '!name go']],
  ['**#go', ['!member Main#<init>', 'member Main#go', 'member Main$Sub#go', 'name go']],
  ['**#g?', ['!member Main#<init>', 'member Main#go', 'member Main$Sub#go', 'name go']],
  ['Ma[h-j]n$S*#*', ['!member Main#<init>', '!member Main#go', 'member Main$Sub#go', '!name go']],
])('the claim %s means the same for the analysis and for the program', (pattern, expected) => {
  const names = ['method', 'construction', 'virtualHandle'];
  expect(ran({ reflection: [pattern] }, names).reached.sort()).toEqual([...expected].sort());
});

test('fields may be claimed by name', () => {
  expect(ran({ reflection: ['Main#held'] }, ['fieldRead']).reached).toEqual(['member Main#held']);
  expect(() => ran({ reflection: ['Main#gone'] }, [])).toThrow('names no class, method or field');
});

describe('code that is not rewritten, or native', () => {
  const compiled = join(folder, 'elsewhere');
  beforeAll(() => {
    const sources = {
      'Main.java': `import java.util.*; public class Main {
        public static void main(String[] names) throws Exception { for (String one : new ArrayList<>(List.of("a"))) Other.call(one); }
        static void unused() throws Exception { Native.go(); }
        public static void go() { } }`,
      'Other.java': `class Other {
        static void call(String name) throws Exception { Main.class.getMethod("go").invoke(null); }
        static void unused() throws Exception { Main.class.getField(String.valueOf(Class.forName("A"))).get(null); } }`,
      'Native.java': 'class Native { static native void go(); }',
    };
    compileSources(sources, join(folder, 'src', 'elsewhere'), compiled, ['-Xlint:none']);
  });
  const told = (world: Omit<ClosedWorld, 'kind'>, excluded: string) =>
    instrumentDirectory(compiled, join(folder, `elsewhere${runs++}`), [property], {
      analysis: 'sound',
      world: { kind: 'closed', ...world },
      mayInstrument: (name) => name !== excluded,
    }).diagnostics.map(({ code, message, where }) => ({ code, message, where }));
  const warning = (message: string, className: string, method: string) => ({
    code: 'RRV_REFLECTION_UNWATCHED',
    message: expect.stringMatching(message),
    where: expect.objectContaining({ className, method }),
  });
  const entries = ['main'];
  const noted: readonly NotedReflection[] = [{ kind: 'member', class: 'Main', member: 'go' }];

  test('is said to note nothing where it may run', () => {
    expect(told({ entries, reflection: [] }, '')).toEqual([]);
    expect(told({ entries, reflection: [], noted }, 'Other')).toEqual([
      warning('^a method of ', 'Other', 'call'),
    ]);
    const all = { entries: ['main', 'Main#unused', 'Other#*'], reflection: ['Main'] };
    expect(told(all, 'Other')).toEqual([warning('^3 methods of ', 'Native', 'go')]);
    expect(told(all, '')).toEqual([warning('^a method of ', 'Native', 'go')]);
  });

  test('is not, where reflection may reach anything', () => {
    expect(told({ entries, reflection: ['**'] }, 'Other')).toEqual([]);
    expect(told({ entries, reflection: [], noted: [{ kind: 'anything' }] }, 'Other')).toEqual([]);
  });
});

test('every method that reflects is an event, or is about what was looked up', () => {
  const hierarchy = hierarchyOf(directoryArchive(before));
  const world: ClosedWorld = { kind: 'closed', entries: ['main'], reflection: ['**'] };
  const [watch] = watchesFor({ analysis: 'sound', world });
  const owners = [
    ...['Method', 'Constructor', 'Field', 'InvocationHandler', 'Proxy'].map(
      (name) => `java/lang/reflect/${name}`,
    ),
    ...['MethodHandles$Lookup', 'MethodHandles', 'MethodHandleProxies'].map(
      (name) => `java/lang/invoke/${name}`,
    ),
    ...['java/util/concurrent/atomic/AtomicReferenceFieldUpdater', 'sun/misc/Unsafe'],
  ];
  const unseen: string[] = [];
  for (const owner of owners)
    for (const { name, descriptor, accessFlags } of hierarchy.classFile(owner)!.methods) {
      const call = { owner, name, descriptor };
      const isSeen = (accessFlags & (AccessFlag.public | AccessFlag.protected)) !== 0;
      if (!isSeen || reflectionOf(call, hierarchy) === undefined) continue;
      if (unnamedReflection(call, hierarchy) !== undefined) continue;
      const isStatic = (accessFlags & AccessFlag.static) !== 0;
      const matched = watch!.events.some(
        ({ pointcut }) =>
          matchPointcut(
            pointcut,
            {
              kind: 'call',
              via: 'instruction',
              invocation: name === '<init>' ? 'constructor' : isStatic ? 'static' : 'instance',
              isInterface: false,
              ...call,
            },
            hierarchy,
            undefined,
          ).kind !== 'never',
      );
      const simple = owner.slice(owner.lastIndexOf('/') + 1);
      // What reads, writes and measures memory knows no fields but by what was asked before.
      if (!matched && simple !== 'Unsafe' && simple !== 'AtomicReferenceFieldUpdater')
        unseen.push(`${simple}.${name}`);
    }
  expect([...new Set(unseen)].sort()).toEqual(harmless);
});

const harmless = [
  ...[
    'accessClass',
    'dropLookupMode',
    'ensureInitialized',
    'findClass',
    'hasFullPrivilegeAccess',
    'hasPrivateAccess',
  ],
  ...['in', 'lookupClass', 'lookupModes', 'previousLookupClass', 'revealDirect', 'toString'],
]
  .map((name) => `MethodHandles$Lookup.${name}`)
  .concat(['classData', 'classDataAt', 'privateLookupIn'].map((name) => `MethodHandles.${name}`));
