import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jarsOfJvms } from '../../src/archive/bundled-jvms.ts';
import { bytesAccess } from '../../src/archive/random-access.ts';
import type { Diagnostic } from '../../src/diagnostics.ts';
import { rrv } from '../support/cli.ts';
import { fileAccess } from '../support/file-access.ts';
import { jarOf } from '../support/jar.ts';
import { compileSources, defaultJdk } from '../support/jdk.ts';

const image = join(defaultJdk().home, 'lib', 'modules');
const folder = mkdtempSync(join(tmpdir(), 'rrv-images-'));
const file = (name: string): string => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

/** The image of the JDK, which names a module of it as `jlink` names one of a program. */
function imageWith(module: string) {
  const access = fileAccess(image);
  const own = Buffer.from(module);
  const read = (offset: number, length: number): Uint8Array => {
    const bytes = Buffer.from(access.read(offset, length));
    for (let at = bytes.indexOf('jdk.zipfs\0'); at >= 0; at = bytes.indexOf('jdk.zipfs\0', at + 1))
      own.copy(bytes, at);
    return bytes;
  };
  return { ...access, read };
}

function found(names: readonly string[], open: Parameters<typeof jarsOfJvms>[1]) {
  const said: Diagnostic[] = [];
  const jars = [...jarsOfJvms(names, open, 'app', (diagnostic) => said.push(diagnostic))];
  return { jars, said: said.map(({ code, message, where }) => [code, message, where]) };
}

test.skipIf(!existsSync(image))(
  'modules of a program in an image are told, and those of a JDK are not',
  () => {
    const names = [
      'lib/modules',
      'runtime/lib/modules',
      'lib/modules/x',
      'notlib/modules',
      'runtime/lib/jrt-fs.jar',
    ];
    expect(found(names, () => imageWith('jdk.zipfs'))).toEqual({
      jars: ['lib/jrt-fs.jar', 'runtime/lib/jrt-fs.jar'],
      said: [],
    });
    expect(found(['runtime/lib/modules'], () => imageWith('own.zipfs'))).toEqual({
      jars: ['runtime/lib/jrt-fs.jar'],
      said: [
        [
          'RRV_IMAGE_KEPT',
          'the run-time image stays as it is, and nothing is monitored of what it has beside the JDK (module own.zipfs)',
          { entry: 'app@runtime/lib/modules' },
        ],
      ],
    });
    const other = { size: 3, read: () => new Uint8Array(3) };
    const damaged = { size: 8, read: () => Uint8Array.of(0xda, 0xda, 0xfe, 0xca) };
    expect(found(['lib/modules'], () => other)).toEqual({ jars: [], said: [] });
    expect(found(['lib/modules'], () => damaged)).toEqual({ jars: ['lib/jrt-fs.jar'], said: [] });
  },
);

const walk =
  'public class Walk { static void all(java.util.List<String> l) { for (String s : l) l.add(s); } }';

beforeAll(() => {
  compileSources({ 'Walk.java': walk }, file('source'), file('classes'));
  mkdirSync(file('app/runtime/lib'), { recursive: true });
  writeFileSync(file('app/walk.jar'), jarOf({ 'Walk.class': readFileSync(file('classes/Walk.class')) }));
  cpSync(file('app/walk.jar'), file('app/runtime/lib/jrt-fs.jar'));
});

test('before Java 9 the class library is in jars, and others of that name are no JVM', () => {
  const names = ['jre/lib/rt.jar', 'jre/lib/ext/x.jar', 'jre/lib/x.txt', 'lib/rt.jar', 'lib/a.jar', 'a.jar'];
  const open = (name: string) => {
    const entry = name.startsWith('jre/') ? 'java/lang/Object.class' : 'own/Object.class';
    return bytesAccess(jarOf({ [entry]: new Uint8Array(1) }));
  };
  expect(found(names, open)).toEqual({ jars: ['jre/lib/rt.jar', 'jre/lib/ext/x.jar'], said: [] });
});

test.skipIf(!existsSync(image) || process.platform === 'win32')(
  'a JVM that comes with a program is left as it is',
  () => {
    symlinkSync(image, file('app/runtime/lib/modules'));
    const { status, stdout, stderr } = rrv(['analyze', 'app', '--prop', 'SafeIterator', '--json'], {
      cwd: folder,
    });
    expect(stderr).not.toContain('warning');
    expect(status).toBe(0);
    const { points } = JSON.parse(stdout) as { points: { input: string }[] };
    expect(new Set(points.map(({ input }) => input))).toEqual(new Set(['app@walk.jar']));
  },
);

test('so it is in a .zip and in an archive in there, with an image or of Java 8', () => {
  const walkJar = readFileSync(file('app/walk.jar'));
  const classLibrary = jarOf({
    'java/lang/Object.class': readFileSync(file('classes/Walk.class')),
    'Walk.class': readFileSync(file('classes/Walk.class')),
  });
  const inner = jarOf({
    'app/jre/lib/rt.jar': classLibrary,
    'app/jre/lib/ext/walk.jar': walkJar,
    'app/lib/rt.jar': walkJar,
    'app/jdk/lib/modules': Uint8Array.of(0xda, 0xda, 0xfe, 0xca),
    'app/jdk/lib/jrt-fs.jar': walkJar,
    'app/jdk/lib/other.jar': walkJar,
  });
  writeFileSync(
    file('app.zip'),
    jarOf({ 'inner.jar': inner, 'jre/lib/rt.jar': classLibrary, 'walk.jar': walkJar }),
  );
  const { status, stdout } = rrv(['analyze', 'app.zip', '--prop', 'SafeIterator', '--json'], { cwd: folder });
  expect(status).toBe(0);
  const { points } = JSON.parse(stdout) as { points: { input: string }[] };
  expect([...new Set(points.map(({ input }) => input))].sort()).toEqual([
    'app.zip@inner.jar@app/jdk/lib/other.jar',
    'app.zip@inner.jar@app/lib/rt.jar',
    'app.zip@walk.jar',
  ]);
});

test.skipIf(!existsSync(image))(
  'an image or a source file by itself is no input, and the message says what is',
  () => {
    for (const [input, message] of [
      [image, /run-time image[\s\S]*make it again with jlink/],
      [file('source/Walk.java'), /a source file is no input[\s\S]*javac -g -d classes/],
    ] as const) {
      const { status, stderr } = rrv(['analyze', input, '--prop', 'SafeIterator']);
      expect(stderr).toMatch(/^error RRV_INPUT_KIND: /);
      expect(stderr).toMatch(message);
      expect(status).toBe(2);
    }
  },
);
