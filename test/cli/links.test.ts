import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { filesBelow } from '../../src/cli/files/files-below.ts';
import { isWithin, realPath } from '../../src/cli/files/real-path.ts';
import { RrvError } from '../../src/diagnostics.ts';

const place = realpathSync(mkdtempSync(join(tmpdir(), 'rrv-links-')));
afterAll(() => rmSync(place, { recursive: true, force: true }));
let folder: string;
const at = (name: string): string => join(folder, name);
const link = (name: string, target: string): void => symlinkSync(target, at(name));
const write = (name: string): void => {
  mkdirSync(join(at(name), '..'), { recursive: true });
  writeFileSync(at(name), name);
};
beforeEach(() => {
  folder = mkdtempSync(join(place, 'one-'));
});

describe.skipIf(process.platform === 'win32')('files below a directory', () => {
  test('are those of linked directories, too, each link once on a way', () => {
    write('root/p/A.class');
    write('root/p-q/B.class');
    write('elsewhere/C.class');
    link('root/linked', '../elsewhere');
    link('root/linked.class', 'p/A.class');
    link('root/self', '.');
    link('root/p/up', '../..');
    link('root/none', 'not-there');
    expect(filesBelow(at('root'))).toEqual(['linked.class', 'linked/C.class', 'p-q/B.class', 'p/A.class']);
  });

  test('have an end where directories have links to each other', () => {
    write('a/A.class');
    write('b/B.class');
    link('a/b', '../b');
    link('b/a', '../a');
    expect(filesBelow(folder)).toEqual(['a/A.class', 'a/b/B.class', 'b/B.class', 'b/a/A.class']);
  });

  test('are an error where a link leads to itself', () => {
    write('A.class');
    link('B.class', 'B.class');
    expect(() => filesBelow(folder)).toThrow('RRV_INPUT_UNREADABLE: cannot read: too many symbolic links');
  });
});

describe.skipIf(process.platform === 'win32')('a path without links', () => {
  test('is that of what is not there yet, where links lead to', () => {
    mkdirSync(at('build'));
    link('latest', 'build/app.jar');
    link('again', 'latest');
    link('target', 'build');
    expect(realPath(at('again'))).toBe(at('build/app.jar'));
    expect(realPath(at('target/new/x'))).toBe(at('build/new/x'));
    write('build/app.jar');
    expect(realPath(at('again'))).toBe(at('build/app.jar'));
  });

  test('is an error where there is none', () => {
    link('self', 'self');
    link('around', 'none/../around');
    for (const name of ['self', 'around', 'n'.repeat(300)])
      expect(() => realPath(at(name))).toThrow(RrvError);
    expect(() => realPath(at('around'))).toThrow('too many symbolic links');
  });

  test('is within a folder where it is below it, whatever its name begins with', () => {
    const paths = ['/a/b', '/a', '/a/..b', '/a/b/c', '/ab', '/', '/c/b'];
    expect(paths.filter((path) => isWithin(path, '/a'))).toEqual(['/a/b', '/a', '/a/..b', '/a/b/c']);
  });
});
