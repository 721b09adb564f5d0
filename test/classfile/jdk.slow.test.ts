import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openJImage } from '../../src/archive/jimage.ts';
import { AccessFlag } from '../../src/classfile/access-flags.ts';
import { ByteWriter } from '../../src/classfile/byte-writer.ts';
import { checkClassFile, checkCode } from '../../src/classfile/check.ts';
import { buildClass } from '../../src/classfile/class-builder.ts';
import { editClass } from '../../src/classfile/class-edit.ts';
import { readClassFile } from '../../src/classfile/class-file.ts';
import { readCode } from '../../src/classfile/code.ts';
import { MethodCodeEdit } from '../../src/classfile/code-edit.ts';
import { ConstantPoolBuilder } from '../../src/classfile/constant-pool-builder.ts';
import { simple } from '../../src/classfile/instruction-decoder.ts';
import { writeEditedMethod } from '../../src/classfile/write-edited-method.ts';
import { fileAccess } from '../support/file-access.ts';
import { compileJava, defaultJdk, type Jdk, jdkOfRelease, runJava } from '../support/jdk.ts';
import { mavenJars } from '../support/maven.ts';
import { temporaryDirectory } from './compiled.ts';
import { insertEverywhere } from './insert-everywhere.ts';
import { ourView, theirView } from './java-class-tools-view.ts';

const owner = 'java/lang/RrvEvents';
const asm = 'org.ow2.asm:asm-util:9.10.1';

/** Compiles a driver of test/classfile/java. */
function driver(name: string, classPath: readonly string[] = []): string {
  const output = temporaryDirectory();
  const options = classPath.length === 0 ? [] : ['-cp', classPath.join(delimiter)];
  compileJava(defaultJdk(), [join(import.meta.dirname, 'java', name)], output, [
    '--release',
    '17',
    ...options,
  ]);
  return output;
}

describe.each([17, 25])('every class of JDK %i', (release) => {
  const jdk = jdkOfRelease(release);
  if (jdk === undefined) {
    test.skip(`there is no JDK ${release} here`, () => {});
    return;
  }
  const image = openJImage(fileAccess(join(jdk.home, 'lib/modules')));
  const names = [
    ...[...image.classNames()].map(
      (name) => `/${image.moduleOf(name.slice(0, name.lastIndexOf('/')))}/${name}`,
    ),
    ...[...image.modules()].map((module) => `/${module}/module-info`),
  ];
  const read = (name: string): Uint8Array => image.read(`${name}.class`)!;

  test('is read, and the code of an untouched method is laid out as it was, byte for byte', () => {
    let instructions = 0;
    let methods = 0;
    const problems: string[] = [];
    for (const name of names) {
      const bytes = read(name);
      const file = readClassFile(bytes, { entry: name });
      instructions += checkClassFile(file);
      if (editClass(file).write().ok !== true) problems.push(name);
      for (const method of file.methods) {
        const code = readCode(file, method);
        if (code === undefined) continue;
        methods++;
        problems.push(...checkCode(code).map((problem) => `${name}.${method.name}: ${problem}`));
        const out = new ByteWriter(method.end - method.start);
        const pool = new ConstantPoolBuilder(file.pool, file.bootstrapMethods);
        const failure = writeEditedMethod(out, pool, new MethodCodeEdit(file, method));
        if (
          failure !== undefined ||
          Buffer.compare(out.toBytes(), bytes.subarray(method.start, method.end)) !== 0
        )
          problems.push(`${name}.${method.name}${method.descriptor} is not written as it was`);
      }
    }
    expect(problems).toEqual([]);
    expect(names.length).toBeGreaterThan(20_000);
    expect(methods).toBeGreaterThan(200_000);
    expect(instructions).toBeGreaterThan(10_000_000);
  });

  test('is read by java-class-tools as by us: members, instructions, operands, handlers', () => {
    for (const name of names) {
      const bytes = read(name);
      const ours = ourView(readClassFile(bytes));
      const theirs = theirView(bytes);
      if (ours.join('\n') !== theirs.join('\n')) expect(ours, name).toEqual(theirs);
    }
  });

  test('is verified by the virtual machine when every call has an event before and after it', () => {
    const patches = temporaryDirectory();
    const container = join(temporaryDirectory(), 'classes');
    const written = openSync(container, 'w');
    const tooLarge: string[] = [];
    let events = 0;
    const write = (name: string, bytes: Uint8Array): void => {
      const target = join(patches, `${name}.class`);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, bytes);
      append(written, bytes);
    };
    for (const name of names) {
      const edited = insertEverywhere(readClassFile(read(name)), owner);
      events += edited.events;
      if (!edited.written.ok) tooLarge.push(`${name} ${edited.written.failures.map(({ kind }) => kind)}`);
      else if (!name.endsWith('/module-info')) write(name, edited.written.bytes);
    }
    // an initialiser that fills a table of key symbols: 48,000 bytes before, 72,000 with the events
    expect(tooLarge).toEqual(['/java.desktop/sun/awt/X11/XKeysym methodTooLarge']);
    expect(events).toBeGreaterThan(1_500_000);
    write(`/java.base/${owner}`, eventsClass());

    const output = driver('LinkAll.java');
    const all = ['-Xverify:all', '--add-modules', 'ALL-SYSTEM', '-cp', output];
    const patched = [...image.modules()].flatMap((module) => [
      '--patch-module',
      `${module}=${join(patches, module)}`,
    ]);
    const before = runJava(jdk, [...all, 'LinkAll']).stdout;
    const after = runJava(jdk, [...all, ...patched, 'LinkAll']).stdout;
    expect(before).toMatch(/linked 2\d{4}\n$/);
    expect(after).toBe(before);

    closeSync(written);
    const complaints = checkWithAsm(jdk, container);
    // What ASM says about a class as the JDK has it is not our doing: Holder classes are private, for example.
    const original = join(temporaryDirectory(), 'classes');
    const originals = openSync(original, 'w');
    for (const complaint of complaints) append(originals, image.readClass(complaint.split(' ')[0]!)!);
    closeSync(originals);
    expect(checkWithAsm(jdk, original)).toEqual(complaints);
    expect(complaints.length).toBeLessThan(10);
  });
});

/** Appends to a file as CheckAll reads it. */
function append(file: number, bytes: Uint8Array): void {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  writeSync(file, length);
  writeSync(file, bytes);
}

/** What ASM's CheckClassAdapter says about classes, run on the JDK that they belong to: a line per class with a defect. */
function checkWithAsm(jdk: Jdk, container: string): string[] {
  const jars = mavenJars({ artifacts: [asm], transitive: true });
  const classPath = [driver('CheckAll.java', jars), ...jars].join(delimiter);
  const output = execFileSync(
    join(jdk.home, 'bin/java'),
    ['--add-modules', 'ALL-SYSTEM', '-cp', classPath, 'CheckAll', container],
    { encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  expect(output).toMatch(/(^|\n)checked \d+\n$/);
  return output.split('\n').slice(0, -2).sort();
}

/** `public class RrvEvents { public static void e(int site) {} }` */
function eventsClass(): Uint8Array {
  return buildClass({
    accessFlags: AccessFlag.public | AccessFlag.super,
    name: owner,
    superName: 'java/lang/Object',
    interfaces: [],
    fields: [],
    methods: [
      {
        accessFlags: AccessFlag.public | AccessFlag.static,
        name: 'e',
        descriptor: '(I)V',
        instructions: [simple('return')],
      },
    ],
  });
}
