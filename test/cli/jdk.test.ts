import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { concatenate } from '../../src/archive/concatenate.ts';
import { openJImage } from '../../src/archive/jimage.ts';
import { newEntry, writeZip } from '../../src/archive/zip-writer.ts';
import { findJdk, jdkClassSources } from '../../src/cli/java/jdk.ts';
import { RrvError } from '../../src/diagnostics.ts';
import { classHierarchy } from '../../src/hierarchy/class-hierarchy.ts';
import { fileAccess } from '../support/file-access.ts';
import { defaultJdk } from '../support/jdk.ts';

const folder = mkdtempSync(join(tmpdir(), 'rrv-jdk-'));
afterAll(() => rmSync(folder, { recursive: true }));
const jdk = defaultJdk();

test('--jdk wins over JAVA_HOME, which wins over the PATH', () => {
  const path = join(jdk.home, 'bin');
  expect(findJdk(jdk.home, {})).toEqual({ home: jdk.home, release: jdk.release, foundBy: '--jdk' });
  expect(findJdk(undefined, { JAVA_HOME: jdk.home, PATH: path }).foundBy).toBe('JAVA_HOME');
  expect(findJdk(undefined, { JAVA_HOME: folder, PATH: path })).toMatchObject({
    foundBy: 'PATH',
    passedOver: folder,
  });
  expect(() => findJdk(undefined, { PATH: folder })).toThrow(RrvError);
  mkdirSync(join(folder, 'share', 'java'), { recursive: true });
  expect(findJdk(undefined, { PATH: [join(folder, 'share'), path].join(delimiter) }).foundBy).toBe('PATH');
  expect(() => findJdk(folder, { JAVA_HOME: jdk.home })).toThrow(/RRV_JDK_NOT_FOUND/);
});

test('the class library of JDK 8 is in rt.jar and the jars beside it', () => {
  const image = openJImage(fileAccess(join(jdk.home, 'lib/modules')));
  const jarOf = (...names: string[]): Uint8Array =>
    concatenate([...writeZip(names.map((name) => newEntry(`${name}.class`, image.readClass(name)!)))]);
  const lib = join(folder, 'jdk8/jre/lib');
  mkdirSync(lib, { recursive: true });
  writeFileSync(join(folder, 'jdk8/release'), 'JAVA_VERSION="1.8.0_402"\n');
  writeFileSync(join(lib, 'rt.jar'), jarOf('java/lang/Object', 'java/util/Collection', 'java/lang/Iterable'));
  writeFileSync(join(lib, 'jce.jar'), jarOf('javax/crypto/Cipher'));
  const old = findJdk(join(folder, 'jdk8'), {});
  expect(old.release).toBe(8);
  const hierarchy = classHierarchy(jdkClassSources(old));
  expect(hierarchy.isSubtype('java/util/Collection', 'java/lang/Iterable')).toBe(true);
  expect(hierarchy.header('javax/crypto/Cipher')).toMatchObject({ origin: 'jdk' });
  expect(hierarchy.header('java/util/Map')).toBeUndefined();
});
