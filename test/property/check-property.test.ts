import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { openJImage } from '../../src/archive/jimage.ts';
import type { Diagnostic } from '../../src/diagnostics.ts';
import { checkProperties } from '../../src/events/check-property.ts';
import { type ClassHierarchy, classHierarchy } from '../../src/hierarchy/class-hierarchy.ts';
import { imageClassSource } from '../../src/hierarchy/class-sources.ts';
import { loadProperties } from '../../src/property/language/load.ts';
import { libraryTexts } from '../../src/property/library/index.ts';
import { classesIn, temporaryDirectory } from '../classfile/compiled.ts';
import { fileAccess } from '../support/file-access.ts';
import { compileSources, defaultJdk } from '../support/jdk.ts';

let jdk: ClassHierarchy;
/** The JDK, and a class path with demo.Counter (fields, a constant) and demo.Sub. */
let program: ClassHierarchy;
beforeAll(() => {
  const image = openJImage(fileAccess(join(defaultJdk().home, 'lib', 'modules')));
  jdk = classHierarchy([imageClassSource(image, 'JDK')]);
  const folder = temporaryDirectory();
  const output = join(folder, 'classes');
  compileSources(
    {
      'demo/Counter.java':
        'package demo; public class Counter { protected int value; public void add(int n) { value += n; } }',
      'demo/Sub.java': 'package demo; public class Sub extends Counter { static class Part { } }',
    },
    folder,
    output,
  );
  const classes = classesIn(output);
  program = classHierarchy([
    {
      origin: 'classPath',
      label: 'demo.jar',
      names: () => classes.keys(),
      read: (name) => classes.get(name),
    },
    imageClassSource(image, 'JDK'),
  ]);
});

function check(text: string, hierarchy: ClassHierarchy): Diagnostic[] {
  const lookup = (name: string) => hierarchy.header(name.replaceAll('.', '/')) !== undefined;
  const loaded = loadProperties('test.mop', text, { lookup });
  expect(loaded.warnings).toEqual([]);
  return checkProperties(loaded, hierarchy);
}

const imports = 'import java.io.*; import java.util.*; import java.util.Scanner;';
const checkEvent = (pointcut: string, advice = 'before()', hierarchy = jdk) =>
  check(`${imports}\nP() {\n  event e ${advice} : ${pointcut} { }\n  ere : e @match { } }`, hierarchy);

const warnings = (pointcut: string, advice?: string) =>
  checkEvent(pointcut, advice).map(({ code, message }) => `${code} ${message}`);

describe('events that can match nothing in the JDK', () => {
  test.each([
    // Two of the published files' events.
    ['call(* InputStream+.read(char[], ..))', 'before()'],
    ['call(* Scanner+.close()) && args(i)', 'before(InputStream i)'],
    ['call(* Iterator+.nxet())', 'before()'],
    ['call(int Collection+.iterator())', 'before()'],
    ['call(* Collection+.clear())', 'after() returning(Object o)'],
    ['call(* Collections.sort(List)) && target(l)', 'before(List l)'],
    ['call(static * List.size())', 'before()'],
    ['call(@Deprecated * List.size())', 'before()'],
    ['call(* List.size() throws IOException)', 'before()'],
    ['call(* List.size()) && within(int)', 'before()'],
    ['call(* List.size()) && within(List[])', 'before()'],
    ['call(* List.size()) && this(int)', 'before()'],
    ['call(* List.size()) && this(n)', 'before(int n)'],
    ['staticinitialization(List[])', 'before()'],
  ])('%s %s', (pointcut, advice) => {
    expect(warnings(pointcut, advice)).toEqual([
      expect.stringMatching(/^RRV_PROPERTY_EVENT_UNMATCHED event e of property P can match nothing: /),
    ]);
  });

  test.each([
    ['call(* InputStream+.read(byte[], ..))', 'before()'],
    ['call(* Scanner+.close()) && target(s)', 'before(Closeable s)'],
    ['call(* Collection+.offerFirst(..))', 'before()'],
    ['call(* Iterator+.previous())', 'before()'],
    ['call(* *.nothingOfThisName(..))', 'before()'],
    ['call(* List.nothing()) || call(* List.size())', 'before()'],
    ['call(@Deprecated * Date.getYear())', 'before()'],
    ['call(* Closeable+.close() throws IOException)', 'before()'],
    ['call(ArrayList.new(int))', 'after() returning(List l)'],
    ['execution(* *.main(..))', 'before()'],
    ['endProgram()', 'after()'],
    ['call(* List.size()) && !within(java.lang..*) && !this(Object)', 'before()'],
    ['call(* List.size()) && !within(List[]) && (within(List[]) || within(*)) && this(Object)', 'before()'],
  ])('nothing is said of %s %s', (pointcut, advice) => {
    expect(warnings(pointcut, advice)).toEqual([]);
  });

  test.each([...libraryTexts])('%s', (_, text) => {
    expect(check(text, jdk)).toEqual([]);
  });
});

