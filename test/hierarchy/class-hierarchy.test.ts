import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openJImage } from '../../src/archive/jimage.ts';
import { type ClassHierarchy, classHierarchy } from '../../src/hierarchy/class-hierarchy.ts';
import type { ClassSource, Origin } from '../../src/hierarchy/class-source.ts';
import { archiveClassSource, classEntryName, imageClassSource } from '../../src/hierarchy/class-sources.ts';
import { fileAccess } from '../support/file-access.ts';
import { compileSources, defaultJdk, runJava } from '../support/jdk.ts';

const jdk = defaultJdk();
const folder = mkdtempSync(join(tmpdir(), 'rrv-hierarchy-'));
const jdkSource = imageClassSource(openJImage(fileAccess(join(jdk.home, 'lib/modules'))), 'JDK');

afterAll(() => rmSync(folder, { recursive: true }));

function compile(name: string, sources: Record<string, string>): string {
  const output = join(folder, name);
  compileSources(sources, output, output, ['-cp', output]);
  return output;
}

function directorySource(path: string, origin: Origin = 'application', without: string[] = []): ClassSource {
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.class'))
    .map((name) => name.slice(0, -6))
    .filter((name) => !without.includes(name));
  return {
    origin,
    label: relative(folder, path),
    names: () => names,
    read: (name) => (names.includes(name) ? readFileSync(join(path, `${name}.class`)) : undefined),
  };
}

describe('the JDK', () => {
  let oracle: string;
  beforeAll(() => {
    oracle = compile('oracle', {
      'HierarchyOracle.java': readFileSync(join(import.meta.dirname, 'java/HierarchyOracle.java'), 'utf8'),
    });
  });
  const ask = (...args: string[]): string[][] => {
    const run = runJava(jdk, ['-cp', oracle, 'HierarchyOracle', ...args]);
    expect(run.stderr).toBe('');
    const lines = run.stdout.trimEnd().split('\n');
    return lines.map((line) => line.split(' '));
  };

  test('has the super types that the JVM says', () => {
    const hierarchy = classHierarchy([jdkSource]);
    const answers = ask('supers', 'java.base');
    expect(answers.length).toBeGreaterThan(5000);
    const targets = ['java/util/Collection', 'java/util/Iterator', 'java/util/Map', 'java/lang/Thread'];
    const wrong = answers.filter(([name, ...supers]) => {
      const ours = [...hierarchy.superTypes(name!)].sort();
      return (
        ours.join(' ') !== supers.sort().join(' ') ||
        targets.some((target) => hierarchy.isSubtype(name!, target) !== supers.includes(target))
      );
    });
    expect(wrong).toEqual([]);
    expect(hierarchy.missing()).toEqual([]);
  });

  test('methods resolve as in the JVM', () => {
    const hierarchy = classHierarchy([jdkSource]);
    const types = [
      'java.util.ArrayList', 'java.util.List', 'java.util.AbstractList', 'java.util.TreeMap', 'java.util.NavigableMap',
      'java.util.concurrent.ConcurrentHashMap', 'java.util.concurrent.ConcurrentSkipListMap', 'java.util.Iterator',
      'java.util.PrimitiveIterator$OfInt', 'java.util.LinkedHashSet', 'java.util.Deque', 'java.util.LinkedList',
      'java.lang.StringBuilder', 'java.lang.Thread', 'java.nio.MappedByteBuffer', 'java.util.Properties',
      'java.util.stream.Stream', 'java.util.concurrent.ConcurrentMap', 'java.time.LocalDate',
      'java.lang.invoke.MethodHandle',
    ]; // biome-ignore format: a list
    const answers = ask('methods', ...types);
    expect(answers.length).toBeGreaterThan(700);
    const wrong = answers.filter(([owner, name, descriptor, declaring, modifiers]) => {
      const found = hierarchy.resolveMethod(owner!, name!, descriptor!);
      if (found?.owner !== declaring || found?.accessFlags !== Number(modifiers)) return true;
      const method = hierarchy.classFile(found.owner)!.methods[found.index]!;
      return method.name !== name || (method.descriptor !== descriptor && !/^invoke(Exact)?$/.test(name!));
    });
    expect(wrong).toEqual([]);
    expect(hierarchy.resolveMethod('java/util/List', 'noSuchMethod', '()V')).toBeUndefined();
    expect(hierarchy.resolveMethod('[Ljava/util/List;', 'clone', '()Ljava/lang/Object;')?.owner).toBe(object);
    expect(hierarchy.resolveMethod('java/lang/invoke/MethodHandle', 'invokeExact', '(I)V')?.owner).toBe(
      'java/lang/invoke/MethodHandle',
    );
    expect(hierarchy.resolveMethod('java/util/List', 'finalize', '()V')).toBeUndefined();
  });

  test('knows the direct subtypes of a type', () => {
    const hierarchy = classHierarchy([jdkSource]);
    expect(hierarchy.directSubtypes('java/util/SortedMap')).toEqual(
      expect.arrayContaining(['java/util/NavigableMap']),
    );
    expect(hierarchy.directSubtypes('java/util/NavigableMap')).toEqual(
      expect.arrayContaining(['java/util/TreeMap', 'java/util/concurrent/ConcurrentNavigableMap']),
    );
    expect(hierarchy.directSubtypes('java/lang/String')).toEqual([]);
  });

  test('knows which of them the program extends', () => {
    const program = compile('program', {
      'Mine.java': 'abstract class Mine extends java.util.ArrayList<String> {}',
      'Yours.java': 'interface Yours extends java.util.List<String> {}',
    });
    const hierarchy = classHierarchy([directorySource(program), jdkSource]);
    expect([...hierarchy.programNames()].sort()).toEqual(['Mine', 'Yours']);
    expect([...hierarchy.programSubtypes('java/util/List')].sort()).toEqual([
      'Yours',
      'java/util/AbstractList',
      'java/util/ArrayList',
    ]);
    expect(hierarchy.programSubtypes('java/util/AbstractList')).toEqual(['java/util/ArrayList']);
    expect(hierarchy.programSubtypes('java/util/Map')).toEqual([]);
    expect([...hierarchy.namesAlsoInJdk()]).toEqual([]);
  });
});

