import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usedPaths } from '../../src/cli/outputs/used-paths.ts';
import { rrv } from '../support/cli.ts';
import { jarOf } from '../support/jar.ts';
import { compileJava, defaultJdk } from '../support/jdk.ts';

const jdk = defaultJdk();
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rrv-used-')));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string): string => join(folder, name);

beforeAll(() => {
  writeFileSync(
    at('V.java'),
    'package p; import java.util.*; class V { static void v(List<String> l) { Iterator<String> i = l.iterator(); l.add(""); i.next(); } }',
  );
  compileJava(jdk, [at('V.java')], at('classes'), []);
  const bytes = readFileSync(at('classes/p/V.class'));
  writeFileSync(at('v.jar'), jarOf({ 'p/V.class': bytes }));
  mkdirSync(at('classes/other'));
  writeFileSync(at('classes/other/V.class'), bytes);
  writeFileSync(at('classes/p/Damaged.class'), '');
  writeFileSync(at('classes/lib.jar'), '');
  writeFileSync(at('classes/data.txt'), '');
});

describe('of a directory of the class path', () => {
  const as = 'element of the class path';

  test('are read its classes, and itself', () => {
    const used = usedPaths([{ path: at('classes'), as }]);
    for (const name of ['classes', 'classes/p/V.class', 'classes/p/Damaged.class', '']) {
      expect(used.at(at(name).replace(/\/$/, '')), name).toBe(as);
      if (name !== '') expect(used.atFile(at(name)), name).toBe(as);
    }
    for (const name of [
      'other/V.class',
      'lib.jar',
      'new.jar',
      'New.class',
      'data.txt',
      'p',
      'new/p/V.class',
    ]) {
      expect(used.at(at(`classes/${name}`)), name).toBeUndefined();
      expect(used.atFile(at(`classes/${name}`)), name).toBeUndefined();
    }
  });

  test('is read all where it is an input', () => {
    const used = usedPaths([{ path: at('classes'), as: 'input' }]);
    for (const name of ['new.jar', 'New.class', 'data.txt', 'other'])
      expect(used.at(at(`classes/${name}`)), name).toBe('input');
    expect(used.atFile(at('classes/New.class'))).toBe('input');
    expect(used.atFile(at('classes/new.txt'))).toBeUndefined();
  });
});

test.each([
  [['v.jar', '--class-path', '.', '-o', 'out.jar']],
  [['v.jar', '--class-path', '.']],
  [['classes', '--class-path', '.', '-o', 'out']],
  [['classes/p/V.class', '--class-path', 'classes']],
])('an output may be in a directory of the class path, where an earlier one was, too: %j', (args) => {
  rmSync(at('classes/p/Damaged.class'), { force: true });
  rmSync(at('classes/lib.jar'), { force: true });
  for (const time of ['first', 'second']) {
    const { status, stderr } = rrv(['instrument', ...args, '--prop', 'SafeIterator', '--quiet'], {
      cwd: folder,
      environment: { JAVA_HOME: jdk.home },
    });
    expect({ status, stderr }, time).toEqual({ status: 0, stderr: '' });
  }
});