describe('what is said of an event that can match nothing', () => {
  test.each([
    [
      'call(* Iterator+.nxet())',
      'before()',
      'neither java.util.Iterator nor a known subtype has a method nxet',
      'Did you mean next?',
    ],
    ['call(* List.xyz())', 'before()', 'java.util.List has no method xyz', /`\+` behind the type/],
    [
      'call(* InputStream+.read(char[], ..))',
      'before()',
      'no method read of java.io.InputStream has these parameters and this result',
      /There is int read\(\); int read\(byte\[\]\)/,
    ],
    [
      'call(FileInputStream.new(int))',
      'before()',
      'no constructor of java.io.FileInputStream has these parameters',
      /java\.io\.FileInputStream\.new\(java\.lang\.String\)/,
    ],
    [
      'call(FileInputStream.new(..)) && target(s)',
      'before(FileInputStream s)',
      'a call of a constructor has no target',
      /after\(\.\.\) returning/,
    ],
    [
      'call(* Collections.sort(List)) && target(l)',
      'before(List l)',
      'a static method has no target',
      /args/,
    ],
    ['endProgram() && target(o)', 'after(Object o)', 'the end of the program has no target', /a field/],
    [
      'staticinitialization(*) && target(o)',
      'before(Object o)',
      'the initialiser of a class has no target',
      /leave the target out/,
    ],
    ['get(static * *) && target(o)', 'before(Object o)', 'a static field has no target', /returning/],
    ['set(static * *) && target(o)', 'before(Object o)', 'a static field has no target', /args/],
    [
      'call(* Collection+.size()) && target(v)',
      'before(String v)',
      'no object on which the method is called is of type java.lang.String',
      /Declare v with/,
    ],
    [
      'call(* Collection+.addAll(..)) && args(v)',
      'before(String v)',
      'no arguments of the method fit args(v)',
      /boolean addAll\(java\.util\.Collection\)/,
    ],
    [
      'call(* Collection+.iterator())',
      'after() returning(String s)',
      'the method returns no java.lang.String',
      /Declare the result/,
    ],
    ['execution(* Collection+.sizee())', 'before()', /has a method sizee/, 'Did you mean size?'],
    ['execution(* Thread.runn())', 'before()', 'java.lang.Thread has no method runn', 'Did you mean run?'],
    ['get(* Scanner.buff)', 'before()', 'java.util.Scanner has no field buff', 'Did you mean buf?'],
    [
      'call(* List.xyz()) && within(Main) || call(* List.abc())',
      'before()',
      'java.util.List has no method xyz',
      /Check the spelling/,
    ],
  ])('%s %s', (pointcut, advice, why, hint) => {
    const [warning, ...others] = checkEvent(pointcut.replace('Main', 'demo.Main'), advice);
    expect(others).toEqual([]);
    expect(warning?.code).toBe('RRV_PROPERTY_EVENT_UNMATCHED');
    const said = warning!.message.replace(/^event e of property P can match nothing: /, '');
    if (typeof why === 'string') expect(said).toBe(why);
    else expect(said).toMatch(why);
    if (typeof hint === 'string') expect(warning!.hint).toBe(hint);
    else expect(warning!.hint).toMatch(hint);
  });

  test('it stands where the part that is to blame does', () => {
    const [warning] = checkEvent('call(* Collection+.size()) && target(v)', 'before(String v)');
    const line = '  event e before(String v) : call(* Collection+.size()) && target(v) { }';
    const column = line.indexOf('target') + 1;
    expect(warning).toMatchObject({
      where: { file: 'test.mop', line: 3, column },
      excerpt: `${line}\n${' '.repeat(column - 1)}^`,
    });
  });

  test.each([
    'call(* demo.Countr.add(int))',
    'set(* demo.Countr.value)',
    'within(demo.Nowhere) && call(* List.size())',
    'execution(* Runnable+.doWork())',
    'execution(* Runnable+.close())',
    'execution(* Collection+.add(String))',
    'get(* Collection+.field)',
  ])('without a class path nothing is said of what the program may have: %s', (pointcut) => {
    expect(checkEvent(pointcut)).toEqual([]);
  });

  test.each([
    ['set(* demo.Counter.valu)', 'demo.Counter has no field valu'],
    ['set(* demo.Sub.value)', 'demo.Sub does not declare the field value itself'],
    ['get(String demo.Counter.value)', 'no field value of demo.Counter has this type'],
    ['execution(* demo.Counter+.count())', 'neither demo.Counter nor a known subtype has a method count'],
    [
      'execution(* demo.Counter.add(long))',
      'no method add of demo.Counter has these parameters and this result',
    ],
  ])('with a class path: %s', (pointcut, why) => {
    expect(checkEvent(pointcut, 'before()', program).map(({ message }) => message)).toEqual([
      `event e of property P can match nothing: ${why}`,
    ]);
  });

  test.each(['set(int demo.Counter.value)', 'get(* demo.Counter+.val*)', 'execution(* demo.Sub.add(int))'])(
    'with a class path nothing is said of %s',
    (pointcut) => {
      expect(checkEvent(pointcut, 'before()', program)).toEqual([]);
    },
  );
});