const object = 'java/lang/Object';

describe('array types (JLS 4.10.3)', () => {
  const hierarchy = classHierarchy([jdkSource]);
  test.each([
    ['[Ljava/util/ArrayList;', '[Ljava/util/List;', true],
    ['[Ljava/util/ArrayList;', '[Ljava/util/Map;', false],
    ['[[Ljava/util/ArrayList;', '[[Ljava/util/List;', true],
    ['[[I', '[Ljava/lang/Object;', true],
    ['[I', '[Ljava/lang/Object;', false],
    ['[I', '[J', false],
    ['[I', '[I', true],
    ['[I', object, true],
    ['[I', 'java/lang/Cloneable', true],
    ['[[I', '[Ljava/io/Serializable;', true],
    ['[I', 'java/util/List', false],
    ['java/util/List', '[I', false],
    ['[Ljava/util/List;', '[[I', false],
  ])('%s is a %s: %s', (sub, superName, expected) => {
    expect(hierarchy.isSubtype(sub, superName)).toBe(expected);
  });
});

describe('an application', () => {
  let hierarchy: ClassHierarchy;
  let path: string;
  beforeAll(() => {
    path = compile('application', {
      'A.java': `
        interface Top { default String who() { return "Top"; } static void s() {} }
        interface Left extends Top { default String who() { return "Left"; } }
        interface Right extends Top { }
        interface Other { String who(); }
        class Both implements Right, Left { }
        class Base { private void hidden() {} void shown() {} }
        class Derived extends Base implements Top { void own() {} }
        abstract class Ambiguous implements Left, Other { public String who() { return Left.super.who(); } }
        class Sub extends Derived implements Comparable<Sub> { public int compareTo(Sub o) { return 0; } }
      `,
    });
    hierarchy = classHierarchy([directorySource(path), jdkSource]);
  });

  test('method resolution takes the maximally-specific superinterface method', () => {
    const who = '()Ljava/lang/String;';
    expect(hierarchy.resolveMethod('Both', 'who', who)?.owner).toBe('Left');
    expect(hierarchy.resolveMethod('Right', 'who', who)?.owner).toBe('Top');
    expect(hierarchy.resolveMethod('Derived', 'shown', '()V')?.owner).toBe('Base');
    expect(hierarchy.resolveMethod('Both', 's', '()V')).toBeUndefined();
    expect(hierarchy.resolveMethod('Sub', 'hashCode', '()I')?.owner).toBe(object);
  });

  test('says where a class comes from', () => {
    expect(hierarchy.header('Left')).toEqual({
      name: 'Left',
      superName: object,
      interfaces: ['Top'],
      accessFlags: 0x0600,
      isInterface: true,
      origin: 'application',
      source: 'application',
    });
    expect(hierarchy.header('java/util/List')).toMatchObject({
      origin: 'jdk',
      source: 'JDK',
      isInterface: true,
    });
    expect(hierarchy.header('No')).toBeUndefined();
    expect(hierarchy.missing()).toEqual([]);
  });

  test('without a class that it needs has no answer, and says what is missing', () => {
    const partial = classHierarchy([directorySource(path, 'application', ['Base']), jdkSource]);
    expect(partial.isSubtype('Sub', 'java/util/List')).toBeUndefined();
    expect(partial.isSubtype('Sub', 'java/lang/Comparable')).toBe(true);
    expect(partial.isSubtype('Sub', 'Derived')).toBe(true);
    expect(partial.isSubtype('Sub', 'Base')).toBe(true);
    expect(partial.isSubtype('Both', 'java/util/List')).toBe(false);
    expect(partial.resolveMethod('Sub', 'shown', '()V')).toBeUndefined();
    expect(partial.resolveMethod('Sub', 'own', '()V')?.owner).toBe('Derived');
    expect([...partial.superTypes('Sub')].sort()).toEqual([
      'Derived',
      'Sub',
      'Top',
      'java/lang/Comparable',
      object,
    ]);
    expect(partial.missing()).toEqual([{ name: 'Base', neededBy: 'Derived' }]);
  });

  test('the first source wins; a class that cannot be parsed is missing', () => {
    const shadow: ClassSource = {
      origin: 'application',
      label: 'shadow',
      names: () => ['java/util/List', 'Left'],
      read: (name) =>
        name === 'java/util/List'
          ? readFileSync(join(path, 'Top.class'))
          : name === 'Left'
            ? new Uint8Array(10)
            : undefined,
    };
    const shadowed = classHierarchy([shadow, directorySource(path), jdkSource]);
    expect(shadowed.header('java/util/List')?.source).toBe('JDK');
    expect(shadowed.isSubtype('Both', 'java/util/List')).toBeUndefined();
    expect(shadowed.missing()).toEqual([{ name: 'Left', neededBy: 'Both' }]);
  });

  test('a class with a member that the JVM refuses has none', () => {
    const bytes = Uint8Array.from(readFileSync(join(path, 'Base.class')));
    const at = Buffer.from(bytes).indexOf('()V');
    expect(at).toBeGreaterThan(0);
    bytes[at + 2] = 'X'.charCodeAt(0);
    const damaged: ClassSource = {
      origin: 'classPath',
      label: 'damaged',
      names: () => ['Base'],
      read: (name) => (name === 'Base' ? bytes : undefined),
    };
    const hierarchy = classHierarchy([damaged, directorySource(path), jdkSource]);
    expect(hierarchy.classFile('Base')).toBeUndefined();
    expect(hierarchy.resolveMethod('Base', '<init>', '()V')).toBeUndefined();
  });

  test('classes that extend each other in a circle end the search', () => {
    const circle = compile('circle', { 'C.java': 'class C {} class D extends C {}' });
    const first = readFileSync(join(circle, 'D.class'));
    const other = compile('circle2', { 'D.java': 'class D {}', 'C.java': 'class C extends D {}' });
    const second = readFileSync(join(other, 'C.class'));
    const circular = classHierarchy([
      {
        origin: 'application',
        label: 'circle',
        names: () => ['C', 'D'],
        read: (name) => (name === 'C' ? second : name === 'D' ? first : undefined),
      },
      jdkSource,
    ]);
    expect(circular.isSubtype('C', 'java/util/List')).toBe(false);
    expect(circular.isSubtype('C', 'D')).toBe(true);
    expect([...circular.superTypes('C')]).toEqual(['C', 'D']);
    expect(circular.resolveMethod('C', 'm', '()V')).toBeUndefined();
  });
});

