import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { openJImage } from '../../src/archive/jimage.ts';
import { checkProperty } from '../../src/events/check-property.ts';
import { type ClassHierarchy, classHierarchy } from '../../src/hierarchy/class-hierarchy.ts';
import { imageClassSource } from '../../src/hierarchy/class-sources.ts';
import { libraryProperties } from '../../src/property/library/index.ts';
import { fileAccess } from '../support/file-access.ts';
import { defaultJdk } from '../support/jdk.ts';
import { withPointcut } from './load-support.ts';

let jdk: ClassHierarchy;
beforeAll(() => {
  const image = openJImage(fileAccess(join(defaultJdk().home, 'lib', 'modules')));
  jdk = classHierarchy([imageClassSource(image, 'JDK')]);
});

const warnings = (pointcut: string, advice?: string) =>
  checkProperty(
    withPointcut(pointcut, advice, 'import java.io.*; import java.util.*; import java.util.Scanner;'),
    jdk,
  ).map(({ code, message }) => `${code} ${message}`);

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
    ['call(@Deprecated * Thread.stop())', 'before()'],
    ['call(* Closeable+.close() throws IOException)', 'before()'],
    ['call(ArrayList.new(int))', 'after() returning(List l)'],
    ['execution(* *.main(..))', 'before()'],
    ['endProgram()', 'after()'],
  ])('nothing is said of %s %s', (pointcut, advice) => {
    expect(warnings(pointcut, advice)).toEqual([]);
  });

  test.each(libraryProperties().map((property) => [property.name, property] as const))(
    '%s',
    (_, property) => {
      expect(checkProperty(property, jdk)).toEqual([]);
    },
  );
});