describe('types and packages that are not there', () => {
  const missing = (text: string, hierarchy: ClassHierarchy) =>
    check(text, hierarchy).map(({ code, message, hint, where }) => [code, message, hint, where?.line]);
  const event = 'P() { event e before() : call(* List.size()) { } ere : e @match { } }';

  test('imports', () => {
    const text = `import java.utl.*;
import java.util.Itertor;
import java.util.Map.Entry;
import java.util.Map.*;
import java.util.List;
import javax.inject.*;
import demo.Nowhere;
import com.runtimeverification.rvmonitor.java.rt.RVMLogging;
${event}`;
    const ofJava = [
      ['RRV_PROPERTY_TYPE_MISSING', 'there is no package java.utl in the JDK', 'Did you mean java.util?', 1],
      [
        'RRV_PROPERTY_TYPE_MISSING',
        'there is no type java.util.Itertor in the JDK',
        expect.stringContaining('Did you mean java.util.Iterator'),
        2,
      ],
    ];
    expect(missing(text, jdk)).toEqual(ofJava);
    expect(missing(text, program).slice(2)).toEqual([
      [
        'RRV_PROPERTY_TYPE_MISSING',
        'there is no package javax.inject in the JDK or on the class path',
        expect.any(String),
        6,
      ],
      [
        'RRV_PROPERTY_TYPE_MISSING',
        'there is no type demo.Nowhere in the JDK or on the class path',
        expect.any(String),
        7,
      ],
    ]);
  });

  test('a type is said once, and what follows from it is not', () => {
    const text = `import java.util.Itertor;
P(Itertor i) {
  event e before(Itertor i) : call(* Itertor+.next()) && target(i) { }
  event f before() : call(* java.util.Colection+.size()) && !within(java.utl..*) { }
  event g before() : call(* java.util.Colection.clear()) { }
  ere : e | f | g @match { } }`;
    expect(missing(text, jdk)[1]![2]).toBe('Did you mean java.util.Collection or java.util.Collections?');
    expect(missing(text, jdk).map(([code, message, , line]) => [code, message, line])).toEqual([
      ['RRV_PROPERTY_TYPE_MISSING', 'there is no type java.util.Itertor in the JDK', 1],
      ['RRV_PROPERTY_TYPE_MISSING', 'there is no type java.util.Colection in the JDK', 4],
      ['RRV_PROPERTY_TYPE_MISSING', 'there is no package java.utl in the JDK', 4],
    ]);
  });

  test.each([
    ['call(* demo.Countr.add(int))', 'Did you mean demo.Counter?'],
    ['set(* demo.Countr.value)', 'Did you mean demo.Counter?'],
    ['call(* List.size()) && within(demo.Sup)', 'Did you mean demo.Sub?'],
    ['call(* List.size()) && !within(demo.Sub.Prt)', undefined],
    ['staticinitialization(demo.Nowhere)', undefined],
  ])('with a class path: %s', (pointcut, hint) => {
    const found = checkEvent(pointcut, 'before()', program);
    expect(found.map(({ code }) => code)).toEqual(['RRV_PROPERTY_TYPE_MISSING']);
    if (hint !== undefined) expect(found[0]!.hint).toBe(hint);
  });
});