describe('archives as class sources', () => {
  const bytes = (content: string): Uint8Array => new TextEncoder().encode(content);
  function archive(entries: Record<string, string>): Parameters<typeof archiveClassSource>[0] {
    return {
      label: 'x.jar',
      kind: 'jar',
      entries: () => Object.entries(entries).map(([name, content]) => ({ name, read: () => bytes(content) })),
    };
  }
  const read = (source: ClassSource, name: string): string | undefined => {
    const content = source.read(name);
    return content === undefined ? undefined : Buffer.from(content).toString();
  };

  test('multi-release jars give the version for the release', () => {
    const entries = {
      'META-INF/MANIFEST.MF': 'Manifest-Version: 1.0\r\nMulti-Release: true\r\n\r\n',
      'META-INF/versions/21/a/B.class': '21',
      'META-INF/versions/9/a/B.class': '9',
      'META-INF/versions/11/a/New.class': '11',
      'META-INF/versions/7/a/Old.class': '7',
      'a/B.class': 'base',
    };
    const at = (release: number): ClassSource => archiveClassSource(archive(entries), 'classPath', release);
    expect([8, 9, 17, 21, 25].map((release) => read(at(release), 'a/B'))).toEqual([
      'base',
      '9',
      '9',
      '21',
      '21',
    ]);
    expect(read(at(8), 'a/New')).toBeUndefined();
    expect([...at(17).names()].sort()).toEqual(['a/B', 'a/New']);
    expect(read(at(17), 'a/Old')).toBeUndefined();
    const plain = archiveClassSource(
      archive({
        ...entries,
        'META-INF/MANIFEST.MF': 'Manifest-Version: 1.0\n\nName: x\nMulti-Release: true\n',
      }),
      'classPath',
      25,
    );
    expect(read(plain, 'a/B')).toBe('base');
  });

  test('classes in other folders than their packages say have their own names', () => {
    const at = {
      'build/classes/java/util/List.class': 'java/util/List',
      'build/classes/java/util/Set.class': 'java/util/Set',
      'java/util/Set.class': 'java/util/Set',
      'java/util/SortedSet.class': 'java/util/SortedSet',
      'java/util/none.class': undefined,
    };
    const source = archiveClassSource(
      {
        label: 'x',
        kind: 'directory',
        entries: () =>
          Object.entries(at).map(([name, type]) => ({
            name,
            read: () => (type === undefined ? bytes('none') : jdkSource.read(type)!),
          })),
      },
      'application',
      17,
    );
    expect([...source.names()].sort()).toEqual([
      'java/util/List',
      'java/util/Set',
      'java/util/SortedSet',
      'java/util/none',
    ]);
    const hierarchy = classHierarchy([source, jdkSource]);
    expect(hierarchy.header('java/util/List')?.origin).toBe('application');
    expect(hierarchy.directSubtypes('java/util/Set')).toContain('java/util/SortedSet');
  });

  test('class-path roots within war and Spring Boot archives are left off', () => {
    expect(classEntryName('WEB-INF/classes/a/B.class')).toEqual({ className: 'a/B', version: 0 });
    expect(classEntryName('BOOT-INF/classes/META-INF/versions/11/B.class')).toEqual({
      className: 'B',
      version: 11,
    });
    expect(classEntryName('META-INF/versions/9/module-info.class')).toBeUndefined();
    expect(classEntryName('a/B.txt')).toBeUndefined();
  });
});
